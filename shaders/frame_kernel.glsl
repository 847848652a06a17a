// What the kernels have in common that look at frames of reference: their buffers.
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"

layout(set = 0, binding = 2, std430) writeonly buffer Scratch { vec4 scratch[]; };
layout(set = 0, binding = 3, std430) readonly buffer Triangles { Triangle triangles[]; };
layout(set = 0, binding = 4, std430) readonly buffer Colliders { ColliderRecord colliders[]; };
layout(set = 0, binding = 5, std430) buffer Counters { uint counters[]; };
layout(set = 0, binding = 6, std430) readonly buffer Enclosures { EnclosureRecord enclosures[]; };
layout(set = 0, binding = 7, std430) readonly buffer EnclosureMembers { EnclosureMember enclosureMembers[]; };
layout(set = 0, binding = 8, std430) readonly buffer BodySums { vec4 bodySums[]; };
layout(set = 0, binding = 9, std430) readonly buffer Frames { FrameRecord frames[]; };
layout(set = 0, binding = 10, std430) readonly buffer FrameOf { uint frameOf[]; };
layout(set = 0, binding = 11, std430) buffer Carry { vec4 carry[]; };  // see shared/verlet.h

vec4 carryAt(uint i) {
    return carry[i];
}
void setCarry(uint i, vec4 kept) {
    carry[i] = kept;
}

#include "in_frames.glsl"
