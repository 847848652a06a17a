// One particle of a pass: its tether, of the table in use, holds it.
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
