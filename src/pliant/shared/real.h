// Real numbers whose bits do not depend on the device.
#ifndef PLIANT_SHARED_REAL_H
#define PLIANT_SHARED_REAL_H

#include "layout.h"
#include "portable.h"

#ifdef __cplusplus
namespace pliant {
#endif

// 1/sqrt(x) for normal x > 0, relative error below 2e-7. The seed is Lomont's (2003) and each line a Newton step,
//     y <- y (3/2 - x y^2 / 2).
// For x = 0 the result is large and finite. Vulkan allows inversesqrt() 2 ULP of freedom, hence our own.
PLIANT_MATHS PLIANT_REAL reciprocalSqrt(PLIANT_REAL x) {
    PLIANT_PRECISE PLIANT_REAL halfX = x * PLIANT_REAL(0.5f);
    PLIANT_PRECISE PLIANT_REAL y = reciprocalSqrtSeed(x);
    y = y * (PLIANT_REAL(1.5f) - halfX * y * y);
    y = y * (PLIANT_REAL(1.5f) - halfX * y * y);
    y = y * (PLIANT_REAL(1.5f) - halfX * y * y);
    return y;
}

PLIANT_MATHS PLIANT_REAL squaredLength(PLIANT_REAL3 v) {
    PLIANT_PRECISE PLIANT_REAL sum = v.x * v.x + v.y * v.y + v.z * v.z;
    return sum;
}

PLIANT_MATHS PLIANT_REAL3 difference(PLIANT_REAL3 a, PLIANT_REAL3 b) {
    PLIANT_PRECISE PLIANT_REAL3 d = a - b;
    return d;
}

PLIANT_MATHS PLIANT_REAL magnitude(PLIANT_REAL x) {
    PLIANT_PRECISE PLIANT_REAL opposite = PLIANT_REAL(0.0f) - x;
    return pick(x < PLIANT_REAL(0.0f), opposite, x);
}

// What may be stored: adding and taking away 3 * 2^-78 rounds to a multiple of 2^-100 what is small and changes nothing
// that is not. Stored values and their differences are then never denormal, and a product that is denormal is too small
// to change what it is added to, or is rounded away here. So a device that flushes denormals gives the same bits as one
// that does not. There is no -0 either. Infinities and NaN stay what they are.
PLIANT_MATHS PLIANT_REAL storable(PLIANT_REAL x) {
    PLIANT_PRECISE PLIANT_REAL raised = x + PLIANT_REAL(9.9261673e-24f);
    PLIANT_PRECISE PLIANT_REAL rounded = raised - PLIANT_REAL(9.9261673e-24f);
    return rounded;
}

PLIANT_MATHS PLIANT_REAL3 storable3(PLIANT_REAL3 v) {
    return PLIANT_REAL3(storable(v.x), storable(v.y), storable(v.z));
}

// Sums of products are made storable before anything multiplies them again: what a denormal part of them was flushed to
// cannot be seen then.

PLIANT_MATHS PLIANT_REAL dotOf(PLIANT_REAL3 u, PLIANT_REAL3 v) {
    PLIANT_PRECISE PLIANT_REAL sum = u.x * v.x + u.y * v.y + u.z * v.z;
    return storable(sum);
}

// Whether two vectors that are long enough to have a direction enclose less than 60 degrees.
PLIANT_MATHS PLIANT_BOOL hasTurnedLittle(PLIANT_REAL3 now, PLIANT_REAL3 before) {
    PLIANT_REAL along = dotOf(now, before);
    PLIANT_PRECISE PLIANT_REAL squaredTwice = along * along * PLIANT_REAL(4.0f);
    PLIANT_PRECISE PLIANT_REAL squaredMost = squaredLength(now) * squaredLength(before);
    return along > PLIANT_REAL(1e-14f) && squaredTwice > squaredMost;
}

PLIANT_MATHS PLIANT_REAL3 crossOf(PLIANT_REAL3 u, PLIANT_REAL3 v) {
    PLIANT_PRECISE PLIANT_REAL3 plus = PLIANT_REAL3(u.y * v.z, u.z * v.x, u.x * v.y);
    PLIANT_PRECISE PLIANT_REAL3 minus = PLIANT_REAL3(u.z * v.y, u.x * v.z, u.y * v.x);
    PLIANT_PRECISE PLIANT_REAL3 d = plus - minus;
    return storable3(d);
}

// 1/x for normal x > 0.
PLIANT_MATHS PLIANT_REAL reciprocal(PLIANT_REAL x) {
    PLIANT_PRECISE PLIANT_REAL root = reciprocalSqrt(x);
    PLIANT_PRECISE PLIANT_REAL inverse = root * root;
    return inverse;
}

PLIANT_MATHS PLIANT_REAL3 pick3(PLIANT_BOOL condition, PLIANT_REAL3 yes, PLIANT_REAL3 no) {
    return PLIANT_REAL3(pick(condition, yes.x, no.x), pick(condition, yes.y, no.y), pick(condition, yes.z, no.z));
}

// v, or 0 where `squared`, a squared length, is not that of a distance in this world: NaN, infinite, or on its way
// there.
PLIANT_MATHS PLIANT_REAL3 keepIfGood(PLIANT_REAL squared, PLIANT_REAL3 v) {
    return PLIANT_REAL3(keepIf(squared < PLIANT_REAL(kLargestSquared), v.x),
                        keepIf(squared < PLIANT_REAL(kLargestSquared), v.y),
                        keepIf(squared < PLIANT_REAL(kLargestSquared), v.z));
}

#ifdef __cplusplus
}
#endif
#endif
