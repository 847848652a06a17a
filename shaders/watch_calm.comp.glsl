#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/neighbour_state.glsl"
#include "buffers/sleep.glsl"
#include "shared/sleep.h"

// Once in a step.
void settleCounts() {
    bool hasContacts = uint(state.length()) > kCrowdedCount;
    if (leavesAll(awakeCount, constants.flags)) {
        counters[kCountOfLost] = lostBefore;
        if (hasContacts) state[kCrowdedCount] = crowdedBefore;
    }
    lostBefore = counters[kCountOfLost];
    if (hasContacts) crowdedBefore = state[kCrowdedCount];
    awakeCount = 0u;  // they are counted by TurnSleepers
}

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber();
    if (i == 0u) settleCounts();

    Sleeper sleeper = sleepers[i];
    if (!isStray(particles[i].xyz, sleepAnchors[i].xyz, sleeper.squaredDistance)) return;
    if (sleepStates[sleeper.sleeper] < kStrayed) atomicMax(sleepStates[sleeper.sleeper], kStrayed);
}
