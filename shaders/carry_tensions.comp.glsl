#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/cloth.glsl"
#include "carry_tensions.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    carryTensions(constants.first + itemNumber());
}
