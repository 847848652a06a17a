// A triangle of woven fabric gives along its warp, along its weft and in shear.
#ifndef PLIANT_SHARED_STRAIN_H
#define PLIANT_SHARED_STRAIN_H

#include "element.h"
#include "verlet.h"

#ifdef __cplusplus
namespace pliant {
#endif

//           c           u, v: what a metre along the warp, along the weft has become,
//          / \ .            u = ub (xb - xa) + uc (xc - xa),    v = vb (xb - xa) + vc (xc - xa)
//         a---b         with numbers ub, uc, vb, vc: the inverse of both edges in the flat fabric
//
//     strains    su = |u| - 1,    sv = |v| - 1,    shear t = u . v         (Mueller, Chentanez, Kim, Macklin 2014)
//     energy     A/2 (s . S^-1 s + t^2 / shear)   S = (warp, -n warp; -n warp, weft)       A: area at rest
//
// with the row's compliances warp, weft and shear [m/N], and n the share by which it narrows along the weft where it is
// pulled along the warp. As XPBD (Macklin et al. 2016): su and sv together, then t where these have left it,
//
//     (W + S/(A h^2)) p = -s - S L/(A h^2),    x += w (gu pu + gv pv),    L <- L + p         W = sums of w g . g
//
// where the gradients are those of |u| and |v|: ub, uc along u/|u|, and so on. Multipliers: of su, sv, t.
#ifdef __cplusplus
template <class Real>
struct TriangleGradients {
    glm::vec<3, Real, glm::defaultp> a, b, c;
};
#define PLIANT_TRIANGLE_GRADIENTS TriangleGradients<Real>
#else
struct TriangleGradients {
    vec3 a, b, c;
};
#define PLIANT_TRIANGLE_GRADIENTS TriangleGradients
#endif

// u or v. 0 if a corner is lost.
PLIANT_MATHS PLIANT_REAL3 threadOf(PLIANT_CORNERS x, PLIANT_REAL ofB, PLIANT_REAL ofC) {
    PLIANT_REAL3 xa = placeOf(x.a);
    PLIANT_REAL3 xb = placeOf(x.b);
    PLIANT_REAL3 xc = placeOf(x.c);
    PLIANT_PRECISE PLIANT_REAL3 thread = (xb - xa) * ofB + (xc - xa) * ofC;
    PLIANT_REAL squared = squaredLength(thread);
    squared = pick(isPlace(xa) && isPlace(xb) && isPlace(xc), squared, PLIANT_REAL(kLargestSquared));
    return keepIfGood(squared, storable3(thread));
}

// A thread that has shrunk to a thousandth has no direction.
PLIANT_MATHS PLIANT_BOOL hasDirection(PLIANT_REAL squared) {
    return squared > PLIANT_REAL(1e-6f);
}

PLIANT_MATHS PLIANT_REAL strainOf(PLIANT_REAL3 thread) {
    PLIANT_REAL squared = squaredLength(thread);
    PLIANT_PRECISE PLIANT_REAL strain = squared * reciprocalSqrt(squared) - PLIANT_REAL(1.0f);
    return storable(keepIf(hasDirection(squared), strain));
}

PLIANT_MATHS PLIANT_REAL3 directionOf(PLIANT_REAL3 thread) {
    PLIANT_REAL squared = squaredLength(thread);
    PLIANT_PRECISE PLIANT_REAL inverse = keepIf(hasDirection(squared), reciprocalSqrt(squared));
    PLIANT_PRECISE PLIANT_REAL3 direction = thread * inverse;
    return storable3(direction);
}

PLIANT_MATHS PLIANT_TRIANGLE_GRADIENTS triangleGradients(PLIANT_REAL3 b, PLIANT_REAL3 c) {
    PLIANT_TRIANGLE_GRADIENTS g;
    PLIANT_PRECISE PLIANT_REAL squared = squaredLength(b) + squaredLength(c);
    g.b = keepIfGood(squared, storable3(b));
    g.c = keepIfGood(squared, storable3(c));
    PLIANT_PRECISE PLIANT_REAL3 a = PLIANT_REAL3(PLIANT_REAL(0.0f)) - (g.b + g.c);
    g.a = storable3(a);
    return g;
}

PLIANT_MATHS PLIANT_TRIANGLE_GRADIENTS gradientsAlong(PLIANT_REAL3 direction, PLIANT_REAL ofB, PLIANT_REAL ofC) {
    PLIANT_PRECISE PLIANT_REAL3 b = direction * ofB;
    PLIANT_PRECISE PLIANT_REAL3 c = direction * ofC;
    return triangleGradients(b, c);
}

// Sum of w g . h.
PLIANT_MATHS PLIANT_REAL mobilityOf(PLIANT_CORNERS x, PLIANT_TRIANGLE_GRADIENTS g, PLIANT_TRIANGLE_GRADIENTS h) {
    PLIANT_PRECISE PLIANT_REAL sum = x.a.w * dotOf(g.a, h.a) + x.b.w * dotOf(g.b, h.b) + x.c.w * dotOf(g.c, h.c);
    return storable(sum);
}

PLIANT_MATHS void pushTriangle(PLIANT_INOUT(PLIANT_CORNERS) x, PLIANT_TRIANGLE_GRADIENTS g, PLIANT_REAL push) {
    x.a = pushCorner(x.a, g.a, push);
    x.b = pushCorner(x.b, g.b, push);
    x.c = pushCorner(x.c, g.c, push);
}

// A compliance by A h^2. What is next to everything stays within range.
PLIANT_MATHS PLIANT_REAL scaledBy(PLIANT_REAL compliance, PLIANT_REAL scale) {
    PLIANT_PRECISE PLIANT_REAL scaled = compliance * scale;
    return storable(pick(scaled < PLIANT_REAL(1e15f), scaled, PLIANT_REAL(1e15f)));
}

// 1 / x, or 0 where that says nothing: nothing can move, and nothing gives.
PLIANT_MATHS PLIANT_REAL inverseOf(PLIANT_REAL x) {
    PLIANT_REAL inverse = reciprocal(x);
    return keepIf(x > PLIANT_REAL(1e-24f), inverse);
}

// A push that is sane: see kLargestPush.
PLIANT_MATHS PLIANT_REAL boundedPush(PLIANT_REAL push) {
    return storable(keepIf(magnitude(push) < PLIANT_REAL(kLargestPush), push));
}

PLIANT_MATHS void projectThreads(PLIANT_INOUT(PLIANT_CORNERS) x, PLIANT_NUMBERS n, PLIANT_REAL scale,
                                 PLIANT_INOUT(PLIANT_REAL4) multipliers) {
    PLIANT_REAL3 u = threadOf(x, n.own.x, n.own.y);
    PLIANT_REAL3 v = threadOf(x, n.own.z, n.own.w);
    PLIANT_TRIANGLE_GRADIENTS gu = gradientsAlong(directionOf(u), n.own.x, n.own.y);
    PLIANT_TRIANGLE_GRADIENTS gv = gradientsAlong(directionOf(v), n.own.z, n.own.w);
    PLIANT_REAL warp = scaledBy(n.row.x, scale);
    PLIANT_REAL weft = scaledBy(n.row.y, scale);
    PLIANT_PRECISE PLIANT_REAL narrowing = warp * n.row.w;
    PLIANT_PRECISE PLIANT_REAL cross = PLIANT_REAL(0.0f) - storable(narrowing);

    PLIANT_REAL lambdaU = multipliers.x;
    PLIANT_REAL lambdaV = multipliers.y;
    PLIANT_PRECISE PLIANT_REAL ofU = PLIANT_REAL(0.0f) - strainOf(u) - warp * lambdaU - cross * lambdaV;
    PLIANT_PRECISE PLIANT_REAL ofV = PLIANT_REAL(0.0f) - strainOf(v) - cross * lambdaU - weft * lambdaV;
    ofU = storable(ofU);
    ofV = storable(ofV);
    PLIANT_PRECISE PLIANT_REAL diagonalU = mobilityOf(x, gu, gu) + warp;
    PLIANT_PRECISE PLIANT_REAL diagonalV = mobilityOf(x, gv, gv) + weft;
    PLIANT_PRECISE PLIANT_REAL coupling = mobilityOf(x, gu, gv) + cross;

    // By elimination. Two that are next to the same one, as where both threads have come to lie on a line, are solved
    // as if they knew nothing of each other.
    PLIANT_REAL inverseU = inverseOf(diagonalU);
    PLIANT_PRECISE PLIANT_REAL ratio = coupling * inverseU;
    PLIANT_PRECISE PLIANT_REAL pivot = diagonalV - storable(ratio) * coupling;
    PLIANT_PRECISE PLIANT_REAL leastPivot = diagonalV * PLIANT_REAL(1e-3f);
    PLIANT_BOOL isApart = pivot > leastPivot;
    PLIANT_REAL eliminated = keepIf(isApart, storable(ratio));
    PLIANT_PRECISE PLIANT_REAL left = ofV - eliminated * ofU;
    PLIANT_PRECISE PLIANT_REAL pushV = storable(left) * inverseOf(pick(isApart, pivot, diagonalV));
    pushV = boundedPush(pushV);
    PLIANT_PRECISE PLIANT_REAL back = ofU * inverseU - eliminated * pushV;
    PLIANT_REAL pushU = boundedPush(back);

    multipliers.x = addToMultiplier(lambdaU, pushU);
    multipliers.y = addToMultiplier(lambdaV, pushV);
    pushTriangle(x, gu, pushU);
    pushTriangle(x, gv, pushV);
}

PLIANT_MATHS void projectShear(PLIANT_INOUT(PLIANT_CORNERS) x, PLIANT_NUMBERS n, PLIANT_REAL scale,
                               PLIANT_INOUT(PLIANT_REAL4) multipliers) {
    PLIANT_REAL3 u = threadOf(x, n.own.x, n.own.y);
    PLIANT_REAL3 v = threadOf(x, n.own.z, n.own.w);
    PLIANT_PRECISE PLIANT_REAL3 b = v * n.own.x + u * n.own.z;
    PLIANT_PRECISE PLIANT_REAL3 c = v * n.own.y + u * n.own.w;
    PLIANT_TRIANGLE_GRADIENTS g = triangleGradients(b, c);
    PLIANT_REAL compliance = scaledBy(n.row.z, scale);
    PLIANT_PRECISE PLIANT_REAL wanted = PLIANT_REAL(0.0f) - dotOf(u, v) - compliance * multipliers.z;
    PLIANT_PRECISE PLIANT_REAL divisor = mobilityOf(x, g, g) + compliance;
    PLIANT_PRECISE PLIANT_REAL push = storable(wanted) * inverseOf(divisor);
    push = boundedPush(push);
    multipliers.z = addToMultiplier(multipliers.z, push);
    pushTriangle(x, g, push);
}

PLIANT_MATHS void projectStrain(PLIANT_INOUT(PLIANT_CORNERS) x, PLIANT_NUMBERS n, PassConstants constants,
                                PLIANT_INOUT(PLIANT_REAL4) multipliers) {
    PLIANT_PRECISE PLIANT_REAL determinant = n.own.x * n.own.w - n.own.y * n.own.z;  // 1 / (2 A), or minus that
    determinant = magnitude(storable(determinant));
    PLIANT_PRECISE PLIANT_REAL scale = (determinant + determinant) * PLIANT_REAL(constants.inverseSquaredStep);
    projectThreads(x, n, scale, multipliers);
    projectShear(x, n, scale, multipliers);
}

#ifdef __cplusplus
}
#endif
#endif
