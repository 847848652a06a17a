// Where the particles of an obstacle are that follow its vertices.
#ifndef PLIANT_SHARED_OBSTACLE_H
#define PLIANT_SHARED_OBSTACLE_H

#include "embedding.h"

#ifdef __cplusplus
namespace pliant {
#endif

// What the kernel is told that reads vertices from a buffer of the application's.
struct ObstacleConstants {
    uint first;   // where the first vertex begins, in floats
    uint stride;  // from one to the next, in floats
    uint count;   // particles
    float most;   // coordinates beyond are no place for a vertex [m]
};

// A point of the triangle a, b, c, seen from a; the weights are those of b and of c. Vertices are anybody's numbers.
PLIANT_MATHS PLIANT_REAL3 pointOnTriangle(PLIANT_REAL3 a, PLIANT_REAL3 b, PLIANT_REAL3 c, PLIANT_REAL weightB,
                                          PLIANT_REAL weightC) {
    PLIANT_REAL3 from = storable3(a);
    return carriedPlace(from, storable3(b), storable3(c), from, PLIANT_REAL3(weightB, weightC, PLIANT_REAL(0.0f)));
}

// Whether a place is finite, and no coordinate beyond `most`.
PLIANT_MATHS PLIANT_BOOL isWithin(PLIANT_REAL3 x, PLIANT_REAL most) {
    return magnitude(x.x) <= most && magnitude(x.y) <= most && magnitude(x.z) <= most;
}

#ifdef __cplusplus
}
#endif
#endif
