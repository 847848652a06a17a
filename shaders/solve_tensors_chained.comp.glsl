#version 460
#extension GL_GOOGLE_include_directive : require
#include "chained_kernel.glsl"
#include "solve_tensor.glsl"

void runItem(uint i, uint response) {
    solveTensor(i);
}
#include "run_chain.glsl"
