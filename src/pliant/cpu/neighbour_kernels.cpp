#include "pliant/cpu/neighbour_kernels.h"

#include <algorithm>
#include <array>
#include <utility>

#include "pliant/cpu/neighbour_search.h"
#include "pliant/cpu/shared_integer.h"
#include "pliant/shared/cut.h"
#include "pliant/shared/neighbour_tree.h"
#include "pliant/shared/support.h"
#include "pliant/shared/verlet.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;

// For how many substeps lists are made in this one.
Index lifeNow(const Buffers& b) {
    const Index* ways = b.neighbours->state.data() + kWaysBox;
    vec3 half;
    for (int axis = 0; axis < 3; ++axis)
        half[axis] = halfOfWays(ways[axis], ways[3 + axis]);
    return listLife<float>(b.schedule->neighbourSpace, squaredLength<float>(half), b.neighbours->state[kListAge]);
}

// Where a particle was when the substep began; 1 + its body.
vec4 startOf(const Buffers& b, Index i) {
    return vec4(placeBefore(b, i), b.schedule->neighbourRest[i].w);
}

const NeighbourBody& bodyAt(const Buffers& b, const vec4& start) {
    return b.schedule->neighbourBodies[bodyOfNumber(start.w)];
}

// Calls visit(j, apart, body) for those of the neighbours of particle i that come near in this substep: where it was,
// seen from there, when the substep began.
template <class StartOf, class Visit>
void forEachNeighbour(const Buffers& b, Index i, StartOf&& startOf, Visit&& visit) {
    const vec4 start = startOf(i);
    const Index* list = b.neighbours->listOf(i);
    for (Index k = b.neighbours->counts[i].near; k > 0; --k, ++list) {
        const vec4 other = startOf(*list);
        visit(*list, difference<float>(vec3(start), vec3(other)), bodyAt(b, other));
    }
}

// How deep two touch that go `way` against each other.
float depthOf(const Buffers& b, const PassConstants& constants, const NeighbourPair<float>& pair, vec3 way, float d) {
    return touchDepth<float>(pair, way, d, productOf<float>(b.schedule->neighbourSpace.rise, constants.step));
}

// What neighbours push one particle by. Ways have w = inverse mass of a part of theirs.
vec3 pushesOn(const Buffers& b, const PassConstants& constants, Index i, const vec4* ways) {
    const NeighbourSpace& space = b.schedule->neighbourSpace;
    const vec4* starts = b.neighbours->starts.data();
    const NeighbourBody& me = bodyAt(b, starts[i]);
    const vec4 mine = ways[2 * i];
    const Index facing = b.neighbours->counts[i].facing;
    std::array<int, 3> sum{};
    const auto noted = [&](Index j) { return starts[j]; };
    forEachNeighbour(b, i, noted, [&](Index j, vec3 apart, const NeighbourBody& other) {
        const vec4 its = ways[2 * j];
        if (!mayPush(its.w, b.particles[j].w)) return;
        const float d = meanOf<float>(me.thickness, other.thickness);
        const vec3 way = difference<float>(vec3(mine), vec3(its));
        if (!mayBeNear<float>(apart, way, d)) return;
        const NeighbourPair<float> pair = neighbourPair<float>(apart, i > j);
        const float depth = depthOf(b, constants, pair, way, d);
        if (!(depth > 0.0f)) return;
        const Index borne = bearing(b.neighbours->counts[i].support, b.neighbours->counts[j].support, pair.normal);
        if (borne == kBearsOther) return;
        const float share = shareOfPush<float>(b.particles[i].w, mine.w, borne == kIsBorne ? 0.0f : its.w);
        const vec3 sliding = slidingNormal(pair.normal, facing, b.neighbours->counts[j].facing);
        const float friction = meanOf<float>(me.friction, other.friction);
        const vec3 push = touchPush<float>(pair, sliding, way, depth, friction, share, d);
        for (int axis = 0; axis < 3; ++axis)
            sum[axis] += wholeNumber<float>(productOf<float>(push[axis], space.inverseUnit));
    });
    return {pushOfUnits<float>(sum[0], space.unit, me.thickness), pushOfUnits<float>(sum[1], space.unit, me.thickness),
            pushOfUnits<float>(sum[2], space.unit, me.thickness)};
}

// How many others a particle touches, and where they push it.
struct Touches {
    Index count = 0;
    Index facing = 0;
};

// How a particle moves in this substep, and how thick it is.
struct Way {
    vec3 before, way;
    float thickness;
};

Way wayThrough(const Buffers& b, Index i) {
    return {placeBefore(b, i), wayOf(b, i), b.neighbours->motions[i].w};
}

