#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"
#include "drifts.glsl"
#include "lanes.glsl"
#include "bases_with_held.glsl"

// As pushes leave it. What has no neighbours around is not pushed, and does not move in this pass.
vec3 wayPushed(uint i) {
    vec3 pushed = ways[2u * i + 1u].xyz, way = wayOf(i);
    return goodWay((counts[i].marks & kIsInvolved) != 0u ? pushed : way);
}

// Of the ways around a particle, as pushes leave them, least and most of what is free, and the nearest that is held, of
// these the one of the lowest number; kNowhere: none is.
struct Surroundings {
    EdgeLengths edges;
    vec3 least;
    vec3 most;
    uint held;
    float heldSquared;
};

void takeHeld(inout Surroundings all, uint j, float squared) {
    if (squared > all.heldSquared || (squared == all.heldSquared && j > all.held)) return;
    all.held = j;
    all.heldSquared = squared;
}

void takeWay(inout Surroundings all, uint j, vec3 apart, vec3 way) {
    if (particles[j].w == 0.0f) {
        takeHeld(all, j, dotOf(apart, apart));
    } else {
        all.least = lowerOf3(all.least, way);
        all.most = higherOf3(all.most, way);
    }
}

// By those that this invocation takes.
Surroundings surroundingsOf(uint i) {
    Surroundings all =
        Surroundings(EdgeLengths(0.0f, kFarOff, kFarOff), vec3(kFarOff), vec3(-kFarOff), kNowhere, kFarOff);
    vec3 place = previous[i].xyz, mine = wayPushed(i);
    if (laneOfItem() == 0u) takeWay(all, i, vec3(0.0f), mine);
    uint firstBeside = aroundFirst[3u * i + 1u], end = aroundFirst[3u * i + 2u];
    for (uint k = aroundFirst[3u * i] + laneOfItem(); k < end; k += kLanes) {
        uint j = around[k];
        vec3 apart = difference(place, previous[j].xyz), way = wayPushed(j), against = difference(mine, way);
        if (k < firstBeside) all.edges = withEdge(all.edges, apart, against);
        else all.edges = withBeside(all.edges, apart, against);
        takeWay(all, j, apart, way);
    }
    uint near = counts[i].near;
    for (uint k = laneOfItem(); k < near; k += kLanes) {
        uint j = neighbourAt(k, i);
        vec3 apart = difference(place, previous[j].xyz), way = wayPushed(j);
        all.edges = withBeside(all.edges, apart, difference(mine, way));
        takeWay(all, j, apart, way);
    }
    return all;
}

// What each invocation has found, as words.
const uint kPartWords = 11u;
shared uint parts[kPartWords * kInvocations];

void notePart(Surroundings part) {
    uint at = kPartWords * laneNumber();
    for (uint axis = 0u; axis < 3u; ++axis) {
        parts[at + axis] = floatBitsToUint(part.least[axis]);
        parts[at + 3u + axis] = floatBitsToUint(part.most[axis]);
    }
    parts[at + 6u] = floatBitsToUint(part.edges.longest);
    parts[at + 7u] = floatBitsToUint(part.edges.shortest);
    parts[at + 8u] = floatBitsToUint(part.edges.beside);
    parts[at + 9u] = part.held;
    parts[at + 10u] = floatBitsToUint(part.heldSquared);
}

float partAt(uint word) {
    return uintBitsToFloat(parts[word]);
}

// By all that share the particle.
Surroundings allOf(Surroundings part) {
    if (kLanes == 1u) return part;
    notePart(part);
    waitForGroup();
    uint first = laneNumber() - laneOfItem();
    for (uint at = kPartWords * first; at < kPartWords * (first + kLanes); at += kPartWords) {
        part.least = lowerOf3(part.least, vec3(partAt(at), partAt(at + 1u), partAt(at + 2u)));
        part.most = higherOf3(part.most, vec3(partAt(at + 3u), partAt(at + 4u), partAt(at + 5u)));
        part.edges.longest = higherOf(part.edges.longest, partAt(at + 6u));
        part.edges.shortest = lowerOf(part.edges.shortest, partAt(at + 7u));
        part.edges.beside = lowerOf(part.edges.beside, partAt(at + 8u));
        takeHeld(part, parts[at + 9u], partAt(at + 10u));
    }
    return part;
}

// What the ways around a particle have in common; or how what is held, however slow, takes it along: nothing stops it.
vec3 baseAround(uint i, uint body, float reach, vec3 mine, Surroundings all) {
    if (particles[i].w == 0.0f) return mine;
    if (all.held != kNowhere) return baseWithHeld(i, all.held);
    vec3 drift = driftOf(body);
    return sumOf(drift, baseOf(difference(all.least, drift), difference(all.most, drift), reach));
}

