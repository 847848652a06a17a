#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber();

    bool hasNeighbours = state[kHasNeighbours] != 0u;
    if (i == 0u) {
        state[kListsAreStale] = 0u;
        state[kFastestSquared] = 0u;
        state[kListAge] += 1u;
    }
    if (!hasNeighbours || !(particles[i].w > 0.0f)) return;
    if (counts[i].listed == kNowhere) particles[i].xyz = previous[i].xyz;
    if (!(ways[2u * i + 1u].w > 0.0f)) return;
    vec3 place = sumOf(previous[i].xyz, ways[2u * i + 1u].xyz);
    if (isPlace(place)) particles[i].xyz = place;
}
