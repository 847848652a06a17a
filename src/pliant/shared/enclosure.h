// The inside of a closed outline or mesh: water keeps its measure (area or volume), gas pushes as it has room.
#ifndef PLIANT_SHARED_ENCLOSURE_H
#define PLIANT_SHARED_ENCLOSURE_H

#include "measure.h"
#include "verlet.h"

#ifdef __cplusplus
namespace pliant {
#endif

// With the measure V as a share of that at rest, V0, and its gradients g by the places of its particles,
//
//     outline in the plane    g = (y_next - y_before, x_before - x_next, 0) / (2 V0)
//     closed mesh             g = sum of (xj - xi) x (xk - xi) / (6 V0)        over the triangles i j k of particle i
//     V = sum of g . (x - r) / dim                     Euler: V is homogeneous of degree dim; r is any place near
//
// the mesh's terms in xi are 0 in sum, since its fan is closed: they keep the numbers small. Water is solved as
// shared/measure.h says. Gas has the push
//
//     p = K / V' - A        K = h^2 V0 pressure at rest, A = h^2 V0 pressure around it + L        Boyle 1662
//     V' = V + W p          the measure that the push itself leads to
//
// which is backward Euler along the gradients. Together they are
//
//     W p^2 + B p - c = 0,    B = V + W A,    c = K - V A
//
// whose root with V' > 0 stands whatever the stiffness, and also where the enclosure is crushed or turned inside out,
// V <= 0; p is no more than where the gas has 1 / kLargestCompression of its room.
const float kLargestCompression = 1e4f;

// Of second order the push is along the gradients where the substep began, with their W, and V alone is of now: for the
// places from which all have started the sum of x cross g is 0, which is the torque, and Archimedes holds for old
// places and old gradients too. But for a member whose gradient has turned by more than 60 degrees since.
PLIANT_MATHS PLIANT_REAL3 heldGradient(PLIANT_REAL3 now, PLIANT_REAL3 before) {
    return pick3(hasTurnedLittle(now, before), before, now);
}

PLIANT_MATHS PLIANT_REAL3 outlineNormal(PLIANT_REAL3 before, PLIANT_REAL3 after) {
    PLIANT_PRECISE PLIANT_REAL x = after.y - before.y;
    PLIANT_PRECISE PLIANT_REAL y = before.x - after.x;
    return PLIANT_REAL3(x, y, PLIANT_REAL(0.0f));
}

// The part g . (x - r) / dim of the measure that a particle brings; `inverseDimension`: 1 / dim.
PLIANT_MATHS PLIANT_REAL measurePart(PLIANT_REAL3 gradient, PLIANT_REAL3 x, PLIANT_REAL3 reference,
                                     PLIANT_REAL inverseDimension) {
    PLIANT_REAL3 d = difference(x, reference);
    PLIANT_PRECISE PLIANT_REAL part = (gradient.x * d.x + gradient.y * d.y + gradient.z * d.z) * inverseDimension;
    PLIANT_BOOL isThere = isPlace(x) && squaredLength(d) < PLIANT_REAL(kLargestSquared);
    return pick(isThere, storable(part), PLIANT_REAL(kLostPart));
}

PLIANT_MATHS PLIANT_REAL3 addMember(PLIANT_REAL3 sums, PLIANT_REAL3 gradient, PLIANT_REAL part,
                                    PLIANT_REAL inverseMass) {
    PLIANT_REAL3 added = addGradient(sums, gradient, inverseMass);
    PLIANT_PRECISE PLIANT_REAL measure = sums.x + part;
    return PLIANT_REAL3(measure, added.y, added.z);
}

PLIANT_MATHS PLIANT_REAL3 addSums(PLIANT_REAL3 sums, PLIANT_REAL3 others) {
    PLIANT_PRECISE PLIANT_REAL3 added = sums + others;
    return added;
}

PLIANT_MATHS PLIANT_REAL gasPush(PLIANT_REAL inside, PLIANT_REAL outside, PLIANT_REAL3 sums, PLIANT_REAL squaredStep,
                                 PLIANT_REAL multiplier) {
    PLIANT_PRECISE PLIANT_REAL energy = inside * squaredStep;
    PLIANT_PRECISE PLIANT_REAL against = outside * squaredStep + multiplier;
    PLIANT_PRECISE PLIANT_REAL resistance = sums.y * against;
    PLIANT_PRECISE PLIANT_REAL lack = energy - sums.x * against;
    PLIANT_PRECISE PLIANT_REAL sum = sums.x + resistance;
    PLIANT_PRECISE PLIANT_REAL rest = sums.x - resistance;
    sum = storable(sum);
    rest = storable(rest);
    // B^2 + 4 W c, written so that it is no difference.
    PLIANT_PRECISE PLIANT_REAL discriminant = rest * rest + sums.y * energy * PLIANT_REAL(4.0f);
    discriminant = storable(discriminant);
    PLIANT_PRECISE PLIANT_REAL root = discriminant * reciprocalSqrt(discriminant);
    // Of the two forms of the root the one that does not take away like from like.
    PLIANT_PRECISE PLIANT_REAL small = storable(lack) * PLIANT_REAL(2.0f) * reciprocal(sum + root);
    PLIANT_PRECISE PLIANT_REAL large = (root - sum) * PLIANT_REAL(0.5f) * reciprocal(sums.y);
    PLIANT_PRECISE PLIANT_REAL most = energy * PLIANT_REAL(kLargestCompression) - against;
    PLIANT_REAL push = pick(sum > PLIANT_REAL(0.0f), small, large);
    return pick(push < most, push, most);
}

// Of EnclosureRecord what the push depends on.
#ifdef __cplusplus
template <class Real>
struct FillingNumbers {
    decltype(Real() < Real()) isGas;
    Real wanted, compliance, energy, outside, steepness, inverseSteepness;
};
#define PLIANT_FILLING FillingNumbers<Real>
#else
struct FillingNumbers {
    bool isGas;
    float wanted, compliance, energy, outside, steepness, inverseSteepness;
};
#define PLIANT_FILLING FillingNumbers
#endif

PLIANT_MATHS PLIANT_FILLING fillingOf(EnclosureRecord enclosure) {
    PLIANT_FILLING filling;
    filling.isGas = enclosure.filling == kFillingGas;
    filling.wanted = enclosure.wanted;
    filling.compliance = enclosure.compliance;
    filling.energy = enclosure.energy;
    filling.outside = enclosure.outside;
    filling.steepness = enclosure.steepness;
    filling.inverseSteepness = enclosure.inverseSteepness;
    return filling;
}

// The push p, from the sums over all particles.
PLIANT_MATHS PLIANT_REAL enclosurePush(PLIANT_FILLING filling, PLIANT_REAL3 sums, PassConstants constants,
                                       PLIANT_REAL multiplier) {
    PLIANT_REAL ofFixed =
        measurePush(filling.wanted, sums, filling.compliance, PLIANT_REAL(constants.inverseSquaredStep), multiplier);
    PLIANT_REAL ofGas = gasPush(filling.energy, filling.outside, sums, PLIANT_REAL(constants.squaredStep), multiplier);
    PLIANT_REAL push = pick(filling.isGas, ofGas, ofFixed);
    return sanePush(push, sums, filling.steepness, filling.inverseSteepness);
}

// What the pressure of what is around it adds to p at a particle: it grows with depth, by its density times gravity. In
// sum that is the weight of what is displaced, since the sum of x times g is V times the identity (Archimedes). There
// is none where a particle is lost, `isWhole` being 0: the gradients of its neighbours are those of a shape without
// end.
PLIANT_MATHS PLIANT_REAL buoyancy(PLIANT_REAL displaced, PLIANT_REAL3 x, PLIANT_REAL3 reference, PLIANT_REAL3 fall,
                                  PLIANT_REAL isWhole) {
    PLIANT_REAL3 d = difference(x, reference);
    PLIANT_BOOL isThere = isWhole > PLIANT_REAL(0.0f) && squaredLength(d) < PLIANT_REAL(kLargestSquared);
    PLIANT_PRECISE PLIANT_REAL along = fall.x * d.x + fall.y * d.y + fall.z * d.z;
    PLIANT_PRECISE PLIANT_REAL push = PLIANT_REAL(0.0f) - storable(along) * displaced;
    return storable(keepIf(isThere, push));
}

PLIANT_MATHS PLIANT_REAL addBuoyancy(PLIANT_REAL push, PLIANT_REAL buoyant) {
    PLIANT_PRECISE PLIANT_REAL sum = push + buoyant;
    return sum;
}

#ifdef __cplusplus
}
#endif
#endif
