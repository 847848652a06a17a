#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "solve_tensor.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    solveTensor(constants.first + itemNumber());
}
