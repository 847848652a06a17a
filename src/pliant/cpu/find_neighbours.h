#pragma once

// The search for neighbours, for a group of particles together: they lie next to each other at rest, so that what comes
// near one of them is looked at for all. Behind the header of the width.

#include <algorithm>

#include "pliant/cpu/drift.h"
#include "pliant/cpu/neighbour_search.h"
#include "pliant/cpu/ways_box.h"
#include "pliant/cpu/widths.h"
#include "pliant/shared/cut.h"
#include "pliant/shared/neighbour_tree.h"
#include "pliant/shared/verlet.h"

namespace pliant::cpu {
namespace {

// Of items that follow one another in a group.
template <class Lanes>
[[gnu::always_inline]] inline Real3Of<Lanes> placesOf(Lanes lanes, const float* places, Index item) {
    const float* const first = places + numberAlongX(item);
    return {loadReals(lanes, first), loadReals(lanes, first + kNeighbourGroup),
            loadReals(lanes, first + 2 * kNeighbourGroup)};
}

// Makes lists. Groups of items near a particle are looked at as many at a time as a width takes.
template <class Width>
class Lists {
  public:
    explicit Lists(const NeighbourSearch& search) : s_(search), groups_(search) {}

    /// Of those of the items first, first + 1, ... of a group whose bits are set. Strays tell those that they come
    /// near, and most of what is held lists nothing itself.
    void make(Index first, int bits, bool areStrays) {
        first_ = first;
        areStrays_ = areStrays;
        searchers_ = searchersAmong(s_, first, bits);
        list(bits, kForLife);
        const int crowded = crowdedAmong(searchers_);
        listForSubstep(crowded);
        forBits(searchers_ & ~crowded, [&](int k) { finishList(s_, particleAt(k), found_[k], kForLife); });
    }

    /// Of one that had no room for all that come near for life, and goes where they expect it.
    void makeAgain(Index item) {
        first_ = item;
        areStrays_ = false;
        searchers_ = 1;
        listForSubstep(1);
    }

  private:
    // Where particles are expected halfway through the lists' life, and where they are at rest.
    struct Places {
        vec3 expected, atRest;
    };

    void listForSubstep(int bits) {
        if (bits == 0) return;
        list(bits, kForSubstep);
        const int crowded = crowdedAmong(bits);
        if (crowded != 0) list(crowded, kForTouches);
        forBits(bits, [&](int k) { finishList(s_, particleAt(k), found_[k], kForSubstep); });
    }

    int crowdedAmong(int bits) const {
        int crowded = 0;
        forBits(bits, [&](int k) { crowded |= found_[k] > kMostNeighbours ? 1 << k : 0; });
        return crowded;
    }

    Index particleAt(int k) const { return s_.order[first_ + static_cast<Index>(k)]; }

    const NeighbourBody& bodyOf(Index i) const { return s_.bodies[bodyOfNumber(s_.rest[i].w)]; }
    const NeighbourBody& bodyAt(Index item) const { return bodyOf(s_.order[item]); }

    // For several together, unless they are far from each other, or in two frames of reference.
    void list(int bits, Index horizon) {
        const NeighbourBox box = boxOf(s_, first_, bits);
        const NeighbourBody &body = bodyAt(first_ + Index(std::countr_zero(unsigned(bits)))),
                            &last = bodyAt(first_ + Index(std::bit_width(unsigned(bits))) - 1);
        if (!std::has_single_bit(unsigned(bits)) && (body.end != last.end || isWide(box, s_.halfLife)))
            return forBits(bits, [&](int k) { list(1 << k, horizon); });
        forBits(bits, [&](int k) {
            const Index i = particleAt(k);
            found_[k] = 0;
            places_[k] = {vec3(s_.anchors[i]), vec3(s_.rest[i])};
        });
        for (const NearGroup& group : areStrays_ ? groups_.near(box, body) : groups_.nearOneOf(box, body, first_)) {
            // Items of a body follow one another.
            const Index behind = std::min(group.first + kNeighbourGroup, s_.items) - 1;
            const bool areOfOne = &last == &body && &bodyAt(group.first) == &body && &bodyAt(behind) == &body;
            lookAt(group, bits, horizon, areOfOne ? leftWithin(body) : 0.0f);
        }
    }

    // Of two of a body.
    static float leftWithin(const NeighbourBody& body) {
        return touchesItself(body) ? productOf<float>(body.thickness, kRestShare) : kOutsideAll;
    }

