#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
// Breaks every rule that spirv_test.cpp looks for.
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer Values { vec4 values[]; };

void main() {
    vec3 a = values[0].xyz;
    vec3 b = values[1].xyz;
    float contracted = a.x * b.x + a.y;
    vec3 scaled = a * b.x - b;
    float inexact = a.x / b.x + sqrt(a.y) + length(b) + dot(a, b) + subgroupAdd(a.x);
    values[2] = vec4(scaled, contracted + inexact + float(int(a.z)) - (-b.z));
}
