#version 450
#extension GL_GOOGLE_include_directive : require
#include "scene.glsl"
#include "flat.glsl"
#include "ramps.glsl"

layout(location = 0) in float value;
layout(location = 1) flat in uint body;
layout(location = 0) out vec4 outColour;

void main() {
    outColour = encoded(shownColour(styles[body].front.rgb, value));
}
