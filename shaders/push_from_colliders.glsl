// Particles that touch others are pushed out of colliders, and held by friction later: rub_on_colliders.glsl.
#include "neighbours.glsl"
#include "collide_particle.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber();
    vec4 x = particles[i];
    vec3 push = vec3(0.0f);
    if (x.w > 0.0f && isPlace(x.xyz)) {
        vec3 moved = x.xyz;
        bool isMet = leaveColliders(kPushAlone, i, collidersOf(i), constants.step, previous[i].xyz, moved, push);
        if (isMet) particles[i].xyz = moved;
    }
    pressed[i] = vec4(push, 0.0f);
}
