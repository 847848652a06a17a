#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"

bool isListed(uint i, uint other) {
    uint count = counts[i].listed;
    for (uint k = 0u; k < count; ++k) {
        if (neighbourAt(k, i) == other) return true;
    }
    return false;
}

void addToList(uint i, uint k, uint other) {
    if (k == 0u) markAround(i);
    if (k < kMostNeighbours) lists[k * rest.length() + i] = other;
    else raise(kListsAreStale, 1u);
}

// Two that come near each other, of which one has strayed, get into each other's lists; both, if the other one has too,
// are asked.
void listStray(uint stray, uint other, bool isStray) {
    if (particles[stray].w > 0.0f) addToList(stray, atomicAdd(counts[stray].listed, 1u), other);
    if (!isStray && particles[other].w > 0.0f && !isListed(other, stray)) {
        addToList(other, counts[other].listed, stray);
        if (counts[other].listed < kMostNeighbours) ++counts[other].listed;
    }
    raise(kHasNeighbours, 1u);
}

bool comesNear(uint i, uint j, float halfLife) {
    float within = listedWithin(bodies[bodyOf(i)].thickness, bodies[bodyOf(j)].thickness, kForLife);
    vec3 towards = difference(motions[i].xyz, motions[j].xyz);
    return comeWithin(difference(anchorOf(i), anchorOf(j)), towards, halfLife, within);
}

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber();

    uint first = state[kFirstStray], end = state[kStrayCount];
    if (state[kListsAreStale] != 0u || first == end || end > kMostStrays) return;
    if (bodyOf(i) == kNowhere || !isPlace(particles[i].xyz)) return;
    float halfLife = fromMiddle(state[kListLife], state[kListLife]);
    bool isStray = false;
    for (uint k = first; k < end; ++k)
        isStray = isStray || state[kStrays + k] == i;
    for (uint k = first; k < end; ++k) {
        uint j = state[kStrays + k];
        if (j != i && comesNear(i, j, halfLife) && areStrangers(rest[i], rest[j])) listStray(j, i, isStray);
    }
}
