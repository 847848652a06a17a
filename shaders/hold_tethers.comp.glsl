#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "shared/tether.h"

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber();

    vec4 x = particles[i];
    if (x.w == 0.0f) return;
    for (uint k = 0u; k < constants.table; ++k) {
        Tether tether = tethers[k * constants.count + i];
        vec4 anchor = particles[tether.anchor];
        if (anchor.w == 0.0f) x.xyz = holdWithin(x.xyz, anchor.xyz, tether.reach);
    }
    particles[i] = x;
}
