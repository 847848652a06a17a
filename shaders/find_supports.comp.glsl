#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/inputs.glsl"
#include "supports.glsl"

// Away from the colliders that a particle lies on. All that touches is in the world, whose colliders come first.
ivec3 directionsFromColliders(vec3 x, float thickness) {
    ivec3 sum = ivec3(0);
    for (uint c = 0u; c < constants.colliderCount; ++c) {
        vec3 away = vec3(0.0f);
        if (liesOnCollider(colliders[c], x, thickness, away)) sum += unitsOf(away);
    }
    return sum;
}

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber(), body = bodyOf(i);

    uint support = 0u;
    if (body != kNowhere && isFree(i)) {
        ivec3 away = directionsFromColliders(particles[i].xyz, bodies[body].thickness) + directionsFrom(i, 0u);
        support = supportOf(packedDirection(away.x, away.y, away.z), 1u);
    }
    counts[i].support = support;
    if (support != 0u) raise(kLayerCount, 1u);
}
