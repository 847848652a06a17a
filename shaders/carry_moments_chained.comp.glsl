#version 460
#extension GL_GOOGLE_include_directive : require
#include "chained_kernel.glsl"
#include "buffers/cloth.glsl"
#include "own_rows.glsl"
#include "solve_bend.glsl"

void main() {
    for (uint c = constants.first; c < constants.first + constants.count; ++c) {
        ChainedPass pass = chain[c];
        for (uint i = laneNumber(); i < pass.count; i += gl_WorkGroupSize.x)
            carryMoments(pass.first + i);
        waitForGroup();
    }
}
