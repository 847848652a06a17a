// One particle of a pass: it takes its share of its triangles' pushes.
#include "shared/air.h"

void gatherPush(uint i) {
    vec3 sum = vec3(0.0f);
    uint row = constants.rows + i;
    uint end = rowFirst[row + 1u];
    for (uint e = rowFirst[row]; e < end; ++e)
        sum = addPush(sum, scratch[rowEntries[e]].xyz);
    vec4 x = particleAt(i);
    if (x.w != 0.0f) setPlace(i, blown(x.xyz, sum, shares[row]));
}
