#version 450
#extension GL_GOOGLE_include_directive : require
// Cloth, and skins: the surface's positions and normals as they lie in memory.
#include "scene.glsl"
#include "place.glsl"

layout(set = 0, binding = kBindValues) readonly buffer Values { float values[]; };

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;

layout(location = 0) out vec3 outWorld;
layout(location = 1) out vec3 outNormal;
layout(location = 2) out vec2 outPlace;
layout(location = 3) out float outValue;
layout(location = 4) flat out uint outBody;

void main() {
    const uint vertex = uint(gl_VertexIndex);
    gl_Position = place(position);
    outWorld = position;
    outNormal = normal;
    outPlace = places[vertex].xy;
    outValue = values[vertex];
    outBody = bodyOf(vertex);
}
