// One stick of a pass: both ends move. NO_ELASTIC_STICKS: none is between clusters and elastic; NO_CLUSTERS: none is
// between clusters at all.
#include "shared/cluster.h"
#include "stick_push.glsl"

struct SolvedStick {
    uint index;
    uint endA;
    uint endB;
    vec3 a;
    vec3 b;
    float multiplier;
};

SolvedStick solvedStick(uint response, uint index, Stick stick, bool isFirst) {
    vec4 a = particleAt(stick.a);
    vec4 b = particleAt(stick.b);
    vec3 d = difference(a.xyz, b.xyz);
    vec3 dBefore = vec3(0.0f);
    if (needsBefore(response)) dBefore = difference(previousAt(stick.a), previousAt(stick.b));
    float multiplier = 0.0f;
    float push;
#ifndef NO_CLUSTERS
    if (response == kStickBetweenClusters || response == kStickElastic) {
        d = betweenClusters(d, difference(previousAt(stick.a), previousAt(stick.b)));
        precise float inverseMasses = a.w + b.w;
        bool isSecondOrder = (constants.flags & kSecondOrder) != 0u;
        if (response == kStickElastic || isSecondOrder)
            dBefore = difference(carryAt(stick.a).xyz, carryAt(stick.b).xyz);
#ifndef NO_ELASTIC_STICKS
        if (response == kStickElastic) {
            float compliance = stickParameter(response, stick.parameter, constants);
            float damping = dampingOf(tensionRows[index].damping, constants);
            multiplier = multipliers[index];
            push = elasticPush(d, dBefore, inverseMasses, stick.restLength, compliance, damping, multiplier);
        } else
#endif
            push = clusterPush(d, inverseMasses, stick.restLength);
        if (isSecondOrder) d = pushedAlong(constants, d, dBefore);
    } else
#endif
        push = pushOf(response, index, stick, d, dBefore, a.w, b.w, 1.0f, isFirst, multiplier);
    precise float shareA = a.w * push;
    precise float shareB = b.w * push;
    return SolvedStick(index, stick.a, stick.b, moveFirstEnd(a.xyz, d, shareA), moveSecondEnd(b.xyz, d, shareB),
                       multiplier);
}

// The multiplier need not be kept where the stick will not be solved again in this substep.
void storeStick(uint response, SolvedStick stick, bool isLast) {
    setPlace(stick.endA, stick.a);
    setPlace(stick.endB, stick.b);
    if ((response < kStickRigid && !isLast) || response == kStickElastic) multipliers[stick.index] = stick.multiplier;
}

void solveStick(uint index, uint response) {
    bool isFirst = startWithoutTension(constants.flags);
    storeStick(response, solvedStick(response, index, sticks[index], isFirst), false);
}
