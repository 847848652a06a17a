#include "pliant/cpu/neighbour_kernels.h"

#include <array>
#include <bit>
#include <limits>

#include "pliant/cpu/neighbour_search.h"
#include "pliant/cpu/shared_integer.h"
#include "pliant/shared/cut.h"
#include "pliant/shared/verlet.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;

// The body that a particle is of, as they are numbered here; kNowhere: of none that keeps others off.
Index bodyOf(const Schedule& s, Index i) {
    return bodyOfNumber(s.neighbourRest[i].w);
}

vec3 placeOf(const Buffers& b, Index i) {
    return vec3(b.particles[i]);
}
vec3 placeBefore(const Buffers& b, Index i) {
    return vec3(b.previous[i]);
}
vec3 wayOf(const Buffers& b, Index i) {
    return difference<float>(placeOf(b, i), placeBefore(b, i));
}

std::array<int, 3> cellAt(const NeighbourGrid& grid, vec3 place) {
    return {cellOf<float>(place.x, grid.inverse), cellOf<float>(place.y, grid.inverse),
            cellOf<float>(place.z, grid.inverse)};
}

Index bucketAt(const NeighbourGrid& grid, const int* cell) {
    return bucketOfCell(cell[0], cell[1], cell[2], grid.mask);
}

float reachOf(const NeighbourSpace& space, const NeighbourGrid& grid, float thickness, vec3 way) {
    const float squared = squaredLength<float>(difference<float>(way, grid.drift));
    return lookedFor<float>(space, thickness, squared, grid.squaredFastest, grid.halfLife);
}

