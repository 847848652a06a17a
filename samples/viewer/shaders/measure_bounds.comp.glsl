#version 450
#extension GL_GOOGLE_include_directive : require
// How far the vertices reach, along the axes of each light.
#define BOUNDS_ARE_WRITTEN
#include "scene.glsl"
#include "bounds.glsl"
#include "particle.glsl"

layout(local_size_x = 256) in;

shared vec3 lows[kGroupSize];
shared vec3 highs[kGroupSize];

void reduce(uint light, vec3 q) {
    const uint me = gl_LocalInvocationIndex;
    lows[me] = q - frame.reach;
    highs[me] = q + frame.reach;
    for (uint width = kGroupSize / 2u; width > 0u; width /= 2u) {
        barrier();
        if (me < width) {
            lows[me] = min(lows[me], lows[me + width]);
            highs[me] = max(highs[me], highs[me + width]);
        }
    }
    barrier();
    if (me < 3u) {
        atomicMin(ordered[6u * light + me], toOrdered(lows[0][me]));
        atomicMax(ordered[6u * light + 3u + me], toOrdered(highs[0][me]));
    }
    barrier();
}

void main() {
    const uint vertex = min(vertexNumber(), frame.vertices - 1u);
    for (uint light = 0u; light < kLightCount; ++light)
        reduce(light, toLight(light, positions[vertex].xyz));
}
