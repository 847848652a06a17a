# Runs the port as vcpkg would, with functions of vcpkg's names: it configures with the port's options, installs, moves
# what find_package() reads, and a program of somebody else's is built against that. Nothing is compiled anew: what is
# installed was built before, unless COMPILE is on.
#   cmake -DSOURCE=... -DBUILD=... -DFOLDER=... -DCOMPILER=... -DGLSLC=... [-DCOMPILE=ON] -P vcpkg_test.cmake
cmake_policy(VERSION 3.25)
file(REMOVE_RECURSE ${FOLDER})
set(CURRENT_PORT_DIR ${SOURCE}/samples/packaging/vcpkg/ports/pliant)
set(CURRENT_PACKAGES_DIR ${FOLDER}/packages/pliant)
set(CURRENT_HOST_INSTALLED_DIR ${FOLDER}/installed)
set(VCPKG_HOST_EXECUTABLE_SUFFIX "")
set(VCPKG_BUILD_TYPE release)
file(MAKE_DIRECTORY ${CURRENT_HOST_INSTALLED_DIR}/tools/shaderc)
file(CREATE_LINK ${GLSLC} ${CURRENT_HOST_INSTALLED_DIR}/tools/shaderc/glslc SYMBOLIC)

# The manifest is what vcpkg reads first.
file(READ ${CURRENT_PORT_DIR}/vcpkg.json manifest)
string(JSON PORT GET "${manifest}" name)
string(JSON version GET "${manifest}" version)
string(JSON FEATURES GET "${manifest}" default-features 0)
string(JSON ignored GET "${manifest}" features ${FEATURES} description)

file(STRINGS ${SOURCE}/src/pliant/version.h lines REGEX "^#define PLIANT_VERSION_[A-Z]+ [0-9]+$")
string(REGEX MATCHALL "[0-9]+" numbers "${lines}")
list(JOIN numbers "." wanted)
if(NOT version STREQUAL wanted)
  message(FATAL_ERROR "${CURRENT_PORT_DIR}/vcpkg.json has version ${version}, src/pliant/version.h has ${wanted}")
endif()

function(vcpkg_check_features)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" OUT_FEATURE_OPTIONS FEATURES)
  set(options "")
  while(arg_FEATURES)
    list(POP_FRONT arg_FEATURES feature option)
    if(feature IN_LIST FEATURES)
      list(APPEND options -D${option}=ON)
    else()
      list(APPEND options -D${option}=OFF)
    endif()
  endwhile()
  set(${arg_OUT_FEATURE_OPTIONS} ${options} PARENT_SCOPE)
endfunction()

function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" SOURCE_PATH OPTIONS)
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${arg_SOURCE_PATH} -B ${FOLDER}/build -G Ninja -DCMAKE_BUILD_TYPE=Release
    -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR} -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_CXX_COMPILER=${COMPILER}
    ${arg_OPTIONS}
    OUTPUT_QUIET ERROR_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
  if(said MATCHES "not used by the project")
    message(FATAL_ERROR "the port sets what does not exist: ${said}")
  endif()
  file(STRINGS ${FOLDER}/build/build.ninja unwanted REGEX "^build (tests|samples)/")
  if(unwanted)
    message(FATAL_ERROR "the port builds more than the libraries: ${unwanted}")
  endif()
endfunction()

function(vcpkg_cmake_install)
  set(built ${BUILD})
  if(COMPILE)
    set(built ${FOLDER}/build)
    execute_process(COMMAND ${CMAKE_COMMAND} --build ${built} --parallel 2 OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  endif()
  execute_process(COMMAND ${CMAKE_COMMAND} --install ${built} --prefix ${CURRENT_PACKAGES_DIR}
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Moved one folder up, as seen from the prefix.
function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" CONFIG_PATH "")
  file(RENAME ${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH} ${CURRENT_PACKAGES_DIR}/share/${PORT})
  file(GLOB files ${CURRENT_PACKAGES_DIR}/share/${PORT}/*.cmake)
  set(up "get_filename_component(_IMPORT_PREFIX \"\${_IMPORT_PREFIX}\" PATH)\n")
  foreach(file IN LISTS files)
    file(READ ${file} text)
    string(REPLACE "${up}${up}${up}" "${up}${up}" text "${text}")
    string(REPLACE "/../../../\" ABSOLUTE" "/../../\" ABSOLUTE" text "${text}")
    file(WRITE ${file} "${text}")
  endforeach()
endfunction()

function(vcpkg_fixup_pkgconfig)
  if(NOT EXISTS ${CURRENT_PACKAGES_DIR}/lib/pkgconfig/pliant.pc)
    message(FATAL_ERROR "there is no pliant.pc")
  endif()
endfunction()

function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" FILE_LIST)
  file(INSTALL ${arg_FILE_LIST} DESTINATION ${CURRENT_PACKAGES_DIR}/share/${PORT} RENAME copyright)
endfunction()

file(MAKE_DIRECTORY ${CURRENT_PACKAGES_DIR}/share)
include(${CURRENT_PORT_DIR}/portfile.cmake)

foreach(file share/pliant/copyright share/pliant/usage share/pliant/pliantConfig.cmake include/pliant/pliant.hpp
    lib/libpliant_core.a)
  if(NOT EXISTS ${CURRENT_PACKAGES_DIR}/${file})
    message(FATAL_ERROR "the port installs no ${file}")
  endif()
endforeach()
foreach(libraries pliant::pliant "pliant::core\;pliant::gpu\;pliant::io")
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE}/tests/install/found -B ${FOLDER}/consumer -G Ninja
    -DCMAKE_PREFIX_PATH=${CURRENT_PACKAGES_DIR} -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_STANDARD=20
    -DVERSION=${version} -DLIBRARIES=${libraries} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${FOLDER}/consumer OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${FOLDER}/consumer/consumer OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
  if(NOT said MATCHES "^${version} [0-9a-f]+ ")
    message(FATAL_ERROR "the program says ${said}")
  endif()
endforeach()
