// One particle of a pass: all colliders of the substep push it out.
#include "shared/collide.h"
#include "shared/verlet.h"

void collideParticle(uint i, uint firstCollider) {
    vec4 x = particleAt(i);
    if (x.w == 0.0f || !isPlace(x.xyz)) return;
    vec3 p = previousAt(i);
    firstCollider += collidersOf(i);
    vec3 moved = x.xyz, wayOut = vec3(0.0f);
    uint count = constants.colliderCount;
    uint passed = 0u;  // so many in a row have not moved it: done when all have not
    for (uint c = 0u; passed < count && c < kCollisionRounds * count; ++c) {
        bool touches = collide(colliders[firstCollider + c % count], timeToLeave(constants), p, moved, wayOut);
        passed = touches ? 1u : passed + 1u;
    }
    setPlace(i, moved);
    if (isZero3(wayOut)) return;
    vec4 kept = carryAt(i);
    setCarry(i, vec4(carryWithout(wayOut, kept.xyz), kept.w));
}
