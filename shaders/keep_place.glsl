// One particle of a pass: it goes back to where it last was, if it is nowhere any more.
#include "shared/verlet.h"

void keepPlace(uint i) {
    vec4 x = particleAt(i);
    if (isPlace(x.xyz)) return;
    setPlace(i, previousAt(i));
    setCarry(i, vec4(0.0f));
    atomicAdd(counters[kCountOfLost], 1u);
}
