#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/cloth.glsl"
#include "solve_stick.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    solveStick(constants.first + itemNumber(), kResponse);
}
