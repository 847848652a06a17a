#pragma once

// Of bends: see widths.h.

#include <type_traits>

#include "pliant/cpu/wide_kernels.h"
#include "pliant/cpu/widths.h"
#include "pliant/shared/bend.h"
#include "pliant/shared/cluster.h"

namespace pliant::cpu {
namespace {

// Links of bends that follow one another.
template <class Lanes>
struct Links {
    const BendNumbers* bends;
    const BendLink* links;
    const vec4* moments;

    static Index givenCount(const BendNumbers& bend) { return bend.linkCounts & 0xffffu; }

    // Each by its number: carryMoment() of one bend's after another, of several lanes in rows, x, y and z at once.
    template <class EntriesOf>
    Real3Of<Lanes> sum(Lanes lanes, EntriesOf&& entriesOf) const {
        const auto carry = [](const auto& sum, const BendLink& link, auto&& momentOf) {
            using Row = std::decay_t<decltype(sum)>;
            const Row moment = momentOf(link.moment);
            if constexpr (std::is_same_v<Row, vec3>) return carryMoment<float>(sum, moment, link.number);
            else return storable<Row>(sum + moment * Row(link.number));
        };
        return sumRows(lanes, entriesOf, moments, carry);
    }

    Real3Of<Lanes> given(Lanes lanes) const {
        return sum(lanes, [&](int i) {
            const BendLink* first = links + bends[i].firstLink;
            return Entries<BendLink>{first, first + givenCount(bends[i])};
        });
    }
    Real3Of<Lanes> shared(Lanes lanes) const {
        return sum(lanes, [&](int i) {
            const BendLink* first = links + bends[i].firstLink + givenCount(bends[i]);
            return Entries<BendLink>{first, first + (bends[i].linkCounts >> 16)};
        });
    }
};

template <class Lanes>
Links<Lanes> linksOf(const Buffers& buffers, const WideItems& items, Index index) {
    return {items.bendNumbers + index, items.bendLinks, buffers.scratch};
}

template <class Width>
void carryMoments(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const WideItems items = *buffers.items;
    Width::forEach(first, last, [&](Index i, auto lanes) {
        const auto moment = linksOf<decltype(lanes)>(buffers, items, i).given(lanes);
        const RealOf<decltype(lanes)> none(0.0f);
        storeColumns(lanes.bits, columnsOf(moment, none), rowsFrom(buffers.scratch + Index(constants.rows + i)));
    });
}

template <Index kResponse, class Lanes>
void bend(Lanes lanes, const Buffers& buffers, const WideItems& items, Index index, const PassConstants& constants) {
    using Real = RealOf<Lanes>;
    constexpr Index kKind = kResponse & kBendKinds;
    constexpr bool kOfClusters = (kResponse & kBendBetweenClusters) != 0;
    const Bend* bends = items.bends + index;
    const auto of = [bends](vec4* array, int corner) {
        return [bends, array, corner](int i) { return &array->x + 4 * std::size_t((&bends[i].a)[corner]); };
    };
    const auto numbers = loadColumns(lanes, [&](int i) { return &bends[i].ka; });  // ka, kc, kd, compliance
    const Real k[4] = {numbers.x, weightOfSecond<Real>(numbers.x, numbers.y, numbers.z), numbers.y, numbers.z};
    BendState<Real> s;
    Real3Of<Lanes> moving[4];  // places of particles, shifts of clusters
    for (int corner = 0; corner < 4; ++corner) {
        const auto x = loadColumns(lanes, of(buffers.particles, corner));
        const auto previous = xyz(loadColumns(lanes, of(buffers.previous, corner)));
        moving[corner] = xyz(x);
        s.x[corner] = kOfClusters ? shiftedPlace<Real>(previous, xyz(x)) : xyz(x);
        s.p[corner] = kOfClusters ? xyz(loadColumns(lanes, of(buffers.carry, corner))) : previous;
        s.w[corner] = x.w;
        s.k[corner] = k[corner];
    }
    const auto own = loadColumns(lanes, [&](int i) { return &items.bendNumbers[index + Index(i)].rest; });
    s.rest = own.x;
    s.compliance = numbers.w;
    s.damping = own.y;
    const Real inverseSquaredStep(constants.inverseSquaredStep);
    Real3Of<Lanes> strain(Real(0.0f));
    if (kOfClusters || (kResponse & kBendOfPlate) != 0)
        strain = scaled<Real>(linksOf<Lanes>(buffers, items, index).shared(lanes), inverseSquaredStep);
    else if (kResponse >= kBendCarried)
        strain = scaled<Real>(linksOf<Lanes>(buffers, items, index).given(lanes), numbers.w * inverseSquaredStep);
    const auto pull = bendPull<Real>(kKind, s, inverseSquaredStep, Real(constants.inverseStep),
                                     Real(kOfClusters ? 1.0f : constants.bendPeriod), strain);
    const Real share(kOfClusters ? 1.0f : constants.bendShare);
    for (int corner = 0; corner < (kKind == kBendLine ? 3 : 4); ++corner) {
        const auto moved = moveBend<Real>(moving[corner], s.k[corner], s.w[corner], pull, share);
        storeColumns(lanes.bits, columnsOf(moved, s.w[corner]), of(buffers.particles, corner));
    }
    if (!kOfClusters) return;
    const auto moment = rowsFrom(buffers.scratch + Index(constants.rows + index));
    const auto before = loadColumns(lanes, moment);
    storeColumns(lanes.bits, columnsOf(carryMoment<Real>(xyz(before), pull, Real(1.0f)), before.w), moment);
}

template <class Width>
void solveBends(const Buffers& buffers, Index response, const PassConstants& constants, Index first, Index last) {
    const WideItems items = *buffers.items;
    const auto bendAll = [&](auto constantResponse) {
        Width::forEach(first, last, [&](Index i, auto lanes) {
            bend<decltype(constantResponse)::value>(lanes, buffers, items, i, constants);
        });
    };
    switch (response) {
        case kBendLine: return bendAll(std::integral_constant<Index, kBendLine>{});
        case kBendQuad: return bendAll(std::integral_constant<Index, kBendQuad>{});
        case kBendHinge: return bendAll(std::integral_constant<Index, kBendHinge>{});
        case kBendLine + kBendCarried: return bendAll(std::integral_constant<Index, kBendLine + kBendCarried>{});
        case kBendQuad + kBendCarried: return bendAll(std::integral_constant<Index, kBendQuad + kBendCarried>{});
        case kBendQuad + kBendOfPlate: return bendAll(std::integral_constant<Index, kBendQuad + kBendOfPlate>{});
        case kBendLine + kBendBetweenClusters:
            return bendAll(std::integral_constant<Index, kBendLine + kBendBetweenClusters>{});
        case kBendQuad + kBendBetweenClusters:
            return bendAll(std::integral_constant<Index, kBendQuad + kBendBetweenClusters>{});
    }
}

}  // namespace
}  // namespace pliant::cpu
