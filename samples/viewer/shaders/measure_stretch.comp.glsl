#version 450
#extension GL_GOOGLE_include_directive : require
// Per particle the mean strain of its structural sticks, each weighted by its size: near the largest, and smooth
// where pressed and stretched ones meet.
#include "scene.glsl"
#include "particle.glsl"

layout(local_size_x = 256) in;

layout(set = 0, binding = kBindValues) writeonly buffer Values { float values[]; };
layout(set = 0, binding = kBindStrainFirst) readonly buffer StrainFirst { uint strainFirst[]; };
layout(set = 0, binding = kBindStrainEntries) readonly buffer StrainEntries { uvec2 strainEntries[]; };

void main() {
    const uint particle = particleNumber();
    if (particle >= frame.particles) return;
    const vec3 here = positions[particle].xyz;
    float sum = 0.0, weights = 1e-12;
    for (uint i = strainFirst[particle]; i < strainFirst[particle + 1u]; ++i) {
        const float rest = uintBitsToFloat(strainEntries[i].y);
        const float strain = distance(here, positions[strainEntries[i].x].xyz) / rest - 1.0;
        sum += strain * abs(strain);
        weights += abs(strain);
    }
    values[particle] = sum / weights;
}
