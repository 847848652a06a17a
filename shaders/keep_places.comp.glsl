#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "shared/verlet.h"

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber();

    vec4 x = particles[i];
    if (isPlace(x.xyz)) return;
    particles[i] = vec4(previous[i].xyz, x.w);
    atomicAdd(counters[0], 1u);
}
