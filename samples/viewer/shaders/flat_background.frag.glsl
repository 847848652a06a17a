#version 450
#extension GL_GOOGLE_include_directive : require
// Paper with a faint grid.
#include "scene.glsl"
#include "flat.glsl"

layout(location = 0) in vec2 world;
layout(location = 1) in float height;
layout(location = 0) out vec4 outColour;

// Share of a line of one pixel through whole numbers; none where they would be dense.
float linesAt(vec2 at, float pixel) {
    const vec2 away = abs(fract(at - 0.5) - 0.5);
    const float near = min(away.x, away.y);
    return clamp(1.0 - near / pixel, 0.0, 1.0) * (1.0 - smoothstep(0.08, 0.25, pixel));
}

void main() {
    const vec3 paper = mix(vec3(0.80, 0.81, 0.81), vec3(0.93, 0.925, 0.905), 0.5 + 0.5 * height);
    const vec2 at = world / frame.cell;
    const float pixel = frame.pixel / frame.cell;
    const float grid = 0.11 * linesAt(at, pixel) + 0.06 * linesAt(5.0 * at, 5.0 * pixel);
    outColour = encoded(paper * (1.0 - grid));
}
