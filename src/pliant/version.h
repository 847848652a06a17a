#pragma once

// Of what is compiled against; CMake reads it from here. Semantic versioning: while the first number is 0, a change of
// the second may break programs, one of the third does not.
#define PLIANT_VERSION_MAJOR 0
#define PLIANT_VERSION_MINOR 2
#define PLIANT_VERSION_PATCH 0

#define PLIANT_VERSION_TEXT_OF(number) #number
#define PLIANT_VERSION_TEXT(major, minor, patch) \
    PLIANT_VERSION_TEXT_OF(major) "." PLIANT_VERSION_TEXT_OF(minor) "." PLIANT_VERSION_TEXT_OF(patch)
#define PLIANT_VERSION PLIANT_VERSION_TEXT(PLIANT_VERSION_MAJOR, PLIANT_VERSION_MINOR, PLIANT_VERSION_PATCH)
