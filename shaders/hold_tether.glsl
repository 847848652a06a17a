// One particle of a pass: its tethers hold it.
#include "shared/tether.h"
#include "shared/verlet.h"

// Whether anchors of particle i are pulled apart, so that its tethers are left out: sticks hold what pins stretch. One
// loop over all pairs, since some devices bound how often loops go round.
bool areAnchorsApart(uint i) {
    uint k = 1u, other = 0u;
    while (k < constants.tetherCount) {
        Tether tether = tethers[k * constants.tetherStride + i], its = tethers[other * constants.tetherStride + i];
        if (inverseMassAt(tether.anchor) == 0.0f && inverseMassAt(its.anchor) == 0.0f) {
            vec3 anchor = particleAt(tether.anchor).xyz, itsAnchor = particleAt(its.anchor).xyz;
            if (arePulledApart(anchor, tether.reach, itsAnchor, its.reach)) return true;
        }
        if (++other == k) {
            ++k;
            other = 0u;
        }
    }
    return false;
}

// Whether the particle's k-th tether draws it back from x. One that is free, and may be moving, is not looked at.
bool isTaut(uint k, uint i, vec3 x) {
    if (k >= constants.tetherCount) return false;
    Tether tether = tethers[k * constants.tetherStride + i];
    return inverseMassAt(tether.anchor) == 0.0f && isBeyond(x, particleAt(tether.anchor).xyz, tether.reach);
}

vec3 drawnBy(uint k, uint i, vec3 x) {
    Tether tether = tethers[k * constants.tetherStride + i];
    return holdWithin(constants, x, previousAt(i), particleAt(tether.anchor).xyz, tether.reach);
}

#ifdef FEW_LOOPS

vec3 heldBy(uint k, uint i, vec3 x) {
    return isTaut(k, i, x) ? drawnBy(k, i, x) : x;
}

// Has the particle's tethers draw x back one after another, the longest last; false: none does. See holdTethers() in
// src/pliant/cpu/cloth_kernels.h. There are at most four. No loop, since some devices bound how often all loops of an
// invocation together go round.
bool drawAll(uint i, inout vec3 x) {
    bool isAny = isTaut(0u, i, x) || isTaut(1u, i, x) || isTaut(2u, i, x) || isTaut(3u, i, x);
    if (!isAny || areAnchorsApart(i)) return false;
    x = heldBy(3u, i, heldBy(2u, i, heldBy(1u, i, heldBy(0u, i, x))));
    return true;
}

#else

// The same with a loop: software Vulkan goes round it only as often as there are tethers.
bool drawAll(uint i, inout vec3 x) {
    bool isAny = false;
    for (uint k = 0u; k < constants.tetherCount; ++k) {
        if (!isTaut(k, i, x)) continue;
        if (!isAny && areAnchorsApart(i)) return false;
        isAny = true;
        x = drawnBy(k, i, x);
    }
    return isAny;
}

#endif

void holdTether(uint i) {
    vec4 start = particleAt(i);
    vec3 x = start.xyz;
    if (start.w != 0.0f && isPlace(x) && drawAll(i, x)) setPlace(i, x);
}