    // Most of a group are too far off however they go, or nearer at rest than what is left to constraints.
    void lookAt(const NearGroup& group, int bits, Index horizon, float leftWithin) {
        const Index end = std::min(group.first + kNeighbourGroup, s_.items);
        const float squaredFarthest = horizon == kForLife ? group.farthest * group.farthest : kFarOff;
        Width::forEach(group.first, end, [&](Index item, auto lanes) {
            using Lanes = decltype(lanes);
            using Real = RealOf<Lanes>;
            const auto expected = placesOf(lanes, s_.expected, item), atRest = placesOf(lanes, s_.atRest, item);
            const Real farthest(squaredFarthest), left(leftWithin * leftWithin);
            forBits(bits, [&](int k) {
                const auto apart = difference<Real>(spread3<Lanes>(places_[k].expected), expected);
                const auto apartAtRest = difference<Real>(spread3<Lanes>(places_[k].atRest), atRest);
                const auto isClose = squaredLength<Real>(apart) < farthest;
                const auto isFree = squaredLength<Real>(apartAtRest) >= left;
                const int near = bitsOf(isClose && isFree) & lanes.bits;
                if (near != 0) listThose(lanes, item, near, k, horizon, apart);
            });
        });
    }

    // Of some items those that one of the particles may touch within the horizon, and `apart` from which it is.
    template <class Lanes>
    void listThose(Lanes lanes, Index item, int near, int k, Index horizon, const Real3Of<Lanes>& apart) {
        using Real = RealOf<Lanes>;
        const Index i = particleAt(k);
        const ColumnsOf<Lanes> others = loadColumns(lanes, rowsOf(s_.motions, s_.order + item));
        const auto motion = difference<Real>(spread3<Lanes>(vec3(s_.motions[i])), xyz(others));
        const Real halfLife(s_.halfLife), both = reachesOfBoth(i, others.w);
        near &= bitsOf(mayMeetAt<Real>(apart, motion, halfLife, meetsWithin<Real>(both)));
        if (horizon == kForLife)
            near &= bitsOf(comeWithin<Real>(apart, motion, halfLife, listedWithin<Real>(both, kForLife)));
        forBits(near, [&](int lane) {
            const Index j = s_.order[item + static_cast<Index>(lane)];
            const bool isNow = horizon == kForLife || comesNearNow(s_, i, j, horizon);
            if (i != j && isNow && mayBeListed(*s_.schedule, i, j)) note(k, j, horizon);
        });
    }

    // Of a stray as either of the two has it: both are told.
    template <class Real>
    Real reachesOfBoth(Index i, const Real& others) const {
        return areStrays_ ? reachOfEither<Real>(Real(s_.motions[i].w), others)
                          : reachOfBoth<Real>(Real(bodyOf(i).reach), others);
    }

    void note(int k, Index j, Index horizon) {
        const Index i = particleAt(k);
        if (horizon == kForLife) noteListed(s_, i, j);
        if (areStrays_ && horizon == kForLife) {
            meetStray(s_, i, j);
            if (!comesNearForLife(s_, i, j)) return;
        }
        if ((searchers_ >> k & 1) == 0 || !mayLookAt(s_, i, j)) return;
        if (found_[k] < kMostNeighbours) listOne(s_, i, found_[k], j);
        ++found_[k];
    }

    const NeighbourSearch& s_;
    GroupSearch groups_;
    Index first_ = 0;
    int searchers_ = 0;  // bits of those that list
    bool areStrays_ = false;
    Index found_[kNeighbourGroup];
    Places places_[kNeighbourGroup];
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
void watchNeighbours(const Buffers& b, Index, const PassConstants& constants, Index first, Index last) {
    const NeighbourSearch s = searchOf(b);
    if (first == 0) s.state[kHasTouches] = 0;
    noteDrifts(b, constants, first, last);
    if (s.state[kListAge] >= s.state[kListLife]) noteStale(s);
    if (s.items == s.particleCount) Watch<Width, RowsInMemory>(b, s, {}).run(first, last);
    else Watch<Width, RowsInOrder>(b, s, {s.order}).run(first, last);
}

template <class Width>
void findNeighbours(const Buffers& b, Index, const PassConstants&, Index first, Index last) {
    const NeighbourSearch s = searchOf(b);
    Lists<Width> lists(s);
    const auto mend = [&](Index item) {
        finishHeld(s, item, 1);
        lists.make(item, 1, true);
    };
    if (!areListsStale(s)) {
        forNewStrays(s.state, first, last, mend);
        return forItemsIn(s.lookingAgain->words(), first, last, [&](Index item) {
            if (s.counts[s.order[item]].met == kAstray) lists.makeAgain(item);
        });
    }
    for (Index i = first, end; i < last; i = end) {
        end = std::min(last, i - i % kNeighbourGroup + kNeighbourGroup);
        const int bits = (1 << (end - i)) - 1, searchers = searchersAmong(s, i, bits);
        finishHeld(s, i, bits);
        if (searchers != 0) lists.make(i, searchers, false);
    }
}

}  // namespace
}  // namespace pliant::cpu
