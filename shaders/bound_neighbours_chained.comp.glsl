#version 460
#extension GL_GOOGLE_include_directive : require
#include "chained_kernel.glsl"
#include "neighbours.glsl"
#include "bound_neighbours.glsl"

void runItem(uint i, uint response) {
    boundNode(i);
}
#include "run_chain.glsl"
