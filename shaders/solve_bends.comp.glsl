#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/cloth.glsl"
#include "own_rows.glsl"
#include "solve_bend.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    solveBend(constants.first + itemNumber(), kResponse);
}
