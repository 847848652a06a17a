#include "pliant/cpu/neighbour_kernels.h"

#include <array>
#include <atomic>

#include "pliant/shared/neighbour.h"
#include "pliant/shared/verlet.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;

template <class Integer>
std::atomic_ref<Integer> shared(Integer& x) {
    return std::atomic_ref<Integer>(x);
}

void raise(std::uint32_t& word, std::uint32_t to) {
    auto shared = std::atomic_ref(word);
    std::uint32_t now = shared.load(std::memory_order_relaxed);
    while (now < to && !shared.compare_exchange_weak(now, to, std::memory_order_relaxed)) {
    }
}

// The body that a particle is of, as they are numbered here; kNowhere: of none that keeps others off.
Index bodyOf(const Schedule& s, Index i) {
    return static_cast<Index>(s.neighbourRest[i].w) - 1u;
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

vec3 anchorOf(const NeighbourWork& w, Index i) {
    return {w.anchors[i].x, w.anchors[i].y, w.anchors[i].z};
}

// What all particles need to know of the lists that are made.
struct Grid {
    explicit Grid(const Buffers& b) {
        const NeighbourSpace& space = b.schedule->neighbourSpace;
        squaredFastest = floatOfBits(b.neighbours->state[kFastestSquared]);
        life = listLife<float>(space, squaredFastest);
        inverse = reciprocal<float>(lookedFor<float>(space, squaredFastest, squaredFastest, life));
        mask = space.bucketMask;
    }

    std::array<int, 3> cellAt(vec3 place) const {
        return {cellOf<float>(place.x, inverse), cellOf<float>(place.y, inverse), cellOf<float>(place.z, inverse)};
    }

    Index bucketAt(vec3 place) const {
        const auto c = cellAt(place);
        return bucketOfCell(c[0], c[1], c[2], mask);
    }

    float squaredFastest;  // [m^2]
    Index life;
    float inverse;  // 1 / size of a cell [1/m]
    Index mask;
};

// The search for one particle's neighbours.
class Search {
  public:
    Search(const Buffers& b, const Grid& grid, Index particle)
        : s_(*b.schedule),
          w_(*b.neighbours),
          grid_(grid),
          i_(particle),
          body_(bodyOf(s_, particle)),
          place_(anchorOf(w_, particle)),
          reach_(lookedFor<float>(s_.neighbourSpace, squaredLength<float>(vec3(w_.motions[particle])),
                                  grid.squaredFastest, grid.life)) {}

    /// Lists those of a horizon, and counts those of each.
    void list(Index horizon) {
        counts_.fill(0);
        count_ = 0;
        const auto low = grid_.cellAt(movedAll<float>(place_, -reach_)),
                   high = grid_.cellAt(movedAll<float>(place_, reach_));
        for (int z = low[2]; z <= high[2]; ++z)
            for (int y = low[1]; y <= high[1]; ++y)
                for (int x = low[0]; x <= high[0]; ++x)
                    look(bucketOfCell(x, y, z, grid_.mask), horizon);
    }

    Index count() const { return count_; }

    /// The first horizon with few enough; kHorizons: none.
    Index fittingHorizon() const {
        Index horizon = 0;
        while (horizon < kHorizons && counts_[horizon] > kMostNeighbours)
            ++horizon;
        return horizon;
    }

  private:
    void look(Index bucket, Index horizon) {
        for (Index next = w_.heads[bucket]; next != 0;) {
            const Index j = next - 1;
            const NeighbourAnchor& anchor = w_.anchors[j];
            next = anchor.next;
            const vec3 apart = difference<float>(place_, vec3(anchor.x, anchor.y, anchor.z));
            if (isWithin<float>(squaredLength<float>(apart), reach_) && j != i_) consider(j, apart, horizon);
        }
    }

    void consider(Index j, vec3 apart, Index horizon) {
        const Index body = bodyOf(s_, j);
        const NeighbourBody &me = s_.neighbourBodies[body_], &other = s_.neighbourBodies[body];
        const float d = meanOf<float>(me.thickness, other.thickness);
        if (body == body_ && areNearAtRest(j, d)) return;
        if (!mayTouch(me, other)) return;
        const vec3 motion = difference<float>(vec3(w_.motions[i_]), vec3(w_.motions[j]));
        const float start = fromMiddle(0, grid_.life) - 1.0f;
        const auto comesWithin = [&](Index h) {
            const float end = h == kForLife ? -start : start + 1.0f;
            const float squared = leastSquared<float>(apart, motion, start, end);
            return isWithin<float>(squared, listedWithin<float>(me.thickness, other.thickness, h));
        };
        if (!comesWithin(horizon)) return;
        ++counts_[horizon];
        if (horizon == kForLife && comesWithin(kForSubstep)) ++counts_[kForSubstep];
        if (count_ < kMostNeighbours) w_.lists[std::size_t(count_) * s_.particles.size() + i_] = j;
        ++count_;
    }

    bool areNearAtRest(Index j, float d) const {
        const vec3 apart = difference<float>(vec3(s_.neighbourRest[i_]), vec3(s_.neighbourRest[j]));
        return isWithin<float>(squaredLength<float>(apart), scaledBy<float>(d, kRestShare));
    }

    const Schedule& s_;
    NeighbourWork& w_;
    const Grid& grid_;
    Index i_, body_;
    vec3 place_;
    float reach_;  // [m]
    std::array<Index, kHorizons> counts_{};
    Index count_ = 0;
};

// Where a particle was when the substep began; 1 + its body.
vec4 startOf(const Buffers& b, Index i) {
    return vec4(placeBefore(b, i), b.schedule->neighbourRest[i].w);
}

const NeighbourBody& bodyAt(const Buffers& b, const vec4& start) {
    return b.schedule->neighbourBodies[static_cast<Index>(start.w) - 1u];
}

// Calls visit(j, apart, body) for the neighbours of particle i: where it was, seen from there, when the substep began.
template <class StartOf, class Visit>
void forEachNeighbour(const Buffers& b, Index i, StartOf&& startOf, Visit&& visit) {
    const std::size_t count = b.schedule->particles.size();
    const vec4 start = startOf(i);
    const Index* list = b.neighbours->lists.data() + i;
    const Index listed = b.neighbours->counts[i].listed;
    for (Index k = listed == kNowhere ? 0 : listed; k > 0; --k, list += count) {
        const vec4 other = startOf(*list);
        visit(*list, difference<float>(vec3(start), vec3(other)), bodyAt(b, other));
    }
}

// How deep two touch that go `way` against each other.
float depthOf(const Buffers& b, const PassConstants& constants, const NeighbourPair<float>& pair, vec3 way, float d) {
    return touchDepth<float>(pair, way, d, scaledBy<float>(b.schedule->neighbourSpace.rise, constants.step));
}

// What neighbours push one particle by. Ways have w = inverse mass of a part of theirs.
vec3 pushesOn(const Buffers& b, const PassConstants& constants, Index i, const vec4* ways) {
    const NeighbourSpace& space = b.schedule->neighbourSpace;
    const vec4* starts = b.neighbours->starts.data();
    const NeighbourBody& me = bodyAt(b, starts[i]);
    const vec4 mine = ways[2 * i];
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
        const vec3 push = touchPush<float>(pair, way, depth, meanOf<float>(me.friction, other.friction), share, d);
        for (int axis = 0; axis < 3; ++axis)
            sum[axis] += wholeNumber<float>(scaledBy<float>(push[axis], space.inverseUnit));
    });
    return {pushOfUnits<float>(sum[0], space.unit, me.thickness), pushOfUnits<float>(sum[1], space.unit, me.thickness),
            pushOfUnits<float>(sum[2], space.unit, me.thickness)};
}

