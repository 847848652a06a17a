// Tangents of a surface: where on it texture coordinates grow.
#ifndef PLIANT_SHARED_TANGENT_H
#define PLIANT_SHARED_TANGENT_H

#include "normal.h"

#ifdef __cplusplus
namespace pliant {
#endif

// Lengyel 2001, "Computing tangent space basis vectors for an arbitrary mesh": over a triangle with edges e = xb - xa
// and f = xc - xa, along which texture coordinates (s, t) change by (s_e, t_e) and (s_f, t_f), its vectors are
//     T = (e t_f - f t_e) / det,  B = (f s_e - e s_f) / det,  det = s_e t_f - s_f t_e.
// Here both are times |det|: nothing is divided, and in a sum triangles count by their areas in the texture. `ofB` and
// `ofC` are the factors of e and f, see TextureMap.
PLIANT_MATHS PLIANT_REAL3 alongTexture(PLIANT_REAL3 xa, PLIANT_REAL3 xb, PLIANT_REAL3 xc, PLIANT_REAL ofB,
                                       PLIANT_REAL ofC) {
    PLIANT_REAL3 e = difference(xb, xa);
    PLIANT_REAL3 f = difference(xc, xa);
    PLIANT_PRECISE PLIANT_REAL3 way = e * ofB + f * ofC;
    return storable3(way);
}

PLIANT_MATHS PLIANT_REAL3 besideNormal(PLIANT_REAL3 v, PLIANT_REAL3 normal) {
    PLIANT_REAL along = dotOf(v, normal);
    PLIANT_PRECISE PLIANT_REAL3 beside = v - normal * along;
    return storable3(beside);
}

// Of the sums of T and B around a vertex: T at right angles to the normal (Gram and Schmidt), and in the fourth
// component the side that B is on, 1 or -1: B is about w (normal x tangent). Any direction at right angles where T has
// none that can be told from the normal's, because there is no texture or because it is squeezed to a line.
PLIANT_MATHS PLIANT_REAL4 tangentOf(PLIANT_REAL3 normal, PLIANT_REAL3 sumT, PLIANT_REAL3 sumB) {
    PLIANT_REAL3 tangent = besideNormal(unitNormal(sumT), normal);
    PLIANT_REAL3 x = PLIANT_REAL3(PLIANT_REAL(1.0f), PLIANT_REAL(0.0f), PLIANT_REAL(0.0f));
    PLIANT_REAL3 y = PLIANT_REAL3(PLIANT_REAL(0.0f), PLIANT_REAL(1.0f), PLIANT_REAL(0.0f));
    PLIANT_REAL3 any = besideNormal(pick3(magnitude(normal.x) < PLIANT_REAL(0.7f), x, y), normal);
    PLIANT_REAL3 unit = unitNormal(pick3(squaredLength(tangent) > PLIANT_REAL(1e-6f), tangent, any));
    PLIANT_REAL side = dotOf(crossOf(normal, unit), sumB);
    return PLIANT_REAL4(unit.x, unit.y, unit.z, pick(side < PLIANT_REAL(0.0f), PLIANT_REAL(-1.0f), PLIANT_REAL(1.0f)));
}

#ifdef __cplusplus
}
#endif
#endif
