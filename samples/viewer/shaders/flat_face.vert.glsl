#version 450
#extension GL_GOOGLE_include_directive : require
// Faces of bodies.
#include "scene.glsl"

layout(set = 0, binding = kBindValues) readonly buffer Values { float values[]; };

layout(location = 0) in vec3 position;

layout(location = 0) out float outValue;
layout(location = 1) flat out uint outBody;

void main() {
    const uint particle = uint(gl_VertexIndex);
    outValue = values[particle];
    outBody = bodyOf(particle);
    gl_Position = toClip(position);
}
