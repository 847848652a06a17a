#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"
#include "shared/support.h"

// By how many others a particle is pushed that it touches, or nearly, and where all that it touches pushes it. If these
// only press it down that counts as one: it pushes them.
struct Touches {
    uint count;
    uint facing;
};

Touches touchesOf(uint i, vec3 mine) {
    uint touches = 0u, count = counts[i].near;
    bool touchesAny = false;
    ivec3 sum = ivec3(0);
    if (count == 0u) return Touches(0u, 0u);
    vec3 before = previous[i].xyz;
    float thickness = bodies[bodyOf(i)].thickness, rise = riseNow();
    vec3 borne = directionOfSupport(counts[i].support);
    for (uint k = 0u; k < count; ++k) {
        uint j = neighbourAt(k, i);
        vec3 itsBefore = previous[j].xyz;
        vec3 apart = difference(before, itsBefore);
        vec3 way = difference(mine, difference(particles[j].xyz, itsBefore));
        float d = countedWithin(meanOf(thickness, bodies[bodyOf(j)].thickness));
        if (!mayBeNear(apart, way, d)) continue;
        NeighbourPair pair = neighbourPair(apart, i > j);
        if (!(touchDepth(pair, way, d, rise) > 0.0f)) continue;
        touchesAny = true;
        if (isPushedBy(pair.normal, borne, directionOfSupport(counts[j].support))) ++touches;
        sum += unitsOf(pair.normal);
    }
    if (touchesAny) touches = max(touches, 1u);
    return Touches(touches, packedDirection(sum.x, sum.y, sum.z));
}

// One that was at `before` goes its `way`: all of its own is read once, see find_neighbours.
bool isNearNow(vec3 before, vec3 way, float thickness, uint j) {
    return comeNearNow(difference(before, previous[j].xyz), difference(way, wayOf(j)), thickness, motions[j].w);
}

bool isListed(uint i, uint count, uint other) {
    for (uint k = 0u; k < count; ++k) {
        if (neighbourAt(k, i) == other) return true;
    }
    return false;
}

// Strays that have come near are listed, unless they are already; false: there was no room for some.
bool takeMet(uint i) {
    uint met = counts[i].met;
    if (met == 0u || met == kAstray) return true;
    counts[i].met = 0u;
    uint listed = counts[i].listed, end = listed + met;
    for (uint k = listed; k < min(end, kMostNeighbours); ++k) {
        uint stray = neighbourAt(k, i);
        if (!isListed(i, listed, stray)) lists[listed++ * rest.length() + i] = stray;
    }
    counts[i].listed = listed;
    return end <= kMostNeighbours;
}

// Those that come near in this substep first: what else lists happen to have must not show.
void sortNear(uint i, vec3 way) {
    uint near = 0u, count = listedOf(i);
    vec3 before = previous[i].xyz;
    float thickness = motions[i].w;
    for (uint k = 0u; k < count; ++k) {
        uint j = neighbourAt(k, i);
        if (!isNearNow(before, way, thickness, j)) continue;
        lists[k * rest.length() + i] = neighbourAt(near, i);
        lists[near * rest.length() + i] = j;
        ++near;
    }
    counts[i].near = near;
}

// In place of what does not come near; so the list holds for this substep alone.
void listNearStrays(uint i, vec3 way) {
    uint near = counts[i].near, end = state[kStrayCount];
    anchors[i].w = slackOf(0.0f, kForSubstep);
    for (uint k = state[kFirstStray]; k < end; ++k) {
        uint stray = order[state[kStrays + k]];
        bool areAtAJoint = areJoined(joints[i], joints[stray]);
        bool mayTouchIt = areStrangers(bodies[bodyOf(i)], bodies[bodyOf(stray)], rest[i], rest[stray], areAtAJoint);
        if (!mayTouchIt || !isNearNow(previous[i].xyz, way, motions[i].w, stray) || isListed(i, near, stray)) continue;
        if (near == kMostNeighbours) {
            counts[i].near = 0u;
            counts[i].listed = kNowhere;
            atomicAdd(state[kCrowdedCount], 1u);
            return;
        }
        lists[near++ * rest.length() + i] = stray;
    }
    counts[i].near = near;
    counts[i].listed = max(counts[i].listed, near);
}

void main() {
    if (itemNumber() >= constants.count) return;
    uint slot = constants.first + itemNumber();

    if (state[kHasNeighbours] == 0u || slot >= state[kInvolvedCount]) return;
    uint i = involved[slot];
    vec3 way = wayOf(i);
    if (kResponse == kCountNear) {
        bool haveAllRoom = takeMet(i);
        sortNear(i, way);
        if (!haveAllRoom) listNearStrays(i, way);
    }
    Touches touches = touchesOf(i, way);
    starts[i] = vec4(previous[i].xyz, rest[i].w);
    counts[i].facing = touches.facing;
    // One that has no room waits.
    if (counts[i].listed == kNowhere && particles[i].w > 0.0f) way = vec3(0.0f);
    vec4 first = vec4(way, inverseMassOfPart(particles[i].w, touches.count));
    ways[2u * i] = first;
    ways[2u * i + 1u] = first;
    if (touches.count != 0u || counts[i].listed == kNowhere) raise(kHasTouches, 1u);
}
