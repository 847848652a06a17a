#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/forces.glsl"
#include "shared/force.h"

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber();
    uint own = i - constants.firstForced;

    vec4 x = particles[i];
    vec3 p = previous[i].xyz;
    vec3 v = velocities[own].xyz;
    v = settledVelocity(x.xyz, p, v, stages[own].displacement.xyz, x.w, constants.inverseStep);
    if (!isPlace(x.xyz) || !isPlace(v)) {  // lost: back to where it last was, at rest
        particles[i] = vec4(p, x.w);
        v = vec3(0.0f);
        atomicAdd(counters[kCountOfLost], 1u);
    }
    velocities[own] = vec4(v, 0.0f);
}
