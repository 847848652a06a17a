#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"
#include "shared/cut.h"

// What is noted for the next substep.
void finishSubstep() {
    bool areStale = state[kListsAreStale] != 0u;
    state[kListAge] = areStale ? 1u : state[kListAge] + 1u;
    state[kListsAreStale] = 0u;
    if (areStale) state[kStrayCount] = 0u;
    state[kFirstStray] = state[kStrayCount];
    for (uint k = 0u; k < 6u; ++k)
        state[kWaysBox + k] = 0u;
}

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber();

    if (i == 0u) finishSubstep();
    // Of as many bodies: none is without a particle.
    uint drift = kNeighbourWords + kDriftWords * i, end = drift < state.length() ? drift + kDriftWords : drift;
    for (uint word = drift; word < end; ++word)
        state[word] = 0u;
    if (state[kHadStrays] != 0u && counts[i].met == kAstray) counts[i].met = 0u;
    if (state[kClashRound] != 0u) cuts[i].asked = cuts[i].round = 0u;
    if (state[kHasCuts] == 0u || cuts[i].cut == 0u) return;
    vec3 place = placeOfCut(previous[i].xyz, ways[2u * i].xyz, wayOf(i), cuts[i].cut);
    cuts[i].cut = 0u;
    if (isPlace(place)) particles[i].xyz = place;
}
