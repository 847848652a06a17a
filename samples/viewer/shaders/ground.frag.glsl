#version 450
#extension GL_GOOGLE_include_directive : require
// A matte floor with a faint grid that goes into the sky at the horizon.
#include "scene.glsl"
#include "light.glsl"
#include "fabric.glsl"

layout(location = 0) in vec3 world;
layout(location = 1) in vec2 local;
layout(location = 2) flat in vec3 normal;
layout(location = 3) flat in vec3 middle;
layout(location = 4) flat in vec3 colour;
layout(location = 5) flat in vec3 axisX;
layout(location = 6) flat in vec3 axisZ;
layout(location = 0) out vec4 outColour;

// Lines never thinner than a pixel, and gone where they would be dense.
float gridAt(vec2 at, vec2 pixel) {
    const vec2 width = max(vec2(0.006), 0.5 * pixel);
    const vec2 seen = 1.0 - smoothstep(vec2(0.15), vec2(0.5), pixel);
    return max(seen.x * lineAt(at.x, width.x, pixel.x), seen.y * lineAt(at.y, width.y, pixel.y));
}

void main() {
    const float away = distance(world, middle) / frame.target.w;
    const vec3 haze = skyColour(normalize(world - frame.eye.xyz));
    const float clear = 1.0 - smoothstep(0.05, 0.95, away);
    Lit lit = Lit(1.0, 1.0);
    if (clear > 0.02) {
        lit.key = keyReaching(world, normal, kKeyTaps);
        lit.sky = skyReaching(world, normal, kSkyTaps);
    }
    const vec2 at = local / frame.cell;
    const vec3 view = normalize(frame.eye.xyz - world);
    const vec2 pixel = vec2(pixelSpan(world, normal, view, axisX), pixelSpan(world, normal, view, axisZ)) / frame.cell;
    const float grid = 0.12 * gridAt(at, pixel) + 0.05 * gridAt(5.0 * at, 5.0 * pixel);
    const vec3 floorLit = matteLit(colour * (1.0 - grid), normal, lit);
    outColour = finished(mix(haze, floorLit, clear * clear));
}
