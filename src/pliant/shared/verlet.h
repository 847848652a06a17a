// Position Verlet: the velocity is the last displacement.
#ifndef PLIANT_SHARED_VERLET_H
#define PLIANT_SHARED_VERLET_H

#include "real.h"

#ifdef __cplusplus
namespace pliant {
#endif

// What rounding takes from a particle is kept beside it, as its carry; else gravity would vanish far from the origin,
// where a fall begins with less than the last bit of a place. In metres
//     xyz   what its place did not take of its last displacement: its velocity is (x - p + carry) / h
//     w     what is still to come of its place, where it is far from the origin: three whole numbers of grid steps, see
//           gridOf(), from -64 to 64, packed as a + 256 b + 65536 c; and kHasMoved more where the last step has changed
//           the place
// all of which a float holds exactly. This is a compensated sum (Kahan 1965) of displacements, and one of places.
const float kHasMoved = 8519680.0f;  // 130 * 65536

// Nearer than 4 m the last bit of a place is at most a quarter of a micrometre, and w would cost more than it gives.
PLIANT_MATHS PLIANT_BOOL isFar(PLIANT_REAL3 x) {
    return squaredLength(x) > PLIANT_REAL(16.0f);
}

// Step of the grid [m] on which what is to come of place x is kept, a power of two: 1/128 of the last bit of |x|, so
// that half a bit of the largest coordinate is 64 steps at most.
PLIANT_MATHS PLIANT_REAL gridOf(PLIANT_REAL3 x) {
    PLIANT_PRECISE PLIANT_REAL grid = powerBelowRoot(squaredLength(x)) * PLIANT_REAL(9.313226e-10f);  // 2^-30
    return grid;
}

PLIANT_MATHS PLIANT_REAL roundToWhole(PLIANT_REAL x) {
    PLIANT_PRECISE PLIANT_REAL raised = x + PLIANT_REAL(12582912.0f);  // 3 * 2^22
    PLIANT_PRECISE PLIANT_REAL rounded = raised - PLIANT_REAL(12582912.0f);
    return rounded;
}

PLIANT_MATHS PLIANT_REAL3 unpackSteps(PLIANT_REAL packed) {
    PLIANT_PRECISE PLIANT_REAL c = roundToWhole(packed * PLIANT_REAL(1.52587890625e-5f));  // 2^-16
    PLIANT_PRECISE PLIANT_REAL rest = packed - c * PLIANT_REAL(65536.0f);
    PLIANT_PRECISE PLIANT_REAL b = roundToWhole(rest * PLIANT_REAL(0.00390625f));
    PLIANT_PRECISE PLIANT_REAL a = rest - b * PLIANT_REAL(256.0f);
    return PLIANT_REAL3(a, b, c);
}

// What is too large is a place's that was far from here before this step: it is left out.
PLIANT_MATHS PLIANT_REAL wholeSteps(PLIANT_REAL x) {
    PLIANT_PRECISE PLIANT_REAL whole = roundToWhole(x);
    PLIANT_PRECISE PLIANT_REAL squared = whole * whole;
    return keepIf(squared < PLIANT_REAL(4097.0f), whole);
}

PLIANT_MATHS PLIANT_REAL packSteps(PLIANT_REAL3 steps) {
    PLIANT_PRECISE PLIANT_REAL packed =
        wholeSteps(steps.x) + wholeSteps(steps.y) * PLIANT_REAL(256.0f) + wholeSteps(steps.z) * PLIANT_REAL(65536.0f);
    return packed;
}

PLIANT_MATHS PLIANT_BOOL isZero3(PLIANT_REAL3 v) {
    PLIANT_REAL zero = PLIANT_REAL(0.0f);
    return v.x == zero && v.y == zero && v.z == zero;
}

// x' = x + keep (x - p) + fall                          Verlet 1967; time-corrected as in Jakobsen 2001 / Dummer 2005
// keep = (1 - c) h / h_before  and  fall = a h (h + h_before) / 2  come from the host
// (src/pliant/schedule/step_plan.h). What is small is added up apart from x - p, which is exact. A particle that was
// moved and that constraints have put back to the very place where it was is at rest, and carries nothing: bodies would
// tremble for ever by the last bits of their places.
PLIANT_MATHS PLIANT_REAL3 verletStep(PLIANT_REAL3 x, PLIANT_REAL3 p, PLIANT_REAL3 fall, PLIANT_REAL keep,
                                     PLIANT_INOUT(PLIANT_REAL4) carry) {
    PLIANT_REAL none = PLIANT_REAL(0.0f);
    PLIANT_REAL3 d = difference(x, p);
    PLIANT_BOOL hasMoved = carry.w > PLIANT_REAL(4259840.0f);  // 65 * 65536
    PLIANT_BOOL isPutBack = hasMoved && isZero3(d);
    PLIANT_REAL3 kept = pick3(isPutBack, PLIANT_REAL3(none), PLIANT_REAL3(carry.x, carry.y, carry.z));

    PLIANT_PRECISE PLIANT_REAL loss = PLIANT_REAL(1.0f) - keep;
    PLIANT_PRECISE PLIANT_REAL3 little = kept + (fall - (d + kept) * loss);
    little = storable3(little);  // and so are sums of it
    PLIANT_PRECISE PLIANT_REAL3 wanted = d + little;
    PLIANT_BOOL keepsPlace = isFar(x);
    if (anyOf(keepsPlace)) {
        PLIANT_PRECISE PLIANT_REAL packed = carry.w - pick(hasMoved, PLIANT_REAL(kHasMoved), none);
        PLIANT_REAL grid = keepIf(keepsPlace, gridOf(x));
        wanted = wanted + unpackSteps(pick(isPutBack, none, packed)) * grid;
    }
    PLIANT_PRECISE PLIANT_REAL3 moved = x + wanted;

    PLIANT_REAL3 taken = difference(moved, x);
    PLIANT_PRECISE PLIANT_REAL3 left = (d - taken) + little;
    PLIANT_PRECISE PLIANT_REAL w = pick(isZero3(taken), none, PLIANT_REAL(kHasMoved));
    if (anyOf(keepsPlace)) {
        PLIANT_PRECISE PLIANT_REAL3 missing = (wanted - taken) * inversePower(gridOf(moved));
        w = w + keepIf(keepsPlace, packSteps(missing));
    }
    carry = PLIANT_REAL4(left.x, left.y, left.z, w);
    return moved;
}

// Whether x is a place in this world: finite, and nearer than 2e9 m. What is not is not kept.
PLIANT_MATHS PLIANT_BOOL isPlace(PLIANT_REAL3 x) {
    return squaredLength(x) < PLIANT_REAL(kLargestSquared);
}

// Where a particle is after its pin record: one that is released is where the Verlet step left it, x; one that is held,
// where it was before that, p; and one that moves, `share` of its way from there to its target, and exactly there when
// that is all. One that is pulled is drawn to its target by a spring of its own, from where the Verlet step left it:
//     x' = x + (target - x) w / (w + compliance / h^2)    XPBD (Macklin et al. 2016, eq. 18) against an immovable point
PLIANT_MATHS PLIANT_REAL3 pinnedPlace(PinRecord pin, PLIANT_REAL3 x, PLIANT_REAL3 p, PLIANT_REAL share) {
    if (pin.action == kPinRelease) return x;
    if (pin.action == kPinHold) return p;
    if (pin.action == kPinPull) {
        PLIANT_PRECISE PLIANT_REAL3 pulled = x + (pin.target - x) * pin.pull;
        return storable3(pulled);
    }
    PLIANT_PRECISE PLIANT_REAL3 moved = p + (pin.target - p) * share;
    return share < PLIANT_REAL(1.0f) ? storable3(moved) : pin.target;
}

#ifdef __cplusplus
}
#endif
#endif
