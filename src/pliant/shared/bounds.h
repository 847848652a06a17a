// Boxes around vertices.
#ifndef PLIANT_SHARED_BOUNDS_H
#define PLIANT_SHARED_BOUNDS_H

#include "real.h"

#ifdef __cplusplus
namespace pliant {
#endif

// Lower and upper bounds of nothing.
const float kAboveAll = 3.4028235e38f;
const float kBelowAll = -3.4028235e38f;

// Exact, so that the order of vertices does not matter: there is no -0 among what is storable. What is no number is
// never below or above anything.
PLIANT_MATHS PLIANT_REAL3 lowerOf(PLIANT_REAL3 low, PLIANT_REAL3 x) {
    return PLIANT_REAL3(pick(x.x < low.x, x.x, low.x), pick(x.y < low.y, x.y, low.y), pick(x.z < low.z, x.z, low.z));
}

PLIANT_MATHS PLIANT_REAL3 upperOf(PLIANT_REAL3 high, PLIANT_REAL3 x) {
    return PLIANT_REAL3(pick(x.x > high.x, x.x, high.x), pick(x.y > high.y, x.y, high.y),
                        pick(x.z > high.z, x.z, high.z));
}

#ifdef __cplusplus
}
#endif
#endif
