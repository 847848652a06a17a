// One particle of a pass: its tether, of the table in use, holds it.
#include "shared/tether.h"
#include "shared/verlet.h"

// Whether anchors of particle i are pulled apart, so that its tethers are left out: sticks hold what pins stretch.
bool areAnchorsApart(uint i) {
    for (uint k = 1u; k < constants.tetherCount; ++k) {
        Tether tether = tethers[k * constants.tetherStride + i];
        if (inverseMassAt(tether.anchor) != 0.0f) continue;
        vec3 anchor = particleAt(tether.anchor).xyz;
        for (uint other = 0u; other < k; ++other) {
            Tether its = tethers[other * constants.tetherStride + i];
            if (inverseMassAt(its.anchor) != 0.0f) continue;
            if (arePulledApart(anchor, tether.reach, particleAt(its.anchor).xyz, its.reach)) return true;
        }
    }
    return false;
}

void holdTether(uint i) {
    vec4 x = particleAt(i);
    if (x.w == 0.0f || !isPlace(x.xyz)) return;
    Tether tether = tethers[constants.rows + i];
    // One that is free, and may be moving, is not looked at.
    if (inverseMassAt(tether.anchor) != 0.0f) return;
    vec3 anchor = particleAt(tether.anchor).xyz;
    if (!isBeyond(x.xyz, anchor, tether.reach) || areAnchorsApart(i)) return;
    setPlace(i, holdWithin(constants, x.xyz, previousAt(i), anchor, tether.reach));
}
