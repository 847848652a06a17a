// How bodies drift, see shared/drift.h. Behind neighbours.glsl.
#include "shared/drift.h"

// The first word of a body's.
uint driftWords(uint body) {
    return kNeighbourWords + kDriftWords * body;
}

void widen(uint box, vec3 way) {
    for (uint axis = 0u; axis < 3u; ++axis) {
        raise(box + axis, orderOf(way[axis]));
        raise(box + 3u + axis, ~orderOf(way[axis]));
    }
}

vec3 nearestIn(uint box) {
    vec3 nearest;
    for (uint axis = 0u; axis < 3u; ++axis)
        nearest[axis] = nearestToRest(state[box + axis], state[box + 3u + axis]);
    return nearest;
}

// What is nearest to rest in a box of a body; where that is empty, the mean way of what is free.
vec3 driftIn(uint box, uint body) {
    if (state[box] != 0u) return nearestIn(box);
    uint words = driftWords(body), count = state[words + kDriftCount];
    DriftUnits units = driftUnitsOf(bodies[body]);
    vec3 mean;
    for (uint axis = 0u; axis < 3u; ++axis)
        mean[axis] = meanDrift(int(state[words + kDriftSum + axis]), count, units);
    return mean;
}

// Of a body alone.
vec3 ownDriftOf(uint body) {
    return driftIn(driftWords(body) + kDriftHeld, body);
}

// When all bodies that come near each other know of each other.
vec3 driftOf(uint body) {
    uint words = driftWords(body);
    return driftIn(words + (state[words + kDriftMet] != 0u ? kDriftMet : kDriftHeld), body);
}
