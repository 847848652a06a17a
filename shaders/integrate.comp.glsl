#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "shared/verlet.h"

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber();

    vec4 x = particles[i];
    vec4 p = previous[i];
    if (!isPlace(x.xyz)) {  // lost in the last substep: back to where it last was, at rest
        x = vec4(p.xyz, x.w);
        atomicAdd(counters[0], 1u);
    }
    previous[i] = x;
    if (x.w == 0.0f) return;
    particles[i] = vec4(verletStep(x.xyz, p.xyz, constants.fall, constants.keep), x.w);
}
