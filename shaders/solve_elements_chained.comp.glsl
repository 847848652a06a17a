#version 460
#extension GL_GOOGLE_include_directive : require
#include "chained_kernel.glsl"
#include "buffers/soft_bodies.glsl"
#include "solve_element.glsl"

void main() {
    for (uint c = constants.first; c < constants.first + constants.count; ++c) {
        ChainedPass pass = chain[c];
        for (uint i = laneNumber(); i < pass.count; i += gl_WorkGroupSize.x)
            solveElement(pass.first + i, responseOf(pass));
        waitForGroup();
    }
}
