// One particle of a pass: all colliders of the substep push it out.
#include "shared/collide.h"
#include "shared/verlet.h"

// Out of those from `firstCollider` on, see collideInPart(); says whether any of them met it.
bool leaveColliders(uint part, uint i, uint firstCollider, float h, vec3 p, inout vec3 moved, inout vec3 pressed) {
    vec3 wayOut = vec3(0.0f);
    bool isMet = false;
    uint count = constants.colliderCount;
    uint passed = 0u;  // so many in a row have not moved it: done when all have not
    for (uint c = 0u; passed < count && c < kCollisionRounds * count; ++c) {
        bool touches = collideInPart(part, colliders[firstCollider + c % count], h, p, moved, wayOut, pressed);
        passed = touches ? 1u : passed + 1u;
        isMet = isMet || touches;
    }
    if (isZero3(wayOut)) return isMet;
    vec4 kept = carryAt(i);
    setCarry(i, vec4(carryWithout(wayOut, kept.xyz), kept.w));
    return isMet;
}

void collideParticle(uint i, uint firstCollider) {
    vec4 x = particleAt(i);
    if (x.w == 0.0f || !isPlace(x.xyz)) return;
    vec3 moved = x.xyz;
    vec3 pressed = vec3(0.0f);
    float h = timeToLeave(constants);
    leaveColliders(kPushAndRub, i, firstCollider + collidersOf(i), h, previousAt(i), moved, pressed);
    setPlace(i, moved);
}
