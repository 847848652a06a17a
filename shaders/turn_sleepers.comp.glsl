#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/sleep.glsl"
#include "shared/sleep.h"

void main() {
    if (itemNumber() >= constants.count) return;
    uint s = constants.first + itemNumber();
    uint after = stateAfter(sleepStates[s], constants.flags);
    sleepStates[s] = after;
    if (after != kAsleep) atomicAdd(awakeCount, 1u);
}
