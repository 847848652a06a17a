#version 460
#extension GL_GOOGLE_include_directive : require
#include "in_turn_kernel.glsl"
#include "buffers/bodies.glsl"
#include "solve_element.glsl"

void main() {
    for (uint t = constants.first; t < constants.first + constants.count; ++t) {
        PassTurn turn = turns[t];
        for (uint i = laneNumber(); i < turn.count; i += gl_WorkGroupSize.x)
            solveElement(turn.first + i, responseOf(turn));
        waitForGroup();
    }
}
