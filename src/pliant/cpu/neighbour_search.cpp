#include "pliant/cpu/neighbour_search.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>

#include "pliant/cpu/neighbour_kernels.h"
#include "pliant/cpu/shared_integer.h"
#include "pliant/shared/cut.h"
#include "pliant/shared/verlet.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;

const NeighbourBody& bodyAt(const NeighbourSearch& s, Index i) {
    return s.bodies[bodyOfNumber(s.rest[i].w)];
}

// The compiler makes of four floats what the processor has.
using Row = float __attribute__((vector_size(16)));
using RowBits = std::int32_t __attribute__((vector_size(16)));

// The three numbers so many bytes from the box's first; what stands behind them is no number.
Row rowOf(const NeighbourBox& box, std::size_t offset) {
    RowBits bits;
    std::memcpy(&bits, reinterpret_cast<const char*>(&box) + offset, sizeof(bits));
    return Row(bits & RowBits{-1, -1, -1, 0});
}

// NeighbourBox, along the three axes at once.
struct BoxRows {
    Row low, high, slowest, fastest;
};

BoxRows rowsOf(const NeighbourBox& box) {
    return {rowOf(box, offsetof(NeighbourBox, low)), rowOf(box, offsetof(NeighbourBox, high)),
            rowOf(box, offsetof(NeighbourBox, slowest)), rowOf(box, offsetof(NeighbourBox, fastest))};
}

// How far any of two sets go against each other at most.
Row wayBetween(const BoxRows& a, const BoxRows& b, float halfLife) {
    const Row slower = b.fastest - a.slowest, faster = a.fastest - b.slowest;
    return (slower < faster ? faster : slower) * halfLife;
}

// mayMeetAlong() of the three axes.
bool mayMeetAlongAll(const BoxRows& a, const BoxRows& b, float halfLife, float reach) {
    const Row below = b.low - a.high, above = a.low - b.high;
    const Row way = wayBetween(a, b, halfLife);
    const RowBits isApart = ~((below < above ? above : below) - way <= Row{reach, reach, reach, reach});
    return (isApart[0] | isApart[1] | isApart[2]) == 0;
}

}  // namespace

void setPlace(float* places, Index item, const vec3& place) {
    for (int axis = 0; axis < 3; ++axis)
        places[numberAlongX(item) + kNeighbourGroup * std::size_t(axis)] = place[axis];
}

void noteWays(const NeighbourSearch& s, int axis, float most, float least) {
    SharedInteger(s.state[kWaysBox + static_cast<Index>(axis)]).raise(orderOf(most));
    SharedInteger(s.state[kWaysBox + 3 + static_cast<Index>(axis)]).raise(~orderOf(least));
}

void noteStale(const NeighbourSearch& s) {
    SharedInteger(s.state[kListsAreStale]).raise(1);
}

bool areListsStale(const NeighbourSearch& s) {
    return SharedInteger(s.state[kListsAreStale]).load() != 0;
}

namespace {

// Whether a list that is for one substep can be made anew alone: what it is of goes where lists have it.
bool looksAgain(const NeighbourSearch& s, Index i) {
    const vec4& anchor = s.anchors[i];
    if (bitsOfFloat(anchor.w) != 0 || s.counts[i].listed == kUnsearched || s.particles[i].w == 0.0f) return false;
    const float substeps = fromMiddle(s.state[kListAge] + 1, s.state[kListLife]);
    const vec3 expected = expectedPlace<float>(vec3(anchor), vec3(s.motions[i]), substeps);
    const vec3 error = difference<float>(vec3(s.particles[i]), expected);
    return isWithin<float>(squaredLength<float>(error), slackOf<float>(bodyAt(s, i).reach, kForLife));
}

}  // namespace

