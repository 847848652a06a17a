# Of fmt's language the library speaks no more than what stands in for fmt: braces without numbers, and forms that it knows.
#   cmake -DSOURCE=... -P no_fmt_test.cmake
file(GLOB_RECURSE sources ${SOURCE}/src/pliant/*.cpp ${SOURCE}/src/pliant/*.h)
list(FILTER sources EXCLUDE REGEX "/python/|/no_fmt/")  # the module is built with fmt alone
foreach(source IN LISTS sources)
  file(READ ${source} text)
  string(REGEX MATCHALL "\"[^\"\n]*{[^\"\n{}]*}[^\"\n]*\"" sentences "${text}")
  foreach(sentence IN LISTS sentences)
    string(REGEX MATCHALL "{[^{}]*}" braces "${sentence}")
    foreach(brace IN LISTS braces)
      if(NOT brace MATCHES "^{(:[<>]?0?[0-9]*(\\.[0-9]+)?[xfg]?)?}$")
        message(FATAL_ERROR "${source}: ${brace} in ${sentence}: PLIANT_FMT=OFF does not know it")
      endif()
    endforeach()
  endforeach()
endforeach()
