// Several invocations of a workgroup share an item: each takes every so many-th of what is around it. On a device with
// few invocations at once an item has one.
#include "wait_for_group.glsl"

layout(constant_id = 4) const uint kLanes = 1u;  // a power of two

shared int partsOfSums[3][1024];

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
    for (int axis = 0; axis < 3; ++axis)
        partsOfSums[axis][number] = part[axis];
    waitForGroup();
    ivec3 sum = ivec3(0);
    for (uint k = first; k < first + kLanes; ++k)
        sum += ivec3(partsOfSums[0][k], partsOfSums[1][k], partsOfSums[2][k]);
    return sum;
}
