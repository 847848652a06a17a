#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"
#include "bound_neighbours.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    boundNode(constants.first + itemNumber());
}