bool isNearNow(const Way& a, const Way& b) {
    return comeNearNow<float>(difference<float>(a.before, b.before), difference<float>(a.way, b.way), a.thickness,
                              b.thickness);
}

bool areStrangers(const Schedule& s, Index i, Index j) {
    return areStrangers(s.neighbourBodies[bodyOf(s, i)], s.neighbourBodies[bodyOf(s, j)], s.neighbourRest[i],
                        s.neighbourRest[j]);
}

// Those that come near in this substep first: what else lists happen to have must not show.
void sortNear(const Buffers& b, Index i) {
    NeighbourList& own = b.neighbours->counts[i];
    own.near = 0;
    const Index listed = own.listed <= kMostNeighbours ? own.listed : 0;
    if (listed == 0) return;
    const Way mine = wayThrough(b, i);
    Index* list = b.neighbours->listOf(i);
    for (Index k = 0; k < listed; ++k)
        if (isNearNow(mine, wayThrough(b, list[k]))) std::swap(list[k], list[own.near++]);
}

bool isListed(const Buffers& b, Index i, Index count, Index other) {
    const Index* list = b.neighbours->listOf(i);
    return std::find(list, list + count, other) != list + count;
}

// Strays that have come near are listed, unless they are already; false: there was no room for some.
bool takeMet(const Buffers& b, Index i) {
    NeighbourList& own = b.neighbours->counts[i];
    const Index met = own.met;
    if (met == 0 || met == kAstray) return true;
    own.met = 0;
    Index* list = b.neighbours->listOf(i);
    const Index first = own.listed, end = std::min(first + met, kMostNeighbours);
    for (Index k = first; k < end; ++k) {
        const Index stray = list[k];
        if (!isListed(b, i, own.listed, stray)) list[own.listed++] = stray;
    }
    return first + met <= kMostNeighbours;
}

// In place of what does not come near; so the list holds for this substep alone.
void listNearStrays(const Buffers& b, Index i) {
    const Schedule& s = *b.schedule;
    NeighbourWork& w = *b.neighbours;
    NeighbourList& own = w.counts[i];
    const Way mine = wayThrough(b, i);
    w.anchors[i].w = slackOf<float>(0.0f, kForSubstep);
    for (Index k = w.state[kFirstStray]; k < w.state[kStrayCount]; ++k) {
        const Index stray = s.neighbourOrder[w.state[kStrays + k]];
        if (!areStrangers(s, i, stray) || !isNearNow(mine, wayThrough(b, stray)) || isListed(b, i, own.near, stray))
            continue;
        if (own.near == kMostNeighbours) {
            own.near = 0;
            own.listed = kNowhere;
            SharedInteger(w.state[kCrowdedCount]).add(1);
            return;
        }
        w.listOf(i)[own.near++] = stray;
        own.listed = std::max(own.listed, own.near);
    }
}

Touches touchesOf(const Buffers& b, const PassConstants& constants, Index i) {
    if (b.neighbours->counts[i].near == 0) return {};
    const NeighbourBody& me = bodyAt(b, startOf(b, i));
    const vec3 mine = wayOf(b, i);
    Touches touches;
    Directions facing;
    const auto now = [&](Index j) { return startOf(b, j); };
    forEachNeighbour(b, i, now, [&](Index j, vec3 apart, const NeighbourBody& other) {
        const float d = meanOf<float>(me.thickness, other.thickness);
        const vec3 way = difference<float>(mine, wayOf(b, j));
        if (!mayBeNear<float>(apart, way, d)) return;
        const NeighbourPair<float> pair = neighbourPair<float>(apart, i > j);
        if (!(depthOf(b, constants, pair, way, d) > 0.0f)) return;
        ++touches.count;
        facing.add(pair.normal);
    });
    touches.facing = facing.packed();
    return touches;
}

// As pushes leave it. What has no neighbours around is not pushed, and does not move in this pass.
vec3 wayPushed(const Buffers& b, Index i) {
    const bool isPushed = b.neighbours->counts[i].isInvolved != 0;
    return goodWay(isPushed ? vec3(b.neighbours->ways[2 * i + 1]) : wayOf(b, i));
}

// What cuts need to know of what is around a particle.
struct Surroundings {
    vec3 base;  // what the ways have in common, as pushes leave them
    EdgeLengths edges;
};

