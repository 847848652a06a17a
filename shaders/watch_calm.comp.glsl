#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/sleep.glsl"
#include "shared/sleep.h"

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber();

    Sleeper sleeper = sleepers[i];
    if (!isStray(particles[i].xyz, sleepAnchors[i].xyz, sleeper.squaredDistance)) return;
    if (sleepStates[sleeper.sleeper] < kStrayed) atomicMax(sleepStates[sleeper.sleeper], kStrayed);
}
