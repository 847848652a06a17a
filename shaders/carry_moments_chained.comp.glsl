#version 460
#extension GL_GOOGLE_include_directive : require
#include "chained_kernel.glsl"
#include "buffers/cloth.glsl"
#include "own_rows.glsl"
#include "solve_bend.glsl"

void runItem(uint i, uint response) {
    carryMoments(i);
}
#include "run_chain.glsl"
