#pragma once

// Of clusters: see widths.h.

#include "pliant/cpu/wide_kernels.h"
#include "pliant/cpu/widths.h"
#include "pliant/shared/bend.h"
#include "pliant/shared/cluster.h"

namespace pliant::cpu {
namespace {

template <class Lanes>
struct Members {
    const ClusterMember* first[Lanes::kCount];
    const Cluster* clusters;

    Members(Lanes lanes, const WideItems& items, Index index) : clusters(items.clusters + index) {
        for (int i = 0; i < Lanes::kCount; ++i)
            first[i] = items.clusterMembers + clusters[lanes.of(i)].firstMember;
    }

    template <class Visit>
    void forEach(Lanes lanes, Visit&& visit) const {
        forItems(
            lanes, [&](int i) { return clusters[i].memberCount; },
            [&](auto&& numberOf, MaskOf<Lanes> have) {
                visit([&](int i) -> const ClusterMember& { return first[i][numberOf(i)]; }, have);
            });
    }

    // Their centres, of rows that stand in `places`, and their inverse masses, of `particles`.
    ColumnsOf<Lanes> sum(Lanes lanes, const vec4* places, const vec4* particles) const {
        using Real = RealOf<Lanes>;
        const auto at = [&](Index row) { return &places->x + 4 * std::size_t(row); };
        const auto origin = xyz(loadColumns(lanes, [&](int i) { return at(first[i]->row); }));
        Real3Of<Lanes> sum(Real(0.0f));
        Real free(0.0f);
        forEach(lanes, [&](auto&& memberOf, MaskOf<Lanes> have) {
            const Real share = keepIf(have, gatherReals(lanes, [&](int i) { return memberOf(i).share; }));
            const auto x = loadColumns(lanes, [&](int i) { return at(memberOf(i).row); });
            const Real w =
                places == particles ? x.w : gatherReals(lanes, [&](int i) { return particles[memberOf(i).row].w; });
            sum = addMember<Real>(sum, xyz(x), origin, share);
            free = addFree<Real>(free, share, w);
        });
        const Real inverseMass = free * gatherReals(lanes, [&](int i) { return clusters[i].inverseMass; });
        return columnsOf(centreOf<Real>(sum, origin), inverseMass);
    }
};

template <class Width>
void sumClusters(const Buffers& buffers, Index response, const PassConstants& constants, Index first, Index last) {
    const WideItems items = *buffers.items;
    const bool ofParticles = response == kLevelSumParticles || response == kBendSumParticles;
    const bool hasBefore = (constants.flags & (kSecondOrder | kCarriesTensions)) != 0 || response >= kBendSumParticles;
    Width::forEach(first, last, [&](Index index, auto lanes) {
        using Lanes = decltype(lanes);
        using Real = RealOf<Lanes>;
        const Members<Lanes> members(lanes, items, index);
        const Real none(0.0f);
        const auto store = [&](vec4* to, const ColumnsOf<Lanes>& columns) {
            storeColumns(lanes.bits, columns, [&](int i) { return &to->x + 4 * std::size_t(members.clusters[i].row); });
        };
        const auto sum = members.sum(lanes, ofParticles ? buffers.particles : buffers.previous, buffers.particles);
        auto centre = xyz(sum);
        if (hasBefore) {
            const vec4* places = ofParticles ? buffers.previous : buffers.carry;
            const auto before = xyz(members.sum(lanes, places, places));
            if (response == kBendSumParticles) centre = centreAhead<Real>(centre, before, Real(constants.bendPeriod));
            store(buffers.carry, columnsOf(before, none));
        }
        store(buffers.previous, columnsOf(centre, none));
        store(buffers.particles, {none, none, none, sum.w});
    });
}

template <class Width>
void beginShifts(const Buffers& buffers, Index, const PassConstants&, Index first, Index last) {
    const WideItems items = *buffers.items;
    Width::forEach(first, last, [&](Index index, auto lanes) {
        const Cluster* clusters = items.clusters + index;
        const auto at = [&](Index Cluster::*row) {
            return [&, row](int i) { return &buffers.particles->x + 4 * std::size_t(clusters[i].*row); };
        };
        const auto shift = xyz(loadColumns(lanes, at(&Cluster::parent)));
        const auto own = loadColumns(lanes, at(&Cluster::row));
        storeColumns(lanes.bits, columnsOf(shift, own.w), at(&Cluster::row));
    });
}

template <class Width>
void shiftParticles(const Buffers& buffers, Index response, const PassConstants& constants, Index first, Index last) {
    const Index* clusterOf = buffers.items->clusterOf + constants.rows;
    Width::forEach(first, last, [&](Index i, auto lanes) {
        using Real = RealOf<decltype(lanes)>;
        const Index* of = clusterOf + i;
        const auto particle = rowsFrom(buffers.particles + i);
        const auto x = loadColumns(lanes, particle);
        const auto isMember = maskOf(lanes, [&](int lane) { return of[lane] != i + Index(lane); });
        const auto moves = [&] { return !isZero(x.w) && isMember; };
        if (lanes.mayLeave(moves)) return;
        auto shift =
            xyz(loadColumns(lanes, [&](int lane) { return &buffers.particles->x + 4 * std::size_t(of[lane]); }));
        if (response == kBendShift) shift = scaled<Real>(shift, Real(constants.bendShare));
        storeMoved(lanes, moves(), columnsOf(shiftedPlace<Real>(xyz(x), shift), x.w), particle);
    });
}

}  // namespace
}  // namespace pliant::cpu
