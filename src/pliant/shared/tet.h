// A tetrahedron keeps its volume.
#ifndef PLIANT_SHARED_TET_H
#define PLIANT_SHARED_TET_H

#include "element.h"
#include "verlet.h"

#ifdef __cplusplus
namespace pliant {
#endif

//          d
//         /|\ .            b, c, d counter-clockwise seen from the side away from a: the volume is positive
//        / | \ .
//       a--|--c            V = (xb - xa) . ((xc - xa) x (xd - xa)) / (6 V0)        as a share of that at rest
//        \ | /             gb = (xc - xa) x (xd - xa) / (6 V0), and so on; ga = -(gb + gc + gd)
//         \|/
//          b               solved as shared/measure.h says, with 1 as the wanted share
#ifdef __cplusplus
template <class Real>
struct TetGradients {
    glm::vec<3, Real, glm::defaultp> a, b, c, d;
};
#define PLIANT_TET_GRADIENTS TetGradients<Real>
#else
struct TetGradients {
    vec3 a, b, c, d;
};
#define PLIANT_TET_GRADIENTS TetGradients
#endif

// `scale`: 1 / (6 V0). All are 0 if one of the corners is lost.
PLIANT_MATHS PLIANT_TET_GRADIENTS tetGradients(PLIANT_REAL3 xa, PLIANT_REAL3 xb, PLIANT_REAL3 xc, PLIANT_REAL3 xd,
                                               PLIANT_REAL scale) {
    PLIANT_PRECISE PLIANT_REAL3 b = areaNormal(xa, xc, xd) * scale;
    PLIANT_PRECISE PLIANT_REAL3 c = areaNormal(xa, xd, xb) * scale;
    PLIANT_PRECISE PLIANT_REAL3 d = areaNormal(xa, xb, xc) * scale;
    PLIANT_PRECISE PLIANT_REAL squared = squaredLength(b) + squaredLength(c) + squaredLength(d);
    squared = pick(isPlace(xa) && isPlace(xb) && isPlace(xc) && isPlace(xd), squared, PLIANT_REAL(kLargestSquared));
    PLIANT_TET_GRADIENTS g;
    g.b = keepIfGood(squared, storable3(b));
    g.c = keepIfGood(squared, storable3(c));
    g.d = keepIfGood(squared, storable3(d));
    PLIANT_PRECISE PLIANT_REAL3 a = PLIANT_REAL3(PLIANT_REAL(0.0f)) - (g.b + g.c + g.d);
    g.a = storable3(a);
    return g;
}

// (xb - xa) . gb
PLIANT_MATHS PLIANT_REAL tetVolume(PLIANT_REAL3 xa, PLIANT_REAL3 xb, PLIANT_REAL3 gradient) {
    PLIANT_REAL3 e = difference(xb, xa);
    PLIANT_PRECISE PLIANT_REAL volume = e.x * gradient.x + e.y * gradient.y + e.z * gradient.z;
    return storable(volume);
}

// Compliance and steepnesses are those of its record. Below half of its volume it gives less and less, by 2 V, and
// flat or inside out it does not give at all. No load presses it flat, and what has turned it over
// does not hold it there: its edges alone are as long one way as the other.
PLIANT_MATHS PLIANT_REAL complianceAt(PLIANT_REAL compliance, PLIANT_REAL volume) {
    PLIANT_PRECISE PLIANT_REAL share = volume + volume;
    share = pick(share < PLIANT_REAL(1.0f), share, PLIANT_REAL(1.0f));
    PLIANT_PRECISE PLIANT_REAL given = compliance * keepIf(share > PLIANT_REAL(0.0f), share);
    return storable(given);
}

PLIANT_MATHS PLIANT_REAL tetPush(PLIANT_REAL compliance, PLIANT_REAL steepness, PLIANT_REAL inverseSteepness,
                                 PLIANT_REAL3 sums, PassConstants constants, PLIANT_REAL multiplier) {
    PLIANT_REAL inverseSquaredStep = PLIANT_REAL(constants.inverseSquaredStep);
    PLIANT_REAL push =
        measurePush(PLIANT_REAL(1.0f), sums, complianceAt(compliance, sums.x), inverseSquaredStep, multiplier);
    return sanePush(push, sums, steepness, inverseSteepness);
}

// As shared/elements.h says. Numbers: 1 / (6 volume at rest) [1/m^3], compliance by the square of the volume at rest
// [1/(N m)], steepness as in an enclosure [1/m^2] and 1 by that.
PLIANT_MATHS void projectTet(PLIANT_INOUT(PLIANT_CORNERS) x, PLIANT_REAL4 numbers, PassConstants constants,
                             PLIANT_INOUT(PLIANT_REAL4) multipliers) {
    PLIANT_REAL3 xa = placeOf(x.a);
    PLIANT_REAL3 xb = placeOf(x.b);
    PLIANT_TET_GRADIENTS g = tetGradients(xa, xb, placeOf(x.c), placeOf(x.d), numbers.x);
    PLIANT_REAL3 sums = PLIANT_REAL3(tetVolume(xa, xb, g.b), PLIANT_REAL(0.0f), PLIANT_REAL(0.0f));
    sums = addGradient(sums, g.a, x.a.w);
    sums = addGradient(sums, g.b, x.b.w);
    sums = addGradient(sums, g.c, x.c.w);
    sums = addGradient(sums, g.d, x.d.w);
    PLIANT_REAL push = tetPush(numbers.y, numbers.z, numbers.w, sums, constants, multipliers.x);
    multipliers.x = addToMultiplier(multipliers.x, push);
    x.a = pushCorner(x.a, g.a, push);
    x.b = pushCorner(x.b, g.b, push);
    x.c = pushCorner(x.c, g.c, push);
    x.d = pushCorner(x.d, g.d, push);
}

#ifdef __cplusplus
}
#endif
#endif
