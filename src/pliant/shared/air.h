// Air pushes triangles of cloth.
#ifndef PLIANT_SHARED_AIR_H
#define PLIANT_SHARED_AIR_H

#include "real.h"

#ifdef __cplusplus
namespace pliant {
#endif

// Of Triangle::inverses: 1 / area at rest [1/m^2], as a power of two not above it, and area at rest / (its own share of
// the corners' mass) [m^2/kg], within 2^-17 of it.
PLIANT_INLINE float inverseRestAreaOf(uint inverses) {
    return floatOfBits((inverses & 0xffu) << 23);
}
PLIANT_INLINE float inverseDensityOf(uint inverses) {
    return floatOfBits((inverses >> 8) << 7);
}

// Force on a triangle of area A and unit normal n that moves at u relative to the air:
//     F = -rho A / 2 ( (Cd - Cl) |u . n| u + Cl |u| (u . n) n )
// The second part is the pressure on an inclined plate, along its normal and growing with the normal velocity (Wejchert
// and Haumann 1991, "Animation aerodynamics"); its component across the stream is lift. The first is drag along the
// stream. Across the stream the two are rho A Cd |u|^2 / 2, and along it there is no force, so that nothing jumps where
// the triangle shows the air its other side.
// With u the displacement in a substep h, it is F h^2 that comes out, and no h is needed. drag = rho (Cd - Cl) / 2,
// lift = rho Cl / 2, and A n = (xb - xa) x (xc - xa) / 2.
// A substep may be too long for a light triangle in a gale: F is divided by 1 + |F| h^2 / (m |u|), so that the triangle
// is never pushed faster than the air. What comes out is the triangle's displacement F h^2 / m times its area at rest,
// at most twice |u| times that, however far the triangle is stretched.
// There is no push where a corner is lost, or so far off that F / |u|^2 has no square.
PLIANT_MATHS PLIANT_REAL3 airPush(PLIANT_REAL3 xa, PLIANT_REAL3 xb, PLIANT_REAL3 xc, PLIANT_REAL3 u,
                                  PLIANT_REAL inverseRestArea, PLIANT_REAL inverseDensity, PLIANT_REAL drag,
                                  PLIANT_REAL lift) {
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
    PLIANT_PRECISE PLIANT_REAL dragging = pick(along < PLIANT_REAL(0.0f), opposite, along) * drag;
    PLIANT_REAL3 area = PLIANT_REAL3(nx, ny, nz);
    PLIANT_REAL areaSquared = squaredLength(area);
    PLIANT_REAL inverseArea = keepIf(areaSquared > PLIANT_REAL(1e-30f), reciprocalSqrt(areaSquared));
    PLIANT_PRECISE PLIANT_REAL lifting = along * inverseArea * lift;
    PLIANT_PRECISE PLIANT_REAL3 pressure = unit * dragging + area * lifting;  // F / |u|^2

    PLIANT_REAL pressureSquared = squaredLength(pressure);
    PLIANT_PRECISE PLIANT_REAL size = pressureSquared * reciprocalSqrt(pressureSquared);
    PLIANT_REAL ofSmaller = pick(inverseArea < inverseRestArea, inverseRestArea, inverseArea);
    PLIANT_PRECISE PLIANT_REAL perMass = size * ofSmaller * inverseDensity;
    PLIANT_PRECISE PLIANT_REAL slowed = PLIANT_REAL(1.0f) + squared * inverseSpeed * perMass;
    slowed = pick(pressureSquared < PLIANT_REAL(1e37f), slowed, PLIANT_REAL(kLargestSquared));
    PLIANT_PRECISE PLIANT_REAL scale = squared * reciprocal(slowed) * inverseDensity;
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

// A particle moves by the mean of its triangles' displacements, weighted by their areas: so the forces add up, and no
// corner is pushed faster than its triangles. A push works against u; `share` is 1 / (area around the particle), 0 if
// it is pinned.
PLIANT_MATHS PLIANT_REAL3 addPush(PLIANT_REAL3 sum, PLIANT_REAL3 push) {
    PLIANT_PRECISE PLIANT_REAL3 added = sum - push;
    return added;
}
PLIANT_MATHS PLIANT_REAL3 blown(PLIANT_REAL3 x, PLIANT_REAL3 sum, PLIANT_REAL share) {
    PLIANT_PRECISE PLIANT_REAL3 moved = x + sum * share;
    return storable3(moved);
}

#ifdef __cplusplus
}
#endif
#endif
