#version 460

// Copies one buffer to another.
layout(local_size_x_id = 0) in;

layout(binding = 0, std430) readonly buffer Source { uvec4 source[]; };
layout(binding = 1, std430) writeonly buffer Target { uvec4 target[]; };

layout(push_constant) uniform PushConstants { uint count; };

void main() {
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint i = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (i < count) target[i] = source[i];
}
