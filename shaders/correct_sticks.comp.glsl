#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "shared/jacobi.h"
#include "stick_push.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    uint index = constants.first + itemNumber();

    Stick stick = sticks[index];
    vec4 a = particles[stick.a];
    vec4 b = particles[stick.b];
    precise vec3 d = a.xyz - b.xyz;
    precise float inverseMasses = a.w + b.w;
    precise float factor = jacobiFactor(kResponse, jacobiShare[stick.a], jacobiShare[stick.b], constants.relaxation);
    precise float push = pushOf(index, stick, d, inverseMasses, factor);
    corrections[index] = vec4(stickCorrection(d, push), 0.0f);
}