// The base is that of held ones alone, if there are any, and however slow: nothing stops these.
Surroundings surroundingsOf(const Buffers& b, Index i) {
    const Schedule& s = *b.schedule;
    const NeighbourWork& w = *b.neighbours;
    vec3 least[2] = {vec3(kFarOff), vec3(kFarOff)}, most[2] = {vec3(-kFarOff), vec3(-kFarOff)};
    const auto take = [&](Index j, vec3 way) {
        const int isHeld = b.particles[j].w == 0.0f ? 1 : 0;
        least[isHeld] = lowerOf3(least[isHeld], way);
        most[isHeld] = higherOf3(most[isHeld], way);
    };
    const vec3 mine = wayPushed(b, i);
    take(i, mine);
    EdgeLengths edges{0.0f, kFarOff};
    for (Index k = s.aroundFirst[2 * i]; k < s.aroundFirst[2 * i + 1]; ++k) {
        const Index j = s.around[k];
        const vec3 way = wayPushed(b, j);
        take(j, way);
        const vec3 edge = difference<float>(placeBefore(b, i), placeBefore(b, j));
        edges = withEdge(edges, edge, difference<float>(mine, way));
    }
    if (b.particles[i].w == 0.0f) return {mine, edges};
    for (Index k = 0; k < w.counts[i].near; ++k) {
        const Index j = w.listOf(i)[k];
        take(j, wayPushed(b, j));
    }
    const int which = most[1].x >= least[1].x ? 1 : 0;
    const float thickness = which == 1 ? 0.0f : s.neighbourBodies[bodyOf(s, i)].thickness;
    return {baseOf(least[which], most[which], thickness), edges};
}

// Calls visit(p, q) with the other corners of faces around a particle, until it answers false.
template <class Visit>
bool forAllFaces(const Schedule& s, Index i, Visit&& visit) {
    for (Index k = s.aroundFirst[2 * i + 1]; k < s.aroundFirst[2 * i + 2]; k += 2)
        if (!visit(s.around[k], s.around[k + 1])) return false;
    return true;
}

// Whether all faces around a particle look to one side, when the substep begins and when pushes have moved them.
bool isEven(const Buffers& b, Index i) {
    const Schedule& s = *b.schedule;
    const auto start = [&](Index j) { return difference<float>(placeBefore(b, j), placeBefore(b, i)); };
    const auto end = [&](Index j) { return sumOf<float>(start(j), wayPushed(b, j)); };
    vec3 sum(0.0f);
    forAllFaces(s, i, [&](Index p, Index q) {
        sum = sumOf<float>(sum, faceNormal(vec3(0.0f), start(p), start(q)));
        return true;
    });
    const vec3 side = unitOf(sum), centre = wayPushed(b, i);
    return squaredLength<float>(side) > 0.0f && forAllFaces(s, i, [&](Index p, Index q) {
               return looksTo(side, faceNormal(vec3(0.0f), start(p), start(q))) &&
                      looksTo(side, faceNormal(centre, end(p), end(q)));
           });
}

Index foldsAround(const Buffers& b, Index i, const EdgeLengths& edges) {
    const bool isUneven = bodyAt(b, startOf(b, i)).isUneven != 0;
    const Index isShort = hasShortEdge(edges) ? kHasShortEdge : 0;
    if (!isUneven && (isShort == 0 || b.neighbours->counts[i].near == 0)) return 0;
    return isEven(b, i) ? isShort : isShort | kIsFolded;
}

}  // namespace

NeighbourWork::NeighbourWork(const Schedule& schedule)
    : state(schedule.neighbourRest.empty() ? kStrays : kNeighbourWords, 0), boxes(schedule.neighbourNodes.size()) {
    const std::size_t count = schedule.neighbourRest.size();
    involved.resize(schedule.neighbourOrder.size());
    counts.resize(count);
    anchors.resize(count);
    motions.resize(count);
    lists.resize(kMostNeighbours * count);
    starts.resize(count);
    cuts.resize(count);
    ways.resize(2 * count);
}

void NeighbourWork::clear(std::uint64_t crowded) {
    std::fill(state.begin(), state.end(), 0u);
    std::fill(cuts.begin(), cuts.end(), 0u);
    state[kCrowdedCount] = static_cast<std::uint32_t>(crowded);
}

