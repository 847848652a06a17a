// The sweeps over one tile. What includes this says where a tile's particles and its packed sticks are:
//     vec4 particleOfTile(uint i);
//     void moveParticle(uint i, vec4 particle);  // its w is what it was
//     TileStick stickOfTile(uint index);
#include "shared/stick.h"

// What a stick has come to, before it is stored.
struct SolvedStick {
    uint index;
    uint ends;
    vec4 a;
    vec4 b;
    float multiplier;
};

// kResponse is that of all runs, or above all responses where they differ.
uint responseOf(TileRun run) {
    return kResponse < kStickResponseCount ? kResponse : run.response;
}

uint firstStickRun(TileRecord tile) {
    return tile.firstRun + ((constants.flags & kPairsSwapped) != 0u ? tile.stickRuns : 0u);
}

// The highest byte, behind the bits of 2^23: conversions of integers are nowhere else, and might round.
float compressionIn(uint ends) {
    precise float number = uintBitsToFloat(0x4b000000u | (ends >> 24)) - 8388608.0f;
    precise float share = number * (1.0f / 128.0f);
    return share;
}

// As in stick_push.glsl, of a stick of the tile whose first particle is `base`.
SolvedStick solveStick(uint index, uint response, uint base, bool isFirst) {
    bool damped = response < kStickCompliant;
    bool compliant = response < kStickRigid;
    TileStick stick = stickOfTile(index);
    uint endA = firstEnd(stick.ends);
    uint endB = secondEnd(stick.ends);
    vec4 a = particleOfTile(endA);
    vec4 b = particleOfTile(endB);
    vec3 d = difference(a.xyz, b.xyz);
    float multiplier = 0.0f;
    if (compliant && !isFirst) multiplier = multipliers[index];
    float damping = 0.0f;
    float longest = kNoLongest;
    float compression = 1.0f;
    if (response == kStickRigid) compression = compressionNow(compressionIn(stick.ends), constants);
    vec3 dBefore = vec3(0.0f);
    if (damped) {
        damping = dampingOf(restraints[index].damping, constants);
        longest = restraints[index].longest;
        compression = compressionNow(restraints[index].compression, constants);
    }
    if (damped || (constants.flags & kSecondOrder) != 0u)
        dBefore = difference(previous[base + endA].xyz, previous[base + endB].xyz);
    float parameter = 0.0f;
    if (compliant || response >= kStickHooke) parameter = stickParameter(response, sticks[index].parameter, constants);
    precise float inverseMasses = a.w + b.w;
    float push = stickPush(response, d, dBefore, inverseMasses, stick.restLength, longest, compression, parameter,
                           damping, 1.0f, multiplier);
    d = pushedAlong(constants, d, dBefore);
    precise float shareA = a.w * push;
    precise float shareB = b.w * push;
    return SolvedStick(index, stick.ends, vec4(moveFirstEnd(a.xyz, d, shareA), a.w),
                       vec4(moveSecondEnd(b.xyz, d, shareB), b.w), multiplier);
}

void storeStick(SolvedStick solved, uint response) {
    if (response < kStickRigid) multipliers[solved.index] = solved.multiplier;
    moveParticle(firstEnd(solved.ends), solved.a);
    moveParticle(secondEnd(solved.ends), solved.b);
}
