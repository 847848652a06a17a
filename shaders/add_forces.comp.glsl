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
    vec3 v = velocities[own].xyz;
    vec3 sum = vec3(0.0f);
    uint end = springFirst[own + 1u];
    for (uint e = springFirst[own]; e < end; ++e) {
        SpringEnd spring = springEnds[e];
        uint other = spring.other & ~kSpringOneSided;
        vec3 d = difference(x.xyz, particles[other].xyz);
        vec3 dv = difference(v, velocities[other - constants.firstForced].xyz);
        sum = addForce(sum, springForce(d, dv, spring.restLength, spring.stiffness, spring.viscosity,
                                        (spring.other & kSpringOneSided) != 0u));
    }
    vec3 a = accelerationBy(sum, v, x.w, constants.gravity, constants.damping);
    stages[own].acceleration = vec4(a, 0.0f);
}
