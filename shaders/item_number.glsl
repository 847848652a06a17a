// Which items an invocation works on. Many are dispatched as several rows of workgroups.

// ItemOrder in src/pliant/gpu/traits.h: as they are numbered, backwards, shuffled.
layout(constant_id = 3) const uint kItemOrder = 0u;
const uint kShuffled = 2u;

// The number of this workgroup; of those behind the last item there is nothing to do.
uint groupNumber() {
    uint count = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint kPrime = 61u;  // steps of it meet each group once, but for multiples of it
    if (kItemOrder == kShuffled && count % kPrime != 0u) return (group * kPrime) % count;
    return kItemOrder == 0u ? group : count - 1u - group;
}

// The number of this invocation in its workgroup, whose size is a power of two.
uint laneNumber() {
    uint lane = gl_LocalInvocationID.x;
    if (kItemOrder == kShuffled) return lane ^ 5u;
    return kItemOrder == 0u ? lane : gl_WorkGroupSize.x - 1u - lane;
}

// The number of this invocation among the items; constants.count and above: nothing to do.
uint itemNumber() {
    return groupNumber() * gl_WorkGroupSize.x + laneNumber();
}
