#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "shared/contact.h"
#include "shared/verlet.h"

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber();

    vec4 x = particles[i];
    if (x.w == 0.0f || !isPlace(x.xyz)) return;
    vec3 p = previous[i].xyz;
    vec3 moved = x.xyz;
    bool mayTouch = true;
    for (uint round = 0u; mayTouch && round < kCollisionRounds; ++round) {
        uint touched = 0u;
        for (uint c = 0u; c < constants.colliderCount; ++c) {
            if (collide(colliders[c], p, moved)) ++touched;
        }
        mayTouch = touched > 0u && constants.colliderCount > 1u;
    }
    particles[i] = vec4(moved, x.w);
}