void noteStray(const NeighbourSearch& s, Index i) {
    if (looksAgain(s, i)) {
        s.counts[i].met = kAstray;
        s.lookingAgain->put(s.itemOf[i], true);
        SharedInteger(s.state[kHadStrays]).raise(kLookAgain);
        return;
    }
    const float age = fromMiddle(s.state[kListAge], s.state[kListLife]);
    const Index item = s.itemOf[i];
    NeighbourList& list = s.counts[i];
    const vec3 before(s.previous[i]), way = difference<float>(vec3(s.particles[i]), before);
    const bool looks = hasList(bodyAt(s, i), s.particles[i].w == 0.0f);
    const bool isListKept = looks ? list.listed <= kMostNeighbours : list.listed == kUnsearched;
    const bool isMended =
        s.anchors[i].w != 0.0f && isListKept && isWithin<float>(squaredLength<float>(way), s.fastestStray);
    const Index stray = isMended ? SharedInteger(s.state[kStrayCount]).add(1) : s.mostStrays;
    if (stray >= s.mostStrays) return noteStale(s);
    s.state[kStrays + stray] = item;
    s.state[kStrayParticles + stray] = i;
    const vec3 expected = expectedPlace<float>(before, way, lessBy(0.0f, age));
    s.anchors[i] = vec4(expected, s.anchors[i].w);
    setPlace(s.expected, item, expected);
    s.motions[i] = vec4(way, reachOf(*s.schedule, i));
    list.met = kAstray;
    SharedInteger(s.boxes[item / kNeighbourGroup].changed).store(s.state[kListAge] + 1);
}

namespace {

bool isFirstToMark(const NeighbourSearch& s, Index i, Index mark) {
    const SharedInteger marks(s.counts[i].marks);
    return (marks.load() & mark) == 0 && (marks.setBits(mark) & mark) == 0;
}

// Each is noted once.
void markOne(const NeighbourSearch& s, Index i) {
    if (isFirstToMark(s, i, kIsInvolved)) s.involved->put(s.itemOf[i], true);
}

}  // namespace

void markStar(const NeighbourSearch& s, Index i) {
    if (!isFirstToMark(s, i, kIsStarInvolved)) return;
    markOne(s, i);
    for (Index k = s.aroundFirst[3 * i]; k < s.aroundFirst[3 * i + 1]; ++k)
        markOne(s, s.around[k]);
}

namespace {

// All that cuts may look at: see cut.h.
void markAround(const NeighbourSearch& s, Index i) {
    markOne(s, i);
    for (Index k = s.aroundFirst[3 * i]; k < s.aroundFirst[3 * i + 2]; ++k)
        markStar(s, s.around[k]);
    if (SharedInteger(s.state[kHasNeighbours]).load() == 0) SharedInteger(s.state[kHasNeighbours]).raise(1);
}

// What is held is looked at by others, and hardly any of it looks itself; where edges are uneven by all around it.
void markHeld(const NeighbourSearch& s, Index i) {
    if (isUnevenWith(s.rest[i].w)) markAround(s, i);
    else markStar(s, i);
}

}  // namespace

void listOne(const NeighbourSearch& s, Index i, Index k, Index other) {
    s.lists[std::size_t(i) * kMostNeighbours + k] = other;
}

void meetStray(const NeighbourSearch& s, Index stray, Index other) {
    NeighbourList& list = s.counts[other];
    if (!mayLookAt(s, other, stray) || SharedInteger(list.met).load() == kAstray) return;
    if (list.listed > kMostNeighbours) return;
    const Index k = SharedInteger(list.met).add(1) + list.listed;
    if (k < kMostNeighbours) listOne(s, other, k, stray);
    if (s.particles[other].w > 0.0f) markAround(s, other);
}

NeighbourSearch searchOf(const Buffers& b) {
    const Schedule& s = *b.schedule;
    NeighbourWork& w = *b.neighbours;
    const Index life = w.state[kListLife];
    return {&s,
            b.particles,
            b.previous,
            s.neighbourRest.data(),
            s.neighbourJoints.data(),
            s.neighbourBodies.data(),
            s.neighbourOrder.data(),
            w.boxes.data(),
            w.anchors.data(),
            w.expected.data(),
            w.atRest.data(),
            w.motions.data(),
            w.counts.data(),
            w.lists.data(),
            &w.involved,
            &w.lookingAgain,
            w.itemOf.data(),
            w.state.data(),
            s.aroundFirst.data(),
            s.around.data(),
            s.neighbourSpace.items,
            static_cast<Index>(s.neighbourRest.size()),
            s.neighbourSpace.groups,
            s.neighbourSpace.mostStrays,
            productOf<float>(s.neighbourSpace.largest, kFastestStray),
            fromMiddle(life, life)};
}

