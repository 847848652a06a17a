// Rims: closed lines of edges that one face has each, as a collar, a cuff or a hem. What hangs on a body by its rim is
// borne by one tension that goes all round it; and so are the lines behind it, each the rim of what is left without the
// triangles at the one before. No pin is near, and a sweep over sticks spreads what a heavy skirt does to its light rim
// over the skirt's particles in many substeps: until then the rim is far too long. As a strand's between two pins
// (strand.h), that one unknown is solved for by itself,
//
//     C = sum of |link| - length <= 0,        gradient at a node: g = n - n', n, n' the directions of the link before
//                                             it and of the one behind it
//
// with the same system of equations, closed into a ring of nodes 0 ... m:
//
//     u_i + w_i s [(u_i - u_i-1) / |link_i| + (u_i - u_i+1) / |link_i+1|] = -w_i s g_i,      s = C / sum of w g . g
//
// From the first node on each u_i is written as a_i + b_i u_i+1 + c_i u_m, and back again as p_i + q_i u_m; the last
// line then says u_m (Sherman and Morrison 1950 have it as a correction of rank one). It pulls and never pushes, and
// what it pulls adds up to nothing: momentum is kept.
#ifndef PLIANT_SHARED_RIM_H
#define PLIANT_SHARED_RIM_H

#include "strand.h"

#ifdef __cplusplus
namespace pliant {
#endif

const uint kMostRimNodes = 256u;

// How much longer a link is than the mean; as little as can be where it is no way between two places.
PLIANT_MATHS PLIANT_REAL rimExcess(PLIANT_REAL3 way, PLIANT_REAL inverse, PLIANT_REAL meanLink) {
    PLIANT_REAL squared = squaredLength(way);
    PLIANT_PRECISE PLIANT_REAL excess = squared * inverse - meanLink;
    return pick(squared < PLIANT_REAL(kLargestSquared), excess, PLIANT_REAL(-3e38f));
}

PLIANT_MATHS PLIANT_REAL addRimExcess(PLIANT_REAL sum, PLIANT_REAL excess) {
    PLIANT_PRECISE PLIANT_REAL added = sum + excess;
    return added;
}

// c of a node whose line is that of strandLine(), where `before` and `last` are (a, b) and c of the node before it. The
// first one's are 0 and 1.
PLIANT_MATHS PLIANT_REAL rimShare(PLIANT_REAL4 before, PLIANT_REAL last, PLIANT_REAL tension, PLIANT_REAL inverseMass,
                                  PLIANT_REAL inverseBefore, PLIANT_REAL inverseBehind) {
    PLIANT_PRECISE PLIANT_REAL moved = tension * inverseMass;
    PLIANT_PRECISE PLIANT_REAL toBefore = moved * inverseBefore;
    PLIANT_PRECISE PLIANT_REAL toBehind = moved * inverseBehind;
    PLIANT_PRECISE PLIANT_REAL divisor = PLIANT_REAL(1.0f) + toBehind + toBefore * (PLIANT_REAL(1.0f) - before.w);
    PLIANT_PRECISE PLIANT_REAL share = toBefore * last * reciprocal(divisor);
    return storable(share);
}

// (p, q) of the last node but one, of its (a, b) and c.
PLIANT_MATHS PLIANT_REAL4 lastRimLine(PLIANT_REAL4 line, PLIANT_REAL share) {
    PLIANT_PRECISE PLIANT_REAL both = line.w + share;
    return PLIANT_REAL4(line.x, line.y, line.z, storable(both));
}

// (p, q) of a node, of its (a, b) and c, and of (p, q) of the one behind it.
PLIANT_MATHS PLIANT_REAL4 rimLine(PLIANT_REAL4 line, PLIANT_REAL share, PLIANT_REAL4 behind) {
    PLIANT_REAL3 shift = strandShift(line, PLIANT_REAL3(behind.x, behind.y, behind.z));
    PLIANT_PRECISE PLIANT_REAL all = share + line.w * behind.w;
    return PLIANT_REAL4(shift.x, shift.y, shift.z, storable(all));
}

// u of the last node, between the last but one and the first, which have these (p, q).
PLIANT_MATHS PLIANT_REAL3 lastRimShift(PLIANT_REAL4 before, PLIANT_REAL4 behind, PLIANT_REAL3 pull, PLIANT_REAL tension,
                                       PLIANT_REAL inverseMass, PLIANT_REAL inverseBefore, PLIANT_REAL inverseBehind) {
    PLIANT_REAL one = PLIANT_REAL(1.0f);
    PLIANT_PRECISE PLIANT_REAL moved = tension * inverseMass;
    PLIANT_PRECISE PLIANT_REAL toBefore = moved * inverseBefore;
    PLIANT_PRECISE PLIANT_REAL toBehind = moved * inverseBehind;
    PLIANT_PRECISE PLIANT_REAL divisor = one + toBefore * (one - before.w) + toBehind * (one - behind.w);
    PLIANT_REAL3 first = PLIANT_REAL3(before.x, before.y, before.z),
                 second = PLIANT_REAL3(behind.x, behind.y, behind.z);
    PLIANT_PRECISE PLIANT_REAL3 u = (first * toBefore + second * toBehind - pull * moved) * reciprocal(divisor);
    return storable3(u);
}

#ifdef __cplusplus
}
#endif
#endif
