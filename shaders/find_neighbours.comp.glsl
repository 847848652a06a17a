#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"
#include "search.glsl"

// An invocation looks for the neighbours of a particle alone. On devices that have many at once a workgroup does so:
// find_neighbours_together.

NeighbourBox myBox;
uint found;

uint placeInList(uint horizon) {
    return found++;
}

// Of the particles of a group those that it may meet, a bit for each: all are read at once, so that a device waits for
// memory once. Where there are fewer than eight the last one stands for the others, too.
uint mayMeetInGroup(uint first, uint count) {
    uint met = 0u;
    [[unroll]] for (uint k = 0u; k < kNeighbourGroup; ++k) {
        uint j = order[first + min(k, count - 1u)];
        vec3 apart = difference(place, anchors[j].xyz), towards = difference(motion.xyz, motions[j].xyz);
        if (mayMeetAt(apart, towards, halfLife, meetsWithin(reachForLife(motions[j].w)))) met |= 1u << k;
    }
    return met & ((1u << count) - 1u);
}

void list(uint horizon) {
    found = 0u;
    uint end = bodyAt(atRest).end;
    for (uint next = bodyAt(atRest).begin; next != kNowhere;) {
        NeighbourBox box = boxes[next];
        bool isOpened = mayMeet(myBox, box, halfLife), isGroup = next < space.groups;
        next = isOpened && !isGroup ? box.inside : box.after;
        if (!isOpened || !isGroup) continue;
        if (box.inside >= end) return;
        uint count = min(kNeighbourGroup, space.items - box.inside);
        for (uint met = mayMeetInGroup(box.inside, count); met != 0u; met &= met - 1u)
            consider(order[box.inside + findLSB(met)], horizon);
    }
}

void main() {
    if (itemNumber() >= constants.count) return;
    me = order[constants.first + itemNumber()];

    bool areStale = state[kListsAreStale] != 0u;
    if (!areStale && state[kHadStrays] == 0u) return;
    bool again = !areStale && looksAgain(me);
    isStray = !areStale && !again && counts[me].met == kAstray;
    if (!(areStale || isStray || again) || !(motions[me].w > 0.0f)) return;
    isHeld = !(particles[me].w > 0.0f);
    atRest = rest[me];
    body = bodyAt(atRest);
    looks = hasList(body, isHeld);
    if (isHeld) markHeld(me);
    if (areStale && !looks) return;
    uint life = state[kListLife];
    halfLife = fromMiddle(life, life);
    myJoint = joints[me];
    motion = motions[me];
    place = anchors[me].xyz;
    myBox = boxWith(boxOfNone(), anchors[me], motion);
    uint horizon = again ? kForSubstep : kForLife;
    list(horizon);
    if (!looks) return;
    while (found > kMostNeighbours && horizon != kForTouches)
        list(++horizon);
    finishList(found, horizon);
    if (hasToBeMarked(found, horizon)) markAround(me, 0u, 1u);
}
