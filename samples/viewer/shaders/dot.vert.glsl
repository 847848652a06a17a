#version 450
#extension GL_GOOGLE_include_directive : require
// A marked particle as a ball of so many pixels, larger where a rope would hide it.
#include "scene.glsl"
#include "ball.glsl"

layout(set = 0, binding = kBindDots) readonly buffer Dots { uint dots[]; };

layout(location = 0) out vec3 outWorld;
layout(location = 1) out vec3 outNormal;
layout(location = 2) flat out vec3 outColour;

void main() {
    const uint particle = dots[draw.first + uint(gl_InstanceIndex)];
    const vec3 centre = positions[particle].xyz;
    outColour = isPinned(particle) ? draw.pinned.rgb : draw.colour.rgb;
    const float pixel = frame.eye.w * dot(centre - frame.eye.xyz, frame.forward.xyz);
    const float radius = max(draw.size * pixel, 1.6 * styles[bodyOf(particle)].back.w);
    outNormal = onBall(uint(gl_VertexIndex), draw.sides);
    outWorld = lifted(centre + radius * outNormal, 0.02);
    gl_Position = toClip(outWorld);
}
