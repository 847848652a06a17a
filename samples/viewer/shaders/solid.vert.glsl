#version 450
#extension GL_GOOGLE_include_directive : require
// Colliders and ornaments: balls, capsules, boxes and cylinders.
#include "scene.glsl"
#include "place.glsl"

layout(set = 0, binding = kBindSolids) readonly buffer Solids { Solid solids[]; };

layout(location = 0) in vec3 around;    // times the radius
layout(location = 1) in vec3 straight;  // times the half extents
layout(location = 2) in vec3 normal;

layout(location = 0) out vec3 outWorld;
layout(location = 1) out vec3 outNormal;
layout(location = 2) flat out vec3 outColour;

void main() {
    const Solid solid = solids[gl_InstanceIndex];
    outWorld = originOf(solid) + mat3(solid.frame) * (around * solid.size.w + straight * solid.size.xyz);
    outNormal = mat3(solid.frame) * normal;
    outColour = solid.colour.rgb;
    gl_Position = place(outWorld);
}
