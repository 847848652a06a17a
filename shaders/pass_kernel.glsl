// What the kernels of all passes have in common: the pass's constants, the particles, and which item an invocation
// works on.
#extension GL_GOOGLE_include_directive : require
#include "round_to_even.glsl"

#include "shared/layout.h"

layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint kResponse = 0u;

layout(push_constant) uniform PushConstants { PassConstants constants; };

// Kernels in which an invocation reads what another has written say that these are coherent.
#ifndef PLIANT_COHERENT
#define PLIANT_COHERENT
#endif
layout(set = 0, binding = 0, std430) PLIANT_COHERENT buffer Particles { vec4 particles[]; };  // position, inverse mass
layout(set = 0, binding = 1, std430) PLIANT_COHERENT buffer Previous { vec4 previous[]; };

// How what is done to one item reaches a particle.
vec4 particleAt(uint i) {
    return particles[i];
}
vec3 previousAt(uint i) {
    return previous[i].xyz;
}
void setParticle(uint i, vec4 x) {
    particles[i] = x;
}
void setPlace(uint i, vec3 x) {
    particles[i].xyz = x;
}
void setPrevious(uint i, vec3 p) {
    previous[i].xyz = p;
}

#include "item_number.glsl"
