#pragma once

// The search for neighbours, for as many particles together as a width takes: they lie next to each other at rest, so
// that what comes near one of them is looked at for all. Behind the header of the width.

#include "pliant/cpu/neighbour_search.h"
#include "pliant/cpu/ways_box.h"
#include "pliant/cpu/widths.h"
#include "pliant/shared/neighbour_tree.h"
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
          place_(loadColumns(lanes, rowsOf(search.anchors, search.order + first))),
          motion_(loadColumns(lanes, rowsOf(search.motions, search.order + first))),
          rest_(loadColumns(lanes, rowsOf(search.rest, search.order + first))) {}

    /// For those whose bits are set. Strays tell those that they come near, and what is held lists nothing itself.
    void make(int bits, bool areStrays) {
        areStrays_ = areStrays;
        searchers_ = searchersAmong(s_, first_, bits);
        list(bits, kForLife);
        areStrays_ = false;
        int crowded = 0;
        forBits(searchers_, [&](int lane) { crowded |= found_[lane] > kMostNeighbours ? 1 << lane : 0; });
        if (crowded != 0) list(crowded, kForSubstep);
        forBits(searchers_, [&](int lane) {
            const Index horizon = (crowded >> lane & 1) != 0 ? kForSubstep : kForLife;
            finishList(s_, particleOf(lane), found_[lane], horizon);
        });
    }

  private:
    Index particleOf(int lane) const { return s_.order[first_ + static_cast<Index>(lane)]; }

    const NeighbourBody& bodyWith(float number) const { return s_.bodies[static_cast<Index>(number) - 1u]; }
    const NeighbourBody& bodyOfLane(int lane) const { return bodyWith(s_.rest[particleOf(lane)].w); }

    // For several together, unless they are far from each other, or in two frames of reference.
    void list(int bits, Index horizon) {
        const NeighbourBox box = boxOf(s_, first_, bits);
        const NeighbourBody &body = bodyOfLane(std::countr_zero(unsigned(bits))),
                            &last = bodyOfLane(std::bit_width(unsigned(bits)) - 1);
        if (!std::has_single_bit(unsigned(bits)) && (body.end != last.end || isWide(box, s_.halfLife)))
            return forBits(bits, [&](int lane) { list(1 << lane, horizon); });
        body_ = &body;
        forBits(bits, [&](int lane) { body_ = &bodyOfLane(lane) == &body ? body_ : nullptr; });
        forBits(bits, [&](int lane) { found_[lane] = 0; });
        Index next = body.begin;
        for (Index group = nextGroup(s_, box, next); group < body.end; group = nextGroup(s_, box, next)) {
            for (Index item = group; item < group + kNeighbourGroup && item < s_.items; ++item)
                if (s_.motions[s_.order[item]].w > 0.0f) consider(item, bits, horizon);
        }
    }

    void consider(Index item, int bits, Index horizon) {
        const Index j = s_.order[item];
        if (item - first_ < Index(Lanes::kCount)) bits &= ~(1 << (item - first_));
        forBits(comingNear(j, bits, horizon), [&](int lane) { note(j, lane); });
    }

    // Those of the lanes that j may touch within the horizon.
    int comingNear(Index j, int bits, Index horizon) const {
        if (horizon == kForSubstep) bits = nearNow(j, bits);
        const Real thickness(s_.motions[j].w);
        const Real3Of<Lanes> apart = difference<Real>(xyz(place_), spread3<Lanes>(vec3(s_.anchors[j])));
        const Real3Of<Lanes> motion = difference<Real>(xyz(motion_), spread3<Lanes>(vec3(s_.motions[j])));
        bits &= bitsOf(mayMeetAt<Real>(apart, motion, Real(s_.halfLife), meetsWithin<Real>(motion_.w, thickness)));
        if (bits == 0) return 0;
        if (horizon == kForLife) bits &= bitsOf(comeNear(apart, motion, thickness));
        if (bits == 0) return 0;
        const NeighbourBody& other = bodyWith(s_.rest[j].w);
        const Real3Of<Lanes> atRest = difference<Real>(xyz(rest_), spread3<Lanes>(vec3(s_.rest[j])));
        const Real near = productOf<Real>(meanOf<Real>(motion_.w, thickness), Real(kRestShare));
        const int nearAtRest = bitsOf(isWithin<Real>(squaredLength<Real>(atRest), near));
        if (body_ == &other) return mayTouch(other, other) ? bits & ~nearAtRest : 0;
        int touching = 0;
        forBits(bits, [&](int lane) {
            const Index i = particleOf(lane);
            const NeighbourBody& body = bodyWith(s_.rest[i].w);
            const bool areTogether = &body == &other || areJoined(s_.joints[i], s_.joints[j]);
            const bool isLeft = (nearAtRest >> lane & 1) != 0 && areTogether;
            if (!isLeft && mayTouch(body, other)) touching |= 1 << lane;
        });
        return touching;
    }

    auto comeNear(const Real3Of<Lanes>& apart, const Real3Of<Lanes>& motion, Real thickness) const {
        const Real reach = listedWithin<Real>(motion_.w, thickness, kForLife);
        return comeWithin<Real>(apart, motion, Real(s_.halfLife), reach);
    }

    // Lists are rarely made for one substep.
    int nearNow(Index j, int bits) const {
        int near = 0;
        forBits(bits, [&](int lane) { near |= areNearNow(s_, particleOf(lane), j) ? 1 << lane : 0; });
        return near;
    }

    void note(Index j, int lane) {
        const Index i = particleOf(lane);
        if (areStrays_) meetStray(s_, i, j);
        if ((searchers_ >> lane & 1) == 0) return;
        if (found_[lane] < kMostNeighbours) listOne(s_, i, found_[lane], j);
        ++found_[lane];
    }

    const NeighbourSearch& s_;
    Index first_;
    ColumnsOf<Lanes> place_;   // expected halfway through the lists' life
    ColumnsOf<Lanes> motion_;  // way per substep; thickness
    ColumnsOf<Lanes> rest_;
    const NeighbourBody* body_ = nullptr;  // that all are of; none: they are of several
    int searchers_ = 0;                    // bits of those that list
    bool areStrays_ = false;
    Index found_[Lanes::kCount];
};

