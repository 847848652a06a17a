// A bend keeps three or four particles as curved as they are at rest.
#ifndef PLIANT_SHARED_BEND_H
#define PLIANT_SHARED_BEND_H

#include "real.h"

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
// Kinds and the record: kBendLine ... and Bend of shared/layout.h.

// One bend with its particles a, b, c, d: where they are, where they were at the substep's start, inverse masses,
// weights.
#ifdef __cplusplus
template <class Real>
struct BendState {
    glm::vec<3, Real, glm::defaultp> x[4], p[4];
    Real w[4], k[4];
    Real rest, compliance, damping;
};
#define PLIANT_BEND_STATE const BendState<Real>&
#define PLIANT_BENT BendState<Real>
#else
struct BendState {
    vec3 x[4], p[4];
    float w[4], k[4];
    float rest, compliance, damping;
};
#define PLIANT_BEND_STATE BendState
#define PLIANT_BENT BendState
#endif

// The weight of b.
PLIANT_MATHS PLIANT_REAL weightOfSecond(PLIANT_REAL ka, PLIANT_REAL kc, PLIANT_REAL kd) {
    PLIANT_PRECISE PLIANT_REAL weight = PLIANT_REAL(0.0f) - (ka + kc + kd);
    return weight;
}

// v, from differences to b: weights that do not add up to 0 to the last bit then matter little far from the origin.
PLIANT_MATHS PLIANT_REAL3 bendVector(PLIANT_REAL3 a, PLIANT_REAL3 b, PLIANT_REAL3 c, PLIANT_REAL3 d, PLIANT_REAL ka,
                                     PLIANT_REAL kc, PLIANT_REAL kd) {
    PLIANT_PRECISE PLIANT_REAL3 fromA = (a - b) * ka;
    PLIANT_PRECISE PLIANT_REAL3 fromC = (c - b) * kc;
    PLIANT_PRECISE PLIANT_REAL3 fromD = (d - b) * kd;
    PLIANT_PRECISE PLIANT_REAL3 sum = fromA + fromC + fromD;
    return storable3(sum);
}

PLIANT_MATHS PLIANT_REAL bendShare(PLIANT_REAL weight, PLIANT_REAL inverseMass) {
    PLIANT_PRECISE PLIANT_REAL share = weight * inverseMass;
    return share;
}

PLIANT_MATHS PLIANT_REAL bendMobilityOf(PLIANT_REAL weight, PLIANT_REAL inverseMass) {
    PLIANT_PRECISE PLIANT_REAL mobility = weight * weight * inverseMass;
    return mobility;
}

