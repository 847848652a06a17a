#version 460
#extension GL_GOOGLE_include_directive : require
#include "buffers/clusters.glsl"
#include "pass_kernel.glsl"

uint rowOf(uint row) {
    return row;
}
#include "move_cluster.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    shiftParticle(constants.first + itemNumber());
}
