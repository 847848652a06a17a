#version 460
#extension GL_GOOGLE_include_directive : require
#include "frame_kernel.glsl"
#include "collide_particle.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    collideParticle(constants.first + itemNumber(), 0u);
}
