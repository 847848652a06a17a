#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"
#include "shared/held.h"

// As pushes leave it. What has no neighbours around is not pushed, and does not move in this pass.
vec3 wayPushed(uint i) {
    vec3 pushed = ways[2u * i + 1u].xyz, way = wayOf(i);
    return goodWay((counts[i].marks & kIsInvolved) != 0u ? pushed : way);
}

// Where particle i would go if it were fixed to j, which is held, and the first of its faces that is held and no
// needle; or else to one that is held beside j, if any is.
vec3 baseWithHeld(uint i, uint j) {
    vec3 place = previous[j].xyz, way = goodWay(wayOf(j));
    uint next = j, last = j, end = aroundFirst[3u * j + 3u];
    for (uint k = aroundFirst[3u * j + 2u]; k < end && last == j; k += 2u) {
        uint p = around[k], q = around[k + 1u];
        bool isFirstHeld = particles[p].w == 0.0f, isOtherHeld = particles[q].w == 0.0f;
        bool isFace = isFirstHeld && isOtherHeld &&
                      encloseAnAngle(difference(previous[p].xyz, place), difference(previous[q].xyz, place));
        if (isFace || (next == j && isFirstHeld)) next = p;
        if (!isFace && next == j && isOtherHeld) next = q;
        if (isFace) last = q;
    }
    HeldFrame frame;
    frame.place = difference(place, previous[i].xyz);
    frame.way = way;
    frame.first = difference(previous[next].xyz, place);
    frame.firstWay = difference(goodWay(wayOf(next)), way);
    frame.second = difference(previous[last].xyz, place);
    frame.secondWay = difference(goodWay(wayOf(last)), way);
    return wayWithHeld(frame);
}

// What the ways around a particle, as pushes leave them, have in common; where something is held, however slow, the way
// of the nearest that is, and of these the one of the lowest number: nothing stops it.
vec3 baseAround(uint i) {
    if (particles[i].w == 0.0f) return wayPushed(i);
    vec3 least = vec3(kFarOff), most = vec3(-kFarOff);
    uint held = kNowhere;
    float leastSquared = kFarOff;
    uint firstListed = aroundFirst[3u * i + 2u] - aroundFirst[3u * i] + 1u, count = firstListed + counts[i].near;
    for (uint k = 0u; k < count; ++k) {
        uint j = k == 0u ? i : k < firstListed ? around[aroundFirst[3u * i] + k - 1u] : neighbourAt(k - firstListed, i);
        vec3 way = wayPushed(j);
        bool isHeld = particles[j].w == 0.0f;
        least = isHeld ? least : lowerOf3(least, way);
        most = isHeld ? most : higherOf3(most, way);
        if (!isHeld) continue;
        vec3 apart = difference(previous[j].xyz, previous[i].xyz);
        float squared = dotOf(apart, apart);
        if (squared > leastSquared || (squared == leastSquared && j > held)) continue;
        held = j;
        leastSquared = squared;
    }
    if (held != kNowhere) return baseWithHeld(i, held);
    return baseOf(least, most, bodies[bodyOf(i)].thickness);
}

EdgeLengths edgesAround(uint i) {
    EdgeLengths edges = EdgeLengths(0.0f, kFarOff, kFarOff);
    uint firstBeside = aroundFirst[3u * i + 1u], end = aroundFirst[3u * i + 2u];
    for (uint k = aroundFirst[3u * i]; k < end; ++k) {
        uint j = around[k];
        vec3 apart = difference(previous[i].xyz, previous[j].xyz), way = difference(wayPushed(i), wayPushed(j));
        if (k < firstBeside) edges = withEdge(edges, apart, way);
        else edges = withBeside(edges, apart, way);
    }
    return edges;
}

// Seen from where particle i was when the substep began.
vec3 startOf(uint k, uint i) {
    return difference(previous[k].xyz, previous[i].xyz);
}
CutBall before(uint k, uint i) {
    return CutBall(startOf(k, i), 0.0f);
}
CutBall after(uint k, uint i, vec3 base) {
    return ballOf(startOf(k, i), base, wayPushed(k), particles[k].w == 0.0f);
}

// How faces around a particle lie, when the substep begins and wherever on their ways corners are when it ends.
uint foldOfFaces(uint i, vec3 base) {
    vec3 sum = vec3(0.0f);
    uint first = aroundFirst[3u * i + 2u], end = aroundFirst[3u * i + 3u];
    for (uint k = first; k < end; k += 2u)
        sum = sumOf(sum, faceNormal(vec3(0.0f), startOf(around[k], i), startOf(around[k + 1u], i)));
    vec3 side = unitOf(sum);
    CutBall here = before(i, i), there = after(i, i, base);
    bool isEven = true, isBent = squaredLength(side) > 0.0f;
    for (uint k = first; k < end && isBent; k += 2u) {
        uint p = around[k], q = around[k + 1u];
        CutNormal start = normalOf(here, before(p, i), before(q, i));
        CutNormal swept = normalOf(there, after(p, i, base), after(q, i, base));
        isEven = isEven && looksTo(side, start, kEvenCosine) && looksTo(side, swept, kEvenCosine);
        isBent = looksTo(side, start, kBentCosine) && looksTo(side, swept, kBentCosine);
    }
    return foldOf(side, isEven, isBent);
}

uint foldsAround(uint i, vec3 base, EdgeLengths edges) {
    // One that is lost looks for nothing: what is around it may not be involved.
    bool isUneven = bodies[bodyOf(i)].isUneven != 0u && motions[i].w > 0.0f;
    if (!isUneven && (counts[i].near == 0u || !isCrumpled(edges))) return 0u;
    return foldOfFaces(i, base);
}

void main() {
    if (itemNumber() >= constants.count) return;
    uint slot = constants.first + itemNumber();

    if (state[kHasNeighbours] == 0u || slot >= state[kInvolvedCount]) return;
    uint i = involved[slot];
    EdgeLengths edges = edgesAround(i);
    vec3 base = baseAround(i);
    ways[2u * i] = vec4(base, lengthOfReach(edges.longest));
    counts[i].folds = foldsAround(i, base, edges);
    if (state[kHasTouches] == 0u || !(particles[i].w > 0.0f)) return;
    if (counts[i].listed == kNowhere) particles[i].xyz = previous[i].xyz;
    if (!(ways[2u * i + 1u].w > 0.0f)) return;
    vec3 place = sumOf(previous[i].xyz, ways[2u * i + 1u].xyz);
    if (isPlace(place)) particles[i].xyz = place;
}
