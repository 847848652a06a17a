#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "stick_push.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    uint index = constants.first + itemNumber();

    Stick stick = sticks[index];
    vec4 a = particles[stick.a];
    vec4 b = particles[stick.b];
    precise vec3 d = a.xyz - b.xyz;
    precise float inverseMasses = a.w + b.w;
    precise float push = pushOf(index, stick, d, inverseMasses, 1.0f);
    precise float shareA = a.w * push;
    precise float shareB = b.w * push;
    particles[stick.a] = vec4(moveFirstEnd(a.xyz, d, shareA), a.w);
    particles[stick.b] = vec4(moveSecondEnd(b.xyz, d, shareB), b.w);
}
