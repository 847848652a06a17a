// What the invocations that share an item find, added up.
#include "lanes.glsl"

// So many sums a kernel has.
#ifndef PLIANT_SUMS
#define PLIANT_SUMS 1u
#endif
shared ivec3 partsOfSums[PLIANT_SUMS * kInvocations];

// Of all that share an item. All invocations of a workgroup come here.
ivec3 sumOfLanes(ivec3 part, uint sumNumber) {
    if (kLanes == 1u) return part;
    uint number = laneNumber() + sumNumber * kInvocations, first = number - laneOfItem();
    partsOfSums[number] = part;
    waitForGroup();
    ivec3 sum = ivec3(0);
    for (uint k = first; k < first + kLanes; ++k)
        sum += partsOfSums[k];
    return sum;
}
