#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"
#include "shared/support.h"

vec3 pushesOn(uint i, vec4 mine) {
    vec4 start = starts[i];
    NeighbourBody body = bodyAt(start);
    float w = particles[i].w, rise = riseNow();
    ivec3 sum = ivec3(0);
    uint count = counts[i].near, support = counts[i].support;
    float fromBelow = isPushedFromBelow(constants.rows, support) ? 1.0f : 0.0f;
    float ofAll = isRoundOfAll(constants.rows) ? 1.0f : 0.0f;
    vec3 facing = unpackedDirection(counts[i].facing), borne = directionOfSupport(support);
    for (uint k = 0u; k < count; ++k) {
        uint j = neighbourAt(k, i);
        vec4 its = ways[2u * j + kResponse];
        if (!mayPush(its.w)) continue;
        vec4 itsStart = starts[j];
        NeighbourBody other = bodyAt(itsStart);
        vec3 apart = difference(start.xyz, itsStart.xyz);
        vec3 way = difference(mine.xyz, its.xyz);
        float d = meanOf(body.thickness, other.thickness);
        if (!mayBeNear(apart, way, d)) continue;
        NeighbourPair pair = neighbourPair(apart, i > j);
        float depth = touchDepth(pair, way, d, rise);
        if (!(depth > 0.0f)) continue;
        vec3 itsBorne = directionOfSupport(counts[j].support);
        float share = shareOfPushBorne(w, mine.w, its.w, pair.normal, borne, itsBorne, fromBelow, ofAll);
        vec3 sliding = slidingNormal(pair.normal, facing, unpackedDirection(counts[j].facing));
        vec3 push = touchPush(pair, sliding, way, depth, meanOf(body.friction, other.friction), share, d);
        for (int axis = 0; axis < 3; ++axis)
            sum[axis] += wholeNumber(productOf(push[axis], space.inverseUnit));
    }
    return vec3(pushOfUnits(sum.x, space.unit, body.thickness), pushOfUnits(sum.y, space.unit, body.thickness),
                pushOfUnits(sum.z, space.unit, body.thickness));
}

void main() {
    if (itemNumber() >= constants.count) return;
    uint slot = constants.first + itemNumber();

    if (state[kHasTouches] == 0u || !hasRound(constants.rows, state[kLayerCount])) return;
    if (slot >= state[kInvolvedCount]) return;
    uint i = involved[slot];
    if (counts[i].near == 0u) return;
    vec4 way = ways[2u * i + kResponse];
    if (!(way.w > 0.0f)) return;
    if (isPushedIn(constants.rows, counts[i].support)) way.xyz = sumOf(way.xyz, pushesOn(i, way));
    ways[2u * i + 1u - kResponse] = way;
}
