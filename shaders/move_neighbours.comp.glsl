#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber();

    if (i == 0u) {
        state[kListAge] = state[kListsAreStale] != 0u ? 1u : state[kListAge] + 1u;
        state[kListsAreStale] = 0u;
        for (uint k = 0u; k < 6u; ++k)
            state[kWaysBox + k] = 0u;
    }
    if (state[kHasTouches] == 0u || !(particles[i].w > 0.0f)) return;
    if (counts[i].listed == kNowhere) particles[i].xyz = previous[i].xyz;
    if (!(ways[2u * i + 1u].w > 0.0f)) return;
    vec3 place = sumOf(previous[i].xyz, ways[2u * i + 1u].xyz);
    if (isPlace(place)) particles[i].xyz = place;
}
