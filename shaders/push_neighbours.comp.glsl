#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"
#include "sum_of_lanes.glsl"
#include "shared/support.h"

// In whole units, by those neighbours that this invocation takes.
ivec3 pushesOn(uint i, vec4 mine) {
    vec4 start = starts[i];
    NeighbourBody body = bodyAt(start);
    float w = particles[i].w, rise = riseNow();
    ivec3 sum = ivec3(0);
    uint count = counts[i].near, support = counts[i].support;
    float fromBelow = isPushedFromBelow(constants.rows, support) ? 1.0f : 0.0f;
    float ofAll = isRoundOfAll(constants.rows) ? 1.0f : 0.0f;
    vec3 facing = unpackedDirection(counts[i].facing), borne = directionOfSupport(support);
    for (uint k = laneOfItem(); k < count; k += kLanes) {
        uint j = neighbourAt(k, i);
        vec4 its = ways[2u * j + kResponse], itsStart = starts[j];
        if (!mayPush(its.w)) continue;
        NeighbourBody other = bodyAt(itsStart);
        vec3 apart = difference(start.xyz, itsStart.xyz);
        vec3 way = difference(mine.xyz, its.xyz);
        float d = meanOf(body.thickness, other.thickness);
        if (!mayBeNear(apart, way, d)) continue;
        NeighbourPair pair = neighbourPair(apart, i > j);
        float depth = touchDepth(pair, way, d, rise, productOf(d, kFarthestPush));
        if (!(depth > 0.0f)) continue;
        vec3 itsBorne = directionOfSupport(counts[j].support);
        float share = shareOfPushBorne(w, mine.w, its.w, pair.normal, borne, itsBorne, fromBelow, ofAll);
        vec3 sliding = slidingNormal(pair.normal, facing, unpackedDirection(counts[j].facing));
        float friction = meanOf(body.friction, other.friction);
        vec3 push = touchPush(pair, sliding, way, depth, friction, share, productOf(d, kFarthestPush));
        for (int axis = 0; axis < 3; ++axis)
            sum[axis] += wholeNumber(productOf(push[axis], space.inverseUnit));
    }
    return sum;
}

vec3 pushOf(ivec3 units, float thickness) {
    return vec3(pushOfUnits(units.x, space.unit, thickness), pushOfUnits(units.y, space.unit, thickness),
                pushOfUnits(units.z, space.unit, thickness));
}

void main() {
    if (!hasRound(constants.rows, state[kLayerCount])) return;
    uint slot = constants.first + itemOfLanes();

    bool isIts = itemOfLanes() < constants.count && slot < state[kPushedCount];
    uint i = isIts ? pushed[slot] : 0u;
    vec4 way = ways[2u * i + kResponse];
    bool isPushed = isIts && isPushedIn(constants.rows, counts[i].support);
    ivec3 units = sumOfLanes(isPushed ? pushesOn(i, way) : ivec3(0), 0u);
    if (!isIts || laneOfItem() != 0u) return;
    if (isPushed) way.xyz = sumOf(way.xyz, pushOf(units, bodies[bodyOf(i)].thickness));
    ways[2u * i + 1u - kResponse] = way;
}
