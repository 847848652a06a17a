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

// One after another: see holdTethers() in src/pliant/cpu/cloth_kernels.h.
void holdTether(uint i) {
    vec4 start = particleAt(i);
    if (start.w == 0.0f || !isPlace(start.xyz)) return;
    vec3 x = start.xyz;
    bool isAny = false;
    for (uint k = 0u; k < constants.tetherCount; ++k) {
        Tether tether = tethers[k * constants.tetherStride + i];
        // One that is free, and may be moving, is not looked at.
        if (inverseMassAt(tether.anchor) != 0.0f) continue;
        vec3 anchor = particleAt(tether.anchor).xyz;
        if (!isBeyond(x, anchor, tether.reach)) continue;
        if (!isAny && areAnchorsApart(i)) return;
        isAny = true;
        x = holdWithin(constants, x, previousAt(i), anchor, tether.reach);
    }
    if (isAny) setPlace(i, x);
}
