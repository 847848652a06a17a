#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "round_to_even.glsl"
#include "buffers/particles.glsl"
#include "shared/layout.h"

// In place of integrate.comp.glsl on devices that are CPUs: eleven of the twenty-one numbers that a particle's step
// reads and writes come from texels, which Mesa's llvmpipe fetches in straight code, as sweep_tiles_alone.comp.glsl
// tells. It takes 0.6 of the time.
layout(local_size_x_id = 0) in;

layout(push_constant) uniform PushConstants { PassConstants constants; };

layout(binding = kParticleTexels) uniform utextureBuffer particleTexels;
layout(binding = kPreviousTexels) uniform utextureBuffer previousTexels;
layout(binding = kCarryTexels) uniform utextureBuffer carryTexels;

vec4 particleAt(uint i) {
    return uintBitsToFloat(texelFetch(particleTexels, int(i)));
}
vec3 previousAt(uint i) {
    return uintBitsToFloat(texelFetch(previousTexels, int(i)).xyz);
}
vec4 carryAt(uint i) {
    return uintBitsToFloat(texelFetch(carryTexels, int(i)));
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
#include "no_frames.glsl"
#include "integrate_particle.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    integrateParticle(constants.first + itemNumber());
}
