#version 450
#extension GL_GOOGLE_include_directive : require
// Colliders and ornaments as squares around them; planes fill the picture.
#include "scene.glsl"
#include "square.glsl"

layout(set = 0, binding = kBindSolids) readonly buffer Solids { Solid solids[]; };

layout(location = 0) out vec2 outLocal;
layout(location = 1) flat out uint outSolid;

void main() {
    const Solid solid = solids[gl_InstanceIndex];
    const float reach = length(solid.size.xyz) + solid.size.w + frame.pixel;
    const vec2 corner = cornerOf(gl_VertexIndex);
    const vec2 all = frame.target.xy + corner.x * frame.right.xy + corner.y * frame.up.xy;
    const vec3 world = vec3(solid.shape == kColliderPlane ? all : originOf(solid).xy + reach * corner, 0.0);
    outLocal = (transpose(mat3(solid.frame)) * (world - originOf(solid))).xy;
    outSolid = uint(gl_InstanceIndex);
    gl_Position = toClip(world);
}
