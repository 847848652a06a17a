#pragma once

/// @file
/// What of the library can be seen from outside.

/// @def PLIANT_API
/// Stands before what a program sees of the library; all else is hidden in libpliant.so. Windows, which
/// nobody has tried yet, wants PLIANT_SHARED from a program that links a shared one, and PLIANT_BUILDING as well from
/// what builds it.
#if defined(_WIN32) && defined(PLIANT_SHARED) && defined(PLIANT_BUILDING)
#define PLIANT_API __declspec(dllexport)
#elif defined(_WIN32) && defined(PLIANT_SHARED)
#define PLIANT_API __declspec(dllimport)
#elif !defined(_WIN32) && defined(__GNUC__)
#define PLIANT_API __attribute__((visibility("default")))
#else
#define PLIANT_API
#endif