Index touchesOf(const Buffers& b, const PassConstants& constants, Index i) {
    if (b.neighbours->counts[i].listed == 0) return 0;
    const NeighbourBody& me = bodyAt(b, startOf(b, i));
    const vec3 mine = wayOf(b, i);
    Index touches = 0;
    const auto now = [&](Index j) { return startOf(b, j); };
    forEachNeighbour(b, i, now, [&](Index j, vec3 apart, const NeighbourBody& other) {
        const float d = meanOf<float>(me.thickness, other.thickness);
        const vec3 way = difference<float>(mine, wayOf(b, j));
        if (!mayBeNear<float>(apart, way, d)) return;
        if (depthOf(b, constants, neighbourPair<float>(apart, i > j), way, d) > 0.0f) ++touches;
    });
    return touches;
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
    ways.resize(2 * count);
}

void watchNeighbours(const Buffers& b, Index, const PassConstants& constants, Index first, Index last) {
    const Schedule& s = *b.schedule;
    NeighbourWork& w = *b.neighbours;
    const Index age = w.state[kListAge], life = w.state[kListLife];
    const float substeps = fromMiddle(age, life);
    bool isStale = constants.firstIteration != 0 || age >= life;
    float fastest = 0.0f;
    for (Index i = first; i < last; ++i) {
        const vec3 x = placeOf(b, i);
        if (bodyOf(s, i) == kNowhere || !isPlace<float>(x)) continue;
        const float squared = squaredLength<float>(wayOf(b, i));
        if (squared > fastest) fastest = squared;
        const vec3 expected = expectedPlace<float>(anchorOf(w, i), vec3(w.motions[i]), substeps);
        const float squaredError = squaredLength<float>(difference<float>(x, expected));
        isStale = isStale || !isWithin<float>(squaredError, w.motions[i].w);
    }
    raise(w.state[kFastestSquared], bitsOfFloat(fastest));
    if (isStale) raise(w.state[kListsAreStale], 1);
}

