# Packs the bundle, runs its report in an environment of its own, and looks at what it wrote.
#   cmake -DSOURCE=... -DBUILD=... -DFOLDER=... -DREADELF=... -P bundle_test.cmake
file(REMOVE_RECURSE ${FOLDER})
execute_process(COMMAND env PLIANT_BUNDLE_BUILT=${BUILD} ${SOURCE}/scripts/bundle.sh ${FOLDER}/bundle COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${SOURCE}/scripts/bundle.sh ${FOLDER}/bundle RESULT_VARIABLE status ERROR_VARIABLE refusal)
if(NOT status EQUAL 2 OR NOT refusal MATCHES "is already there")
  message(FATAL_ERROR "a folder that is there is to be refused, not written over: ${status} ${refusal}")
endif()

file(GLOB_RECURSE files ${FOLDER}/bundle/*)
set(bytes 0)
foreach(file IN LISTS files)
  file(SIZE ${file} size)
  math(EXPR bytes "${bytes} + ${size}")
endforeach()
if(bytes GREATER 52428800)
  message(FATAL_ERROR "the bundle has ${bytes} bytes; at most 50 MiB")
endif()

# docs/SAME_BITS.md says which C library and which C++ library will do.
execute_process(COMMAND ${READELF} --version-info ${FOLDER}/bundle/bin/pliant ${FOLDER}/bundle/bin/gpu_tests
  OUTPUT_VARIABLE versions COMMAND_ERROR_IS_FATAL ANY)
if(versions MATCHES "GLIBC_2\\.(3[5-9]|[4-9][0-9])|GLIBCXX_3\\.4\\.[3-9][0-9]")
  message(FATAL_ERROR "the bundle wants ${CMAKE_MATCH_0}")
endif()

execute_process(COMMAND env -i PATH=/usr/bin:/bin HOME=${FOLDER} ${FOLDER}/bundle/report --quick ${FOLDER}/out
  COMMAND_ERROR_IS_FATAL ANY)
file(READ ${FOLDER}/out/report.json report)
string(JSON device GET ${report} devices devices 0 name)
string(JSON workgroup GET ${report} devices devices 0 answers limits maxComputeWorkGroupInvocations)
string(JSON status GET ${report} tests 0 status)
string(JSON passed GET ${report} tests 0 passed)
string(JSON differing GET ${report} compare 0 result differing)
string(JSON bench LENGTH ${report} bench 0 result)
if(NOT status EQUAL 0 OR passed LESS 5 OR NOT differing EQUAL 0 OR bench LESS 2 OR workgroup LESS 128)
  message(FATAL_ERROR "the report is wrong: ${report}")
endif()
file(READ ${FOLDER}/out/report.html page)
if(NOT page MATCHES "no bit differs" OR NOT page MATCHES "<td>frames<td>")
  message(FATAL_ERROR "the page lacks something: ${page}")
endif()
file(REMOVE_RECURSE ${FOLDER})
