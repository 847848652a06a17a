#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "shared/tether.h"
#include "shared/verlet.h"

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber();

    vec4 x = particles[i];
    if (x.w == 0.0f || !isPlace(x.xyz)) return;
    Tether tether = tethers[constants.table + i];
    vec4 anchor = particles[tether.anchor];
    if (anchor.w == 0.0f) particles[i] = vec4(holdWithin(x.xyz, anchor.xyz, tether.reach), x.w);
}
