#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/strands.glsl"
#include "own_rows.glsl"
#include "hold_strand.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    holdStrand(constants.first + itemNumber(), kResponse);
}
