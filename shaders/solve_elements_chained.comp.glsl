#version 460
#extension GL_GOOGLE_include_directive : require
#include "chained_kernel.glsl"
#include "buffers/soft_bodies.glsl"
#include "solve_element.glsl"

void runItem(uint i, uint response) {
    solveElement(i, response);
}
#include "run_chain.glsl"