// Looks at so many items from the first on, of which item `first + k` is the particle of the rows that rows(first) has
// at k.
template <class Width, class Rows>
class Watch {
  public:
    Watch(const Buffers& b, const NeighbourSearch& s, Rows rows) : b_(b), s_(s), rows_(rows) {}

    void run(Index first, Index last) {
        const Index age = s_.state[kListAge], life = s_.state[kListLife];
        const float substeps = fromMiddle(age + 1, life);
        Width::forEach(first, last, [&](Index i, auto lanes) {
            using Lanes = decltype(lanes);
            using Real = RealOf<Lanes>;
            const ColumnsOf<Lanes> x = loadColumns(lanes, rows_(s_.particles, i));
            const MaskOf<Lanes> isThere = isPlace<Real>(xyz(x));
            const Real3Of<Lanes> way = difference<Real>(xyz(x), xyz(loadColumns(lanes, rows_(b_.previous, i))));
            box_.take(isThere && squaredLength<Real>(way) < Real(kLargestSquared), way);
            if (age >= life) return;
            const ColumnsOf<Lanes> anchor = loadColumns(lanes, rows_(s_.anchors, i));
            const Real3Of<Lanes> motion = xyz(loadColumns(lanes, rows_(s_.motions, i)));
            const auto error = difference<Real>(xyz(x), expectedPlace<Real>(xyz(anchor), motion, Real(substeps)));
            // Those that have been let go, or are held since.
            const MaskOf<Lanes> isFree = x.w > Real(0.0f), isNew = anchor.w < Real(0.0f);
            const MaskOf<Lanes> isChanged = (isFree && isNew) || !(isFree || isNew);
            const MaskOf<Lanes> isOff = !isWithin<Real>(squaredLength<Real>(error), anchor.w) || isChanged;
            const int strays = bitsOf(isThere && isOff) & lanes.bits;
            forBits(strays, [&](int lane) { noteStray(s_, rows_.particle(i, lane)); });
        });
        float lows[3], highs[3];
        box_.bounds(lows, highs);
        for (int axis = 0; axis < 3; ++axis)
            if (lows[axis] <= highs[axis]) noteWays(s_, axis, highs[axis], lows[axis]);
    }

  private:
    const Buffers& b_;
    const NeighbourSearch& s_;
    Rows rows_;
    WaysBox<typename Width::All> box_;
};

// Items are particles in the order of contacts; or, where all particles are among them, in that in which they lie in
// memory: it does not matter which is looked at first.
struct RowsInOrder {
    const Index* order;
    template <class Vector>
    auto operator()(Vector* records, Index item) const {
        return rowsOf(records, order + item);
    }
    Index particle(Index item, int lane) const { return order[item + Index(lane)]; }
};
struct RowsInMemory {
    template <class Vector>
    auto operator()(Vector* records, Index item) const {
        return rowsFrom(records + item);
    }
    Index particle(Index item, int lane) const { return item + Index(lane); }
};

template <class Width>
void watchNeighbours(const Buffers& b, Index, const PassConstants&, Index first, Index last) {
    const NeighbourSearch s = searchOf(b);
    if (first == 0) s.state[kHasTouches] = 0;
    if (s.state[kListAge] >= s.state[kListLife]) noteStale(s);
    if (s.items == s.particleCount) Watch<Width, RowsInMemory>(b, s, {}).run(first, last);
    else Watch<Width, RowsInOrder>(b, s, {s.order}).run(first, last);
}

template <class Width>
void findNeighbours(const Buffers& b, Index, const PassConstants&, Index first, Index last) {
    const NeighbourSearch s = searchOf(b);
    if (!areListsStale(s)) {
        forNewStrays(s.state, first, last, [&](Index i) {
            Width::forEach(i, i + 1, [&](Index, auto lanes) { ListsOf<decltype(lanes)>(s, i, lanes).make(1, true); });
        });
        return;
    }
    Width::forEach(first, last, [&](Index i, auto lanes) {
        finishHeld(s, i, lanes.bits);
        const int bits = searchersAmong(s, i, lanes.bits);
        if (bits != 0) ListsOf<decltype(lanes)>(s, i, lanes).make(bits, false);
    });
}

}  // namespace
}  // namespace pliant::cpu