void placeNeighbours(const Buffers& b, Index, const PassConstants&, Index first, Index last) {
    const Schedule& s = *b.schedule;
    NeighbourWork& w = *b.neighbours;
    if (w.state[kListsAreStale] == 0) return;
    const Grid grid(b);
    for (Index i = first; i < last; ++i) {
        if (i == 0) {
            w.state[kListAge] = 0;
            w.state[kListLife] = grid.life;
            w.state[kHasNeighbours] = 0;
        }
        w.counts[i].listed = 0;
        if (bodyOf(s, i) == kNowhere || !isPlace<float>(placeOf(b, i))) continue;
        const vec3 way = wayOf(b, i);
        const vec3 place = expectedPlace<float>(placeBefore(b, i), way, float(grid.life) * 0.5f);
        const Index next = shared(w.heads[grid.bucketAt(place)]).exchange(i + 1, std::memory_order_relaxed);
        w.anchors[i] = {place.x, place.y, place.z, next};
        w.motions[i] = vec4(way, 0.0f);
    }
}

void findNeighbours(const Buffers& b, Index, const PassConstants&, Index first, Index last) {
    const Schedule& s = *b.schedule;
    NeighbourWork& w = *b.neighbours;
    if (w.state[kListsAreStale] == 0) return;
    const Grid grid(b);
    bool hasSome = false;
    Index crowded = 0;
    for (Index i = first; i < last; ++i) {
        if (bodyOf(s, i) == kNowhere || !isPlace<float>(placeOf(b, i))) continue;
        Search search(b, grid, i);
        search.list(kForLife);
        const Index horizon = search.fittingHorizon();
        const bool fits = horizon < kHorizons;
        if (fits && horizon != kForLife) search.list(horizon);
        w.counts[i].listed = fits ? search.count() : kNowhere;
        w.motions[i].w = slackOf<float>(s.neighbourBodies[bodyOf(s, i)].thickness, horizon);
        hasSome = hasSome || w.counts[i].listed != 0;
        crowded += fits ? 0 : 1;
    }
    if (hasSome) raise(w.state[kHasNeighbours], 1);
    if (crowded > 0) shared(w.state[kCrowdedCount]).fetch_add(crowded, std::memory_order_relaxed);
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
    for (Index i = first; i < last; ++i) {
        const Index touches = touchesOf(b, constants, i);
        w.starts[i] = startOf(b, i);
        w.counts[i].touches = touches;
        w.ways[2 * i] = vec4(wayOf(b, i), inverseMassOfPart<float>(b.particles[i].w, touches));
    }
}

void pushNeighbours(const Buffers& b, Index side, const PassConstants& constants, Index first, Index last) {
    NeighbourWork& w = *b.neighbours;
    if (w.state[kHasNeighbours] == 0) return;
    for (Index i = first; i < last; ++i) {
        const vec4 way = w.ways[2 * i + side];
        vec3 push(0.0f);
        if (way.w > 0.0f) push = pushesOn(b, constants, i, w.ways.data() + side);
        w.ways[2 * i + 1 - side] = vec4(sumOf<float>(vec3(way), push), way.w);
    }
}

void moveNeighbours(const Buffers& b, Index, const PassConstants&, Index first, Index last) {
    NeighbourWork& w = *b.neighbours;
    const bool hasNeighbours = w.state[kHasNeighbours] != 0;
    for (Index i = first; i < last; ++i) {
        if (i == 0) {
            w.state[kListsAreStale] = 0;
            w.state[kFastestSquared] = 0;
            ++w.state[kListAge];
        }
        if (hasNeighbours && w.counts[i].listed == kNowhere && b.particles[i].w > 0.0f)
            b.particles[i] = vec4(placeBefore(b, i), b.particles[i].w);
        if (!hasNeighbours || !(w.ways[2 * i + 1].w > 0.0f)) continue;
        const vec3 place = sumOf<float>(placeBefore(b, i), vec3(w.ways[2 * i + 1]));
        if (isPlace<float>(place)) b.particles[i] = vec4(place, b.particles[i].w);
    }
}

}  // namespace pliant::cpu