void placeNeighbours(const Buffers& b, Index, const PassConstants&, Index first, Index last) {
    const Schedule& s = *b.schedule;
    NeighbourWork& w = *b.neighbours;
    const bool areStale = w.state[kListsAreStale] != 0;
    const Index life = lifeNow(b);
    if (first == 0) {
        w.state[kHasCuts] = w.state[kLayerCount] = 0;
        w.state[kHadStrays] = !areStale && w.state[kFirstStray] != w.state[kStrayCount] ? 1 : 0;
        if (areStale) w.state[kListLife] = life;
        if (areStale) w.state[kHasNeighbours] = w.state[kInvolvedCount] = 0;
    }
    if (!areStale) return;
    for (Index i = first; i < last; ++i) {
        w.counts[i] = {kUnsearched, 0, 0, 0, 0, 0, w.counts[i].support};
        w.motions[i].w = w.anchors[i].w = 0.0f;
        if (bodyOf(s, i) == kNowhere || !isPlace<float>(placeOf(b, i))) continue;
        const vec3 way = wayOf(b, i);
        const float thickness = s.neighbourBodies[bodyOf(s, i)].thickness;
        w.anchors[i] = vec4(expectedPlace<float>(placeBefore(b, i), way, fromMiddle(life, life)),
                            slackOf<float>(thickness, kForLife));
        w.motions[i] = vec4(way, thickness);
    }
}

void boundNeighbours(const Buffers& b, Index, const PassConstants&, Index first, Index last) {
    NeighbourWork& w = *b.neighbours;
    const bool areStale = w.state[kListsAreStale] != 0;
    if (!areStale && w.state[kHadStrays] == 0) return;
    const Index now = areStale ? 0 : w.state[kListAge] + 1;
    for (Index i = first; i < last; ++i) {
        const NeighbourNode& node = b.schedule->neighbourNodes[i];
        const NeighbourBox* inside = w.boxes.data() + node.first;
        const bool isGroup = i < b.schedule->neighbourSpace.groups;
        const auto isNew = [&](const NeighbourBox& box) { return box.changed == now; };
        if (!areStale && !(isGroup ? isNew(w.boxes[i]) : std::any_of(inside, inside + node.count, isNew))) continue;
        NeighbourBox box = boxOfNone();
        for (Index k = node.first; k < node.first + node.count; ++k) {
            const Index member = isGroup ? b.schedule->neighbourOrder[k] : k;
            if (!isGroup) box = boxAround(box, w.boxes[member]);
            else if (w.motions[member].w > 0.0f) box = boxWith(box, w.anchors[member], w.motions[member]);
        }
        box.changed = now;
        box.inside = node.first;
        box.after = node.after;
        w.boxes[i] = box;
    }
}

void countTouches(const Buffers& b, Index, const PassConstants& constants, Index first, Index last) {
    NeighbourWork& w = *b.neighbours;
    if (w.state[kHasNeighbours] == 0) return;
    bool hasTouches = false;
    forInvolved(w, first, last, [&](Index i) {
        const bool haveAllRoom = takeMet(b, i);
        sortNear(b, i);
        if (!haveAllRoom) listNearStrays(b, i);
        const Touches touches = touchesOf(b, constants, i);
        hasTouches = hasTouches || touches.count != 0 || w.counts[i].listed == kNowhere;
        w.starts[i] = startOf(b, i);
        w.counts[i].facing = touches.facing;
        w.ways[2 * i] = vec4(wayOf(b, i), inverseMassOfPart<float>(b.particles[i].w, touches.count));
        w.ways[2 * i + 1] = w.ways[2 * i];
    });
    if (hasTouches) SharedInteger(w.state[kHasTouches]).raise(1);
}

void pushNeighbours(const Buffers& b, Index side, const PassConstants& constants, Index first, Index last) {
    NeighbourWork& w = *b.neighbours;
    if (w.state[kHasTouches] == 0) return;
    forInvolved(w, first, last, [&](Index i) {
        if (w.counts[i].near == 0) return;
        const vec4 way = w.ways[2 * i + side];
        if (!(way.w > 0.0f)) return;
        const vec3 push = pushesOn(b, constants, i, w.ways.data() + side);
        w.ways[2 * i + 1 - side] = vec4(sumOf<float>(vec3(way), push), way.w);
    });
}

void moveNeighbours(const Buffers& b, Index, const PassConstants&, Index first, Index last) {
    NeighbourWork& w = *b.neighbours;
    if (w.state[kHasNeighbours] == 0) return;
    forInvolved(w, first, last, [&](Index i) {
        const Surroundings around = surroundingsOf(b, i);
        w.ways[2 * i] = vec4(around.base, lengthOfReach(around.edges.longest));
        w.counts[i].folds = foldsAround(b, i, around.edges);
        if (w.state[kHasTouches] == 0) return;
        if (w.counts[i].listed == kNowhere && b.particles[i].w > 0.0f)
            b.particles[i] = vec4(placeBefore(b, i), b.particles[i].w);
        if (!(w.ways[2 * i + 1].w > 0.0f)) return;
        const vec3 place = sumOf<float>(placeBefore(b, i), vec3(w.ways[2 * i + 1]));
        if (isPlace<float>(place)) b.particles[i] = vec4(place, b.particles[i].w);
    });
}

}  // namespace pliant::cpu
