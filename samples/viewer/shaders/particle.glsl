// The number of this invocation's vertex; frame.vertices and above: there is none. Many are dispatched as several
// rows of groups.
uint vertexNumber() {
    const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    return group * kGroupSize + gl_LocalInvocationIndex;
}
