// A bend keeps three or four particles as curved as they are at rest.
#ifndef PLIANT_SHARED_BEND_H
#define PLIANT_SHARED_BEND_H

#include "shared/real.h"

#ifdef __cplusplus
namespace pliant {
#endif

// A bend looks at one vector, linear in the positions, which is 0 for what is straight or flat:
//
//     v = ka xa + kb xb + kc xc + kd xd,    ka + kb + kc + kd = 0,    E = |v - rest n|^2 / (2 compliance)
//
// Bergou et al. 2006, "A Quadratic Bending Model for Inextensible Surfaces": bending without change of length has an
// energy quadratic in the positions, so that one step of Newton solves it and no angle is ever computed.
//
//     line, rest 0               quad, rest 0: twist of a grid's cell, or a hinge that is flat at rest
//                                         c - d                     c
//      a -- b -- c                        |   |                   /   \ .
//      1   -2    1                        a - b                  a --- b      hinge: the same, with n and a rest
//      (d is c, kd is 0:            (x00, x10, x01, x11;          \   /
//      do not write d)                1   -1   -1   1)              d
const uint kBendLine = 0u;
const uint kBendQuad = 1u;
const uint kBendHinge = 2u;
const uint kBendKindCount = 3u;

// 48 bytes, the same in C++ and std430.
struct Bend {
    uint a;  // indices of particles, in schedule order
    uint b;
    uint c;
    uint d;
    float ka;  // their weights; of hinges the cotangents of Bergou et al.
    float kb;
    float kc;
    float kd;
    float rest;        // of a hinge: v . n at rest [m], positive or negative; else 0
    float compliance;  // [m/N]
    float damping;     // [s]: the force compliance^-1 damping dv/dt is added
    float unused;
};

#ifdef __cplusplus
static_assert(sizeof(Bend) == 48 && alignof(Bend) == 4);
#endif

// Here every product is made storable before it is added to another. So all sums are of multiples of 2^-100, and no
// denormal comes about whose flushing could be seen.

PLIANT_MATHS PLIANT_REAL bendDot(PLIANT_REAL3 u, PLIANT_REAL3 v) {
    PLIANT_PRECISE PLIANT_REAL3 products = u * v;
    products = storable3(products);
    PLIANT_PRECISE PLIANT_REAL sum = products.x + products.y + products.z;
    return sum;
}

PLIANT_MATHS PLIANT_REAL3 bendCross(PLIANT_REAL3 u, PLIANT_REAL3 v) {
    PLIANT_PRECISE PLIANT_REAL3 plus = PLIANT_REAL3(u.y * v.z, u.z * v.x, u.x * v.y);
    PLIANT_PRECISE PLIANT_REAL3 minus = PLIANT_REAL3(u.z * v.y, u.x * v.z, u.y * v.x);
    PLIANT_PRECISE PLIANT_REAL3 difference = storable3(plus) - storable3(minus);
    return difference;
}

// v, from differences to b: weights that do not add up to 0 to the last bit then matter little far from the origin.
PLIANT_MATHS PLIANT_REAL3 bendVector(Bend bend, const PLIANT_REAL3 x[4]) {
    PLIANT_PRECISE PLIANT_REAL3 fromA = (x[0] - x[1]) * PLIANT_REAL(bend.ka);
    PLIANT_PRECISE PLIANT_REAL3 fromC = (x[2] - x[1]) * PLIANT_REAL(bend.kc);
    PLIANT_PRECISE PLIANT_REAL3 fromD = (x[3] - x[1]) * PLIANT_REAL(bend.kd);
    PLIANT_PRECISE PLIANT_REAL3 sum = storable3(fromA) + storable3(fromC) + storable3(fromD);
    return sum;
}

PLIANT_MATHS PLIANT_REAL bendShare(PLIANT_REAL weight, PLIANT_REAL inverseMass) {
    PLIANT_PRECISE PLIANT_REAL share = weight * inverseMass;
    return storable(share);
}

PLIANT_MATHS PLIANT_REAL bendMobilityOf(PLIANT_REAL weight, PLIANT_REAL inverseMass) {
    PLIANT_PRECISE PLIANT_REAL mobility = bendShare(weight, inverseMass) * weight;
    return storable(mobility);
}

// W = sum of w k^2: how far v gives way to a unit of pull.
PLIANT_MATHS PLIANT_REAL bendMobility(Bend bend, const PLIANT_REAL inverseMasses[4]) {
    PLIANT_PRECISE PLIANT_REAL ofA = bendMobilityOf(PLIANT_REAL(bend.ka), inverseMasses[0]);
    PLIANT_PRECISE PLIANT_REAL ofB = bendMobilityOf(PLIANT_REAL(bend.kb), inverseMasses[1]);
    PLIANT_PRECISE PLIANT_REAL ofC = bendMobilityOf(PLIANT_REAL(bend.kc), inverseMasses[2]);
    PLIANT_PRECISE PLIANT_REAL ofD = bendMobilityOf(PLIANT_REAL(bend.kd), inverseMasses[3]);
    PLIANT_PRECISE PLIANT_REAL sum = ofA + ofB + ofC + ofD;
    return sum;
}

// The direction along which a hinge's v is measured, and which gives the fold its sign:
//
//             c
//           / A \         nA = (xb - xa) x (xc - xa)
//          a --- b        nB = (xd - xa) x (xb - xa)        n = nA/|nA| + nB/|nB|, made a unit
//           \ B /
//             d
//
// With u, u' the unit vectors from c and d square to the edge, v = |edge| (u + u'), and n is the unit vector along that
// for triangles of any shape; the sum of the area vectors would be so for equal heights only. So v = +-|v| n while
// lengths are kept, v . n = 2 |edge| sin(fold / 2), and pulls along n exert no torque.
// 0 if a triangle is below a square micrometre or the fold is within 1e-3 of pi: there is no direction then.
PLIANT_MATHS PLIANT_REAL3 hingeNormal(const PLIANT_REAL3 x[4]) {
    PLIANT_PRECISE PLIANT_REAL3 edge = x[1] - x[0];
    PLIANT_PRECISE PLIANT_REAL3 toC = x[2] - x[0];
    PLIANT_PRECISE PLIANT_REAL3 toD = x[3] - x[0];
    PLIANT_REAL3 areaA = bendCross(edge, toC);
    PLIANT_REAL3 areaB = bendCross(toD, edge);
    PLIANT_REAL squaredA = bendDot(areaA, areaA);
    PLIANT_REAL squaredB = bendDot(areaB, areaB);
    PLIANT_PRECISE PLIANT_REAL3 unitA = areaA * reciprocalSqrt(squaredA);
    PLIANT_PRECISE PLIANT_REAL3 unitB = areaB * reciprocalSqrt(squaredB);
    PLIANT_PRECISE PLIANT_REAL3 sum = storable3(unitA) + storable3(unitB);
    PLIANT_REAL squaredSum = bendDot(sum, sum);
    PLIANT_PRECISE PLIANT_REAL3 unit = sum * reciprocalSqrt(squaredSum);
    unit = storable3(unit);

    bool hasTriangles = squaredA > PLIANT_REAL(4e-24f) && squaredB > PLIANT_REAL(4e-24f);
    bool hasDirection = hasTriangles && squaredSum > PLIANT_REAL(1e-6f);
    return PLIANT_REAL3(keepIf(hasDirection, unit.x), keepIf(hasDirection, unit.y), keepIf(hasDirection, unit.z));
}

// The pull of a bend. Its particles move by
//     x += w k pull        (w: inverse mass [1/kg], k: the particle's weight)        see moveBend()
//
// XPBD with damping, Macklin et al. 2016, eq. 26, for the constraint v = rest n, with v' as it was at the substep's
// start:
//     pull = -(v - rest n + g (v - v')) / ((1 + g) W + a)        a = compliance / h^2, g = damping / h
// of a hinge only what lies along n. The multiplier counts as 0 in every iteration, not only in a substep's first: with
// several iterations per substep a bend is stiffer than its compliance says.
// A damped line or quad that turns while it is bent loses a little of its turning too: v' does not turn along. A hinge
// has no such loss.
//
// x, p: positions now and at the substep's start, of a, b, c, d. A bend of pinned particles alone does nothing.
PLIANT_MATHS PLIANT_REAL3 bendPull(uint kind, Bend bend, const PLIANT_REAL3 x[4], const PLIANT_REAL3 p[4],
                                   const PLIANT_REAL inverseMasses[4], PLIANT_REAL inverseSquaredStep,
                                   PLIANT_REAL inverseStep) {
    PLIANT_PRECISE PLIANT_REAL damping = PLIANT_REAL(bend.damping) * inverseStep;
    damping = storable(damping);
    PLIANT_REAL mobility = bendMobility(bend, inverseMasses);
    PLIANT_PRECISE PLIANT_REAL divisor =
        mobility + mobility * damping + PLIANT_REAL(bend.compliance) * inverseSquaredStep;
    PLIANT_REAL root = reciprocalSqrt(divisor);
    PLIANT_PRECISE PLIANT_REAL quotient = root * root;
    quotient = keepIf(mobility > PLIANT_REAL(0.0f), quotient);

    PLIANT_REAL3 v = bendVector(bend, x);
    PLIANT_PRECISE PLIANT_REAL3 back = bendVector(bend, p) - v;
    if (kind == kBendHinge) {
        PLIANT_REAL3 normal = hingeNormal(x);
        PLIANT_PRECISE PLIANT_REAL damped = bendDot(back, normal) * damping;
        PLIANT_PRECISE PLIANT_REAL wanted = PLIANT_REAL(bend.rest) - bendDot(v, normal) + storable(damped);
        PLIANT_PRECISE PLIANT_REAL along = storable(wanted) * quotient;
        PLIANT_PRECISE PLIANT_REAL3 hingePull = normal * storable(along);
        return storable3(hingePull);
    }
    PLIANT_PRECISE PLIANT_REAL3 dampedBack = back * damping;
    PLIANT_PRECISE PLIANT_REAL3 pull = (storable3(dampedBack) - v) * quotient;
    return storable3(pull);
}

// Where a particle of the bend comes to lie. `weight`: its own, bend.ka to bend.kd.
PLIANT_MATHS PLIANT_REAL3 moveBend(PLIANT_REAL3 x, PLIANT_REAL weight, PLIANT_REAL inverseMass, PLIANT_REAL3 pull) {
    PLIANT_PRECISE PLIANT_REAL3 moved = x + pull * bendShare(weight, inverseMass);
    return storable3(moved);
}

#ifdef __cplusplus
}
#endif
#endif
