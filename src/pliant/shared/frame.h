// Frames of reference: places and displacements are those in coordinates that move and turn.
#ifndef PLIANT_SHARED_FRAME_H
#define PLIANT_SHARED_FRAME_H

#include "real.h"

#ifdef __cplusplus
namespace pliant {
#endif

// A Verlet step in the world is X' = X + r (X - P) + f, with r = h / h_before and f = a h (h + h_before) / 2. With X =
// T_n x, P = T_(n-1) p and X' = T_(n+1) x', where T_n x = R_n x + o_n is the frame's pose, the same step in its
// coordinates is
//     x' = x + r (x - p) + F
//     F  = R^T f + t + C x + S (x - p)
//     A  = R^T R_n,  B = R^T R_(n-1),  R = R_(n+1)
//     C  = (1 + r) (A - 1) - r (B - 1)          centrifugal and Euler
//     S  = r (B - 1)                            Coriolis
//     t  = R^T (r (o_n - o_(n-1)) - (o_(n+1) - o_n))
// and C, S and t are nothing for a frame at rest or in uniform motion. They come from the host
// (src/pliant/schedule/plan_frames.cpp), computed in double from how the frame moves, never from where it is, times the
// share of it that is to be felt. So no coordinate of the world is ever a float, and a frame far off gives the same
// bits as one at the origin.
PLIANT_MATHS PLIANT_REAL3 byColumns(PLIANT_REAL3 x, PLIANT_REAL3 columnX, PLIANT_REAL3 columnY, PLIANT_REAL3 columnZ) {
    PLIANT_PRECISE PLIANT_REAL3 sum = columnX * x.x + columnY * x.y + columnZ * x.z;
    return storable3(sum);
}

// F, of fall = R^T f + t, turned = C x and swayed = S (x - p).
PLIANT_MATHS PLIANT_REAL3 fallInFrame(PLIANT_REAL3 fall, PLIANT_REAL3 turned, PLIANT_REAL3 swayed) {
    PLIANT_PRECISE PLIANT_REAL3 sum = fall + (turned + swayed);
    return storable3(sum);
}

// The air is the world's. Against it a particle moves by x' - x - (A - 1) x - airStep, where turned = (A - 1) x; the
// last part is the same for all particles.
PLIANT_MATHS PLIANT_REAL3 displacementBesideTurn(PLIANT_REAL3 displacement, PLIANT_REAL3 turned) {
    PLIANT_PRECISE PLIANT_REAL3 d = displacement - turned;
    return d;
}

// Where x of a frame is in the world, seen from the origin that the rows were made for: one of them.
PLIANT_MATHS PLIANT_REAL viewedAlong(PLIANT_REAL4 row, PLIANT_REAL3 x) {
    PLIANT_PRECISE PLIANT_REAL sum = row.x * x.x + row.y * x.y + row.z * x.z + row.w;
    return storable(sum);
}

#ifdef __cplusplus
}
#endif
#endif
