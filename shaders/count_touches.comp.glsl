#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"
#define PLIANT_SUMS 2u
#include "sum_of_lanes.glsl"
#include "shared/support.h"

// What is found in a particle's list: which come near, a bit for each place in it; by how many the particle is pushed
// of those that it touches, or nearly; and where all that it touches pushes it.
struct Touches {
    uvec2 near;
    uint count;
    uint any;  // how many it touches
    ivec3 sum;
};

// Of those that come near in this substep, whatever else lists happen to have, those that this invocation looks at.
Touches touchesOf(uint i, vec3 way, uint first, uint count, uint lanes) {
    Touches touches = Touches(uvec2(0u), 0u, 0u, ivec3(0));
    if (first >= count) return touches;
    vec3 before = previous[i].xyz;
    NeighbourBody body = bodyAt(rest[i]);
    float thickness = body.thickness, rise = riseNow();
    bool isHeld = particles[i].w == 0.0f;
    vec3 borne = directionOfSupport(counts[i].support);
    for (uint k = first; k < count; k += lanes) {
        uint j = neighbourAt(k, i);
        if (isHeld && particles[j].w == 0.0f) continue;  // it may be held since
        vec3 apart = difference(before, previous[j].xyz);
        vec3 against = difference(way, wayOf(j));
        if (kResponse == kCountNear && !comeNearNow(apart, against, reachWith(body, j, kForSubstep))) continue;
        touches.near[k / 32u] |= 1u << k % 32u;
        if (isHeld) continue;  // it touches nothing itself
        float d = countedWithin(meanOf(thickness, bodies[bodyOf(j)].thickness));
        if (!mayBeNear(apart, against, d)) continue;
        NeighbourPair pair = neighbourPair(apart, i > j);
        if (!(touchDepth(pair, against, d, rise, productOf(d, kFarthestPush)) > 0.0f)) continue;
        ++touches.any;
        if (isPushedBy(pair.normal, borne, directionOfSupport(counts[j].support))) ++touches.count;
        touches.sum += unitsOf(pair.normal);
    }
    return touches;
}

// By all that share the particle.
Touches sumOfTouches(Touches part) {
    if (kLanes == 1u) return part;
    Touches all;
    ivec3 near = sumOfLanes(ivec3(part.near[0], part.near[1], part.count | part.any << 16), 0u);
    all.near = uvec2(near.xy);
    all.count = uint(near.z) & 0xffffu;
    all.any = uint(near.z) >> 16;
    all.sum = sumOfLanes(part.sum, 1u);
    return all;
}

// One that was at `before` goes its `way`: all of its own is read once, see find_neighbours.
bool isNearNow(vec3 before, vec3 way, NeighbourBody body, uint j, uint horizon) {
    return comeNearNow(difference(before, previous[j].xyz), difference(way, wayOf(j)), reachWith(body, j, horizon));
}

bool isListed(uint i, uint count, uint other) {
    for (uint k = 0u; k < count; ++k) {
        if (neighbourAt(k, i) == other) return true;
    }
    return false;
}

// Strays that have come near are listed, unless they are already; false: there was no room for some.
bool takeMet(uint i) {
    uint listed = counts[i].listed, end = listed + counts[i].met;
    counts[i].met = 0u;
    for (uint k = listed; k < min(end, kMostNeighbours); ++k) {
        uint stray = neighbourAt(k, i);
        if (!isListed(i, listed, stray)) lists[listed++ * rest.length() + i] = stray;
    }
    counts[i].listed = listed;
    return end <= kMostNeighbours;
}

// Puts those first in a list that come near, by their bits.
void putFirst(uint i, uvec2 near) {
    uint count = uint(bitCount(near[0]) + bitCount(near[1]));
    for (uint k = 0u; k < count; ++k) {
        if ((near[k / 32u] >> k % 32u & 1u) != 0u) continue;
        uint last = near[1] != 0u ? 32u + uint(findMSB(near[1])) : uint(findMSB(near[0])), j = neighbourAt(last, i);
        near[last / 32u] &= ~(1u << last % 32u);
        lists[last * rest.length() + i] = neighbourAt(k, i);
        lists[k * rest.length() + i] = j;
    }
    counts[i].near = count;
}

