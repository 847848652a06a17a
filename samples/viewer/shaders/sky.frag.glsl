#version 450
#extension GL_GOOGLE_include_directive : require
#include "scene.glsl"
#include "light.glsl"

layout(location = 0) in vec3 ray;
layout(location = 0) out vec4 outColour;

void main() {
    outColour = finished(skyColour(normalize(ray)));
}