int searchersAmong(const NeighbourSearch& s, Index first, int bits) {
    for (int lane = 0; bits >> lane != 0; ++lane) {
        if ((bits >> lane & 1) == 0) continue;
        const Index i = s.order[first + static_cast<Index>(lane)];
        const bool looks = hasList(bodyAt(s, i), s.particles[i].w == 0.0f);
        if (!(s.motions[i].w > 0.0f && looks)) bits &= ~(1 << lane);
    }
    return bits;
}

NeighbourBox boxOf(const NeighbourSearch& s, Index first, int bits) {
    static_assert(kNeighbourGroup == 8);
    if (bits == 255 && first % kNeighbourGroup == 0) return s.boxes[first / kNeighbourGroup];
    NeighbourBox box = boxOfNone();
    for (int lane = 0; bits >> lane != 0; ++lane) {
        const Index i = s.order[first + static_cast<Index>(lane)];
        if ((bits >> lane & 1) != 0) box = boxWith(box, s.anchors[i], s.motions[i]);
    }
    return box;
}

namespace {

// Adds a group, if it could meet what is in a box.
void addIfNear(const NeighbourSearch& s, const BoxRows& box, float boxReach, Index group,
               std::vector<NearGroup>& near) {
    const NeighbourBox& other = s.boxes[group];
    const BoxRows rows = rowsOf(other);
    const float reach = meetsWithin<float>(reachOfEither<float>(boxReach, other.reach));
    if (!mayMeetAlongAll(box, rows, s.halfLife, reach)) return;
    // A little more, for rounding: what comeWithin() lets through for life is never farther.
    const Row way = wayBetween(box, rows, s.halfLife);
    const float farthest = reach + std::sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    near.push_back({other.inside, farthest * 1.001f});
}

// Calls visit(group) for the groups of a body's frame that could meet what is in a box, until it returns no.
template <class Visit>
void forGroupsNear(const NeighbourSearch& s, const NeighbourBox& box, const NeighbourBody& body, Visit&& visit) {
    const BoxRows rows = rowsOf(box);
    for (Index node = body.begin; node != kNowhere;) {
        const NeighbourBox& other = s.boxes[node];
        const float reach = meetsWithin<float>(reachOfEither<float>(box.reach, other.reach));
        const bool isGroup = node < s.groups, isOpened = mayMeetAlongAll(rows, rowsOf(other), s.halfLife, reach);
        if (isOpened && isGroup && (other.inside >= body.end || !visit(node))) return;
        node = isOpened && !isGroup ? other.inside : other.after;
    }
}

thread_local std::vector<NearGroup> nearGroups;  // what GroupSearch has found

}  // namespace

GroupSearch::GroupSearch(const NeighbourSearch& search) : s_(search), near_(nearGroups) {
    near_.reserve(2 * kMostAround);
}

std::span<const NearGroup> GroupSearch::near(const NeighbourBox& box, const NeighbourBody& body) {
    near_.clear();
    const BoxRows rows = rowsOf(box);
    forGroupsNear(s_, box, body, [&](Index group) {
        addIfNear(s_, rows, box.reach, group, near_);
        return true;
    });
    return near_;
}

std::span<const NearGroup> GroupSearch::nearOneOf(const NeighbourBox& box, const NeighbourBody& body, Index first) {
    const Index group = first / kNeighbourGroup;
    for (Around& around : arounds_) {
        const Index begin = group - group % around.together;
        if (begin != around.begin || body.end != around.end) lookAround(around, begin, body);
        if (around.count > kMostAround) continue;
        near_.clear();
        const BoxRows rows = rowsOf(box);
        for (Index k = 0; k < around.count; ++k)
            addIfNear(s_, rows, box.reach, around.groups[k], near_);
        return near_;
    }
    return near(box, body);
}

void GroupSearch::lookAround(Around& around, Index begin, const NeighbourBody& body) {
    around.begin = begin;
    around.end = body.end;
    NeighbourBox box = boxOfNone();
    for (Index k = begin; k < begin + around.together && k < s_.groups; ++k)
        box = boxAround(box, s_.boxes[k]);
    around.count = 0;
    forGroupsNear(s_, box, body, [&](Index group) {
        if (around.count < kMostAround) around.groups[around.count] = group;
        return ++around.count <= kMostAround;
    });
}

