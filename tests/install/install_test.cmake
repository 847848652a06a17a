# Installs into an empty prefix and builds programs against that in every way there is: all must run and say the same.
#   cmake -DSOURCE=... -DBUILD=... -DFOLDER=... -DCOMPILER=... -DC_COMPILER=... -DCLANG=... -DNM=...
#     -DREADELF=... -DVERSION=... -DALONE=... -P install_test.cmake
cmake_minimum_required(VERSION 3.25)
set(tests ${CMAKE_CURRENT_LIST_DIR})
set(prefix ${FOLDER}/prefix)
file(REMOVE_RECURSE ${FOLDER})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(GLOB_RECURSE libraries ${prefix}/lib*/libpliant.so)
list(GET libraries 0 library)
cmake_path(GET library PARENT_PATH library_dir)
file(GLOB others LIST_DIRECTORIES true ${prefix}/include/*)
if(NOT others STREQUAL "${prefix}/include/pliant" OR EXISTS ${prefix}/include/pliant/fail.h)
  message(FATAL_ERROR "headers of the library alone belong into include/pliant: ${others}")
endif()

# While the first number of the version is 0, the second one may break programs: the library's own name has both.
execute_process(COMMAND ${READELF} -d ${library} OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCH "^[0-9]+\\.[0-9]+" first_two ${VERSION})
if(NOT dynamic MATCHES "SONAME[^\n]*\\[libpliant\\.so\\.${first_two}\\]" OR NOT EXISTS ${library}.${VERSION})
  message(FATAL_ERROR "the name of ${library}.${VERSION} is not libpliant.so.${first_two}: ${dynamic}")
endif()

# Nothing of the libraries inside leaks out of the shared one.
execute_process(COMMAND ${NM} -D --defined-only ${library} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]* [TDB] [^\n]*" symbols "${symbols}")
foreach(symbol IN LISTS symbols)
  if(NOT symbol MATCHES " (_ZN?K?V?N?K?6pliant|_Z[A-Z]*N?K?6pliant|pliant)")
    message(FATAL_ERROR "libpliant.so shows ${symbol}")
  endif()
endforeach()

# And it has what headers say: all that the static libraries define of classes that are declared there.
file(GLOB_RECURSE headers ${prefix}/include/pliant/*.h)
set(classes "")
foreach(header IN LISTS headers)
  file(STRINGS ${header} lines REGEX "^(class|struct) (PLIANT_API )?[A-Za-z0-9]+ ")
  list(TRANSFORM lines REPLACE "^(class|struct) (PLIANT_API )?([A-Za-z0-9]+) .*" "\\3")
  list(APPEND classes ${lines})
endforeach()
file(GLOB static_libraries ${library_dir}/libpliant_*.a)
execute_process(COMMAND ${NM} --defined-only ${static_libraries} OUTPUT_VARIABLE defined ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL " T _ZNK?6pliant[0-9][A-Za-z0-9_]+" defined "${defined}")
list(TRANSFORM defined REPLACE " T " "")
list(TRANSFORM symbols REPLACE ".* " "")
list(REMOVE_ITEM defined ${symbols})
foreach(symbol IN LISTS defined)
  string(REGEX MATCH "6pliant([0-9]+)([A-Za-z0-9_]+)" name ${symbol})
  string(LENGTH ${CMAKE_MATCH_2} length)
  if(CMAKE_MATCH_1 LESS length)
    string(SUBSTRING ${CMAKE_MATCH_2} 0 ${CMAKE_MATCH_1} name)
    if(name IN_LIST classes)
      message(FATAL_ERROR "libpliant.so does not show ${symbol}: ${name} is no PLIANT_API")
    endif()
  endif()
endforeach()

# run(name program): all programs are to say what the first one said.
set(answers "")
function(run name program)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${library_dir} ${program} ${FOLDER}/${name}.obj
    OUTPUT_VARIABLE answer COMMAND_ERROR_IS_FATAL ANY)
  file(SIZE ${FOLDER}/${name}.obj size)
  if(size LESS 1000)
    message(FATAL_ERROR "${name} wrote ${size} bytes")
  endif()
  message(STATUS "${name}: ${answer}")
  set(answers ${answers} ${answer} PARENT_SCOPE)
endfunction()

# find(name compiler standard flags libraries components): by find_package().
function(find name compiler standard flags libraries components)
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${tests}/found -B ${FOLDER}/${name} -G Ninja -DCMAKE_PREFIX_PATH=${prefix}
    -DCMAKE_CXX_COMPILER=${compiler} -DCMAKE_CXX_STANDARD=${standard} -DCMAKE_CXX_FLAGS=${flags} -DLIBRARIES=${libraries}
    -DCOMPONENTS=${components} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${FOLDER}/${name} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  run(${name} ${FOLDER}/${name}/consumer)
  set(answers ${answers} PARENT_SCOPE)
endfunction()

find(shared ${COMPILER} 20 "-Wall -Wextra -Werror" pliant::pliant "")
find(static ${COMPILER} 23 "" "pliant::gpu\;pliant::io" "core\;gpu\;io")
if(CLANG)
  find(clang ${CLANG} 23 "-fno-exceptions -fno-rtti" pliant::pliant "")
endif()

# refuse(name message options...): find_package() says no, and why.
function(refuse name expected)
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${tests}/found -B ${FOLDER}/${name} -G Ninja -DCMAKE_PREFIX_PATH=${prefix}
    -DCMAKE_CXX_COMPILER=${COMPILER} ${ARGN} OUTPUT_QUIET ERROR_VARIABLE message RESULT_VARIABLE status)
  string(REGEX REPLACE "[ \n]+" " " message "${message}")
  if(status EQUAL 0 OR NOT message MATCHES "${expected}")
    message(FATAL_ERROR "${name}: ${status} ${message}")
  endif()
endfunction()
refuse(no_component "there is no part .rope." -DCOMPONENTS=rope)
refuse(no_version "version" -DVERSION=0.1)
refuse(no_fmt "wants fmt; pliant::pliant does without" -DCOMPONENTS=core -DCMAKE_DISABLE_FIND_PACKAGE_fmt=TRUE)

# Core alone, which was built without the others (alone/): it wants glm alone.
set(nothing_else -DCMAKE_DISABLE_FIND_PACKAGE_fmt=TRUE -DCMAKE_DISABLE_FIND_PACKAGE_TBB=TRUE)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${ALONE} --prefix ${FOLDER}/core OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
set(whole_prefix ${prefix})
set(prefix ${FOLDER}/core)
refuse(no_gpu "pliant::gpu was left out" -DCOMPONENTS=gpu ${nothing_else})
execute_process(COMMAND ${CMAKE_COMMAND} -S ${tests}/found -B ${FOLDER}/core_alone -G Ninja -DCMAKE_PREFIX_PATH=${prefix}
  -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_STANDARD=20 -DLIBRARIES=pliant::core -DCOMPONENTS=core
  -DPROGRAM=${SOURCE}/samples/hello_cpu.cpp ${nothing_else} --no-warn-unused-cli OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${FOLDER}/core_alone OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${FOLDER}/core_alone/consumer OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
set(prefix ${whole_prefix})

# A program whose macros give glm's types another layout is told so; others change nothing.
function(compile_with expected)
  execute_process(COMMAND ${COMPILER} -std=c++20 -fsyntax-only ${ARGN} -I${prefix}/include ${tests}/consumer.cpp
    ERROR_VARIABLE message RESULT_VARIABLE status)
  if(NOT message MATCHES "${expected}" OR (status EQUAL 0 AND expected))
    message(FATAL_ERROR "with ${ARGN}: ${status} ${message}")
  endif()
endfunction()
compile_with("GLM_FORCE_QUAT_DATA_WXYZ puts w first" -DGLM_FORCE_QUAT_DATA_WXYZ)
compile_with("GLM_FORCE_DEFAULT_ALIGNED_GENTYPES gives" -DGLM_FORCE_DEFAULT_ALIGNED_GENTYPES -DGLM_FORCE_INTRINSICS)
compile_with("GLM_FORCE_SIZE_T_LENGTH makes" -DGLM_FORCE_SIZE_T_LENGTH)
find(macros ${COMPILER} 20 "-DGLM_FORCE_SWIZZLE -DGLM_FORCE_XYZW_ONLY -DGLM_FORCE_CTOR_INIT -DGLM_FORCE_LEFT_HANDED"
  pliant::pliant "")

# By pkg-config.
find_program(PKG_CONFIG NAMES pkgconf pkg-config REQUIRED)
foreach(form pliant pliant-static)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${library_dir}/pkgconfig ${PKG_CONFIG} --cflags --libs ${form}
    OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags)
  execute_process(COMMAND ${COMPILER} -std=c++20 -fno-exceptions -fno-rtti ${tests}/consumer.cpp -o ${FOLDER}/by_${form} ${flags}
    COMMAND_ERROR_IS_FATAL ANY)
  run(by_${form} ${FOLDER}/by_${form})
endforeach()

# In C, by the shared library.
execute_process(COMMAND ${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${library_dir}/pkgconfig ${PKG_CONFIG} --cflags --libs pliant
  OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags)
execute_process(COMMAND ${C_COMPILER} -std=c99 ${SOURCE}/samples/hello_c.c -o ${FOLDER}/in_c ${flags} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${library_dir} ${FOLDER}/in_c COMMAND_ERROR_IS_FATAL ANY)

list(REMOVE_DUPLICATES answers)
list(LENGTH answers count)
if(NOT count EQUAL 1)
  message(FATAL_ERROR "programs differ: ${answers}")
endif()

# As a folder of somebody's project.
execute_process(COMMAND ${CMAKE_COMMAND} -S ${tests}/added -B ${FOLDER}/added -G Ninja -DPLIANT_SOURCE=${SOURCE}
  -DCMAKE_CXX_COMPILER=${COMPILER} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

# Debian packages.
execute_process(COMMAND ${CMAKE_CPACK_COMMAND} -G DEB -B ${FOLDER}/packages --config ${BUILD}/CPackConfig.cmake
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(GLOB packages RELATIVE ${FOLDER}/packages ${FOLDER}/packages/*.deb)
list(LENGTH packages count)
if(NOT count EQUAL 2)
  message(FATAL_ERROR "the packages are ${packages}")
endif()

# package(name fields files...): has what it should have, says what it should say, and nothing lies elsewhere.
function(package name fields)
  file(GLOB file ${FOLDER}/packages/${name}_${VERSION}_*.deb)
  execute_process(COMMAND dpkg-deb --field ${file} OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND dpkg-deb --contents ${file} OUTPUT_VARIABLE contents COMMAND_ERROR_IS_FATAL ANY)
  foreach(field IN LISTS fields)
    if(NOT said MATCHES "${field}")
      message(FATAL_ERROR "${name} lacks ${field}: ${said}")
    endif()
  endforeach()
  string(REGEX MATCHALL "\\./[^\n ]*[^\n/ ](\n| )" contents "${contents}")
  foreach(wanted IN LISTS ARGN)
    if(NOT contents MATCHES "\\./usr/${wanted}[\n ]")
      message(FATAL_ERROR "${name} has no ${wanted}: ${contents}")
    endif()
  endforeach()
  list(FILTER contents EXCLUDE REGEX "\\./usr/(include/pliant/|lib/|share/doc/)")
  if(contents)
    message(FATAL_ERROR "${name} has ${contents}")
  endif()
endfunction()
set(runtime libpliant${first_two})
package(${runtime} "Version: ${VERSION};Section: libs;Depends:[^\n]*libc6"
  "lib/[^\n ]*libpliant\\.so\\.${VERSION}" "lib/[^\n ]*libpliant\\.so\\.${first_two}" share/doc/pliant/LICENSE)
package(libpliant-dev "Version: ${VERSION};Section: libdevel;Depends: ${runtime} \\(= ${VERSION}\\), libglm-dev"
  "lib/[^\n ]*libpliant\\.so" "lib/[^\n ]*libpliant_core\\.a" "lib/[^\n ]*libpliant_gpu\\.a" "lib/[^\n ]*libpliant_io\\.a"
  "lib/[^\n ]*libpliant_c\\.a" "lib/[^\n ]*pkgconfig/pliant\\.pc" "lib/[^\n ]*cmake/pliant/pliantConfig\\.cmake"
  include/pliant/pliant.h include/pliant/pliant.hpp include/pliant/version.h include/pliant/io/mesh_reader.h)
