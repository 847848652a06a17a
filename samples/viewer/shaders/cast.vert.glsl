#version 450
#extension GL_GOOGLE_include_directive : require
// Cloth into a light's depth map.
#include "scene.glsl"
#include "place.glsl"

layout(location = 0) in vec3 position;

void main() {
    gl_Position = place(position);
}
