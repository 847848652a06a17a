#version 460
#extension GL_GOOGLE_include_directive : require
#define PLIANT_COUNTED_ITEMS kCountedItems
#define PLIANT_COHERENT_LISTS coherent
#include "pass_kernel.glsl"
layout(constant_id = 2) const uint kCountedItems = 1u;  // that a workgroup takes of what is counted here for others
#include "neighbours.glsl"
#include "search.glsl"
#include "wait_for_group.glsl"

// A workgroup looks for the neighbours of the particles of one group together, or for those of a stray. It goes down
// the tree of boxes many nodes at a time: where each invocation went alone, it waited for memory at each.

const uint kTeam = kNeighbourGroup * kNeighbourGroup;  // invocations
const uint kMostLevels = 12u;                          // of a tree over 2^28 groups, and one more
const uint kPlaceBits = 28u;

// The tree's levels, groups first: where their nodes begin, and how many there are. The search begins above the last
// one, as if there were one more.
shared uint firstNodes[kMostLevels];
shared uint nodeCounts[kMostLevels];
shared uint levelCount;

// Nodes that are still to be looked into, by their level and their place in it: the last ones first, so that there are
// never more of a level than are found at once. And groups that have been found to be near.
shared uint waiting[kMostLevels * kTeam];
shared uint waitingCount;
shared uint nearGroups[kTeam];
shared uint nearCount;

// Those that look: what each needs to leave out most, how many it has found for each horizon, and the particles of its
// frame.
shared uint searchers[kNeighbourGroup];  // kNowhere: none
shared vec4 places[kNeighbourGroup];
shared vec4 searcherMotions[kNeighbourGroup];
shared float bodyReaches[kNeighbourGroup];
shared uint found[3u * kNeighbourGroup];
shared uint firstItems[kNeighbourGroup];
shared uint endItems[kNeighbourGroup];

uint searcher;  // the one that is looked for now
bool again;     // it has no room for all that come near for life

uint placeInList(uint horizon) {
    return atomicAdd(found[horizon * kNeighbourGroup + searcher], 1u);
}

uint groupsOf(uint count) {
    return (count + kNeighbourGroup - 1u) / kNeighbourGroup;
}

void noteLevels() {
    if (laneNumber() != 0u) return;
    uint level = 0u, first = 0u, count = space.groups;
    for (; count > kMostRoots; ++level) {
        firstNodes[level] = first;
        nodeCounts[level] = count;
        first += count;
        count = groupsOf(count);
    }
    firstNodes[level] = first;
    nodeCounts[level] = count;
    levelCount = level + 1u;
}

NeighbourBox boxOfSearchers(uint first, uint end) {
    NeighbourBox box = boxOfNone();
    for (uint s = first; s < end; ++s)
        if (searchers[s] != kNowhere) box = boxWith(box, places[s], searcherMotions[s]);
    return box;
}

// The node of a level that is at a place in it, if any of the particles from `first` to `end` is in it and it may meet
// the box.
void lookAt(uint level, uint at, NeighbourBox box, uint first, uint end) {
    uint shift = 3u * level + 3u;
    if (at >= nodeCounts[level] || at << shift >= end || at + 1u << shift <= first) return;
    if (!mayMeet(box, boxes[firstNodes[level] + at], halfLife)) return;
    if (level == 0u) nearGroups[atomicAdd(nearCount, 1u)] = at;
    else waiting[atomicAdd(waitingCount, 1u)] = level << kPlaceBits | at;
}

void takeSearcher(uint s) {
    searcher = s;
    me = searchers[s];
    place = places[s].xyz;
    motion = searcherMotions[s];
    atRest = rest[me];
    body = bodyAt(atRest);
    myJoint = joints[me];
    isHeld = !(particles[me].w > 0.0f);
    looks = hasList(body, isHeld);
}

// One particle of a group that has been found to be near.
void meet(uint item, uint first, uint end, uint horizon) {
    if (item >= space.items) return;
    uint j = order[item];
    vec4 at = anchors[j], towards = motions[j];
    for (uint s = first; s < end; ++s) {
        vec3 apart = difference(places[s].xyz, at.xyz), against = difference(searcherMotions[s].xyz, towards.xyz);
        float both = isStray ? reachOfEither(searcherMotions[s].w, towards.w) : reachOfBoth(bodyReaches[s], towards.w);
        if (searchers[s] == kNowhere || !mayMeetAt(apart, against, halfLife, meetsWithin(both))) continue;
        takeSearcher(s);
        consider(j, horizon);
    }
}

