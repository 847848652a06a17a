// One bend of a pass: three or four particles move, or the clusters that stand in for them.
#include "shared/bend.h"
#include "shared/cluster.h"

// Those of the links [first, first + count) added up, each by its number.
vec3 sumMoments(uint first, uint count) {
    vec3 sum = vec3(0.0f);
    for (uint l = first; l < first + count; ++l) {
        BendLink link = bendLinks[l];
        sum = carryMoment(sum, scratch[link.moment].xyz, link.number);
    }
    return sum;
}

uint givenCount(BendNumbers numbers) {
    return numbers.linkCounts & 0xffffu;
}

// A bend between clusters starts with the moment that it is given.
void carryMoments(uint index) {
    BendNumbers numbers = bendNumbers[index];
    scratch[constants.rows + index].xyz = sumMoments(numbers.firstLink, givenCount(numbers));
}

// See bendPull().
vec3 strainOfBend(BendNumbers numbers, uint what, float compliance) {
    if (what == 0u) return vec3(0.0f);
    uint given = givenCount(numbers);
    if (what == kBendCarried) {
        precise float factor = compliance * constants.inverseSquaredStep;
        return scaled(sumMoments(numbers.firstLink, given), factor);
    }
    return scaled(sumMoments(numbers.firstLink + given, numbers.linkCounts >> 16), constants.inverseSquaredStep);
}

// Of a cluster: its centre, with its shift, and its inverse mass.
vec4 cornerAt(uint i, bool isCluster) {
    vec4 x = particleAt(i);
    return isCluster ? vec4(shiftedPlace(previousAt(i), x.xyz), x.w) : x;
}
vec3 cornerBefore(uint i, bool isCluster) {
    return isCluster ? carryAt(i).xyz : previousAt(i);
}

void moveCorner(uint i, float weight, vec4 x, vec3 pull, bool isCluster) {
    if (isCluster) setPlace(i, moveBend(particleAt(i).xyz, weight, x.w, pull, 1.0f));
    else setPlace(i, moveBend(x.xyz, weight, x.w, pull, constants.bendShare));
}

void solveBend(uint index, uint response) {
    uint kind = response & kBendKinds;
    bool isCluster = (response & kBendBetweenClusters) != 0u;
    Bend bend = bends[index];
    uint rows[4] = uint[4](rowOf(bend.a), rowOf(bend.b), rowOf(bend.c), rowOf(bend.d));
    vec4 a = cornerAt(rows[0], isCluster);
    vec4 b = cornerAt(rows[1], isCluster);
    vec4 c = cornerAt(rows[2], isCluster);
    vec4 d = c;
    if (kind != kBendLine) d = cornerAt(rows[3], isCluster);
    BendState s;
    s.x = vec3[4](a.xyz, b.xyz, c.xyz, d.xyz);
    s.p = vec3[4](cornerBefore(rows[0], isCluster), cornerBefore(rows[1], isCluster), cornerBefore(rows[2], isCluster),
                  vec3(0.0f));
    s.p[3] = s.p[2];
    if (kind != kBendLine) s.p[3] = cornerBefore(rows[3], isCluster);
    s.w = float[4](a.w, b.w, c.w, d.w);
    float kb = weightOfSecond(bend.ka, bend.kc, bend.kd);
    s.k = float[4](bend.ka, kb, bend.kc, bend.kd);
    BendNumbers numbers = bendNumbers[index];
    s.rest = kind == kBendHinge ? numbers.rest : 0.0f;
    s.compliance = bend.compliance;
    s.damping = numbers.damping;
    vec3 strain = strainOfBend(numbers, response - kind, bend.compliance);
    vec3 pull = bendPull(kind, s, constants.inverseSquaredStep, constants.inverseStep,
                         isCluster ? 1.0f : constants.bendPeriod, strain);
    moveCorner(rows[0], bend.ka, a, pull, isCluster);
    moveCorner(rows[1], kb, b, pull, isCluster);
    moveCorner(rows[2], bend.kc, c, pull, isCluster);
    if (kind != kBendLine) moveCorner(rows[3], bend.kd, d, pull, isCluster);
    if (isCluster) {
        uint moment = constants.rows + index;
        scratch[moment].xyz = carryMoment(scratch[moment].xyz, pull, 1.0f);
    }
}
