#pragma once

// Of enclosures: see widths.h.

#include "pliant/cpu/wide_kernels.h"
#include "pliant/cpu/widths.h"
#include "pliant/shared/enclosure.h"

namespace pliant::cpu {
namespace {

// The places of the particles `numberOf(i)`.
template <class Lanes, class NumberOf>
[[gnu::always_inline]] inline Real3Of<Lanes> placesOf(Lanes lanes, const vec4* particles, NumberOf&& numberOf) {
    return xyz(loadColumns(lanes, [&](int i) { return &particles[numberOf(i)].x; }));
}

// The normals of members where the particles are that `places` are of: of an outline; of a mesh, a triangle of each at
// a time.
template <class Lanes>
Real3Of<Lanes> normalsOf(Lanes lanes, const vec4* places, const Index* pairs, Index response,
                         const EnclosureMember* members) {
    using Real = RealOf<Lanes>;
    const auto neighbour = [&](auto&& numberOf, Index side) {
        return placesOf(lanes, places,
                        [&](int i) { return pairs[2 * (std::size_t(members[i].firstPair) + numberOf(i)) + side]; });
    };
    if (response == kEnclosureOutline) {
        const auto first = [](int) { return 0u; };
        return outlineNormal<Real>(neighbour(first, 0), neighbour(first, 1));
    }
    const auto x = placesOf(lanes, places, [&](int i) { return members[i].particle; });
    const auto countOf = [&](int i) { return members[i].pairCount; };
    Real3Of<Lanes> sum(Real(0.0f));
    forItems(lanes, countOf, [&](auto&& numberOf, MaskOf<Lanes> have) {
        const auto normal = areaNormal<Real>(x, neighbour(numberOf, 0), neighbour(numberOf, 1));
        sum = pick3<Real>(have, addNormal<Real>(sum, normal), sum);
    });
    return sum;
}

template <class Width>
[[gnu::flatten]] void measureEnclosures(const Buffers& buffers, Index response, const PassConstants& constants,
                                        Index first, Index last) {
    const WideItems items = *buffers.items;
    Width::forEach(first, last, [&](Index index, auto lanes) {
        using Real = RealOf<decltype(lanes)>;
        const EnclosureMember* members = items.enclosureMembers + index;
        const auto enclosure = [&](int i) -> const EnclosureRecord& { return items.enclosures[members[i].owner]; };
        const Real scale = gatherReals(lanes, [&](int i) { return enclosure(i).gradientScale; });
        const auto gradientAt = [&](const vec4* places) {
            return measureGradient<Real>(normalsOf(lanes, places, items.enclosurePairs, response, members), scale);
        };
        auto gradient = gradientAt(buffers.particles);
        const auto x = placesOf(lanes, buffers.particles, [&](int i) { return members[i].particle; });
        const auto reference = placesOf(lanes, buffers.particles, [&](int i) { return enclosure(i).reference; });
        const Real inverseDimension(response == kEnclosureOutline ? 0.5f : 0.33333334f);
        const Real part = measurePart<Real>(gradient, x, reference, inverseDimension);
        if ((constants.flags & kSecondOrder) != 0)
            gradient = heldGradient<Real>(gradient, gradientAt(buffers.previous));
        storeColumns(lanes.bits, columnsOf(gradient, part),
                     [&](int i) { return &buffers.partialSums[enclosure(i).gradients + index + Index(i)].x; });
    });
}

// Of chunks, a member of each at a time.
template <class Width>
void sumEnclosures(const Buffers& buffers, Index, const PassConstants&, Index first, Index last) {
    const WideItems items = *buffers.items;
    Width::forEach(first, last, [&](Index index, auto lanes) {
        using Lanes = decltype(lanes);
        using Real = RealOf<Lanes>;
        const Chunk* chunks = items.chunks + index;
        const auto countOf = [&](int i) { return chunks[i].count; };
        const auto enclosure = [&](int i) -> const EnclosureRecord& { return items.enclosures[chunks[i].owner]; };
        const vec4* measures[Lanes::kCount];
        const EnclosureMember* members[Lanes::kCount];
        for (int i = 0; i < Lanes::kCount; ++i) {
            const int lane = lanes.of(i);
            measures[i] = buffers.partialSums + enclosure(lane).gradients + chunks[lane].first;
            members[i] = items.enclosureMembers + chunks[lane].first;
        }
        Real3Of<Lanes> sums(Real(0.0f));
        forItems(lanes, countOf, [&](auto&& numberOf, MaskOf<Lanes> have) {
            const auto measured = loadColumns(lanes, [&](int i) { return &measures[i][numberOf(i)].x; });
            const Real inverseMass =
                gatherReals(lanes, [&](int i) { return buffers.particles[members[i][numberOf(i)].particle].w; });
            sums = pick3<Real>(have, addMember<Real>(sums, xyz(measured), measured.w, inverseMass), sums);
        });
        storeColumns(lanes.bits, columnsOf(storable3<Real>(sums), Real(0.0f)), [&](int i) {
            return &buffers.partialSums[enclosure(i).sums + index + Index(i) - enclosure(i).firstChunk].x;
        });
    });
}

template <class Lanes>
FillingNumbers<RealOf<Lanes>> fillingsOf(Lanes lanes, const EnclosureRecord* enclosures) {
    const auto first = loadColumns(lanes, [&](int i) { return &enclosures[i].wanted; });
    const auto second = loadColumns(lanes, [&](int i) { return &enclosures[i].displaced; });
    const auto isGas = maskOf(lanes, [&](int i) { return enclosures[i].filling == kFillingGas; });
    return {isGas, first.x, first.y, first.z, first.w, second.y, second.z};
}

template <class Width>
void solveEnclosures(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const EnclosureRecord* all = buffers.items->enclosures;
    Width::forEach(first, last, [&](Index index, auto lanes) {
        using Lanes = decltype(lanes);
        using Real = RealOf<Lanes>;
        const EnclosureRecord* enclosures = all + index;
        const auto countOf = [&](int i) { return enclosures[i].chunkCount; };
        Real3Of<Lanes> sums(Real(0.0f));
        forItems(lanes, countOf, [&](auto&& numberOf, MaskOf<Lanes> have) {
            const auto chunk =
                loadColumns(lanes, [&](int i) { return &buffers.partialSums[enclosures[i].sums + numberOf(i)].x; });
            sums = pick3<Real>(have, addSums<Real>(sums, xyz(chunk)), sums);
        });
        const auto state = [&](int i) { return &buffers.partialSums[enclosures[i].push].x; };
        Real multiplier(0.0f);
        if ((constants.flags & kFirstIteration) == 0) multiplier = loadColumns(lanes, state).y;
        const Real push = enclosurePush<Real>(fillingsOf(lanes, enclosures), sums, constants, multiplier);
        const Real accumulated = addToMultiplier<Real>(multiplier, push);
        const Real isWhole = keepIf(isMeasured<Real>(sums), Real(1.0f));
        storeColumns(lanes.bits, ColumnsOf<Lanes>{push, accumulated, isWhole, Real(0.0f)}, state);
    });
}

template <class Width>
void pushEnclosures(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const WideItems items = *buffers.items;
    Width::forEach(first, last, [&](Index index, auto lanes) {
        using Lanes = decltype(lanes);
        using Real = RealOf<Lanes>;
        const EnclosureMember* members = items.enclosureMembers + index;
        const auto enclosure = [&](int i) -> const EnclosureRecord& { return items.enclosures[members[i].owner]; };
        const auto particle = [&](int i) { return &buffers.particles[members[i].particle].x; };
        const auto x = loadColumns(lanes, particle);
        const auto isFree = !isZero(x.w);
        if (lanes.mayLeave([&] { return isFree; })) return;
        const auto state = loadColumns(lanes, [&](int i) { return &buffers.partialSums[enclosure(i).push].x; });
        Real push = state.x;
        if ((constants.flags & kFirstIteration) != 0) {
            const auto reference = placesOf(lanes, buffers.previous, [&](int i) { return enclosure(i).reference; });
            const Real displaced = gatherReals(lanes, [&](int i) { return enclosure(i).displaced; });
            auto weight = spread3<Lanes>(constants.fall);
            if (buffers.frames) {
                weight = xyz(loadColumns(
                    lanes, [&](int i) { return &buffers.frames[buffers.frameOf[members[i].particle]].weight.x; }));
            }
            auto place = xyz(x);
            if ((constants.flags & kSecondOrder) != 0)
                place = placesOf(lanes, buffers.previous, [&](int i) { return members[i].particle; });
            push = addBuoyancy<Real>(push, buoyancy<Real>(displaced, place, reference, weight, state.z));
        }
        const auto gradient = loadColumns(
            lanes, [&](int i) { return &buffers.partialSums[enclosure(i).gradients + index + Index(i)].x; });
        const auto moved = moveAlong<Real>(xyz(x), xyz(gradient), x.w, push);
        storeColumns(bitsOf(isFree) & lanes.bits, columnsOf(moved, x.w), particle);
    });
}

}  // namespace
}  // namespace pliant::cpu
