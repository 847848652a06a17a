#version 460
#extension GL_GOOGLE_include_directive : require
#include "chained_kernel.glsl"
#include "buffers/cloth.glsl"
#include "solve_stick.glsl"

void runItem(uint i, uint response) {
    solveStick(i, response);
}
#include "run_chain.glsl"
