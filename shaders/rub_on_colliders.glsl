// Particles that colliders have pushed out, or that others may have pushed in, are held by the colliders' friction.
#include "neighbours.glsl"
#include "collide_particle.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber();
    vec4 x = particles[i];
    vec3 push = pressed[i].xyz;
    bool isInvolved = state[kHasNeighbours] != 0u && (counts[i].marks & kIsInvolved) != 0u;
    bool isPushed = isInvolved && ways[2u * i + 1u].w > 0.0f;
    if (!(!isZero3(push) || isPushed) || !(x.w > 0.0f)) return;
    vec3 p = previous[i].xyz;
    vec3 moved = isPushed ? sumOf(p, ways[2u * i + 1u].xyz) : x.xyz;
    if (!isPlace(moved)) return;
    if (!leaveColliders(kRubAtLast, i, collidersOf(i), constants.step, p, moved, push)) return;
    if (isInvolved && counts[i].listed != kNowhere) ways[2u * i + 1u].xyz = difference(moved, p);
    if (!isPushed) particles[i].xyz = moved;
}
