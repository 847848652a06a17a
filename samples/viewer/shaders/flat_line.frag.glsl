#version 450
#extension GL_GOOGLE_include_directive : require
// Its colour is the body's times draw.colour.
#include "scene.glsl"
#include "flat.glsl"
#include "ramps.glsl"

layout(location = 0) in vec2 world;
layout(location = 1) in float value;
layout(location = 2) flat in vec2 from;
layout(location = 3) flat in vec2 to;
layout(location = 4) flat in float radius;
layout(location = 5) flat in uint body;
layout(location = 0) out vec4 outColour;

void main() {
    const vec2 way = to - from;
    const float share = clamp(dot(world - from, way) / max(dot(way, way), 1e-20), 0.0, 1.0);
    const float away = distance(world, from + share * way);
    const vec3 colour = shownColour(styles[body].front.rgb, value) * draw.colour.rgb;
    outColour = vec4(encoded(colour).rgb, coverage(away - radius));
}
