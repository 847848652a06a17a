#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/cloth.glsl"
#include "shared/jacobi.h"

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber();

    vec3 sum = vec3(0.0f);
    uint row = constants.rows + i;
    uint end = rowFirst[row + 1u];
    for (uint e = rowFirst[row]; e < end; ++e) {
        uint entry = rowEntries[e];
        sum = addCorrection(sum, scratch[entry / 2u].xyz, (entry & 1u) != 0u);
    }
    vec4 x = particles[i];
    particles[i] = vec4(moveBySum(x.xyz, sum, x.w), x.w);
}
