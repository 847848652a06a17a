// One particle of a pass: its tether, of the table in use, holds it.
#include "shared/tether.h"
#include "shared/verlet.h"

void holdTether(uint i) {
    vec4 x = particleAt(i);
    if (x.w == 0.0f || !isPlace(x.xyz)) return;
    Tether tether = tethers[constants.rows + i];
    // One that is free, and may be moving, is not looked at.
    if (inverseMassAt(tether.anchor) != 0.0f) return;
    vec3 anchor = particleAt(tether.anchor).xyz;
    setPlace(i, holdWithin(constants, x.xyz, previousAt(i), anchor, tether.reach));
}
