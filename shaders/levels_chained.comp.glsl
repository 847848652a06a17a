#version 460
#extension GL_GOOGLE_include_directive : require
// Coarse levels of sticks: clusters are summed up, begin with the shift of the one that they are in, and are held
// together, elastic ones from the tensions on that they are given.
#include "chained_kernel.glsl"
#include "buffers/cloth.glsl"
#include "buffers/clusters.glsl"
#include "own_rows.glsl"
#include "move_cluster.glsl"
#include "solve_stick.glsl"
#include "carry_tensions.glsl"

void runItem(uint i, uint response) {
    if (response == kStickBetweenClusters) solveStick(i, kStickBetweenClusters);
    else if (response == kStickElastic) solveStick(i, kStickElastic);
    else if (response == kLevelCarry) carryTensions(i);
    else if (response == kLevelBegin) beginShift(i);
    else sumCluster(i, response);
}
#include "run_chain.glsl"
