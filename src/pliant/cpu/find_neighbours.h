#pragma once

// The search for neighbours, for as many particles together as a width takes: they lie next to each other at rest, so
// that what comes near one of them is looked at for all. Behind the header of the width.

#include <bit>
#include <limits>

#include "pliant/cpu/neighbour_search.h"
#include "pliant/cpu/widths.h"
#include "pliant/shared/neighbour.h"
#include "pliant/shared/verlet.h"

namespace pliant::cpu {
namespace {

template <class Lanes>
class ListsOf {
  public:
    using Real = RealOf<Lanes>;

    ListsOf(const NeighbourSearch& search, Index first, Lanes lanes)
        : s_(search),
          first_(first),
          place_(columnsOfAnchors(search, first, lanes)),
          motion_(loadColumns(lanes, rowsFrom(search.motions + first))),
          rest_(loadColumns(lanes, rowsFrom(search.rest + first))),
          thickness_(gatherReals(lanes, [&](int i) {
              const float number = search.rest[first + static_cast<Index>(i)].w;
              return number > 0.0f ? bodyWith(number).thickness : 0.0f;
          })) {}

    /// For those whose bits are set.
    void make(int bits) {
        list(bits, kForLife);
        int crowded = 0;
        forBits(bits, [&](int lane) { crowded |= found_[lane] > kMostNeighbours ? 1 << lane : 0; });
        if (crowded != 0) list(crowded, kForSubstep);
        forBits(bits, [&](int lane) {
            const Index horizon = (crowded >> lane & 1) != 0 ? kForSubstep : kForLife;
            finishList(s_, first_ + static_cast<Index>(lane), found_[lane], horizon);
        });
    }

    /// Those whose bits are set and the strays, where they come near each other.
    void meetStrays(const Index* strays, const Index* end, int bits) {
        int straying = 0;
        for (const Index* stray = strays; stray != end; ++stray)
            if (*stray - first_ < Index(Lanes::kCount)) straying |= 1 << (*stray - first_);
        for (; strays != end; ++strays) {
            const Index j = *strays;
            const int others = j - first_ < Index(Lanes::kCount) ? bits & ~(1 << (j - first_)) : bits;
            forBits(comingNear(j, apartFrom(j), others, kForLife), [&](int lane) {
                listStray(s_, j, first_ + static_cast<Index>(lane), (straying >> lane & 1) != 0);
            });
        }
    }

  private:
    static auto columnsOfAnchors(const NeighbourSearch& search, Index first, Lanes lanes) {
        return loadColumns(lanes, [at = &search.anchors[first].x](int i) { return at + 4 * i; });
    }

    template <class Visit>
    [[gnu::always_inline]] static void forBits(int bits, Visit&& visit) {
        for (; bits != 0; bits &= bits - 1)
            visit(std::countr_zero(static_cast<unsigned>(bits)));
    }

    const NeighbourBody& bodyWith(float number) const { return s_.bodies[static_cast<Index>(number) - 1u]; }

    void list(int bits, Index horizon) {
        NeighbourWalk walk;
        if (!walkAround(s_, first_, bits, walk)) return forBits(bits, [&](int lane) { list(1 << lane, horizon); });
        forBits(bits, [&](int lane) { found_[lane] = 0; });
        Index candidates[kMostCandidates];
        while (const Index count = nextCandidates(s_, walk, candidates))
            for (Index k = 0; k < count; ++k)
                consider(candidates[k], bits, horizon);
    }

    void consider(Index j, int bits, Index horizon) {
        const Real3Of<Lanes> apart = apartFrom(j);
        bits &= bitsOf(isWithin<Real>(squaredLength<Real>(apart), motion_.w));
        if (j - first_ < Index(Lanes::kCount)) bits &= ~(1 << (j - first_));
        const int near = comingNear(j, apart, bits, horizon);
        if (near == 0) return;
        forBits(near, [&](int lane) { note(j, lane); });
        // One that does not look as far as this does not know that it has neighbours.
        if ((near & ~bitsOf(isWithin<Real>(squaredLength<Real>(apart), Real(s_.motions[j].w)))) != 0) markStar(s_, j);
    }

