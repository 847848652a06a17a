// Coarse levels: links between particles far apart, whose corrections are handed down to the particles between them.
#ifndef PLIANT_SHARED_LEVEL_H
#define PLIANT_SHARED_LEVEL_H

#include "shared/real.h"

#ifdef __cplusplus
namespace pliant {
#endif

// A link is a one-sided bound on the distance of two members of a level (Mueller 2008, "Hierarchical Position Based Dynamics",
// section 4). The pull q with d = xa - xb, l = |d|:
//     xa -= sa q d,    xb += sb q d,    q = (l - bound) / l  where l > bound, else 0
// The shares sa + sb = 1 are in the ratio of what the members carry: their own mass and that of their children. A member that
// is pinned takes nothing, and the other all.
PLIANT_MATHS PLIANT_REAL linkPull(PLIANT_INOUT(PLIANT_REAL3) d, PLIANT_REAL bound) {
    PLIANT_REAL squared = squaredLength(d);
    d = keepIfGood(squared, d);
    PLIANT_PRECISE PLIANT_REAL excess = squared - bound * bound;
    PLIANT_PRECISE PLIANT_REAL pull = PLIANT_REAL(1.0f) - bound * reciprocalSqrt(squared);
    pull = keepIf(squared < PLIANT_REAL(kLargestSquared), pull);
    return keepIf(excess > PLIANT_REAL(0.0f), pull);
}

// The share of end a: what the schedule says if both are free.
PLIANT_MATHS PLIANT_REAL shareOfFirst(PLIANT_REAL share, PLIANT_REAL inverseMassA, PLIANT_REAL inverseMassB) {
    PLIANT_REAL taken = pick(inverseMassB > PLIANT_REAL(0.0f), share, PLIANT_REAL(1.0f));
    return keepIf(inverseMassA > PLIANT_REAL(0.0f), taken);
}
PLIANT_MATHS PLIANT_REAL shareOfSecond(PLIANT_REAL share, PLIANT_REAL inverseMassA, PLIANT_REAL inverseMassB) {
    PLIANT_PRECISE PLIANT_REAL rest = PLIANT_REAL(1.0f) - share;
    PLIANT_REAL taken = pick(inverseMassA > PLIANT_REAL(0.0f), rest, PLIANT_REAL(1.0f));
    return keepIf(inverseMassB > PLIANT_REAL(0.0f), taken);
}

// A child takes over the weighted displacement of its parents since before the level was solved.
PLIANT_MATHS PLIANT_REAL3 addDisplacement(PLIANT_REAL3 sum, PLIANT_REAL3 now, PLIANT_REAL3 before, PLIANT_REAL weight) {
    PLIANT_REAL3 moved = difference(now, before);
    moved = keepIfGood(squaredLength(moved), moved);
    PLIANT_PRECISE PLIANT_REAL3 added = sum + moved * weight;
    return added;
}
PLIANT_MATHS PLIANT_REAL3 displaced(PLIANT_REAL3 x, PLIANT_REAL3 displacement) {
    PLIANT_PRECISE PLIANT_REAL3 moved = x + displacement;
    return storable3(moved);
}

#ifdef __cplusplus
}
#endif
#endif
