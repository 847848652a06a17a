#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = members[constants.first + itemNumber()];
    scratch[i] = particles[i];
}
