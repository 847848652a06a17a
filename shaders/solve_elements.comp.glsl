#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/soft_bodies.glsl"
#include "solve_element.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    solveElement(constants.first + itemNumber(), kResponse);
}
