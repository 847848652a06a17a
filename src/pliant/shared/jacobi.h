// Jacobi: every stick writes its correction down, then every particle adds up those of its own sticks in a fixed order.
#ifndef PLIANT_SHARED_JACOBI_H
#define PLIANT_SHARED_JACOBI_H

#include "real.h"

#ifdef __cplusplus
namespace pliant {
#endif

// The factor on a stick's push. Projections are averaged: a particle's share is 1 / (number of its projecting sticks),
// and the stick takes the smaller share of its two ends for both, so that momentum is conserved and an XPBD multiplier
// knows what was really applied. (With each end's own share, as averaged Jacobi is usually written, neither holds.)
// Hooke forces add up.
PLIANT_MATHS PLIANT_REAL jacobiFactor(uint response, PLIANT_REAL shareA, PLIANT_REAL shareB, PLIANT_REAL relaxation) {
    PLIANT_PRECISE PLIANT_REAL factor = pick(shareB < shareA, shareB, shareA) * relaxation;
    if (response >= kStickHooke) factor = PLIANT_REAL(1.0f);
    return factor;
}

PLIANT_MATHS PLIANT_REAL3 stickCorrection(PLIANT_REAL3 d, PLIANT_REAL push) {
    PLIANT_PRECISE PLIANT_REAL3 correction = d * push;
    return storable3(correction);
}

// The correction pulls the second end towards the first, and the first against it.
PLIANT_MATHS PLIANT_REAL3 addCorrection(PLIANT_REAL3 sum, PLIANT_REAL3 correction, bool isSecondEnd) {
    PLIANT_PRECISE PLIANT_REAL3 added = sum + correction;
    PLIANT_PRECISE PLIANT_REAL3 taken = sum - correction;
    return isSecondEnd ? added : taken;
}

PLIANT_MATHS PLIANT_REAL3 moveBySum(PLIANT_REAL3 x, PLIANT_REAL3 sum, PLIANT_REAL inverseMass) {
    PLIANT_PRECISE PLIANT_REAL3 moved = x + sum * inverseMass;
    return storable3(moved);
}

#ifdef __cplusplus
}
#endif
#endif
