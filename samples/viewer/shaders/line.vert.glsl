#version 450
#extension GL_GOOGLE_include_directive : require
// Edges and sticks.
#include "scene.glsl"

layout(location = 0) in vec3 position;

void main() {
    gl_Position = toClip(lifted(position, 0.0015));
}
