#version 450
#extension GL_GOOGLE_include_directive : require
// Cloth from both sides, and ropes.
#include "scene.glsl"
#include "light.glsl"
#include "fabric.glsl"
#include "ramps.glsl"

layout(location = 0) in vec3 world;
layout(location = 1) in vec3 inNormal;
layout(location = 2) in vec2 inPlace;
layout(location = 3) in float value;
layout(location = 4) flat in uint body;

layout(location = 0) out vec4 outColour;

// Three strands laid around the rope.
vec3 ropeDye(Style style, float pixel) {
    const float pitch = max(style.back.w, 1e-6) * 1.8;
    const float seen = 1.0 - smoothstep(0.15, 0.5, pixel / pitch);
    const float groove = pow(0.5 + 0.5 * cos(6.28318530718 * (inPlace.x / pitch + 3.0 * inPlace.y)), 3.0);
    return style.front.rgb * (1.0 - 0.5 * groove * seen);
}

void main() {
    const vec3 view = normalize(frame.eye.xyz - world);
    const Style style = styles[body];
    const bool isRope = uint(style.front.w) == kPatternRope;
    vec3 normal = normalize(inNormal);
    const bool isBack = !isRope && !gl_FrontFacing;
    if (isBack) normal = -normal;

    Lit lit;
    lit.key = keyReaching(world, normal, isRope ? kKeyTaps / 2u : kKeyTaps);
    lit.sky = skyReaching(world, normal, isRope ? kSkyTaps / 2u : kSkyTaps);
    if (showsNumbers()) {
        const float bright = 0.62 + 0.38 * max(dot(normal, keyDirection()) * 0.8 + 0.2, 0.0) * lit.key;
        outColour = finished(numberColour(value) * bright * mix(0.75, 1.0, lit.sky));
        return;
    }
    const float pixel = pixelSpan(world, normal, view);
    const vec3 dye = isRope ? ropeDye(style, pixel) : dyed(style, inPlace, pixel, isBack) * weaveAt(inPlace, pixel);
    outColour = finished(fabricLit(dye, normal, view, lit));
}
