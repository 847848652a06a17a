#version 450
#extension GL_GOOGLE_include_directive : require
#include "scene.glsl"
#include "light.glsl"

layout(location = 0) out vec4 outColour;

void main() {
    outColour = vec4(finished(draw.colour.rgb).rgb, draw.colour.a);
}
