#version 450
#extension GL_GOOGLE_include_directive : require
// A particle as a disc of so many pixels, larger where a rope would hide it.
#include "scene.glsl"
#include "square.glsl"

layout(set = 0, binding = kBindDots) readonly buffer Dots { uint dots[]; };

layout(location = 0) out vec2 outAside;
layout(location = 1) flat out vec3 outColour;
layout(location = 2) flat out float outRadius;

void main() {
    const uint particle = dots[draw.first + uint(gl_InstanceIndex)];
    outRadius = max(draw.size * frame.pixel, 1.6 * styles[bodyOf(particle)].back.w);
    outAside = cornerOf(gl_VertexIndex) * (outRadius + frame.pixel);
    outColour = isPinned(particle) ? draw.pinned.rgb : draw.colour.rgb;
    gl_Position = toClip(vec3(positions[particle].xy + outAside, 0.0));
}
