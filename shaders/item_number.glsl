// The number of this invocation among the items; constants.count and above: nothing to do. Many items are dispatched as
// several rows of groups.
uint itemNumber() {
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    return group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
}
