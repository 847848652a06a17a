#pragma once

// What of the library a program sees. All else is hidden in libpliant.so.
#if defined(_WIN32) && defined(PLIANT_BUILDING_SHARED)
#define PLIANT_API __declspec(dllexport)
#elif defined(_WIN32) && defined(PLIANT_SHARED)
#define PLIANT_API __declspec(dllimport)
#elif defined(__GNUC__)
#define PLIANT_API __attribute__((visibility("default")))
#else
#define PLIANT_API
#endif
