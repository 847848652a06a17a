#version 450
#extension GL_GOOGLE_include_directive : require
#include "scene.glsl"
#include "light.glsl"
#include "fabric.glsl"

layout(location = 0) in vec3 world;
layout(location = 1) in vec3 inNormal;
layout(location = 2) flat in vec3 colour;
layout(location = 0) out vec4 outColour;

void main() {
    const vec3 normal = normalize(inNormal);
    const vec3 view = normalize(frame.eye.xyz - world);
    Lit lit;
    lit.key = keyReaching(world, normal, kKeyTaps);
    lit.sky = skyReaching(world, normal, kSkyTaps);
    const float gleam = pow(max(dot(normal, normalize(keyDirection() + view)), 0.0), 24.0);
    const float rim = pow(1.0 - clamp(dot(normal, view), 0.0, 1.0), 4.0);
    vec3 light = matteLit(colour, normal, lit);
    light += 0.10 * gleam * lit.key * kKey + 0.10 * rim * kSkyLight * lit.sky;
    outColour = finished(light);
}
