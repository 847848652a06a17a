#pragma once

// PLIANT_API stands before what a shared library of Pliant shows. A program that links such a library on Windows
// defines PLIANT_SHARED; what builds it defines PLIANT_BUILDING as well. With static libraries neither is needed.
#if defined(_WIN32) && defined(PLIANT_SHARED) && defined(PLIANT_BUILDING)
#define PLIANT_API __declspec(dllexport)
#elif defined(_WIN32) && defined(PLIANT_SHARED)
#define PLIANT_API __declspec(dllimport)
#elif !defined(_WIN32) && defined(__GNUC__)
#define PLIANT_API __attribute__((visibility("default")))
#else
#define PLIANT_API
#endif
