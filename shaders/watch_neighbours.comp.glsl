#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber();

    vec3 x = particles[i].xyz;
    if (bodyOf(i) == kNowhere || !isPlace(x)) return;
    uint bits = bitsOfFloat(squaredLength(wayOf(i)));
    if (bits > state[kFastestSquared]) atomicMax(state[kFastestSquared], bits);
    uint age = state[kListAge], life = state[kListLife];
    vec3 expected = expectedPlace(anchorOf(i), motions[i].xyz, fromMiddle(age, life));
    bool isStale = constants.firstIteration != 0u || age >= life ||
                   !isWithin(squaredLength(difference(x, expected)), motions[i].w);
    if (isStale && state[kListsAreStale] == 0u) atomicMax(state[kListsAreStale], 1u);
}
