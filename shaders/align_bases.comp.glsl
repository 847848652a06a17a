#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"
#include "bases_with_held.glsl"
#include "shared/clash.h"

// Cuts are found anew around it; of what was left out since faces look to one side, that is no longer known.
void noteChange(uint i) {
    cuts[i].round = constants.rows;
    if (counts[i].folds != 0u) counts[i].folds = kIsFolded;
}

bool isAsked(uint i) {
    return roundAsked(cuts[i].asked) == constants.rows;
}

// What those are asked for that a particle has edges to, if that goes along with something held; else 0.
uint askedAround(uint i) {
    if (counts[i].near == 0u || particles[i].w == 0.0f) return 0u;
    uint most = 0u, end = aroundFirst[3u * i + 1u];
    for (uint k = aroundFirst[3u * i]; k < end; ++k)
        if (isAsked(around[k])) most = max(most, cuts[around[k]].asked);
    return (most & kAskedHeld) != 0u ? most : 0u;
}

// What a particle is asked for; or those around it are, if something comes near it, and it does not go along with
// anything held itself: so what is packed in front of that goes along in few rounds. 0: it keeps its base.
uint askedOf(uint i) {
    if (isAsked(i)) return cuts[i].asked;
    return cuts[i].held == kNowhere ? askedAround(i) : 0u;
}

// Whose base that comes to: if that one takes another one's in this round itself, then that one's. What goes along with
// something held does so only if it is asked. kNowhere: too many do.
uint sourceOf(uint asked) {
    for (uint k = 0u; k < kMostSources; ++k) {
        uint source = sourceAsked(asked);
        bool goesWithHeld = (asked & kAskedHeld) != 0u;
        asked = isAsked(source) ? cuts[source].asked : goesWithHeld ? 0u : askedAround(source);
        if (asked == 0u) return source;
    }
    return kNowhere;
}

void takeBase(uint i, uint source) {
    uint held = particles[source].w == 0.0f ? source : cuts[source].held;
    ways[2u * i].xyz = held == kNowhere ? ways[2u * source].xyz : baseWithHeld(i, held);
    cuts[i].held = held;
    cuts[i].cut = 0u;
}

void main() {
    if (itemNumber() >= constants.count) return;
    uint slot = constants.first + itemNumber();

    if (state[kClashRound] < constants.rows || slot >= state[kInvolvedCount]) return;
    uint i = involved[slot], asked = askedOf(i);
    if (asked == 0u) return;
    uint source = sourceOf(asked);
    if (source != kNowhere) takeBase(i, source);
    noteChange(i);
    uint end = aroundFirst[3u * i + 1u];
    for (uint k = aroundFirst[3u * i]; k < end; ++k)
        noteChange(around[k]);
}
