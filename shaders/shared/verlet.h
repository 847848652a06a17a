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

#ifdef __cplusplus
}
#endif
#endif
