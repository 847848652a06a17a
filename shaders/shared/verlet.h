// Position Verlet: the velocity is the last displacement.
#ifndef PLIANT_SHARED_VERLET_H
#define PLIANT_SHARED_VERLET_H

#include "shared/real.h"

#ifdef __cplusplus
namespace pliant {
#endif

// x' = x + keep (x - p) + fall                          Verlet 1967; time-corrected as in Jakobsen 2001 / Dummer 2005
// keep = (1 - c) h / h_before  and  fall = a h (h + h_before) / 2  come from the host (src/schedule/step_plan.h).
PLIANT_MATHS PLIANT_REAL3 verletStep(PLIANT_REAL3 x, PLIANT_REAL3 p, PLIANT_REAL3 fall, PLIANT_REAL keep) {
    PLIANT_PRECISE PLIANT_REAL3 moved = x + (x - p) * keep + fall;
    return storable3(moved);
}

// Whether x is a place in this world: finite, and nearer than 2e9 m. What is not is not kept.
PLIANT_MATHS PLIANT_BOOL isPlace(PLIANT_REAL3 x) {
    return squaredLength(x) < PLIANT_REAL(kLargestSquared);
}

// Where a particle is after its pin record: one that is released is where the Verlet step left it, x; one that is held, where
// it was before that, p; and one that moves, `share` of its way from there to its target, and exactly there when that is all.
// One that is pulled is drawn to its target by a spring of its own, from where the Verlet step left it:
//     x' = x + (target - x) w / (w + compliance / h^2)      XPBD (Macklin et al. 2016, eq. 18) against an immovable point
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
