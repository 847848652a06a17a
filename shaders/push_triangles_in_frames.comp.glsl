#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/cloth.glsl"
#include "in_frames.glsl"
#include "push_triangle.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    uint index = constants.first + itemNumber();
    scratch[index].xyz = pushOfTriangle(triangles[index]);
}