NeighbourGrid gridOf(const Buffers& b) {
    const NeighbourSpace& space = b.schedule->neighbourSpace;
    const Index* ways = b.neighbours->state.data() + kWaysBox;
    NeighbourGrid grid;
    vec3 half;
    for (int axis = 0; axis < 3; ++axis) {
        grid.drift[axis] = middleOfWays(ways[axis], ways[3 + axis]);
        half[axis] = halfOfWays(ways[axis], ways[3 + axis]);
    }
    grid.squaredFastest = squaredLength<float>(half);
    grid.life = listLife<float>(space, grid.squaredFastest, b.neighbours->state[kListAge]);
    grid.halfLife = fromMiddle(grid.life, grid.life);
    grid.inverse = reciprocal<float>(
        lookedFor<float>(space, space.largest, grid.squaredFastest, grid.squaredFastest, grid.halfLife));
    grid.mask = space.bucketMask;
    return grid;
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
    const std::size_t count = b.schedule->particles.size();
    const vec4 start = startOf(i);
    const Index* list = b.neighbours->lists.data() + i;
    for (Index k = b.neighbours->counts[i].near; k > 0; --k, list += count) {
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
        const float share = shareOfPush<float>(b.particles[i].w, mine.w, its.w);
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

// Those that come near in this substep first: what else lists happen to have must not show.
void sortNear(const Buffers& b, Index i) {
    const Schedule& s = *b.schedule;
    NeighbourList& own = b.neighbours->counts[i];
    own.near = 0;
    const Index listed = own.listed <= kMostNeighbours ? own.listed : 0;
    if (listed == 0) return;
    const float thickness = s.neighbourBodies[bodyOf(s, i)].thickness;
    const vec3 before = placeBefore(b, i), mine = wayOf(b, i);
    Index* list = b.neighbours->lists.data() + i;
    for (Index k = 0; k < listed; ++k) {
        Index& at = list[k * s.particles.size()];
        const vec3 apart = difference<float>(before, placeBefore(b, at)), way = difference<float>(mine, wayOf(b, at));
        if (!comeNearNow<float>(apart, way, thickness, s.neighbourBodies[bodyOf(s, at)].thickness)) continue;
        std::swap(at, list[own.near++ * s.particles.size()]);
    }
}

Touches touchesOf(const Buffers& b, const PassConstants& constants, Index i) {
    if (b.neighbours->counts[i].near == 0) return {};
    const NeighbourBody& me = bodyAt(b, startOf(b, i));
    const vec3 mine = wayOf(b, i);
    Touches touches;
    std::array<int, 3> sum{};
    const auto now = [&](Index j) { return startOf(b, j); };
    forEachNeighbour(b, i, now, [&](Index j, vec3 apart, const NeighbourBody& other) {
        const float d = meanOf<float>(me.thickness, other.thickness);
        const vec3 way = difference<float>(mine, wayOf(b, j));
        if (!mayBeNear<float>(apart, way, d)) return;
        const NeighbourPair<float> pair = neighbourPair<float>(apart, i > j);
        if (!(depthOf(b, constants, pair, way, d) > 0.0f)) return;
        ++touches.count;
        for (int axis = 0; axis < 3; ++axis)
            sum[axis] += unitsOfNormal(pair.normal[axis]);
    });
    touches.facing = packedDirection(sum[0], sum[1], sum[2]);
    return touches;
}

// As pushes leave it. What has no neighbours around is not pushed, and does not move in this pass.
vec3 wayPushed(const Buffers& b, Index i) {
    const bool isPushed = b.neighbours->counts[i].isAround != 0;
    return goodWay(isPushed ? vec3(b.neighbours->ways[2 * i + 1]) : wayOf(b, i));
}

// What cuts need to know of what is around a particle.
struct Surroundings {
    vec3 base;    // what the ways have in common, as pushes leave them
    float reach;  // as near as another particle must come that faces and edges around this one could meet [m]
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
    float longest = 0.0f;
    for (Index k = s.aroundFirst[2 * i]; k < s.aroundFirst[2 * i + 1]; ++k) {
        const Index j = s.around[k];
        const vec3 way = wayPushed(b, j);
        take(j, way);
        const vec3 edge = difference<float>(placeBefore(b, i), placeBefore(b, j));
        longest = longerEdge(longest, edge, difference<float>(mine, way));
    }
    const float reach = lengthOfReach(longest);
    if (b.particles[i].w == 0.0f) return {mine, reach};
    for (Index k = 0; k < w.counts[i].near; ++k) {
        const Index j = w.lists[k * s.particles.size() + i];
        take(j, wayPushed(b, j));
    }
    const int which = most[1].x >= least[1].x ? 1 : 0;
    const float thickness = which == 1 ? 0.0f : s.neighbourBodies[bodyOf(s, i)].thickness;
    return {baseOf(least[which], most[which], thickness), reach};
}

}  // namespace

NeighbourWork::NeighbourWork(const Schedule& schedule)
    : state(kNeighbourWords, 0), heads(neighbourBuckets(schedule), 0) {
    const std::size_t count = schedule.neighbourRest.size();
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
    std::fill(heads.begin(), heads.end(), 0u);
    std::fill(cuts.begin(), cuts.end(), 0u);
    state[kCrowdedCount] = static_cast<std::uint32_t>(crowded);
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

void noteStrays(const NeighbourSearch& s, const vec4* previous, Index first, int bits) {
    const float age = fromMiddle(s.state[kListAge], s.state[kListLife]);
    for (int lane = 0; bits >> lane != 0; ++lane) {
        if ((bits >> lane & 1) == 0) continue;
        const Index i = first + static_cast<Index>(lane);
        NeighbourList& list = s.counts[i];
        const bool isHeld = s.particles[i].w == 0.0f;
        const bool isMended =
            list.slack > 0.0f && (isHeld ? list.listed == kUnsearched : list.listed <= kMostNeighbours);
        const Index stray = isMended ? SharedInteger(s.state[kStrayCount]).add(1) : kMostStrays;
        if (stray >= kMostStrays) return noteStale(s);
        s.state[kStrays + stray] = i;
        const vec3 before(previous[i]), way = difference<float>(vec3(s.particles[i]), before);
        const vec3 middle = expectedPlace<float>(before, way, lessBy(0.0f, age));
        s.anchors[i] = {middle.x, middle.y, middle.z, 0};
        s.motions[i] = vec4(way, s.motions[i].w);
        if (!isHeld) list.listed = 0;
    }
}

void markStar(const NeighbourSearch& s, Index i) {
    SharedInteger(s.counts[i].isAround).store(1);
    for (Index k = s.aroundFirst[2 * i]; k < s.aroundFirst[2 * i + 1]; ++k)
        SharedInteger(s.counts[s.around[k]].isAround).store(1);
}

namespace {

void markAround(const NeighbourSearch& s, Index i) {
    markStar(s, i);
    for (Index k = s.aroundFirst[2 * i]; k < s.aroundFirst[2 * i + 1]; ++k)
        markStar(s, s.around[k]);
}

bool isListed(const NeighbourSearch& s, Index i, Index other) {
    for (Index k = 0; k < s.counts[i].listed; ++k)
        if (s.lists[k * s.count + i] == other) return true;
    return false;
}

void addToList(const NeighbourSearch& s, Index i, Index k, Index other) {
    if (k == 0) markAround(s, i);
    if (k < kMostNeighbours) s.lists[k * s.count + i] = other;
    else noteStale(s);
}

}  // namespace

void listStray(const NeighbourSearch& s, Index stray, Index other, bool isStray) {
    if (s.particles[stray].w > 0.0f) addToList(s, stray, SharedInteger(s.counts[stray].listed).add(1), other);
    if (!isStray && s.particles[other].w > 0.0f && !isListed(s, other, stray)) {
        addToList(s, other, s.counts[other].listed, stray);
        if (s.counts[other].listed < kMostNeighbours) ++s.counts[other].listed;
    }
    if (SharedInteger(s.state[kHasNeighbours]).load() == 0) SharedInteger(s.state[kHasNeighbours]).raise(1);
}

void placeNeighbours(const Buffers& b, Index, const PassConstants&, Index first, Index last) {
    const Schedule& s = *b.schedule;
    NeighbourWork& w = *b.neighbours;
    if (w.state[kListsAreStale] == 0) return;
    const NeighbourGrid grid = gridOf(b);
    if (first == 0) {
        w.state[kListLife] = grid.life;
        w.state[kHasNeighbours] = 0;
    }
    for (Index i = first; i < last; ++i) {
        w.counts[i].listed = kUnsearched;
        w.counts[i].near = w.counts[i].isAround = 0;
        if (bodyOf(s, i) == kNowhere || !isPlace<float>(placeOf(b, i))) continue;
        const vec3 way = wayOf(b, i);
        const vec3 place = expectedPlace<float>(placeBefore(b, i), way, grid.halfLife);
        const float thickness = s.neighbourBodies[bodyOf(s, i)].thickness;
        Index& head = w.heads[bucketAt(grid, cellAt(grid, place).data())];
        const Index next = SharedInteger(head).exchange(i + 1);
        w.anchors[i] = {place.x, place.y, place.z, next};
        w.motions[i] = vec4(way, reachOf(s.neighbourSpace, grid, thickness, way));
        w.counts[i].slack = slackOf<float>(thickness, kForLife);
    }
}

NeighbourSearch searchOf(const Buffers& b) {
    const Schedule& s = *b.schedule;
    NeighbourWork& w = *b.neighbours;
    return {b.particles,      s.neighbourRest.data(), s.neighbourBodies.data(), w.heads.data(),
            w.anchors.data(), w.motions.data(),       w.counts.data(),          w.lists.data(),
            w.state.data(),   s.aroundFirst.data(),   s.around.data(),          s.particles.size(),
            gridOf(b)};
}

int bodiesAmong(const NeighbourSearch& s, Index first, int bits) {
    int bodies = 0;
    for (int lane = 0; bits >> lane != 0; ++lane) {
        const Index i = first + static_cast<Index>(lane);
        if ((bits >> lane & 1) != 0 && s.rest[i].w > 0.0f && isPlace<float>(vec3(s.particles[i]))) bodies |= 1 << lane;
    }
    return bodies;
}

int searchersAmong(const NeighbourSearch& s, Index first, int bits) {
    bits = bodiesAmong(s, first, bits);
    for (int lane = 0; bits >> lane != 0; ++lane)
        if ((bits >> lane & 1) != 0 && !(s.particles[first + static_cast<Index>(lane)].w > 0.0f)) bits &= ~(1 << lane);
    return bits;
}

bool walkAround(const NeighbourSearch& s, Index first, int bits, NeighbourWalk& walk) {
    const bool isForOne = std::has_single_bit(static_cast<unsigned>(bits));
    walk.isOver = walk.isWide = false;
    walk.least = vec3(std::numeric_limits<float>::infinity());
    walk.most = -walk.least;
    for (int lane = 0; bits >> lane != 0; ++lane) {
        if ((bits >> lane & 1) == 0) continue;
        const Index i = first + static_cast<Index>(lane);
        const vec3 place(s.anchors[i].x, s.anchors[i].y, s.anchors[i].z);
        walk.least = glm::min(walk.least, movedAll<float>(place, -s.motions[i].w));
        walk.most = glm::max(walk.most, movedAll<float>(place, s.motions[i].w));
    }
    const auto low = cellAt(s.grid, walk.least), high = cellAt(s.grid, walk.most);
    for (int axis = 0; axis < 3; ++axis) {
        if (high[axis] - low[axis] >= kLongestWalk && !isForOne) return false;
        walk.isWide = walk.isWide || high[axis] - low[axis] > 3;
        walk.low[axis] = walk.cell[axis] = low[axis];
        walk.high[axis] = high[axis];
    }
    walk.next = s.heads[bucketAt(s.grid, walk.cell)];
    return true;
}

namespace {

bool advance(NeighbourWalk& walk) {
    for (int axis = 0; axis < 3; ++axis) {
        if (++walk.cell[axis] <= walk.high[axis]) return true;
        walk.cell[axis] = walk.low[axis];
    }
    return false;
}

// Cells that are far from each other may have one list.
bool isOfCell(const NeighbourSearch& s, const NeighbourWalk& walk, vec3 place) {
    const auto cell = cellAt(s.grid, place);
    return !walk.isWide || (cell[0] == walk.cell[0] && cell[1] == walk.cell[1] && cell[2] == walk.cell[2]);
}

}  // namespace

Index nextCandidates(const NeighbourSearch& s, NeighbourWalk& walk, Index* candidates) {
    Index count = 0;
    while (!walk.isOver) {
        for (; walk.next != 0 && count < kMostCandidates;) {
            const Index j = walk.next - 1;
            const NeighbourAnchor& anchor = s.anchors[j];
            const vec3 place(anchor.x, anchor.y, anchor.z);
            walk.next = anchor.next;
            const bool isInside =
                glm::all(glm::lessThanEqual(walk.least, place)) && glm::all(glm::lessThanEqual(place, walk.most));
            if (isInside && isOfCell(s, walk, place)) candidates[count++] = j;
        }
        if (walk.next != 0) break;
        walk.isOver = !advance(walk);
        if (!walk.isOver) walk.next = s.heads[bucketAt(s.grid, walk.cell)];
    }
    return count;
}

void finishHeld(const NeighbourSearch& s, Index first, int bits) {
    bits = bodiesAmong(s, first, bits);
    for (int lane = 0; bits >> lane != 0; ++lane) {
        const Index i = first + static_cast<Index>(lane);
        if ((bits >> lane & 1) != 0 && s.particles[i].w == 0.0f) markStar(s, i);
    }
}

void finishList(const NeighbourSearch& s, Index i, Index found, Index horizon) {
    const bool fits = found <= kMostNeighbours;
    const float thickness = s.bodies[bodyOfNumber(s.rest[i].w)].thickness;
    s.counts[i].listed = fits ? found : kNowhere;
    s.counts[i].slack = slackOf<float>(thickness, horizon);
    if (found != 0 || horizon == kForSubstep) {
        markAround(s, i);
        if (SharedInteger(s.state[kHasNeighbours]).load() == 0) SharedInteger(s.state[kHasNeighbours]).raise(1);
    }
    if (!fits) SharedInteger(s.state[kCrowdedCount]).add(1);
}

void countTouches(const Buffers& b, Index, const PassConstants& constants, Index first, Index last) {
    const Schedule& s = *b.schedule;
    NeighbourWork& w = *b.neighbours;
    if (w.state[kListsAreStale] != 0) {
        for (std::size_t k = first; k < w.heads.size(); k += s.particles.size())
            for (std::size_t bucket = k; bucket < std::min(k + (last - first), w.heads.size()); ++bucket)
                w.heads[bucket] = 0;
    }
    if (w.state[kHasNeighbours] == 0) return;
    bool hasTouches = false;
    for (Index i = first; i < last; ++i) {
        if (w.counts[i].isAround == 0) continue;
        sortNear(b, i);
        const Touches touches = touchesOf(b, constants, i);
        hasTouches = hasTouches || touches.count != 0 || w.counts[i].listed == kNowhere;
        w.starts[i] = startOf(b, i);
        w.counts[i].facing = touches.facing;
        w.ways[2 * i] = vec4(wayOf(b, i), inverseMassOfPart<float>(b.particles[i].w, touches.count));
        w.ways[2 * i + 1] = w.ways[2 * i];
    }
    if (hasTouches) SharedInteger(w.state[kHasTouches]).raise(1);
}

void pushNeighbours(const Buffers& b, Index side, const PassConstants& constants, Index first, Index last) {
    NeighbourWork& w = *b.neighbours;
    if (w.state[kHasTouches] == 0) return;
    for (Index i = first; i < last; ++i) {
        if (w.counts[i].near == 0) continue;
        const vec4 way = w.ways[2 * i + side];
        if (!(way.w > 0.0f)) continue;
        const vec3 push = pushesOn(b, constants, i, w.ways.data() + side);
        w.ways[2 * i + 1 - side] = vec4(sumOf<float>(vec3(way), push), way.w);
    }
}

void moveNeighbours(const Buffers& b, Index, const PassConstants&, Index first, Index last) {
    NeighbourWork& w = *b.neighbours;
    if (first == 0) {
        w.state[kListAge] = w.state[kListsAreStale] != 0 ? 1 : w.state[kListAge] + 1;
        w.state[kListsAreStale] = 0;
        if (w.state[kListAge] == 1) w.state[kStrayCount] = 0;
        w.state[kFirstStray] = w.state[kStrayCount];
        std::fill_n(w.state.begin() + kWaysBox, 6, 0u);
        w.state[kHasCuts] = 0;
    }
    if (w.state[kHasNeighbours] == 0) return;
    for (Index i = first; i < last; ++i) {
        if (w.counts[i].isAround == 0) continue;
        if (bodyOf(*b.schedule, i) != kNowhere) {
            const Surroundings around = surroundingsOf(b, i);
            w.ways[2 * i] = vec4(around.base, around.reach);
        }
        if (w.state[kHasTouches] == 0) continue;
        if (w.counts[i].listed == kNowhere && b.particles[i].w > 0.0f)
            b.particles[i] = vec4(placeBefore(b, i), b.particles[i].w);
        if (!(w.ways[2 * i + 1].w > 0.0f)) continue;
        const vec3 place = sumOf<float>(placeBefore(b, i), vec3(w.ways[2 * i + 1]));
        if (isPlace<float>(place)) b.particles[i] = vec4(place, b.particles[i].w);
    }
}

}  // namespace pliant::cpu
