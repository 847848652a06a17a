# scripts/site.sh replaces a site, and nothing else.
#   cmake -DSOURCE=... -DFOLDER=... -P site_test.cmake
file(REMOVE_RECURSE ${FOLDER})
file(WRITE ${FOLDER}/mine/diary.txt "Dear diary")
execute_process(COMMAND ${SOURCE}/scripts/site.sh ${FOLDER}/mine RESULT_VARIABLE status ERROR_VARIABLE refusal)
if(NOT status EQUAL 2 OR NOT refusal MATCHES "is no site" OR NOT EXISTS ${FOLDER}/mine/diary.txt)
  message(FATAL_ERROR "a folder that is no site is to be refused: ${status} ${refusal}")
endif()

file(WRITE ${FOLDER}/site/pliant-site "")
file(WRITE ${FOLDER}/site/old.html "")
execute_process(COMMAND ${SOURCE}/scripts/site.sh ${FOLDER}/site COMMAND_ERROR_IS_FATAL ANY)
foreach(page index.html reference.html docs/INSTALL.html docs/images/drape.png samples/hello_gpu.cpp.html api/index.html
    api/structpliant_1_1Scene.html api/pliant_8h.html)
  if(NOT EXISTS ${FOLDER}/site/${page})
    message(FATAL_ERROR "the site has no ${page}")
  endif()
endforeach()
file(GLOB left RELATIVE ${FOLDER} ${FOLDER}/*)
if(EXISTS ${FOLDER}/site/old.html OR NOT left STREQUAL "mine;site")
  message(FATAL_ERROR "something of before or of the making is left: ${left}")
endif()
file(REMOVE_RECURSE ${FOLDER})
