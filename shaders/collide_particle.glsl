// One particle of a pass: all colliders of the substep push it out.
#include "shared/collide.h"
#include "shared/verlet.h"

void collideParticle(uint i, uint firstCollider) {
    vec4 x = particleAt(i);
    if (x.w == 0.0f || !isPlace(x.xyz)) return;
    vec3 p = previousAt(i);
    firstCollider += collidersOf(i);
    vec3 moved = x.xyz;
    bool mayTouch = true;
    for (uint round = 0u; mayTouch && round < kCollisionRounds; ++round) {
        uint touched = 0u;
        for (uint c = firstCollider; c < firstCollider + constants.colliderCount; ++c) {
            if (collide(colliders[c], p, moved)) ++touched;
        }
        mayTouch = touched > 0u && constants.colliderCount > 1u;
    }
    setPlace(i, moved);
}
