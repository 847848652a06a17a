#version 450
#extension GL_GOOGLE_include_directive : require
// The cut of the plane through a solid that stands upright in it, by its signed distance (Quilez).
#include "scene.glsl"
#include "flat.glsl"

layout(set = 0, binding = kBindSolids) readonly buffer Solids { Solid solids[]; };

layout(location = 0) in vec2 local;
layout(location = 1) flat in uint index;
layout(location = 0) out vec4 outColour;

float boxDistance(vec2 extents) {
    const vec2 beyond = abs(local) - extents;
    return length(max(beyond, vec2(0.0))) + min(max(beyond.x, beyond.y), 0.0);
}

float distanceTo(Solid solid) {
    const float radius = solid.size.w, halfHeight = solid.size.y;
    if (solid.shape == kColliderPlane) return local.y;
    if (solid.shape == kColliderBox) return boxDistance(solid.size.xy);
    if (solid.shape == kColliderCylinder) return boxDistance(vec2(radius, halfHeight));
    return length(local - vec2(0.0, clamp(local.y, -halfHeight, halfHeight))) - radius;  // a sphere has no height
}

void main() {
    const Solid solid = solids[index];
    outColour = filled(solid.colour.rgb, distanceTo(solid), draw.size * frame.pixel);
}
