// What keeps an area or a volume, whatever encloses it: measure, gradients, and a push along them.
#ifndef PLIANT_SHARED_MEASURE_H
#define PLIANT_SHARED_MEASURE_H

#include "normal.h"

#ifdef __cplusplus
namespace pliant {
#endif

// With the measure V as a share of that at rest, g its gradients by the places of particles and w their inverse masses,
// particles move by
//
//     x += w p g,    p = (wanted - V - a L) / (W + a),    L <- L + p        Macklin et al. 2016 (XPBD), eq. 18
//     W = sum of w |g|^2,    a = compliance / h^2,    L: the multiplier, 0 at the substep's start
//
// Three sums go together: (V, W, sum of |g|^2). A measure below 0, turned inside out, is pushed back through flat.
// Where all has shrunk to next to a point the gradients are next to nothing and p next to infinite: it fades out with
// the third sum, which is measured against its value at rest. A measure of kNoMeasure and above says that a particle is
// lost: p = 0.
const float kNoMeasure = 1e16f;
const float kLostPart = 1e30f;     // what a lost particle brings: more than all others can take away
const float kLargestPush = 1e27f;  // times the largest inverse mass it is a float

PLIANT_MATHS PLIANT_BOOL isMeasured(PLIANT_REAL3 sums) {
    PLIANT_PRECISE PLIANT_REAL opposite = PLIANT_REAL(0.0f) - sums.x;
    return sums.x < PLIANT_REAL(kNoMeasure) && opposite < PLIANT_REAL(kNoMeasure);
}

PLIANT_MATHS PLIANT_REAL3 measureGradient(PLIANT_REAL3 normal, PLIANT_REAL scale) {
    PLIANT_PRECISE PLIANT_REAL3 scaled = normal * scale;
    return keepIfGood(squaredLength(scaled), storable3(scaled));
}

PLIANT_MATHS PLIANT_REAL3 addGradient(PLIANT_REAL3 sums, PLIANT_REAL3 gradient, PLIANT_REAL inverseMass) {
    PLIANT_REAL squared = storable(squaredLength(gradient));
    PLIANT_PRECISE PLIANT_REAL mobility = sums.y + squared * inverseMass;
    PLIANT_PRECISE PLIANT_REAL steepness = sums.z + squared;
    return PLIANT_REAL3(sums.x, storable(mobility), steepness);
}

PLIANT_MATHS PLIANT_REAL measurePush(PLIANT_REAL wanted, PLIANT_REAL3 sums, PLIANT_REAL compliance,
                                     PLIANT_REAL inverseSquaredStep, PLIANT_REAL multiplier) {
    PLIANT_PRECISE PLIANT_REAL scaled = compliance * inverseSquaredStep;
    PLIANT_PRECISE PLIANT_REAL divisor = sums.y + scaled;
    PLIANT_PRECISE PLIANT_REAL missing = wanted - sums.x - scaled * multiplier;
    PLIANT_PRECISE PLIANT_REAL push = storable(missing) * reciprocal(divisor);
    return push;
}

// The push where it is sane, see above; `steepness` is the sum of |g|^2 below which it fades out.
PLIANT_MATHS PLIANT_REAL sanePush(PLIANT_REAL push, PLIANT_REAL3 sums, PLIANT_REAL steepness,
                                  PLIANT_REAL inverseSteepness) {
    PLIANT_PRECISE PLIANT_REAL faded = push * (sums.z * inverseSteepness);
    push = pick(sums.z < steepness, faded, push);
    PLIANT_PRECISE PLIANT_REAL opposite = PLIANT_REAL(0.0f) - push;
    push = keepIf(push < PLIANT_REAL(kLargestPush) && opposite < PLIANT_REAL(kLargestPush), push);
    push = keepIf(sums.y > PLIANT_REAL(1e-30f), push);
    push = keepIf(isMeasured(sums), push);
    return storable(push);
}

PLIANT_MATHS PLIANT_REAL addToMultiplier(PLIANT_REAL multiplier, PLIANT_REAL push) {
    PLIANT_PRECISE PLIANT_REAL accumulated = multiplier + push;
    return storable(accumulated);
}

PLIANT_MATHS PLIANT_REAL3 moveAlong(PLIANT_REAL3 x, PLIANT_REAL3 gradient, PLIANT_REAL inverseMass, PLIANT_REAL push) {
    PLIANT_PRECISE PLIANT_REAL3 moved = x + gradient * (push * inverseMass);
    return storable3(moved);
}

#ifdef __cplusplus
}
#endif
#endif