    Real3Of<Lanes> apartFrom(Index j) const {
        const NeighbourAnchor& anchor = s_.anchors[j];
        return difference<Real>(xyz(place_), spread3<Lanes>(vec3(anchor.x, anchor.y, anchor.z)));
    }

    // Those of the lanes that j may touch within the horizon.
    int comingNear(Index j, const Real3Of<Lanes>& apart, int bits, Index horizon) const {
        if (bits == 0) return 0;
        const NeighbourBody& other = bodyWith(s_.rest[j].w);
        const Real3Of<Lanes> motion = difference<Real>(xyz(motion_), spread3<Lanes>(vec3(s_.motions[j])));
        bits &= bitsOf(comeNear(apart, motion, Real(other.thickness), horizon));
        if (bits == 0) return 0;
        const Real3Of<Lanes> atRest = difference<Real>(xyz(rest_), spread3<Lanes>(vec3(s_.rest[j])));
        const Real near = productOf<Real>(meanOf<Real>(thickness_, Real(other.thickness)), Real(kRestShare));
        const int nearAtRest = bitsOf(isWithin<Real>(squaredLength<Real>(atRest), near));
        int touching = 0;
        forBits(bits, [&](int lane) {
            const NeighbourBody& body = bodyWith(s_.rest[first_ + static_cast<Index>(lane)].w);
            const bool isLeft = (nearAtRest >> lane & 1) != 0 && &body == &other;
            if (!isLeft && (body.mask & other.category) != 0 && (other.mask & body.category) != 0)
                touching |= 1 << lane;
        });
        return touching;
    }

    auto comeNear(const Real3Of<Lanes>& apart, const Real3Of<Lanes>& motion, Real thickness, Index horizon) const {
        const Real reach = listedWithin<Real>(thickness_, thickness, horizon), half(s_.grid.halfLife);
        if (horizon == kForLife) return comeWithin<Real>(apart, motion, half, reach);
        const Real halfway(0.5f);
        return comeWithin<Real>(expectedPlace<Real>(apart, motion, halfway - half), motion, halfway, reach);
    }

    void note(Index j, int lane) {
        const Index i = first_ + static_cast<Index>(lane);
        if (found_[lane] < kMostNeighbours) s_.lists[found_[lane] * s_.count + i] = j;
        ++found_[lane];
    }

    const NeighbourSearch& s_;
    Index first_;
    ColumnsOf<Lanes> place_;   // expected halfway through the lists' life
    ColumnsOf<Lanes> motion_;  // way per substep; how far each looks
    ColumnsOf<Lanes> rest_;
    Real thickness_;
    Index found_[Lanes::kCount];
};

// The box of the ways of all that have been taken.
template <class All>
struct WaysBox {
    using Real = RealOf<All>;
    Real3Of<All> most = spread3<All>(vec3(-std::numeric_limits<float>::infinity()));
    Real3Of<All> least = spread3<All>(vec3(std::numeric_limits<float>::infinity()));

    [[gnu::always_inline]] void take(MaskOf<All> isGood, const Real3Of<All>& way) {
        for (int axis = 0; axis < 3; ++axis) {
            most[axis] = pick(isGood && way[axis] > most[axis], way[axis], most[axis]);
            least[axis] = pick(isGood && way[axis] < least[axis], way[axis], least[axis]);
        }
    }

