# Installs into an empty prefix and builds programs against that in every way there is: all must run and say the same.
#   cmake -DSOURCE=... -DBUILD=... -DFOLDER=... -DCOMPILER=... -DC_COMPILER=... -DCLANG=... -DNM=... -P install_test.cmake
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

# Nothing of the libraries inside leaks out of the shared one.
execute_process(COMMAND ${NM} -D --defined-only ${library} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]* [TDB] [^\n]*" symbols "${symbols}")
foreach(symbol IN LISTS symbols)
  if(NOT symbol MATCHES " (_ZN?K?V?N?K?6pliant|_Z[A-Z]*N?K?6pliant|pliant)")
    message(FATAL_ERROR "libpliant.so shows ${symbol}")
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
refuse(no_fmt "wants fmt and oneTBB" -DCOMPONENTS=core -DCMAKE_DISABLE_FIND_PACKAGE_fmt=TRUE)

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
if(NOT count EQUAL 2 OR NOT packages MATCHES "libpliant-dev_" OR NOT packages MATCHES "libpliant[0-9.]+_")
  message(FATAL_ERROR "the packages are ${packages}")
endif()
