#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "shared/level.h"
#include "shared/stick.h"

void main() {
    if (itemNumber() >= constants.count) return;

    Stick link = links[constants.first + itemNumber()];
    vec4 a = particles[link.a];
    vec4 b = particles[link.b];
    vec3 d = difference(a.xyz, b.xyz);
    float pull = linkPull(d, link.restLength);
    precise float pullA = shareOfFirst(link.parameter, a.w, b.w) * pull;
    precise float pullB = shareOfSecond(link.parameter, a.w, b.w) * pull;
    particles[link.a] = vec4(moveFirstEnd(a.xyz, d, pullA), a.w);
    particles[link.b] = vec4(moveSecondEnd(b.xyz, d, pullB), b.w);
}
