// Where a mesh is that particles carry.
#ifndef PLIANT_SHARED_EMBEDDING_H
#define PLIANT_SHARED_EMBEDDING_H

#include "real.h"

#ifdef __cplusplus
namespace pliant {
#endif

// a + x (b - a) + y (c - a) + z (d - a). Seen from a, so that far from the origin only the last sum is rounded
// coarsely.
PLIANT_MATHS PLIANT_REAL3 carriedPlace(PLIANT_REAL3 a, PLIANT_REAL3 b, PLIANT_REAL3 c, PLIANT_REAL3 d,
                                       PLIANT_REAL3 weights) {
    PLIANT_REAL3 ab = difference(b, a);
    PLIANT_REAL3 ac = difference(c, a);
    PLIANT_REAL3 ad = difference(d, a);
    PLIANT_PRECISE PLIANT_REAL3 way = ab * weights.x + ac * weights.y + ad * weights.z;
    way = storable3(way);
    PLIANT_PRECISE PLIANT_REAL3 place = a + way;
    return storable3(place);
}

#ifdef __cplusplus
}
#endif
#endif
