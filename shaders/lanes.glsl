// Several invocations of a workgroup share an item: each of n takes every n-th of what is around it. On devices
// that have few invocations at once an item has one.
#include "wait_for_group.glsl"

layout(constant_id = 2) const uint kInvocations = 1u;  // of a workgroup, if there are several lanes

// In place of itemNumber().
uint itemOfLanes() {
    return groupNumber() * itemsOfGroup() + laneNumber() / kLanes;
}

// Of those that share an item, which this one is.
uint laneOfItem() {
    return laneNumber() % kLanes;
}
