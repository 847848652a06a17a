#version 460
#extension GL_GOOGLE_include_directive : require
#include "body_kernel.glsl"
#include "shared/enclosure.h"

void main() {
    if (itemNumber() >= constants.count) return;
    uint index = constants.first + itemNumber();

    EnclosureMember member = enclosureMembers[index];
    EnclosureRecord enclosure = enclosures[member.owner];
    vec4 x = particles[member.particle];
    if (x.w == 0.0f) return;
    vec4 state = bodySums[enclosure.push];
    float push = state.x;
    if (constants.firstIteration != 0u) {
        vec3 reference = previous[enclosure.reference].xyz;
        push = addBuoyancy(push, buoyancy(enclosure.displaced, x.xyz, reference, constants.fall, state.z));
    }
    vec3 gradient = bodySums[enclosure.gradients + index].xyz;
    particles[member.particle] = vec4(moveAlong(x.xyz, gradient, x.w, push), x.w);
}
