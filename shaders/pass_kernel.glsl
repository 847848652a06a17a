// What the kernels of all passes have in common: the pass's constants, how a particle is reached, and which item an
// invocation works on.
#extension GL_GOOGLE_include_directive : require
#include "round_to_even.glsl"

#include "buffers/particles.glsl"
#include "shared/layout.h"

layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint kResponse = 0u;

layout(push_constant) uniform PushConstants { PassConstants constants; };

vec4 particleAt(uint i) {
    return particles[i];
}
float inverseMassAt(uint i) {
    return particles[i].w;
}
vec3 previousAt(uint i) {
    return previous[i].xyz;
}
vec4 carryAt(uint i) {
    return carry[i];
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
void setCarry(uint i, vec4 kept) {
    carry[i] = kept;
}

#include "item_number.glsl"
