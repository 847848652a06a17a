// Air pushes triangles of cloth.
#ifndef PLIANT_SHARED_AIR_H
#define PLIANT_SHARED_AIR_H

#include "shared/real.h"

#ifdef __cplusplus
namespace pliant {
#endif

// Force on a triangle of area A and unit normal n that moves at u relative to the air, after Wejchert and Haumann 1991 and
// Wilson et al. 2014, "Simulating wind effects on cloth and hair in Disney's Frozen":
//     F = -rho A / 2 ( (Cd - Cl) (u . n) u + Cl |u|^2 n ),        n turned so that u . n >= 0.
// With u the displacement in a substep h, it is F h^2 that comes out, and no h is needed. In `air`: drag = rho (Cd - Cl) / 2,
// lift = rho Cl / 2, and n A = (xb - xa) x (xc - xa) / 2.
// A substep may be too long for a light triangle in a gale: F is divided by 1 + |F| h^2 / (m |u|), so that the triangle is
// never pushed faster than the air.
PLIANT_MATHS PLIANT_REAL3 airPush(PLIANT_REAL3 xa, PLIANT_REAL3 xb, PLIANT_REAL3 xc, PLIANT_REAL3 u,
                                  PLIANT_REAL inverseMass, PLIANT_REAL drag, PLIANT_REAL lift) {
    PLIANT_REAL3 e = difference(xb, xa);
    PLIANT_REAL3 f = difference(xc, xa);
    PLIANT_PRECISE PLIANT_REAL nx = (e.y * f.z - e.z * f.y) * PLIANT_REAL(0.5f);
    PLIANT_PRECISE PLIANT_REAL ny = (e.z * f.x - e.x * f.z) * PLIANT_REAL(0.5f);
    PLIANT_PRECISE PLIANT_REAL nz = (e.x * f.y - e.y * f.x) * PLIANT_REAL(0.5f);
    PLIANT_REAL squared = squaredLength(u);
    PLIANT_REAL inverseSpeed = reciprocalSqrt(squared);
    PLIANT_PRECISE PLIANT_REAL3 unit = u * inverseSpeed;
    PLIANT_PRECISE PLIANT_REAL along = unit.x * nx + unit.y * ny + unit.z * nz;
    PLIANT_PRECISE PLIANT_REAL opposite = PLIANT_REAL(0.0f) - along;
    PLIANT_PRECISE PLIANT_REAL against = PLIANT_REAL(0.0f) - lift;
    PLIANT_PRECISE PLIANT_REAL dragging = pick(along < PLIANT_REAL(0.0f), opposite, along) * drag;
    PLIANT_REAL lifting = pick(along < PLIANT_REAL(0.0f), against, lift);
    PLIANT_PRECISE PLIANT_REAL3 pressure = unit * dragging + PLIANT_REAL3(nx, ny, nz) * lifting;  // F / |u|^2

    PLIANT_REAL pressureSquared = squaredLength(pressure);
    PLIANT_PRECISE PLIANT_REAL size = pressureSquared * reciprocalSqrt(pressureSquared);
    PLIANT_PRECISE PLIANT_REAL slowed = PLIANT_REAL(1.0f) + squared * inverseSpeed * size * inverseMass;
    PLIANT_PRECISE PLIANT_REAL scale = squared * reciprocal(slowed);
    PLIANT_PRECISE PLIANT_REAL3 push = pressure * scale;
    push = keepIfGood(squared, push);
    push = keepIfGood(slowed, push);
    return PLIANT_REAL3(keepIf(squared > PLIANT_REAL(1e-20f), storable(push.x)),
                        keepIf(squared > PLIANT_REAL(1e-20f), storable(push.y)),
                        keepIf(squared > PLIANT_REAL(1e-20f), storable(push.z)));
}

// The mean displacement of the corners against the air's.
PLIANT_MATHS PLIANT_REAL3 displacementInAir(PLIANT_REAL3 da, PLIANT_REAL3 db, PLIANT_REAL3 dc, PLIANT_REAL3 airStep) {
    PLIANT_PRECISE PLIANT_REAL3 mean = (da + db + dc) * PLIANT_REAL(0.333333343f);
    PLIANT_PRECISE PLIANT_REAL3 u = mean - airStep;
    return u;
}

// Each corner takes a third of its triangles' pushes; a push works against u.
PLIANT_MATHS PLIANT_REAL3 addPush(PLIANT_REAL3 sum, PLIANT_REAL3 push) {
    PLIANT_PRECISE PLIANT_REAL3 added = sum - push * PLIANT_REAL(0.333333343f);
    return added;
}

#ifdef __cplusplus
}
#endif
#endif
