#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/soft_bodies.glsl"
#include "shared/enclosure.h"

void main() {
    if (itemNumber() >= constants.count) return;

    EnclosureRecord enclosure = enclosures[constants.first + itemNumber()];
    vec3 sums = vec3(0.0f);
    for (uint c = 0u; c < enclosure.chunkCount; ++c)
        sums = addSums(sums, partialSums[enclosure.sums + c].xyz);
    float multiplier = (constants.flags & kFirstIteration) == 0u ? partialSums[enclosure.push].y : 0.0f;
    float push = enclosurePush(fillingOf(enclosure), sums, constants, multiplier);
    partialSums[enclosure.push] = vec4(push, addToMultiplier(multiplier, push), isMeasured(sums) ? 1.0f : 0.0f, 0.0f);
}
