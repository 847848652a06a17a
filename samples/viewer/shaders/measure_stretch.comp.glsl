#version 450
#extension GL_GOOGLE_include_directive : require
// Per particle the mean strain of its structural sticks, each weighted by its size: near the largest, and smooth
// where pressed and stretched ones meet. Of a carried vertex that of its particles, by its weights.
#include "scene.glsl"
#include "particle.glsl"

layout(local_size_x = 256) in;

layout(set = 0, binding = kBindValues) writeonly buffer Values { float values[]; };
layout(set = 0, binding = kBindStrainFirst) readonly buffer StrainFirst { uint strainFirst[]; };
layout(set = 0, binding = kBindCarried) readonly buffer Carried { uvec4 carried[]; };
layout(set = 0, binding = kBindStrainEntries) readonly buffer StrainEntries { uvec2 strainEntries[]; };

float strainAt(uint particle) {
    const vec3 here = positions[particle].xyz;
    float sum = 0.0, weights = 1e-12;
    for (uint i = strainFirst[particle]; i < strainFirst[particle + 1u]; ++i) {
        const float rest = uintBitsToFloat(strainEntries[i].y);
        const float strain = distance(here, positions[strainEntries[i].x].xyz) / rest - 1.0;
        sum += strain * abs(strain);
        weights += abs(strain);
    }
    return sum / weights;
}

void main() {
    const uint vertex = vertexNumber();
    if (vertex >= frame.vertices) return;
    if (vertex < frame.particles) {
        values[vertex] = strainAt(vertex);
        return;
    }
    const uint i = 2u * (vertex - frame.particles);
    const vec3 others = uintBitsToFloat(carried[i + 1u].xyz);
    const vec4 weights = max(vec4(1.0 - others.x - others.y - others.z, others), 0.0);
    const uvec4 p = carried[i];
    const vec4 strains = vec4(strainAt(p.x), strainAt(p.y), strainAt(p.z), strainAt(p.w));
    values[vertex] = dot(weights, strains) / (weights.x + weights.y + weights.z + weights.w);
}
