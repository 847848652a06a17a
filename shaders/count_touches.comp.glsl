#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"

// How many others a particle touches, and where they push it.
struct Touches {
    uint count;
    uint facing;
};

Touches touchesOf(uint i, vec3 mine) {
    uint touches = 0u, count = counts[i].near;
    ivec3 sum = ivec3(0);
    if (count == 0u) return Touches(0u, 0u);
    vec3 before = previous[i].xyz;
    float thickness = bodies[bodyOf(i)].thickness, rise = riseNow();
    for (uint k = 0u; k < count; ++k) {
        uint j = neighbourAt(k, i);
        vec3 itsBefore = previous[j].xyz;
        vec3 apart = difference(before, itsBefore);
        vec3 way = difference(mine, difference(particles[j].xyz, itsBefore));
        float d = meanOf(thickness, bodies[bodyOf(j)].thickness);
        if (!mayBeNear(apart, way, d)) continue;
        NeighbourPair pair = neighbourPair(apart, i > j);
        if (!(touchDepth(pair, way, d, rise) > 0.0f)) continue;
        ++touches;
        for (int axis = 0; axis < 3; ++axis)
            sum[axis] += unitsOfNormal(pair.normal[axis]);
    }
    return Touches(touches, packedDirection(sum.x, sum.y, sum.z));
}

// Those that come near in this substep first: what else lists happen to have must not show.
void sortNear(uint i, vec3 mine) {
    uint near = 0u, count = listedOf(i);
    float thickness = count > 0u ? bodies[bodyOf(i)].thickness : 0.0f;
    for (uint k = 0u; k < count; ++k) {
        uint j = neighbourAt(k, i);
        vec3 way = difference(mine, wayOf(j));
        if (!comeNearNow(difference(previous[i].xyz, previous[j].xyz), way, thickness, bodies[bodyOf(j)].thickness))
            continue;
        lists[k * rest.length() + i] = neighbourAt(near, i);
        lists[near * rest.length() + i] = j;
        ++near;
    }
    counts[i].near = near;
}

// The grid is left empty.
void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber();

    if (state[kListsAreStale] != 0u) {
        for (uint bucket = i; bucket < heads.length(); bucket += rest.length())
            heads[bucket] = 0u;
    }
    if (state[kHasNeighbours] == 0u || counts[i].isAround == 0u) return;
    vec3 way = wayOf(i);
    sortNear(i, way);
    Touches touches = touchesOf(i, way);
    starts[i] = vec4(previous[i].xyz, rest[i].w);
    counts[i].facing = touches.facing;
    vec4 first = vec4(way, inverseMassOfPart(particles[i].w, touches.count));
    ways[2u * i] = first;
    ways[2u * i + 1u] = first;
    if (touches.count != 0u || counts[i].listed == kNowhere) raise(kHasTouches, 1u);
}
