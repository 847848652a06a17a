#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "keep_place.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    keepPlace(constants.first + itemNumber());
}
