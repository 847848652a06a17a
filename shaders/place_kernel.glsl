// What the kernels have in common that move particles one by one, whatever holds them: their buffers.
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"

layout(set = 0, binding = 2, std430) buffer Carry { vec4 carry[]; };  // see shared/verlet.h
layout(set = 0, binding = 3, std430) readonly buffer Pins { PinRecord pins[]; };
layout(set = 0, binding = 4, std430) buffer Counters { uint counters[]; };

vec4 carryAt(uint i) {
    return carry[i];
}
void setCarry(uint i, vec4 kept) {
    carry[i] = kept;
}
