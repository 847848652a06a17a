// Strands: a rope that hangs between two pins is held by one tension, which all of it bears alike.
//
// Sticks, clusters and tethers leave a taut rope too long: each of them points nearly along it, and has to pull by
// 1 / sin(slope) of what it lifts, against those on its other side. What they are bad at is one unknown, the mean
// tension between two pins. So it is solved for by itself, from one constraint: links between the pins and some nodes
// on the way, at most kMostStrandNodes, add up to no more than the sticks do that they span,
//
//     C = sum of |link| - reach <= 0,         gradient at a node: g = n - n', n, n' the directions of the link before
//                                             it and of the one behind it
//
// With tension s (times h^2) a node moves by u = -w s g. Where s is large for the mass of a node, s w / |link| > 1/2,
// that is too far: a string whose waves go farther than a link in a substep cannot be pulled along where it was. So g
// is taken where u leads to, with each link's force by length s / |link| as it is: one system of equations, whose
// matrix has a diagonal and one number on either side (Thomas 1949),
//
//     u_i + w_i s [(u_i - u_i-1) / |link_i| + (u_i - u_i+1) / |link_i+1|] = -w_i s g_i,      s = C / sum of w g . g
//
// which never moves a node farther than its own tension would let it, whatever s is. It pulls and never pushes, is one
// tension along the whole of a line, so that only the pins bear its ends; where no shape is short enough, as between
// pins that are drawn apart, there is none. To second order g is that of when the substep began, where s is small
// enough, as with sticks: see pushedAlong().
#ifndef PLIANT_SHARED_STRAND_H
#define PLIANT_SHARED_STRAND_H

#include "real.h"

#ifdef __cplusplus
namespace pliant {
#endif

const float kMostStrandShare = 0.5f;  // s w (1 / |link| + 1 / |link'|) that can be pulled along where it was

// Direction of a link, and 1 by its length [1/m]; 0 where it is shorter than 0.1 micrometre.
PLIANT_MATHS PLIANT_REAL4 strandLink(PLIANT_REAL3 way) {
    PLIANT_REAL squared = squaredLength(way);
    PLIANT_REAL inverse = keepIf(squared > PLIANT_REAL(1e-14f), reciprocalSqrt(squared));
    PLIANT_PRECISE PLIANT_REAL3 direction = way * inverse;
    direction = storable3(direction);
    return PLIANT_REAL4(direction.x, direction.y, direction.z, inverse);
}

// Adds how much longer a link is than the mean: rounding then counts by the share of a link, not of the strand.
PLIANT_MATHS PLIANT_REAL addExcess(PLIANT_REAL sum, PLIANT_REAL3 way, PLIANT_REAL inverse, PLIANT_REAL meanLink) {
    PLIANT_PRECISE PLIANT_REAL added = sum + (squaredLength(way) * inverse - meanLink);
    return added;
}

// g, of a node between two links.
PLIANT_MATHS PLIANT_REAL3 strandPull(PLIANT_REAL3 before, PLIANT_REAL3 behind) {
    PLIANT_PRECISE PLIANT_REAL3 pull = before - behind;
    return storable3(pull);
}

PLIANT_MATHS PLIANT_REAL addWeighted(PLIANT_REAL sum, PLIANT_REAL inverseMass, PLIANT_REAL product) {
    PLIANT_PRECISE PLIANT_REAL added = sum + inverseMass * product;
    return storable(added);
}

// w (1 / |link| + 1 / |link'|), the largest so far.
PLIANT_MATHS PLIANT_REAL largestStiffness(PLIANT_REAL largest, PLIANT_REAL inverseMass, PLIANT_REAL inverseBefore,
                                          PLIANT_REAL inverseBehind) {
    PLIANT_PRECISE PLIANT_REAL stiffness = inverseMass * (inverseBefore + inverseBehind);
    return pick(stiffness > largest, stiffness, largest);
}

// s. None where gradients have no say: there is nothing to be gained by pulling along a straight line.
PLIANT_MATHS PLIANT_REAL strandTension(PLIANT_REAL excess, PLIANT_REAL weight) {
    PLIANT_PRECISE PLIANT_REAL tension = excess * reciprocal(weight);
    tension = keepIf(weight > PLIANT_REAL(1e-20f), tension);
    return storable(keepIf(excess > PLIANT_REAL(0.0f), tension));
}

// Whether the strand is pulled along where it was when the substep began. Sums of w g . g: `now`, with both as they are
// now; `both`, with one as it was; `then`, with both as they were.
PLIANT_MATHS PLIANT_BOOL isPulledAlongBefore(PLIANT_REAL excess, PLIANT_REAL now, PLIANT_REAL both, PLIANT_REAL then,
                                             PLIANT_REAL stiffness) {
    PLIANT_PRECISE PLIANT_REAL squaredTwice = both * both * PLIANT_REAL(4.0f);
    PLIANT_PRECISE PLIANT_REAL squaredMost = now * then;
    PLIANT_PRECISE PLIANT_REAL share = strandTension(excess, both) * stiffness;
    return both > PLIANT_REAL(1e-20f) && squaredTwice > squaredMost && share <= PLIANT_REAL(kMostStrandShare);
}

// A node's line of the system, rid of the node before it, which has (u, share of the next one's u in its own).
PLIANT_MATHS PLIANT_REAL4 strandLine(PLIANT_REAL4 before, PLIANT_REAL3 pull, PLIANT_REAL tension,
                                     PLIANT_REAL inverseMass, PLIANT_REAL inverseBefore, PLIANT_REAL inverseBehind) {
    PLIANT_PRECISE PLIANT_REAL moved = tension * inverseMass;
    PLIANT_PRECISE PLIANT_REAL toBefore = moved * inverseBefore;
    PLIANT_PRECISE PLIANT_REAL toBehind = moved * inverseBehind;
    PLIANT_PRECISE PLIANT_REAL divisor = PLIANT_REAL(1.0f) + toBehind + toBefore * (PLIANT_REAL(1.0f) - before.w);
    PLIANT_REAL quotient = reciprocal(divisor);
    PLIANT_REAL3 own = PLIANT_REAL3(before.x, before.y, before.z);
    PLIANT_PRECISE PLIANT_REAL3 u = (own * toBefore - pull * moved) * quotient;
    PLIANT_PRECISE PLIANT_REAL share = toBehind * quotient;
    u = storable3(u);
    return PLIANT_REAL4(u.x, u.y, u.z, storable(share));
}

// u, once that of the node behind it is known.
PLIANT_MATHS PLIANT_REAL3 strandShift(PLIANT_REAL4 line, PLIANT_REAL3 behind) {
    PLIANT_PRECISE PLIANT_REAL3 u = PLIANT_REAL3(line.x, line.y, line.z) + behind * line.w;
    return storable3(u);
}

#ifdef __cplusplus
}
#endif
#endif
