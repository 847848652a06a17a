#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"
#include "drifts.glsl"

// Both bodies get to know both drifts, whichever of the two looks; and this one how what is held goes here.
void meetDrifts(uint i) {
    uint body = bodyOf(i), met = driftWords(body) + kDriftMet, near = counts[i].near, last = body;
    for (uint k = 0u; k < near; ++k) {
        uint j = neighbourAt(k, i), other = bodyOf(j);
        if (other != body && particles[j].w == 0.0f) widen(met, goodWay(wayOf(j)));
        if (other == body || other == last) continue;
        last = other;
        vec3 mine = ownDriftOf(body), its = ownDriftOf(other);
        widen(met, mine);
        widen(met, its);
        widen(driftWords(other) + kDriftMet, mine);
        widen(driftWords(other) + kDriftMet, its);
    }
}

void main() {
    if (itemNumber() >= constants.count) return;
    uint slot = constants.first + itemNumber();

    if (state[kHasNeighbours] == 0u || slot >= state[kInvolvedCount]) return;
    uint i = involved[slot];
    if (kResponse == kMeetDrifts) {
        meetDrifts(i);
    } else if (counts[i].listed == kNowhere && particles[i].w > 0.0f) {
        vec3 drift = driftOf(bodyOf(i));
        ways[2u * i].xyz = drift;
        ways[2u * i + 1u].xyz = drift;
    }
}
