#version 460
#extension GL_GOOGLE_include_directive : require
#include "body_kernel.glsl"
#include "solve_tet.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    solveTet(constants.first + itemNumber());
}
