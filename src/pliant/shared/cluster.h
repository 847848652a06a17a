// Clusters: particles that move together, so that stretch is taken out of a large body in few sweeps.
//
// On every level, from the finest to the coarsest, X = sum of share x is the centre of each cluster. Then, from the
// coarsest on, clusters go along with the one that they are in, U = its U, and one-sided sticks between centres are
// solved one after another:
//     d = (Xa - Xb) + (Ua - Ub),    Ua -= wa p d,    Ub += wb p d,    p = (|d| - L) / (|d| (wa + wb)) where |d| > L
// of second order along the way between the centres of where they were when the substep began, as sticks do.
// At last particles go along with theirs. That is the projection of one bound after another by least motion, in the
// measure of mass, as for sticks of single particles: momentum is kept, and as none pushes energy does not grow. U
// stands beside X, not in it: what adding it would round away moves the body.
// After hierarchical position-based dynamics, Mueller 2008, and aggregation, Vanek, Mandel and Brezina 1996.
#ifndef PLIANT_SHARED_CLUSTER_H
#define PLIANT_SHARED_CLUSTER_H

#include "real.h"
#include "stick.h"

#ifdef __cplusplus
namespace pliant {
#endif

// Offsets are from the cluster's first member, so that places far from the origin lose nothing.
PLIANT_MATHS PLIANT_REAL3 addMember(PLIANT_REAL3 sum, PLIANT_REAL3 x, PLIANT_REAL3 origin, PLIANT_REAL share) {
    PLIANT_PRECISE PLIANT_REAL3 added = sum + difference(x, origin) * share;
    return added;
}

// The share of a cluster's mass that is free to move. A cluster moves by that share of what it would if nothing in it
// were pinned.
PLIANT_MATHS PLIANT_REAL addFree(PLIANT_REAL sum, PLIANT_REAL share, PLIANT_REAL inverseMass) {
    PLIANT_PRECISE PLIANT_REAL added = sum + keepIf(inverseMass > PLIANT_REAL(0.0f), share);
    return added;
}

PLIANT_MATHS PLIANT_REAL3 centreOf(PLIANT_REAL3 sum, PLIANT_REAL3 origin) {
    PLIANT_PRECISE PLIANT_REAL3 centre = origin + sum;
    return storable3(centre);
}

// From the ways between two clusters' shifts and between their centres.
PLIANT_MATHS PLIANT_REAL3 betweenClusters(PLIANT_REAL3 shifts, PLIANT_REAL3 centres) {
    PLIANT_PRECISE PLIANT_REAL3 d = centres + shifts;
    return d;
}

PLIANT_MATHS PLIANT_REAL clusterPush(PLIANT_INOUT(PLIANT_REAL3) d, PLIANT_REAL inverseMasses, PLIANT_REAL longest) {
    PLIANT_REAL multiplier = PLIANT_REAL(0.0f);
    return stickPush(kStickRigid + kStickOneSided, d, PLIANT_REAL3(PLIANT_REAL(0.0f)), inverseMasses, longest,
                     PLIANT_REAL(kNoLongest), PLIANT_REAL(1.0f), PLIANT_REAL(0.0f), PLIANT_REAL(0.0f),
                     PLIANT_REAL(1.0f), multiplier);
}

PLIANT_MATHS PLIANT_REAL3 shiftedPlace(PLIANT_REAL3 x, PLIANT_REAL3 shift) {
    PLIANT_PRECISE PLIANT_REAL3 moved = x + shift;
    return storable3(moved);
}

#ifdef __cplusplus
}
#endif
#endif
