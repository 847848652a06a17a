#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "in_frames.glsl"
#include "integrate_particle.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    integrateParticle(constants.first + itemNumber());
}
