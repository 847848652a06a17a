// A tether (long-range attachment) keeps a particle within a distance of a pinned one.
#ifndef PLIANT_SHARED_TETHER_H
#define PLIANT_SHARED_TETHER_H

#include "stick.h"

#ifdef __cplusplus
namespace pliant {
#endif

// What a tether that gives does to a particle at most [m/s^2], up to its end. Fifteen times gravity bears what hangs on
// the particles below a pin.
const float kTetherPull = 150.0f;

// What two tethers may be too short by, and still be held: rounding, and no more.
const float kTetherRoom = 1.001f;

// Whether a tether is taut.
PLIANT_MATHS PLIANT_BOOL isBeyond(PLIANT_REAL3 x, PLIANT_REAL3 anchor, PLIANT_REAL reach) {
    PLIANT_PRECISE PLIANT_REAL excess = squaredLength(difference(x, anchor)) - reach * reach;
    return excess > PLIANT_REAL(0.0f);
}

// Whether two anchors are farther apart than both tethers of a particle are long: no place is within reach of both.
// What one does the other would undo, with speed left over.
PLIANT_MATHS PLIANT_BOOL arePulledApart(PLIANT_REAL3 anchor, PLIANT_REAL reach, PLIANT_REAL3 other,
                                        PLIANT_REAL otherReach) {
    PLIANT_PRECISE PLIANT_REAL both = (magnitude(reach) + magnitude(otherReach)) * PLIANT_REAL(kTetherRoom);
    PLIANT_PRECISE PLIANT_REAL excess = squaredLength(difference(anchor, other)) - both * both;
    return excess > PLIANT_REAL(0.0f);
}

// Kim, Chentanez, Mueller 2012, "Long Range Attachments": where |x - anchor| > bound,
//     x' = anchor + (x - anchor) bound / |x - anchor|
// and nothing otherwise; of second order, as far but along where the particle was before, p, seen from the anchor:
// pushedAlong(). The anchor never moves, so tethers of different particles are independent. A reach with a minus sign
// is that of a tether that gives: it draws the particle nearer by kTetherPull h^2 at most, and to `tetherGive` times
// its reach in any case.
PLIANT_MATHS PLIANT_REAL3 holdWithin(PassConstants constants, PLIANT_REAL3 x, PLIANT_REAL3 p, PLIANT_REAL3 anchor,
                                     PLIANT_REAL reach) {
    PLIANT_REAL3 d = difference(x, anchor);
    PLIANT_REAL squared = squaredLength(d);
    PLIANT_REAL inverse = reciprocalSqrt(squared);
    PLIANT_BOOL gives = reach < PLIANT_REAL(0.0f);
    PLIANT_REAL bound = magnitude(reach);
    PLIANT_PRECISE PLIANT_REAL excess = squared - bound * bound;
    excess = keepIf(squared < PLIANT_REAL(kLargestSquared), excess);  // farther off it does nothing
    PLIANT_REAL distance = bound;
    if (anyOf(gives)) {
        PLIANT_PRECISE PLIANT_REAL nearest =
            squared * inverse - PLIANT_REAL(constants.squaredStep) * PLIANT_REAL(kTetherPull);
        PLIANT_PRECISE PLIANT_REAL farthest = bound * PLIANT_REAL(constants.tetherGive);
        PLIANT_BOOL isFar = nearest > bound;
        PLIANT_REAL drawn = pick(isFar, nearest, bound);
        PLIANT_BOOL isTooFar = drawn > farthest;
        distance = pick(gives, pick(isTooFar, farthest, drawn), bound);
    }
    PLIANT_PRECISE PLIANT_REAL3 held = anchor + d * (distance * inverse);
    if ((constants.flags & kSecondOrder) != 0u) {
        PLIANT_PRECISE PLIANT_REAL share = PLIANT_REAL(1.0f) - distance * inverse;
        held = x - pushedAlong(constants, d, difference(p, anchor)) * share;
    }
    held = storable3(held);
    return PLIANT_REAL3(pick(excess > PLIANT_REAL(0.0f), held.x, x.x), pick(excess > PLIANT_REAL(0.0f), held.y, x.y),
                        pick(excess > PLIANT_REAL(0.0f), held.z, x.z));
}

#ifdef __cplusplus
}
#endif
#endif
