// Springs as forces, and the explicit integrators that follow them.
#ifndef PLIANT_SHARED_FORCE_H
#define PLIANT_SHARED_FORCE_H

#include "verlet.h"

#ifdef __cplusplus
namespace pliant {
#endif

// The force [N] of a spring on its end, which is d = x - other away from the other one and moves by dv = v - v_other
// against it:
//     F = -(k (l - L) + c l') d / l,    l = |d|,  l' = d . dv / l     Baraff & Witkin 1998, eq. 7, 11
// The other end computes the very opposite. A spring shorter than 0.1 micrometre has no direction; one with an end that
// is lost leaves the other alone; a slack one-sided one does nothing.
PLIANT_MATHS PLIANT_REAL3 springForce(PLIANT_REAL3 d, PLIANT_REAL3 dv, PLIANT_REAL restLength, PLIANT_REAL stiffness,
                                      PLIANT_REAL viscosity, PLIANT_BOOL isOneSided) {
    PLIANT_REAL squared = squaredLength(d);
    PLIANT_REAL3 reach = keepIfGood(squared, d);
    PLIANT_REAL q = reciprocalSqrt(squared);
    PLIANT_PRECISE PLIANT_REAL stretch = squared * q - restLength;
    PLIANT_PRECISE PLIANT_REAL growth = (d.x * dv.x + d.y * dv.y + d.z * dv.z) * q;
    growth = storable(growth);
    PLIANT_PRECISE PLIANT_REAL push = (stretch * stiffness + growth * viscosity) * q;
    push = keepIf(squared > PLIANT_REAL(1e-14f), push);
    push = keepIf(squared < PLIANT_REAL(kLargestSquared), push);
    push = keepIf(!isOneSided || stretch > PLIANT_REAL(0.0f), push);
    push = storable(push);
    PLIANT_PRECISE PLIANT_REAL3 against = reach * push;
    return storable3(against);
}

// Springs pull their end back.
PLIANT_MATHS PLIANT_REAL3 addForce(PLIANT_REAL3 sum, PLIANT_REAL3 against) {
    PLIANT_PRECISE PLIANT_REAL3 added = sum - against;
    return added;
}

// a = F / m + g - c v: `damping` c is the rate at which still air, say, takes velocity away.
PLIANT_MATHS PLIANT_REAL3 accelerationBy(PLIANT_REAL3 force, PLIANT_REAL3 v, PLIANT_REAL inverseMass,
                                         PLIANT_REAL3 gravity, PLIANT_REAL damping) {
    PLIANT_PRECISE PLIANT_REAL3 a = force * inverseMass + gravity - v * damping;
    return storable3(a);
}

// What an integrator notes of a particle, see ForceStage.
#ifdef __cplusplus
template <class Real>
struct StageNotes {
    glm::vec<3, Real, glm::defaultp> acceleration, velocity, nextVelocity, displacement;
};
#define PLIANT_STAGE_NOTES StageNotes<Real>
#else
struct StageNotes {
    vec3 acceleration, velocity, nextVelocity, displacement;
};
#define PLIANT_STAGE_NOTES StageNotes
#endif

// One stage. x and v are where the particle is in this stage, and then where it is in the next, or at the substep's
// end; x0 and v0 are those at its start, a the acceleration in this stage.
//     explicit Euler        x = x0 + h v0,  v = v0 + h a
//     semi-implicit Euler   v = v0 + h a,   x = x0 + h v
//     velocity Verlet       v = v0 + h/2 a, x = x0 + h v; then, with a at the new place, v = v + h/2 a (Swope et al.
//                           1982); what damping c takes in the second half is v h/2 c of the v that comes out: of
//                           second order too
//     Runge-Kutta 4 (Kutta 1901) for x' = v, v' = a(x, v): the places of its stages follow from their velocities,
//         stage     1      2              3              4
//         place     x0     x0 + h/2 v0    x0 + h/2 v2    x0 + h v3
//         velocity  v0     v0 + h/2 a1    v0 + h/2 a2    v0 + h a3
//         x = x0 + h v0 + h^2/6 (a1 + a2 + a3),    v = v0 + h/6 (a1 + 2 a2 + 2 a3 + a4)
PLIANT_MATHS void advance(uint scheme, PLIANT_REAL3 x0, PLIANT_REAL h, PLIANT_REAL damping,
                          PLIANT_INOUT(PLIANT_REAL3) x, PLIANT_INOUT(PLIANT_REAL3) v,
                          PLIANT_INOUT(PLIANT_STAGE_NOTES) stage) {
    PLIANT_REAL3 a = stage.acceleration;
    PLIANT_PRECISE PLIANT_REAL3 kicked = v + a * (h * PLIANT_REAL(0.5f));
    kicked = storable3(kicked);
    if (scheme == kAdvanceKick) {
        PLIANT_PRECISE PLIANT_REAL ownShare = h * damping * PLIANT_REAL(0.5f);
        PLIANT_PRECISE PLIANT_REAL whole = PLIANT_REAL(1.0f) + ownShare;
        PLIANT_PRECISE PLIANT_REAL lost = ownShare * reciprocal(whole);
        PLIANT_PRECISE PLIANT_REAL3 undamped = kicked + v * ownShare;
        PLIANT_PRECISE PLIANT_REAL3 damped = undamped - undamped * lost;
        v = storable3(damped);
        return;
    }
    if (scheme == kAdvanceDrift) {
        v = kicked;
        PLIANT_PRECISE PLIANT_REAL3 drifted = x0 + v * h;
        x = storable3(drifted);
        stage.displacement = difference(x, x0);
        return;
    }
    if (scheme <= kAdvanceFirst) {
        PLIANT_PRECISE PLIANT_REAL3 start = v * h;
        stage.velocity = v;
        stage.nextVelocity = v;
        stage.displacement = storable3(start);
    }
    PLIANT_REAL3 v0 = stage.velocity;
    bool isInner = scheme == kAdvanceSecond || scheme == kAdvanceThird;
    PLIANT_PRECISE PLIANT_REAL share = h;  // of a in v
    if (scheme >= kAdvanceFirst) share = h * pick(isInner, PLIANT_REAL(0.33333334f), PLIANT_REAL(0.16666667f));
    PLIANT_PRECISE PLIANT_REAL squaredShare = h * h * PLIANT_REAL(0.16666667f);  // of a in x
    if (scheme == kAdvanceExplicit || scheme == kAdvanceFourth) squaredShare = PLIANT_REAL(0.0f);
    if (scheme == kAdvanceSemiImplicit) squaredShare = h * h;
    PLIANT_PRECISE PLIANT_REAL3 nextVelocity = stage.nextVelocity + a * share;
    PLIANT_PRECISE PLIANT_REAL3 displacement = stage.displacement + a * squaredShare;
    nextVelocity = storable3(nextVelocity);
    displacement = storable3(displacement);

    bool isLast = scheme <= kAdvanceSemiImplicit || scheme == kAdvanceFourth;
    PLIANT_PRECISE PLIANT_REAL reach = h;
    if (scheme != kAdvanceThird) reach = h * PLIANT_REAL(0.5f);
    PLIANT_PRECISE PLIANT_REAL3 onward = x0 + v * reach;
    PLIANT_PRECISE PLIANT_REAL3 faster = v0 + a * reach;
    PLIANT_PRECISE PLIANT_REAL3 end = x0 + displacement;
    if (isLast) onward = end;
    if (isLast) faster = nextVelocity;
    x = storable3(onward);
    v = storable3(faster);
    if (isLast) displacement = difference(x, x0);  // as settledVelocity() sees it if nothing else moves the particle
    stage.nextVelocity = nextVelocity;
    stage.displacement = displacement;
}

// The velocity at the substep's end, after constraints, contacts and pins have moved the particle from where its
// integrator had left it: v + ((x - p) - displacement) / h, exactly v if nobody did. One that is pinned goes as its pin
// goes.
PLIANT_MATHS PLIANT_REAL3 settledVelocity(PLIANT_REAL3 x, PLIANT_REAL3 p, PLIANT_REAL3 v, PLIANT_REAL3 displacement,
                                          PLIANT_REAL inverseMass, PLIANT_REAL inverseStep) {
    PLIANT_PRECISE PLIANT_REAL3 moved = x - p;
    PLIANT_PRECISE PLIANT_REAL3 carried = moved * inverseStep;
    PLIANT_PRECISE PLIANT_REAL3 pushed = v + (moved - displacement) * inverseStep;
    return storable3(pick3(inverseMass == PLIANT_REAL(0.0f), carried, pushed));
}

#ifdef __cplusplus
}
#endif
#endif
