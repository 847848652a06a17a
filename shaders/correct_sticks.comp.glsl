#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/cloth.glsl"
#include "shared/jacobi.h"
#include "stick_push.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    uint index = constants.first + itemNumber();

    Stick stick = sticks[index];
    vec4 a = particles[stick.a];
    vec4 b = particles[stick.b];
    vec3 d = difference(a.xyz, b.xyz);
    float shareA = shares[constants.rows + stick.a];
    float shareB = shares[constants.rows + stick.b];
    float factor = jacobiFactor(kResponse, shareA, shareB, constants.relaxation);
    vec3 dBefore = vec3(0.0f);
    if (needsBefore(kResponse)) dBefore = difference(previousAt(stick.a), previousAt(stick.b));
    bool isFirst = startWithoutTension(constants.flags);
    float multiplier;
    float push = pushOf(kResponse, index, stick, d, dBefore, a.w, b.w, factor, isFirst, multiplier);
    if (kResponse < kStickRigid) multipliers[index] = multiplier;
    scratch[index].xyz = stickCorrection(d, push);
}
