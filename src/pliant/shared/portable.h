// One text, two compilers: what the shared maths needs in order to be GLSL and C++ at once.
//
// In C++ the functions are templates over the type of a real number, so that the same text serves one float, and eight
// or sixteen at a time (src/pliant/cpu/wide.h, wide16.h). In GLSL a real number is a float. So where numbers decide,
// pick() takes one of two results; a branch may only leave out what nobody wants: if (!anyOf(condition)) return.
//
// Rules of the house, see docs/SAME_BITS.md: only + - * comparisons and integer operations; every
// float result that is not a plain copy is declared PLIANT_PRECISE; no expression of constants alone.
#ifndef PLIANT_SHARED_PORTABLE_H
#define PLIANT_SHARED_PORTABLE_H

#ifdef __cplusplus
#include <cfloat>
#include <glm/vec2.hpp>

#include "layout.h"

#if defined(__FAST_MATH__)
#error "the same bits need IEEE arithmetic: compile without -ffast-math, and with -ffp-contract=off"
#endif
static_assert(FLT_EVAL_METHOD == 0, "floats must be computed as floats");

// clang-format off
#define PLIANT_MATHS template <class Real> inline
#define PLIANT_INLINE inline
// clang-format on
#define PLIANT_PLAIN inline  // of functions of integers
#define PLIANT_REAL Real
#define PLIANT_BOOL decltype(Real() < Real())  // of several numbers at a time: an answer for each
#define PLIANT_REAL2 glm::vec<2, Real, glm::defaultp>
#define PLIANT_REAL3 glm::vec<3, Real, glm::defaultp>
#define PLIANT_REAL4 glm::vec<4, Real, glm::defaultp>
#define PLIANT_INOUT(T) T&
#define PLIANT_PRECISE

namespace pliant {
inline float pick(bool condition, float yes, float no) {
    return condition ? yes : no;
}
inline float keepIf(bool condition, float x) {
    return condition ? x : 0.0f;
}
inline bool anyOf(bool condition) {
    return condition;
}
// std::bit_cast, which libc++ lacks up to version 13.
template <class To, class From>
constexpr To bitCast(const From& from) {
    return __builtin_bit_cast(To, from);
}
constexpr uint bitsOfFloat(float x) {
    return bitCast<uint>(x);
}
constexpr float floatOfBits(uint bits) {
    return bitCast<float>(bits);
}
// The first guess of a Newton iteration for 1/sqrt(x), read off the float's own bits.
inline float reciprocalSqrtSeed(float x) {
    return floatOfBits(0x5f375a86u - (bitsOfFloat(x) >> 1));
}
// The largest power of two whose square is not above x, a normal number from 2^-120 on; and 1 by a power of two.
inline float powerBelowRoot(float x) {
    return floatOfBits((((bitsOfFloat(x) - 0x00800000u) >> 1) + 0x20000000u) & 0x7f800000u);
}
inline float inversePower(float x) {
    return floatOfBits(0x7f000000u - bitsOfFloat(x));
}
}  // namespace pliant

#else

#define PLIANT_MATHS
#define PLIANT_INLINE
#define PLIANT_PLAIN
#define PLIANT_REAL float
#define PLIANT_BOOL bool
#define PLIANT_REAL2 vec2
#define PLIANT_REAL3 vec3
#define PLIANT_REAL4 vec4
#define PLIANT_INOUT(T) inout T
#define PLIANT_PRECISE precise

float pick(bool condition, float yes, float no) {
    return condition ? yes : no;
}
float keepIf(bool condition, float x) {
    return condition ? x : 0.0f;
}
bool anyOf(bool condition) {
    return condition;
}
uint bitsOfFloat(float x) {
    return floatBitsToUint(x);
}
float floatOfBits(uint bits) {
    return uintBitsToFloat(bits);
}
float reciprocalSqrtSeed(float x) {
    return uintBitsToFloat(0x5f375a86u - (floatBitsToUint(x) >> 1));
}
float powerBelowRoot(float x) {
    return uintBitsToFloat((((floatBitsToUint(x) - 0x00800000u) >> 1) + 0x20000000u) & 0x7f800000u);
}
float inversePower(float x) {
    return uintBitsToFloat(0x7f000000u - floatBitsToUint(x));
}

#endif
#endif
