#pragma once

// The search for neighbours, for as many particles together as a width takes: they lie next to each other at rest, so
// that what comes near one of them is looked at for all. Behind the header of the width.

#include <bit>

#include "pliant/cpu/neighbour_search.h"
#include "pliant/cpu/widths.h"
#include "pliant/shared/neighbour.h"

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
        const NeighbourAnchor& anchor = s_.anchors[j];
        const Real3Of<Lanes> apart = difference<Real>(xyz(place_), spread3<Lanes>(vec3(anchor.x, anchor.y, anchor.z)));
        bits &= bitsOf(isWithin<Real>(squaredLength<Real>(apart), motion_.w));
        if (j - first_ < Index(Lanes::kCount)) bits &= ~(1 << (j - first_));
        if (bits == 0) return;
        const NeighbourBody& other = bodyWith(s_.rest[j].w);
        const Real3Of<Lanes> motion = difference<Real>(xyz(motion_), spread3<Lanes>(vec3(s_.motions[j])));
        bits &= bitsOf(comeNear(apart, motion, Real(other.thickness), horizon));
        if (bits == 0) return;
        const Real3Of<Lanes> atRest = difference<Real>(xyz(rest_), spread3<Lanes>(vec3(s_.rest[j])));
        const Real near = productOf<Real>(meanOf<Real>(thickness_, Real(other.thickness)), Real(kRestShare));
        const int nearAtRest = bitsOf(isWithin<Real>(squaredLength<Real>(atRest), near));
        forBits(bits, [&](int lane) { note(j, other, lane, (nearAtRest >> lane & 1) != 0); });
    }

    auto comeNear(const Real3Of<Lanes>& apart, const Real3Of<Lanes>& motion, Real thickness, Index horizon) const {
        const Real reach = listedWithin<Real>(thickness_, thickness, horizon), half(s_.grid.halfLife);
        if (horizon == kForLife) return comeWithin<Real>(apart, motion, half, reach);
        const Real halfway(0.5f);
        return comeWithin<Real>(expectedPlace<Real>(apart, motion, halfway - half), motion, halfway, reach);
    }

    void note(Index j, const NeighbourBody& other, int lane, bool isNearAtRest) {
        const Index i = first_ + static_cast<Index>(lane);
        const NeighbourBody& body = bodyWith(s_.rest[i].w);
        if (isNearAtRest && &body == &other) return;
        if ((body.mask & other.category) == 0 || (other.mask & body.category) == 0) return;
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

template <class Width>
void findNeighbours(const Buffers& b, Index, const PassConstants&, Index first, Index last) {
    const NeighbourSearch search = searchOf(b);
    if (search.state[kListsAreStale] == 0) return;
    Width::forEach(first, last, [&](Index i, auto lanes) {
        const int bits = searchersAmong(search, i, lanes.bits);
        if (bits != 0) ListsOf<decltype(lanes)>(search, i, lanes).make(bits);
    });
}

}  // namespace
}  // namespace pliant::cpu
