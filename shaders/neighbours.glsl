// What the kernels over neighbours have in common.
#include "buffers/neighbours.glsl"
#include "shared/cut.h"
#include "shared/verlet.h"

layout(constant_id = 4) const uint kLanes = 1u;  // invocations that share an item, see lanes.glsl; a power of two

uint itemsOfGroup() {
    return gl_WorkGroupSize.x / kLanes;
}

// That a workgroup takes of what is counted here for other kernels: as many as here.
#ifndef PLIANT_COUNTED_ITEMS
#define PLIANT_COUNTED_ITEMS itemsOfGroup()
#endif

// Most invocations find that there is nothing to do, and then none waits for another.
void raise(uint word, uint to) {
    if (state[word] < to) atomicMax(state[word], to);
}

// The body that a particle is of; kNowhere: of none that keeps others off.
uint bodyOf(uint i) {
    return bodyOfNumber(rest[i].w);
}

// How far a particle reaches: as far as its body does, or farther if one of its edges is long.
float reachOf(uint i) {
    NeighbourBody body = bodies[bodyOf(i)];
    if ((body.traits & kHasLongEdges) == 0u) return body.reach;
    float longest = 0.0f;
    for (uint k = aroundFirst[3u * i]; k < aroundFirst[3u * i + 1u]; ++k)
        longest = higherOf(longest, squaredLength(difference(rest[i].xyz, rest[around[k]].xyz)));
    return reachOfEdge(body.reach, longest);
}

NeighbourBody bodyAt(vec4 start) {
    return bodies[bodyOfNumber(start.w)];
}

// Where a row of what is around a particle begins, see Schedule::around, and what is there.
uint rowAt(uint i, uint row) {
    return aroundFirst[3u * i + row];
}
uint aroundAt(uint k) {
    return around[k];
}

// Whether two may be on each other's lists, if they come near each other.
bool mayBeListed(uint i, uint j, vec4 atRest, vec4 itsRest, bool areAtAJoint) {
    if (!areStrangers(bodyAt(atRest), bodyAt(itsRest), atRest, itsRest, areAtAJoint)) return false;
    if (!mayBeAround(bodyAt(atRest), atRest, itsRest)) return true;
    uint end = rowAt(i, 2u);
    for (uint k = rowAt(i, 0u); k < end; ++k) {
        if (aroundAt(k) == j) return false;
    }
    return true;
}

// How far a particle of a body and another one reach together, see reachOfBoth().
float reachWith(NeighbourBody body, uint other, uint horizon) {
    NeighbourBody itsBody = bodyAt(rest[other]);
    bool isItsHeld = particles[other].w == 0.0f;
    float its = horizon == kForTouches ? itsBody.reach : motions[other].w;
    return reachOfBoth(reachTowards(body, itsBody, isItsHeld, horizon), its);
}

// Whether a particle of a body may have another one in its list, though either may be held.
bool mayLookAt(NeighbourBody body, uint i, uint other) {
    return mayLook(body, particles[i].w == 0.0f, motions[i].w, particles[other].w == 0.0f, motions[other].w);
}

vec3 wayOf(uint i) {
    return difference(particles[i].xyz, previous[i].xyz);
}

// Whether it looks again in this substep: of strays no list holds for one substep alone.
bool looksAgain(uint i) {
    return counts[i].met == kAstray && (counts[i].marks & kHoldsNow) != 0u;
}

uint listedOf(uint i) {
    return counts[i].listed <= kMostNeighbours ? counts[i].listed : 0u;
}

bool isFirstToMark(uint i, uint mark) {
    return (counts[i].marks & mark) == 0u && (atomicOr(counts[i].marks, mark) & mark) == 0u;
}

// Whether one at a place in a list begins a workgroup of those that go over it; then so many are needed.
bool beginsGroup(uint at, out uint groups) {
    uint inGroup = PLIANT_COUNTED_ITEMS;
    groups = at / inGroup + 1u;
    return at % inGroup == 0u;
}

// Each is noted once.
void markOne(uint i) {
    if (!isFirstToMark(i, kIsInvolved)) return;
    uint at = atomicAdd(state[kInvolvedCount], 1u), groups;
    involved[at] = i;
    if (beginsGroup(at, groups)) atomicMax(involvedGroups[0], groups);
}

void notePushed(uint i) {
    uint at = atomicAdd(state[kPushedCount], 1u), groups;
    pushed[at] = i;
    if (beginsGroup(at, groups)) atomicMax(pushedGroups[0], groups);
}

void markStar(uint i) {
    if (!isFirstToMark(i, kIsStarInvolved)) return;
    markOne(i);
    uint end = aroundFirst[3u * i + 1u];
    for (uint k = aroundFirst[3u * i]; k < end; ++k)
        markOne(around[k]);
}

// All that cuts may look at, see shared/cut.h: of `lanes` invocations that share it this one's part.
void markAround(uint i, uint lane, uint lanes) {
    if (lane == 0u) markOne(i);
    uint end = aroundFirst[3u * i + 2u];
    for (uint k = aroundFirst[3u * i] + lane; k < end; k += lanes)
        markStar(around[k]);
    raise(kHasNeighbours, 1u);
}

// What is held is looked at by others, and hardly any of it looks itself; where edges are uneven by all around it.
void markHeld(uint i) {
    if (isUnevenWith(rest[i].w)) markAround(i, 0u, 1u);
    else markStar(i);
}

// Of directions that are added up as whole numbers, in whatever order.
ivec3 unitsOf(vec3 normal) {
    return ivec3(wholeNumber(unitsOfNormal(normal.x)), wholeNumber(unitsOfNormal(normal.y)),
                 wholeNumber(unitsOfNormal(normal.z)));
}

uint neighbourAt(uint k, uint i) {
    return lists[k * rest.length() + i];
}

// As far as those that were too near part in a substep [m].
float riseNow() {
    return productOf(space.rise, constants.step);
}

// For how many substeps lists are made in this one.
uint lifeNow() {
    vec3 halfBox;
    for (uint axis = 0u; axis < 3u; ++axis)
        halfBox[axis] = halfOfWays(state[kWaysBox + axis], state[kWaysBox + 3u + axis]);
    return listLife(space, squaredLength(halfBox), state[kListAge]);
}
