#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "shared/air.h"

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber();

    vec3 sum = vec3(0.0f);
    uint row = constants.table + i;
    for (uint e = rowFirst[row]; e < rowFirst[row + 1u]; ++e)
        sum = addPush(sum, scratch[rowEntries[e]].xyz);
    vec4 x = particles[i];
    if (x.w != 0.0f) particles[i] = vec4(blown(x.xyz, sum, shares[row]), x.w);
}
