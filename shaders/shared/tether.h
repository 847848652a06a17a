// A tether (long-range attachment) keeps a particle within a distance of a pinned one.
#ifndef PLIANT_SHARED_TETHER_H
#define PLIANT_SHARED_TETHER_H

#include "shared/stick.h"

#ifdef __cplusplus
namespace pliant {
#endif

// Kim, Chentanez, Mueller 2012, "Long Range Attachments": where |x - anchor| > bound,
//     x' = anchor + (x - anchor) bound / |x - anchor|
// and nothing otherwise; of second order, as far but along where the particle was before, p, seen from the anchor: pushedAlong(). The
// anchor never moves, so tethers of different particles are independent.
PLIANT_MATHS PLIANT_REAL3 holdWithin(PassConstants constants, PLIANT_REAL3 x, PLIANT_REAL3 p, PLIANT_REAL3 anchor,
                                     PLIANT_REAL bound) {
    PLIANT_REAL3 d = difference(x, anchor);
    PLIANT_REAL squared = squaredLength(d);
    PLIANT_PRECISE PLIANT_REAL excess = squared - bound * bound;
    PLIANT_PRECISE PLIANT_REAL3 held = anchor + d * (bound * reciprocalSqrt(squared));
    if (constants.secondOrder != 0u) {
        PLIANT_PRECISE PLIANT_REAL share = PLIANT_REAL(1.0f) - bound * reciprocalSqrt(squared);
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
