// Normals of a surface, and positions between two states: what is drawn.
#ifndef PLIANT_SHARED_NORMAL_H
#define PLIANT_SHARED_NORMAL_H

#include "real.h"

#ifdef __cplusplus
namespace pliant {
#endif

// (xb - xa) x (xc - xa): the triangle's unit normal times twice its area.
PLIANT_MATHS PLIANT_REAL3 areaNormal(PLIANT_REAL3 xa, PLIANT_REAL3 xb, PLIANT_REAL3 xc) {
    PLIANT_REAL3 e = difference(xb, xa);
    PLIANT_REAL3 f = difference(xc, xa);
    PLIANT_PRECISE PLIANT_REAL nx = e.y * f.z - e.z * f.y;
    PLIANT_PRECISE PLIANT_REAL ny = e.z * f.x - e.x * f.z;
    PLIANT_PRECISE PLIANT_REAL nz = e.x * f.y - e.y * f.x;
    return storable3(PLIANT_REAL3(nx, ny, nz));
}

PLIANT_MATHS PLIANT_REAL3 addNormal(PLIANT_REAL3 sum, PLIANT_REAL3 normal) {
    PLIANT_PRECISE PLIANT_REAL3 added = sum + normal;
    return added;
}

// v / |v|, for triangles of any size: very large and very small vectors are first brought into the range where their
// square is a normal float, by a power of two, which changes no bit but the exponent's. (0, 1, 0) for 0.
PLIANT_MATHS PLIANT_REAL3 unitNormal(PLIANT_REAL3 v) {
    PLIANT_REAL x = magnitude(v.x);
    PLIANT_REAL y = magnitude(v.y);
    PLIANT_REAL z = magnitude(v.z);
    PLIANT_REAL xy = pick(x > y, x, y);
    PLIANT_REAL largest = pick(xy > z, xy, z);
    PLIANT_REAL raise = pick(largest < PLIANT_REAL(1e-8f), PLIANT_REAL(1099511627776.0f), PLIANT_REAL(1.0f));
    PLIANT_REAL scale = pick(largest > PLIANT_REAL(1e8f), PLIANT_REAL(9.094947e-13f), raise);
    PLIANT_PRECISE PLIANT_REAL3 scaled = v * scale;
    PLIANT_REAL inverse = reciprocalSqrt(squaredLength(scaled));
    PLIANT_PRECISE PLIANT_REAL3 unit = scaled * inverse;
    unit = storable3(unit);
    return PLIANT_REAL3(pick(largest > PLIANT_REAL(0.0f), unit.x, PLIANT_REAL(0.0f)),
                        pick(largest > PLIANT_REAL(0.0f), unit.y, PLIANT_REAL(1.0f)),
                        pick(largest > PLIANT_REAL(0.0f), unit.z, PLIANT_REAL(0.0f)));
}

// `share` of the way from a to b, and exactly there when that is all.
PLIANT_MATHS PLIANT_REAL3 between(PLIANT_REAL3 a, PLIANT_REAL3 b, PLIANT_REAL share) {
    PLIANT_PRECISE PLIANT_REAL3 place = a + (b - a) * share;
    place = storable3(place);
    return PLIANT_REAL3(pick(share < PLIANT_REAL(1.0f), place.x, b.x), pick(share < PLIANT_REAL(1.0f), place.y, b.y),
                        pick(share < PLIANT_REAL(1.0f), place.z, b.z));
}

#ifdef __cplusplus
}
#endif
#endif
