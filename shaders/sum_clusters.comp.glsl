#version 460
#extension GL_GOOGLE_include_directive : require
#include "buffers/clusters.glsl"
#include "pass_kernel.glsl"
#include "own_rows.glsl"
#include "move_cluster.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    sumCluster(constants.first + itemNumber(), kResponse);
}