    void noteFor(const NeighbourSearch& search) const {
        float highs[All::kCount], lows[All::kCount];
        for (int axis = 0; axis < 3; ++axis) {
            float high = -std::numeric_limits<float>::infinity(), low = -high;
            storeReals(All{}, most[axis], highs);
            storeReals(All{}, least[axis], lows);
            for (int lane = 0; lane < All::kCount; ++lane) {
                high = highs[lane] > high ? highs[lane] : high;
                low = lows[lane] < low ? lows[lane] : low;
            }
            if (low <= high) noteWays(search, axis, high, low);
        }
    }
};

template <class Width>
void watchNeighbours(const Buffers& b, Index, const PassConstants&, Index first, Index last) {
    const NeighbourSearch s = searchOf(b);
    if (first == 0) s.state[kHasTouches] = 0;
    const Index age = s.state[kListAge], life = s.state[kListLife];
    if (age >= life) noteStale(s);
    const float substeps = fromMiddle(age + 1, life);
    WaysBox<typename Width::All> box;
    Width::forEach(first, last, [&](Index i, auto lanes) {
        using Lanes = decltype(lanes);
        using Real = RealOf<Lanes>;
        const ColumnsOf<Lanes> x = loadColumns(lanes, rowsFrom(s.particles + i));
        const ColumnsOf<Lanes> rest = loadColumns(lanes, rowsFrom(s.rest + i));
        const MaskOf<Lanes> isThere = rest.w > Real(0.0f) && isPlace<Real>(xyz(x));
        const Real3Of<Lanes> way = difference<Real>(xyz(x), xyz(loadColumns(lanes, rowsFrom(b.previous + i))));
        box.take(isThere && squaredLength<Real>(way) < Real(kLargestSquared), way);
        if (age >= life) return;
        const auto anchor = loadColumns(lanes, [at = &s.anchors[i].x](int lane) { return at + 4 * lane; });
        const Real3Of<Lanes> motion = xyz(loadColumns(lanes, rowsFrom(s.motions + i)));
        const Real3Of<Lanes> error = difference<Real>(xyz(x), expectedPlace<Real>(xyz(anchor), motion, Real(substeps)));
        const Real slack = gatherReals(lanes, [at = s.counts + i](int lane) { return at[lane].slack; });
        const MaskOf<Lanes> isNew =
            maskOf(lanes, [at = s.counts + i](int lane) { return at[lane].listed == kUnsearched; });
        // Those that have been let go, or are held since.
        const MaskOf<Lanes> isFree = x.w > Real(0.0f), isChanged = (isFree && isNew) || !(isFree || isNew);
        const MaskOf<Lanes> isOff = !isWithin<Real>(squaredLength<Real>(error), slack) || isChanged;
        const int strays = bitsOf(isThere && isOff) & lanes.bits;
        if (strays != 0) noteStrays(s, b.previous, i, strays);
    });
    box.noteFor(s);
}

template <class Width>
void listStrays(const Buffers& b, Index, const PassConstants&, Index first, Index last) {
    NeighbourSearch s = searchOf(b);
    s.grid.halfLife = fromMiddle(s.state[kListLife], s.state[kListLife]);
    if (s.state[kFirstStray] == s.state[kStrayCount] || areListsStale(s)) return;
    const Index *strays = s.state + kStrays + s.state[kFirstStray], *end = s.state + kStrays + s.state[kStrayCount];
    Width::forEach(first, last, [&](Index i, auto lanes) {
        const int bits = bodiesAmong(s, i, lanes.bits);
        if (bits != 0) ListsOf<decltype(lanes)>(s, i, lanes).meetStrays(strays, end, bits);
    });
}

template <class Width>
void findNeighbours(const Buffers& b, Index, const PassConstants&, Index first, Index last) {
    const NeighbourSearch search = searchOf(b);
    if (search.state[kListsAreStale] == 0) return;
    Width::forEach(first, last, [&](Index i, auto lanes) {
        finishHeld(search, i, lanes.bits);
        const int bits = searchersAmong(search, i, lanes.bits);
        if (bits != 0) ListsOf<decltype(lanes)>(search, i, lanes).make(bits);
    });
}

}  // namespace
}  // namespace pliant::cpu
