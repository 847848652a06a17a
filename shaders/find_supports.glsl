// Particles that lie on colliders, or on what is held, bear others: see shared/support.h.
#include "supports.glsl"

// Away from the colliders that a particle lies on.
ivec3 directionsFromColliders(uint i, float thickness) {
    ivec3 sum = ivec3(0);
    uint first = collidersOf(i);
    for (uint c = first; c < first + constants.colliderCount; ++c) {
        vec3 away = vec3(0.0f);
        if (liesOnCollider(colliders[c], particles[i].xyz, thickness, away)) sum += unitsOf(away);
    }
    return sum;
}

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber(), body = bodyOf(i);

    uint support = 0u;
    if (body != kNowhere && isFree(i)) {
        ivec3 away = directionsFromColliders(i, bodies[body].thickness) + directionsFrom(i, 0u);
        support = supportOf(packedDirection(away.x, away.y, away.z), 1u);
    }
    counts[i].support = support;
    if (support != 0u) raise(kLayerCount, 1u);
}
