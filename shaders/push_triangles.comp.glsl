#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "shared/air.h"

vec3 displacementOf(uint i) {
    return difference(particles[i].xyz, previous[i].xyz);
}

void main() {
    if (itemNumber() >= constants.count) return;
    uint index = constants.first + itemNumber();

    Triangle t = triangles[index];
    vec3 u =
        displacementInAir(displacementOf(t.a), displacementOf(t.b), displacementOf(t.c), constants.airStep);
    vec3 push = airPush(particles[t.a].xyz, particles[t.b].xyz, particles[t.c].xyz, u, t.inverseDensity, constants.airDrag,
                        constants.airLift);
    scratch[index] = vec4(push, 0.0f);
}
