#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"

float pushOf(int units, uint i) {
    return pushOfUnits(units, space.unit, bodies[bodyOf(i)].reach);
}

void main() {
    if (itemNumber() >= constants.count) return;
    uint slot = constants.first + itemNumber();

    if (slot >= state[kInvolvedCount]) return;
    uint i = involved[slot];
    FaceTouches touches = faceTouches[i];
    if (touches.count == 0u) return;
    faceTouches[i] = FaceTouches(0u, 0, 0, 0);
    vec3 place = sumOf(particles[i].xyz, vec3(pushOf(touches.x, i), pushOf(touches.y, i), pushOf(touches.z, i)));
    if (counts[i].listed == kNowhere || !(particles[i].w > 0.0f) || !isPlace(place)) return;
    particles[i].xyz = place;
    // From now on it is as one that particles have pushed.
    ways[2u * i + 1u] = vec4(difference(place, previous[i].xyz), particles[i].w);
    raise(kHasTouches, 1u);
}