// All invocations come here. Lists what those from `first` to `end` may meet.
void list(uint first, uint end, uint horizon) {
    uint lane = laneNumber(), firstItem = kNowhere, endItem = 0u;
    NeighbourBox box = boxOfSearchers(first, end);
    for (uint s = first; s < end; ++s) {
        if (searchers[s] == kNowhere) continue;
        firstItem = min(firstItem, firstItems[s]);
        endItem = max(endItem, endItems[s]);
    }
    uint roots = groupsOf(nodeCounts[levelCount - 1u]);
    if (lane < roots) waiting[lane] = levelCount << kPlaceBits | lane;
    if (lane == 0u) waitingCount = roots;
    waitForGroup();
    while (waitingCount != 0u) {
        uint all = waitingCount, taken = min(all, kNeighbourGroup), number = lane / kNeighbourGroup;
        uint node = number < taken ? waiting[all - 1u - number] : kNowhere;
        waitForGroup();
        if (lane == 0u) {
            waitingCount = all - taken;
            nearCount = 0u;
        }
        waitForGroup();
        uint inside = (node & (1u << kPlaceBits) - 1u) * kNeighbourGroup + lane % kNeighbourGroup;
        if (node != kNowhere) lookAt((node >> kPlaceBits) - 1u, inside, box, firstItem, endItem);
        waitForGroup();
        for (uint k = number; k < nearCount; k += kNeighbourGroup)
            meet(nearGroups[k] * kNeighbourGroup + lane % kNeighbourGroup, first, end, horizon);
    }
    waitForGroup();
}

// Those of the order of contacts from `first` to `end`, at most a group of them.
void takeSearchers(uint first, uint end) {
    uint s = laneNumber();
    if (s >= kNeighbourGroup) return;
    uint i = order[first + s < end ? first + s : first];
    NeighbourBody itsBody = bodyAt(rest[i]);
    bool isOne = first + s < end && motions[i].w > 0.0f;
    if (isOne && !(particles[i].w > 0.0f)) {
        markHeld(i);
        isOne = isStray || hasList(itsBody, true);
    }
    searchers[s] = isOne ? i : kNowhere;
    places[s] = anchors[i];
    searcherMotions[s] = motions[i];
    found[s] = again && first + s < end ? kNowhere : 0u;
    found[kNeighbourGroup + s] = found[2u * kNeighbourGroup + s] = 0u;
    bodyReaches[s] = itsBody.reach;
    firstItems[s] = itsBody.begin < space.groups ? itsBody.begin * kNeighbourGroup : 0u;
    endItems[s] = itsBody.end;
}

// The one that its list is for: those before had no room.
uint horizonOf(uint s) {
    uint horizon = kForLife;
    while (horizon != kForTouches && found[horizon * kNeighbourGroup + s] > kMostNeighbours)
        ++horizon;
    return horizon;
}

// Eight invocations mark what is around one that has looked.
void finish(uint s, uint lane) {
    if (searchers[s] == kNowhere) return;
    takeSearcher(s);
    if (!looks) return;
    uint horizon = horizonOf(s), all = found[horizon * kNeighbourGroup + s];
    if (lane == 0u) finishList(all, horizon);
    if (hasToBeMarked(all, horizon)) markAround(me, lane, kNeighbourGroup);
}

void lookFor(uint first, uint end) {
    waitForGroup();
    takeSearchers(first, end);
    waitForGroup();
    bool areApart = isWide(boxOfSearchers(0u, kNeighbourGroup), halfLife);
    for (uint s = 0u; s < kNeighbourGroup && !again; s += areApart ? 1u : kNeighbourGroup)
        list(s, areApart ? s + 1u : kNeighbourGroup, kForLife);
    for (uint s = 0u; s < kNeighbourGroup; ++s)
        for (uint horizon = kForLife; horizon != kForTouches && found[horizon * kNeighbourGroup + s] > kMostNeighbours;)
            list(s, s + 1u, ++horizon);
    finish(laneNumber() / kNeighbourGroup, laneNumber() % kNeighbourGroup);
}

void main() {
    bool areStale = state[kListsAreStale] != 0u;
    if (!areStale && state[kHadStrays] == 0u) return;
    isStray = !areStale;
    again = false;
    halfLife = fromMiddle(state[kListLife], state[kListLife]);
    if (groupNumber() * kNeighbourGroup >= constants.count) return;  // it is of the next part
    noteLevels();
    uint number = constants.first / kNeighbourGroup + groupNumber();
    if (areStale)
        lookFor(number * kNeighbourGroup, min(number * kNeighbourGroup + kNeighbourGroup, space.items));
    uint end = areStale ? 0u : state[kStrayCount];
    for (uint stray = state[kFirstStray] + number; stray < end; stray += space.groups)
        lookFor(state[kStrays + stray], state[kStrays + stray] + 1u);
    if (areStale) return;
    isStray = false;
    again = true;
    uint last = min(number * kNeighbourGroup + kNeighbourGroup, space.items);
    for (uint item = number * kNeighbourGroup; item < last; ++item)
        if (looksAgain(order[item])) lookFor(item, item + 1u);
}
