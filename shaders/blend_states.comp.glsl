#version 460
#extension GL_GOOGLE_include_directive : require
#include "surface_kernel.glsl"
#include "shared/normal.h"

void main() {
    uint i = itemNumber();
    if (i >= constants.count) return;
    vec4 older = states[constants.older + i];
    vec4 newer = states[constants.newer + i];
    places[i] = vec4(between(older.xyz, newer.xyz, constants.share), newer.w);
}
