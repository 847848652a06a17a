#version 450
#extension GL_GOOGLE_include_directive : require
// Marked particles: bright, and rounded by a little shade towards the edge.
#include "scene.glsl"
#include "light.glsl"

layout(location = 0) in vec3 world;
layout(location = 1) in vec3 normal;
layout(location = 2) flat in vec3 colour;
layout(location = 0) out vec4 outColour;

void main() {
    const vec3 n = normalize(normal);
    const float nv = max(dot(n, normalize(frame.eye.xyz - world)), 0.0);
    const float gleam = pow(max(dot(n, normalize(keyDirection() + normalize(frame.eye.xyz - world))), 0.0), 40.0);
    outColour = finished(colour * (0.45 + 0.55 * nv) + 0.35 * gleam);
}
