#version 450
#extension GL_GOOGLE_include_directive : require
#include "scene.glsl"
#include "flat.glsl"

layout(location = 0) in vec2 aside;
layout(location = 1) flat in vec3 colour;
layout(location = 2) flat in float radius;
layout(location = 0) out vec4 outColour;

void main() {
    outColour = filled(colour, length(aside) - radius, 0.28 * radius);
}