// In place of what does not come near; so the list holds for this substep alone.
void listNearStrays(uint i, vec3 way) {
    vec3 before = previous[i].xyz;
    NeighbourBody body = bodyAt(rest[i]);
    uint near = counts[i].near, end = state[kStrayCount];
    counts[i].marks |= kHoldsNow;
    uint first = state[kFirstStray], strays = end - first;
    for (uint horizon = kForSubstep; horizon <= kForTouches; ++horizon) {
        uint kept = 0u;
        bool hasRoom = true;
        for (uint k = 0u; k < near + strays && hasRoom; ++k) {
            uint j = k < near ? neighbourAt(k, i) : state[kStrayParticles + first + k - near];
            bool mayBe = mayBeListed(i, j, rest[i], rest[j], areJoined(joints[i], joints[j]));
            if (!mayBe || !mayLookAt(body, i, j) || !isNearNow(before, way, body, j, horizon)) continue;
            if (k >= near && isListed(i, kept, j)) continue;
            hasRoom = kept < kMostNeighbours;
            if (hasRoom) lists[kept++ * rest.length() + i] = j;
        }
        near = kept;
        counts[i].near = near;
        counts[i].listed = max(counts[i].listed, near);
        if (hasRoom) return;
    }
    counts[i].near = 0u;
    counts[i].listed = kNowhere;
    atomicAdd(state[kCrowdedCount], 1u);
}

void main() {
    if (state[kHasNeighbours] == 0u) return;
    uint slot = constants.first + itemOfLanes();

    bool isIts = itemOfLanes() < constants.count && slot < state[kInvolvedCount], isFirst = laneOfItem() == 0u;
    uint i = isIts ? involved[slot] : 0u;
    vec3 way = wayOf(i);
    uint listed = !isIts ? 0u : kResponse == kCountNear ? listedOf(i) : counts[i].near, lanes = kLanes;
    bool haveAllRoom = true;
    if (kResponse == kCountNear) {
        // Where strays have been told the first one lists them, and looks alone: others do not see what it writes.
        bool isTold = isIts && counts[i].met != 0u && counts[i].met != kAstray;
        if (kLanes > 1u) waitForGroup();
        if (isTold) {
            if (isFirst) haveAllRoom = takeMet(i);
            listed = isFirst ? listedOf(i) : 0u;
            lanes = 1u;
        }
    }
    Touches touches = sumOfTouches(touchesOf(i, way, laneOfItem(), listed, lanes));
    if (!isIts || !isFirst) return;
    if (kResponse == kCountNear) putFirst(i, touches.near);
    if (!haveAllRoom) {
        listNearStrays(i, way);
        touches = touchesOf(i, way, 0u, counts[i].near, 1u);
    }
    // If all that it touches only press it down that counts as one: it pushes them.
    uint count = touches.any != 0u ? max(touches.count, 1u) : 0u;
    starts[i] = vec4(previous[i].xyz, rest[i].w);
    counts[i].facing = packedDirection(touches.sum.x, touches.sum.y, touches.sum.z);
    // One that has no room waits.
    if (counts[i].listed == kNowhere && particles[i].w > 0.0f) way = vec3(0.0f);
    vec4 first = vec4(way, inverseMassOfPart(particles[i].w, count));
    ways[2u * i] = first;
    ways[2u * i + 1u] = first;
    if (count != 0u || (counts[i].listed == kNowhere && particles[i].w > 0.0f)) raise(kHasTouches, 1u);
    if (first.w > 0.0f && isLastCountOfTouches(kResponse, constants.flags)) notePushed(i);
}
