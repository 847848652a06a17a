#pragma once

/// @file
/// Of what is compiled against; CMake reads it from here. Semantic versioning: while the first number is 0, a change of
/// the second may break programs, one of the third does not. CMake and setup.py read the three lines as they stand.

/// The first number.
#define PLIANT_VERSION_MAJOR 0
/// The second number.
#define PLIANT_VERSION_MINOR 2
/// The third number.
#define PLIANT_VERSION_PATCH 0

/// A number as text, as it stands: for PLIANT_VERSION_TEXT alone.
#define PLIANT_VERSION_TEXT_OF(number) #number
/// Three numbers as text, macros replaced by what they stand for.
#define PLIANT_VERSION_TEXT(major, minor, patch) \
    PLIANT_VERSION_TEXT_OF(major) "." PLIANT_VERSION_TEXT_OF(minor) "." PLIANT_VERSION_TEXT_OF(patch)
/// All three as text: "1.2.3".
#define PLIANT_VERSION PLIANT_VERSION_TEXT(PLIANT_VERSION_MAJOR, PLIANT_VERSION_MINOR, PLIANT_VERSION_PATCH)
