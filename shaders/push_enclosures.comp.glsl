#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/soft_bodies.glsl"
#include "no_frames.glsl"
#include "push_enclosure.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    pushEnclosure(constants.first + itemNumber());
}
