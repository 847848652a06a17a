// One particle of a pass: all colliders of the substep push it out.
#include "shared/collide.h"
#include "shared/verlet.h"

void collideParticle(uint i, uint firstCollider) {
    vec4 x = particleAt(i);
    if (x.w == 0.0f || !isPlace(x.xyz)) return;
    vec3 p = previousAt(i);
    firstCollider += collidersOf(i);
    vec3 moved = x.xyz;
    uint count = constants.colliderCount;
    uint outside = 0u;  // of so many in a row
    for (uint c = 0u; outside < count && c < kCollisionRounds * count; ++c) {
        bool touches = collide(colliders[firstCollider + c % count], p, moved);
        outside = touches ? 1u : outside + 1u;
    }
    setPlace(i, moved);
}
