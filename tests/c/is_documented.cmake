# The document has the program in it, line by line.
file(READ ${PROGRAM} program)
file(READ ${DOCUMENT} document)
string(FIND "${document}" "```${LANGUAGE}\n${program}```" place)
if(place EQUAL -1)
  message(SEND_ERROR "${DOCUMENT} does not show ${PROGRAM} as it is")
endif()