// Whether a particle touches another one, waits or is held.
bool isMet(uint i) {
    if ((counts[i].marks & kIsInvolved) == 0u) return false;
    return ways[2u * i + 1u].w >= 0.0f || counts[i].listed == kNowhere;
}

bool isStirred(uint i) {
    bool isOneMet = isMet(i);
    uint end = aroundFirst[3u * i + 1u];
    for (uint k = aroundFirst[3u * i]; k < end && !isOneMet; ++k)
        isOneMet = isMet(around[k]);
    return isOneMet;
}

// Whether nothing within two edges touches another particle, waits or is held: hardly a way around it is cut, but by
// its own faces.
bool isCalm(uint i) {
    bool isOneStirred = isStirred(i);
    uint end = aroundFirst[3u * i + 1u];
    for (uint k = aroundFirst[3u * i]; k < end && !isOneStirred; ++k)
        isOneStirred = isStirred(around[k]);
    return !isOneStirred;
}

// Seen from where particle i was when the substep began.
vec3 startOf(uint k, uint i) {
    return difference(previous[k].xyz, previous[i].xyz);
}
CutBall before(uint k, uint i) {
    return CutBall(startOf(k, i), 0.0f);
}
CutBall after(uint k, uint i, vec3 base, bool goesAll) {
    return ballOf(startOf(k, i), base, wayPushed(k), goesAll || particles[k].w == 0.0f);
}

// How faces around a particle lie, when the substep begins and wherever on their ways corners are when it ends; around
// a calm one, where ways end.
uint foldOfFaces(uint i, float reach, vec3 base, bool isCalm) {
    vec3 sum = vec3(0.0f);
    uint first = aroundFirst[3u * i + 2u], end = aroundFirst[3u * i + 3u];
    for (uint k = first; k < end; k += 2u)
        sum = sumOf(sum, faceNormal(vec3(0.0f), startOf(around[k], i), startOf(around[k + 1u], i)));
    vec3 side = unitOf(sum);
    float gap = gapOf(reach, previous[i].xyz);
    CutBall here = before(i, i), there = after(i, i, base, isCalm);
    bool isEven = true, isBent = squaredLength(side) > 0.0f;
    for (uint k = first; k < end && isBent; k += 2u) {
        uint p = around[k], q = around[k + 1u];
        CutNormal start = normalOf(here, before(p, i), before(q, i));
        CutBall ofFirst = after(p, i, base, isCalm), ofSecond = after(q, i, base, isCalm);
        CutNormal swept = normalOf(there, ofFirst, ofSecond);
        isEven = isEven && looksTo(side, start, kEvenCosine) && looksTo(side, swept, kEvenCosine);
        isBent = looksTo(side, start, kBentCosine) && looksTo(side, swept, kBentCosine);
        if (!isCalm || !isBent) continue;
        vec3 seen = difference(ofFirst.centre, there.centre), otherSeen = difference(ofSecond.centre, there.centre);
        isBent = !isNeedle(startOf(p, i), startOf(q, i), gap) && !isNeedle(seen, otherSeen, gap);
    }
    return foldOf(side, isEven, isBent, isCalm);
}

uint foldsAround(uint i, float reach, vec3 mine, vec3 base, EdgeLengths edges) {
    // One that is lost looks for nothing: what is around it may not be involved.
    float number = rest[i].w;
    bool isUneven = isUnevenWith(number) && motions[i].w > 0.0f;
    bool isMet = counts[i].near > 0u && particles[i].w > 0.0f;
    if (!isUneven && !(isMet && isCrumpled(edges))) return 0u;
    if (isNeverFlatWith(number)) return kIsFolded;
    bool isAlone = isUneven && isCalm(i);
    return foldOfFaces(i, reach, isAlone ? mine : base, isAlone);
}

void main() {
    if (state[kHasNeighbours] == 0u) return;
    uint slot = constants.first + itemOfLanes();

    bool isIts = itemOfLanes() < constants.count && slot < state[kInvolvedCount];
    uint i = isIts ? involved[slot] : 0u;
    Surroundings all = allOf(surroundingsOf(i));
    if (!isIts || laneOfItem() != 0u) return;
    uint body = bodyOf(i);
    float reach = bodies[body].reach;
    vec3 mine = wayPushed(i), base = baseAround(i, body, reach, mine, all);
    ways[2u * i] = vec4(base, lengthOfReach(all.edges.longest));
    cuts[i].held = all.held;
    counts[i].folds = foldsAround(i, reach, mine, base, all.edges);
    if (state[kHasTouches] == 0u || !(particles[i].w > 0.0f)) return;
    vec4 way = ways[2u * i + 1u];
    if (counts[i].listed != kNowhere && !(way.w > 0.0f)) return;
    vec3 place = sumOf(previous[i].xyz, way.xyz);
    if (isPlace(place)) particles[i].xyz = place;
}