// W = sum of w k^2: how far v gives way to a unit of pull.
PLIANT_MATHS PLIANT_REAL bendMobility(PLIANT_BEND_STATE s) {
    PLIANT_PRECISE PLIANT_REAL ofA = bendMobilityOf(s.k[0], s.w[0]);
    PLIANT_PRECISE PLIANT_REAL ofB = bendMobilityOf(s.k[1], s.w[1]);
    PLIANT_PRECISE PLIANT_REAL ofC = bendMobilityOf(s.k[2], s.w[2]);
    PLIANT_PRECISE PLIANT_REAL ofD = bendMobilityOf(s.k[3], s.w[3]);
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
PLIANT_MATHS PLIANT_REAL3 hingeNormal(PLIANT_BEND_STATE s) {
    PLIANT_PRECISE PLIANT_REAL3 edge = s.x[1] - s.x[0];
    PLIANT_PRECISE PLIANT_REAL3 toC = s.x[2] - s.x[0];
    PLIANT_PRECISE PLIANT_REAL3 toD = s.x[3] - s.x[0];
    PLIANT_REAL3 areaA = crossOf(edge, toC);
    PLIANT_REAL3 areaB = crossOf(toD, edge);
    PLIANT_REAL squaredA = dotOf(areaA, areaA);
    PLIANT_REAL squaredB = dotOf(areaB, areaB);
    PLIANT_PRECISE PLIANT_REAL3 unitA = areaA * reciprocalSqrt(squaredA);
    PLIANT_PRECISE PLIANT_REAL3 unitB = areaB * reciprocalSqrt(squaredB);
    PLIANT_PRECISE PLIANT_REAL3 sum = storable3(unitA) + storable3(unitB);
    PLIANT_REAL squaredSum = dotOf(sum, sum);
    PLIANT_PRECISE PLIANT_REAL3 unit = sum * reciprocalSqrt(squaredSum);
    unit = storable3(unit);

    PLIANT_REAL hasDirection = keepIf(squaredSum > PLIANT_REAL(1e-6f), PLIANT_REAL(1.0f));
    hasDirection = keepIf(squaredA > PLIANT_REAL(4e-24f), hasDirection);
    hasDirection = keepIf(squaredB > PLIANT_REAL(4e-24f), hasDirection);
    return PLIANT_REAL3(keepIf(hasDirection > PLIANT_REAL(0.0f), unit.x),
                        keepIf(hasDirection > PLIANT_REAL(0.0f), unit.y),
                        keepIf(hasDirection > PLIANT_REAL(0.0f), unit.z));
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
// Bends that run in every n-th substep are solved where their particles come in n - 1 substeps more if nothing stops
// them,
//     y = x + (n - 1) (x - p),
// as if h were n times as long: a = compliance / (n h)^2, g = damping / (n h), and v' is what it is in p. What would
// move y by d changes the velocity by d / (n h): x moves by d / n, and the velocity does the rest, substep by substep.
// Moving x by all of d at once instead makes what hangs on bends jump in every n-th substep and fall back, without end.
//
// A bend of pinned particles alone does nothing, nor does one that a particle of is lost.
PLIANT_MATHS PLIANT_REAL3 placeAhead(PLIANT_REAL3 x, PLIANT_REAL3 p, PLIANT_REAL others) {
    PLIANT_PRECISE PLIANT_REAL3 y = x + (x - p) * others;
    return storable3(y);
}

// `strain`: v as it has to be where the bend bears the moment that it has been given, see below; of lines and quads.
PLIANT_MATHS PLIANT_REAL3 bendPull(uint kind, PLIANT_BEND_STATE now, PLIANT_REAL inverseSquaredStep,
                                   PLIANT_REAL inverseStep, PLIANT_REAL period, PLIANT_REAL3 strain) {
    PLIANT_BENT s = now;
    PLIANT_PRECISE PLIANT_REAL others = period - PLIANT_REAL(1.0f);
    for (uint i = 0u; i < 4u; ++i)
        s.x[i] = placeAhead(now.x[i], now.p[i], others);
    PLIANT_PRECISE PLIANT_REAL damping = s.damping * inverseStep;
    damping = storable(damping);
    PLIANT_REAL mobility = bendMobility(s);
    PLIANT_PRECISE PLIANT_REAL divisor = mobility + mobility * damping + s.compliance * inverseSquaredStep;
    PLIANT_REAL quotient = reciprocal(divisor);
    quotient = keepIf(mobility > PLIANT_REAL(0.0f), quotient);

    PLIANT_REAL3 v = bendVector(s.x[0], s.x[1], s.x[2], s.x[3], s.k[0], s.k[2], s.k[3]);
    PLIANT_REAL squared = squaredLength(v);
    PLIANT_PRECISE PLIANT_REAL3 back = bendVector(s.p[0], s.p[1], s.p[2], s.p[3], s.k[0], s.k[2], s.k[3]) - v;
    if (kind == kBendHinge) {
        PLIANT_REAL3 normal = hingeNormal(s);
        PLIANT_PRECISE PLIANT_REAL damped = dotOf(back, normal) * damping;
        PLIANT_PRECISE PLIANT_REAL wanted = s.rest - dotOf(v, normal) + storable(damped);
        PLIANT_PRECISE PLIANT_REAL along = storable(wanted) * quotient;
        PLIANT_PRECISE PLIANT_REAL3 hingePull = normal * storable(along);
        return keepIfGood(squared, storable3(hingePull));
    }
    PLIANT_PRECISE PLIANT_REAL3 dampedBack = back * damping;
    PLIANT_PRECISE PLIANT_REAL3 pull = (storable3(dampedBack) - v - strain) * quotient;
    return keepIfGood(squared, storable3(pull));
}

// Where a particle of the bend comes to lie. `weight`: its own, bend.ka to bend.kd; `share`: 1/n.
PLIANT_MATHS PLIANT_REAL3 moveBend(PLIANT_REAL3 x, PLIANT_REAL weight, PLIANT_REAL inverseMass, PLIANT_REAL3 pull,
                                   PLIANT_REAL share) {
    PLIANT_PRECISE PLIANT_REAL3 moved = x + pull * (bendShare(weight, inverseMass) * share);
    return storable3(moved);
}

// Bends between clusters. One pass over bends solves equations that tell each bend of its neighbours alone: one that is
// stiff against the mass of its particles, q = W h^2 / compliance, ends softer by about q / 3. What is missing are
// moments that are smooth over many particles. They are unknowns of their own. On every level, from the finest to the
// coarsest, clusters stand in for particles, see cluster.h, and bends between their centres for bends. A moment m of
// such a bend stands for the moments p m of bends below it, whose shares p are such that what all of these pull at
// particles is what the one pulls at clusters. Smooth moments then are splines: of degree two along a line, for twists
// of degree one in both directions. From the coarsest level on, each bend starts with the moment that it is given,
//     m = sum of p m',    m' those of the bends between clusters that it is in,
// and is solved once, by the compliance C' = P^T C P that all bends below have together,
//     m changes by -(v + (sum of c' m) / h^2) / (W + c' / h^2),
// and clusters by w k times that; their members go along, at last particles. Pulls of moments are projections by least
// motion in the measure of mass and energy: whichever there are, and in whatever order, none adds energy, and momentum
// is kept.
// Multigrid by Galerkin's coarsening (Hackbusch 1985), but of the dual problem, and one sweep per level.
PLIANT_MATHS PLIANT_REAL3 carryMoment(PLIANT_REAL3 sum, PLIANT_REAL3 moment, PLIANT_REAL number) {
    PLIANT_PRECISE PLIANT_REAL3 added = sum + moment * number;
    return storable3(added);
}

// The strain of a sum of moments, or a bend's share of a shift.
PLIANT_MATHS PLIANT_REAL3 scaled(PLIANT_REAL3 v, PLIANT_REAL factor) {
    PLIANT_PRECISE PLIANT_REAL3 product = v * factor;
    return storable3(product);
}

// Where the centre of a cluster comes in the substeps until bends run again, if nothing stops it.
PLIANT_MATHS PLIANT_REAL3 centreAhead(PLIANT_REAL3 centre, PLIANT_REAL3 before, PLIANT_REAL period) {
    PLIANT_PRECISE PLIANT_REAL others = period - PLIANT_REAL(1.0f);
    return placeAhead(centre, before, others);
}

#ifdef __cplusplus
}
#endif
#endif
