#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"
#include "drifts.glsl"
#include "wait_for_group.glsl"

// Of the body of a workgroup's first item: most others are of that one too.
shared int waysOfGroup[3];
shared uint countOfGroup;

// What is held or lies on a collider says how its body drifts; else ways of all are added up.
void noteDrift(uint i, uint bodyOfGroup) {
    vec3 way = wayOf(i);
    if (!isPlace(particles[i].xyz) || !(squaredLength(way) < kLargestSquared)) return;
    uint body = bodyOf(i), words = driftWords(body);
    bool isHeld = particles[i].w == 0.0f;
    bool isPressed = constants.colliderCount > 0u && pressed[i].xyz != vec3(0.0f);
    if (isHeld || isPressed) widen(words + kDriftHeld, isHeld ? way : vec3(0.0f));
    if (isHeld) return;
    DriftUnits units = driftUnitsOf(bodies[body]);
    bool isOfGroup = body == bodyOfGroup;
    for (uint axis = 0u; axis < 3u; ++axis) {
        int part = driftInUnits(way[axis], units);
        if (isOfGroup) atomicAdd(waysOfGroup[axis], part);
        else atomicAdd(state[words + kDriftSum + axis], uint(part));
    }
    if (isOfGroup) atomicAdd(countOfGroup, 1u);
    else atomicAdd(state[words + kDriftCount], 1u);
}

// All invocations of a workgroup come here.
void noteDrifts(bool isIts, uint i) {
    uint first = itemNumber() - laneNumber();
    uint bodyOfGroup = first < constants.count ? bodyOf(order[constants.first + first]) : kNowhere;
    if (laneNumber() == 0u) {
        waysOfGroup[0] = waysOfGroup[1] = waysOfGroup[2] = 0;
        countOfGroup = 0u;
    }
    waitForGroup();
    if (isIts) noteDrift(i, bodyOfGroup);
    waitForGroup();
    if (laneNumber() != 0u || countOfGroup == 0u) return;
    uint words = driftWords(bodyOfGroup);
    for (uint axis = 0u; axis < 3u; ++axis)
        atomicAdd(state[words + kDriftSum + axis], uint(waysOfGroup[axis]));
    atomicAdd(state[words + kDriftCount], countOfGroup);
}

bool holdsNow(uint i) {
    return (counts[i].marks & kHoldsNow) != 0u;
}

// Whether a list that is for one substep can be made anew alone: what it is of goes where lists have it.
bool canLookAgain(uint i, float squaredError) {
    bool isForSubstep = bitsOfFloat(anchors[i].w) == 0u || holdsNow(i);
    if (!isForSubstep || counts[i].listed == kUnsearched || particles[i].w == 0.0f) return false;
    return isWithin(squaredError, slackOf(bodies[bodyOf(i)].reach, kForLife));
}

// One that is not where it was expected goes on from where it is. Where that is more than lists can be mended by, all
// are made anew.
void noteStray(uint item, uint i, vec3 way, float age) {
    bool looks = hasList(bodies[bodyOf(i)], !(particles[i].w > 0.0f));
    bool isMended = anchors[i].w != 0.0f && !holdsNow(i);
    isMended = isMended && isWithin(squaredLength(way), productOf(space.largest, kFastestStray));
    isMended = isMended && (looks ? counts[i].listed <= kMostNeighbours : counts[i].listed == kUnsearched);
    uint stray = isMended ? atomicAdd(state[kStrayCount], 1u) : space.mostStrays;
    if (stray >= space.mostStrays) {
        raise(kListsAreStale, 1u);
        return;
    }
    state[kStrays + stray] = item;
    state[kStrayParticles + stray] = i;
    precise float toMiddle = 0.0f - age;
    anchors[i].xyz = expectedPlace(previous[i].xyz, way, toMiddle);
    motions[i] = vec4(way, reachOf(i));
    counts[i].met = kAstray;
    atomicMax(boxes[item / kNeighbourGroup].changed, state[kListAge] + 1u);
}

void main() {
    bool isIts = itemNumber() < constants.count;
    uint item = constants.first + itemNumber(), i = isIts ? order[item] : 0u;
    noteDrifts(isIts, i);
    if (!isIts) return;

    uint age = state[kListAge], life = state[kListLife];
    if (item == 0u) {
        state[kHasTouches] = state[kPushedCount] = pushedGroups[0] = 0u;
        pushedGroups[1] = pushedGroups[2] = 1u;
    }
    vec3 x = particles[i].xyz;
    if (!isPlace(x)) return;
    vec3 way = wayOf(i);
    if (squaredLength(way) < kLargestSquared) {
        for (uint axis = 0u; axis < 3u; ++axis) {
            raise(kWaysBox + axis, orderOf(way[axis]));
            raise(kWaysBox + 3u + axis, ~orderOf(way[axis]));
        }
    }
    if (age >= life) {
        raise(kListsAreStale, 1u);
        return;
    }
    vec3 expected = expectedPlace(anchors[i].xyz, motions[i].xyz, fromMiddle(age + 1u, life));
    float squaredError = squaredLength(difference(x, expected));
    bool isOff = !isWithin(squaredError, anchors[i].w) || holdsNow(i);
    // One that has been let go, or is held since: of what is held anchors of those that look are below 0.
    bool isHeld = particles[i].w == 0.0f, wasHeld = counts[i].listed == kUnsearched || anchors[i].w < 0.0f;
    bool isChanged = isHeld != wasHeld;
    if (!isChanged && canLookAgain(i, squaredError)) {
        counts[i].met = kAstray;
        counts[i].marks |= kHoldsNow;
        raise(kHadStrays, kLookAgain);
    } else if (isOff || isChanged) noteStray(item, i, way, fromMiddle(age, life));
}