bool mayBeListed(const Schedule& s, Index i, Index j) {
    const auto& body = s.neighbourBodies[bodyOf(s, i)];
    const vec4 &rest = s.neighbourRest[i], &itsRest = s.neighbourRest[j];
    const bool areAtAJoint = areJoined(s.neighbourJoints[i], s.neighbourJoints[j]);
    if (!areStrangers(body, s.neighbourBodies[bodyOf(s, j)], rest, itsRest, areAtAJoint)) return false;
    if (!mayBeAround(body, rest, itsRest)) return true;
    const auto row = [&](Index k) { return s.around.begin() + s.aroundFirst[3 * i + k]; };
    return std::find(row(0), row(2), j) == row(2);
}

float reachOf(const Schedule& s, Index i) {
    const NeighbourBody& body = s.neighbourBodies[bodyOf(s, i)];
    if ((body.traits & kHasLongEdges) == 0) return body.reach;
    float longest = 0.0f;
    for (Index k = s.aroundFirst[3 * i]; k < s.aroundFirst[3 * i + 1]; ++k) {
        const vec3 edge = difference<float>(vec3(s.neighbourRest[i]), vec3(s.neighbourRest[s.around[k]]));
        longest = higherOf<float>(longest, squaredLength(edge));
    }
    return reachOfEdge(body.reach, longest);
}

void noteListed(const NeighbourSearch& s, Index i, Index j) {
    if (s.motions[i].w == s.motions[j].w) return;
    const Index greater = s.motions[i].w < s.motions[j].w ? j : i;
    if (s.particles[greater].w > 0.0f && isFirstToMark(s, greater, kIsListed)) markAround(s, greater);
}

namespace {

bool isHeld(const NeighbourSearch& s, Index i) {
    return s.particles[i].w == 0.0f;
}

}  // namespace

bool mayLookAt(const NeighbourSearch& s, Index i, Index other) {
    return mayLook(bodyAt(s, i), isHeld(s, i), s.motions[i].w, isHeld(s, other), s.motions[other].w);
}

bool comesNearForLife(const NeighbourSearch& s, Index i, Index other) {
    const auto between = [&](const vec4* all) { return difference<float>(vec3(all[i]), vec3(all[other])); };
    return comeWithin<float>(between(s.anchors), between(s.motions), s.halfLife,
                             listedWithin<float>(reachOfBoth<float>(bodyAt(s, i).reach, s.motions[other].w), kForLife));
}

bool comesNearNow(const NeighbourSearch& s, Index i, Index j, Index horizon) {
    const auto way = [&](Index k) { return difference<float>(vec3(s.particles[k]), vec3(s.previous[k])); };
    const float mine = reachTowards(bodyAt(s, i), bodyAt(s, j), isHeld(s, j), horizon);
    const float its = horizon == kForTouches ? bodyAt(s, j).reach : s.motions[j].w;
    return comeNearNow<float>(difference<float>(vec3(s.previous[i]), vec3(s.previous[j])),
                              difference<float>(way(i), way(j)), reachOfBoth<float>(mine, its));
}

void finishHeld(const NeighbourSearch& s, Index first, int bits) {
    for (int lane = 0; bits >> lane != 0; ++lane) {
        const Index i = s.order[first + static_cast<Index>(lane)];
        if (s.motions[i].w > 0.0f && s.particles[i].w == 0.0f) markHeld(s, i);
    }
}

void finishList(const NeighbourSearch& s, Index i, Index found, Index horizon) {
    const bool fits = found <= kMostNeighbours;
    s.counts[i].listed = fits ? found : kNowhere;
    const float slack = slackOf<float>(bodyAt(s, i).reach, horizon);
    s.anchors[i].w = isHeld(s, i) ? lessBy(0.0f, slack) : slack;
    const bool isMet = found != 0 || horizon != kForLife || isUnevenWith(s.rest[i].w);
    if (isMet && !isHeld(s, i)) markAround(s, i);
    if (!fits) SharedInteger(s.state[kCrowdedCount]).add(1);
}

}  // namespace pliant::cpu
