// One particle of a pass: its tether, of the table in use, holds it.
#include "shared/tether.h"
#include "shared/verlet.h"

void holdTether(uint i) {
    vec4 x = particleAt(i);
    if (x.w == 0.0f || !isPlace(x.xyz)) return;
    Tether tether = tethers[constants.table + i];
    vec4 anchor = particleAt(tether.anchor);
    if (anchor.w == 0.0f) setPlace(i, holdWithin(constants, x.xyz, previousAt(i), anchor.xyz, tether.reach));
}
