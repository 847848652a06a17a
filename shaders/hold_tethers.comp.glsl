#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/inputs.glsl"
#include "hold_tether.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    holdTether(constants.first + itemNumber());
}
