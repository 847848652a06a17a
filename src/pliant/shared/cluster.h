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
                     PLIANT_REAL(kNoLongest), PLIANT_REAL(0.0f), PLIANT_REAL(0.0f), PLIANT_REAL(0.0f),
                     PLIANT_REAL(1.0f), multiplier);
}

// Elastic sticks between clusters. One sweep over compliant sticks leaves those that are stiff against their masses,
// q = W h^2 / compliance, too soft by about q / 2: what is missing are tensions that are smooth over many sticks, and
// these are unknowns of their own, as moments are of bends, see bend.h. Lines of sticks lead from one cluster to the
// next, and carry shares p of the mass of the one to the other; so Xb - Xa is the sum of p times what they span, and
//     |Xa - Xb| <= sum of p l,    l their lengths:
// a tension t of a stick of length sum of p L between the two stands for the tensions p t of those. All of them
// together pull at nothing but the two clusters. From the coarsest level on, each stick starts with the tension that it
// is given,
//     t = sum of p t',    t' those of the sticks between clusters that it is in the ways of,
// and is solved once, with the compliance c' = sum of p c s, s what all p of a stick come to: that is P^T C P where
// tensions are alike, and never less than it, so that no level adds energy to what is straight. It only pulls.
//
// Where the line is bent it pulls along the chord, which feeds energy to what swings. So it does nothing where one
// sweep over those below is exact enough: their q is nine times its own, since clusters are three times as long and
// heavy as what they are made of along a line, and nine times as heavy in a sheet.
const float kExactStretch = 0.05f;
const float kLeastStretch = 0.0055f;  // a ninth of it

PLIANT_MATHS PLIANT_REAL carryTension(PLIANT_REAL sum, PLIANT_REAL tension, PLIANT_REAL number) {
    PLIANT_PRECISE PLIANT_REAL added = sum + tension * number;
    return storable(added);
}

// As stickPush(), of a damped stick: `multiplier` is minus the tension times h^2, and never above 0. `compliance`: by
// h^2; `damping`: by h; dBefore: from one centre to the other when the substep began.
PLIANT_MATHS PLIANT_REAL elasticPush(PLIANT_INOUT(PLIANT_REAL3) d, PLIANT_REAL3 dBefore, PLIANT_REAL inverseMasses,
                                     PLIANT_REAL restLength, PLIANT_REAL compliance, PLIANT_REAL damping,
                                     PLIANT_INOUT(PLIANT_REAL) multiplier) {
    PLIANT_REAL squared = squaredLength(d), zero = PLIANT_REAL(0.0f);
    d = keepIfGood(squared, d);
    PLIANT_REAL bounded = boundDamping(damping, inverseMasses, compliance);
    PLIANT_PRECISE PLIANT_REAL weight = inverseMasses + inverseMasses * bounded + compliance;
    PLIANT_PRECISE PLIANT_REAL scaled = squared * weight * weight;
    PLIANT_REAL q = reciprocalSqrt(scaled);
    PLIANT_PRECISE PLIANT_REAL inverseLength = q * weight;
    PLIANT_PRECISE PLIANT_REAL stickLength = squared * q * weight;
    PLIANT_PRECISE PLIANT_REAL growth = dotOf(d, difference(d, dBefore)) * inverseLength;
    PLIANT_PRECISE PLIANT_REAL push = (stickLength - restLength + compliance * multiplier + bounded * growth) * q;
    PLIANT_PRECISE PLIANT_REAL least = multiplier * inverseLength;  // then no tension is left
    push = pick(push < least, least, push);
    PLIANT_PRECISE PLIANT_REAL enough = compliance * PLIANT_REAL(kLeastStretch);
    PLIANT_BOOL isThere = squared < PLIANT_REAL(kLargestSquared) && scaled < PLIANT_REAL(1e37f);
    PLIANT_BOOL isGood = isThere && squared > PLIANT_REAL(1e-14f) && inverseMasses > enough;
    push = storable(keepIf(isGood, push));
    PLIANT_PRECISE PLIANT_REAL accumulated = multiplier - push * stickLength;
    multiplier = storable(pick(isThere && accumulated < zero, accumulated, zero));  // others would be given it
    return push;
}

PLIANT_MATHS PLIANT_REAL3 shiftedPlace(PLIANT_REAL3 x, PLIANT_REAL3 shift) {
    PLIANT_PRECISE PLIANT_REAL3 moved = x + shift;
    return storable3(moved);
}

#ifdef __cplusplus
}
#endif
#endif
