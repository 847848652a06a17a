#version 450
#extension GL_GOOGLE_include_directive : require
// A plane as a square around the place under what is looked at, as wide as the haze lets it be seen.
#include "scene.glsl"

layout(set = 0, binding = kBindSolids) readonly buffer Solids { Solid solids[]; };

layout(location = 0) out vec3 outWorld;
layout(location = 1) out vec2 outLocal;
layout(location = 2) flat out vec3 outNormal;
layout(location = 3) flat out vec3 outMiddle;
layout(location = 4) flat out vec3 outColour;
layout(location = 5) flat out vec3 outAxisX;
layout(location = 6) flat out vec3 outAxisZ;

void main() {
    const Solid solid = solids[gl_InstanceIndex];
    const mat3 turn = mat3(solid.frame);
    const vec3 origin = originOf(solid);
    const vec2 middle = (transpose(turn) * (frame.target.xyz - origin)).xz;
    const vec2 corner = vec2(float(gl_VertexIndex >> 1), float(gl_VertexIndex & 1)) * 2.0 - 1.0;
    outLocal = middle + corner * frame.target.w * 1.02;
    outWorld = origin + turn * vec3(outLocal.x, 0.0, outLocal.y);
    outMiddle = origin + turn * vec3(middle.x, 0.0, middle.y);
    outNormal = turn[1];
    outAxisX = turn[0];
    outAxisZ = turn[2];
    outColour = solid.colour.rgb;
    gl_Position = toClip(outWorld);
}
