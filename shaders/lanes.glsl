// Several invocations of a workgroup share an item: each of n takes every n-th of what is around it. On devices
// that have few invocations at once an item has one.
#include "wait_for_group.glsl"

layout(constant_id = 4) const uint kLanes = 1u;        // a power of two
layout(constant_id = 2) const uint kInvocations = 1u;  // of a workgroup, if there are several lanes

shared ivec3 partsOfSums[kInvocations];

// In place of itemNumber().
uint itemOfLanes() {
    return groupNumber() * (gl_WorkGroupSize.x / kLanes) + laneNumber() / kLanes;
}

// Of those that share an item, which this one is.
uint laneOfItem() {
    return laneNumber() % kLanes;
}

// Of all that share an item. All invocations of a workgroup come here.
ivec3 sumOfLanes(ivec3 part) {
    if (kLanes == 1u) return part;
    uint number = laneNumber(), first = number - laneOfItem();
    partsOfSums[number] = part;
    waitForGroup();
    ivec3 sum = ivec3(0);
    for (uint k = first; k < first + kLanes; ++k)
        sum += partsOfSums[k];
    return sum;
}
