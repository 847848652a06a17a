#pragma once

// Of sticks: see widths.h.

#include "pliant/cpu/wide_kernels.h"
#include "pliant/cpu/widths.h"
#include "pliant/shared/cluster.h"
#include "pliant/shared/jacobi.h"
#include "pliant/shared/stick.h"

namespace pliant::cpu {
namespace {

// Where the ends of sticks are; of one colour, if they are to move: no particle occurs twice. Looked up once: the
// compiler cannot know that storing particles leaves the sticks alone.
template <int kCount>
struct Ends {
    float* particles;
    const float* previous;         // where particles were when the substep began, and the centres of clusters
    const float* carry = nullptr;  // where the centres of clusters were then
    float *a[kCount], *b[kCount];  // among the particles

    Ends(float* particles, const float* previous) : particles(particles), previous(previous) {}
    template <class Lanes>
    [[gnu::always_inline]] Ends(Lanes lanes, const Buffers& buffers, const Stick* sticks)
        : particles(&buffers.particles->x), previous(&buffers.previous->x), carry(&buffers.carry->x) {
        for (int i = 0; i < kCount; ++i) {
            a[i] = particles + 4 * std::size_t(sticks[lanes.of(i)].a);
            b[i] = particles + 4 * std::size_t(sticks[lanes.of(i)].b);
        }
    }
};

// Of all lanes: ends are those of lanes that count.
template <class Lanes, class At>
[[gnu::always_inline]] inline ColumnsOf<Lanes> loadEnds(At&& at) {
    return loadColumns(typename Lanes::All(), at);
}

// How far their ends are apart in the places `from`.
template <class Lanes>
[[gnu::always_inline]] inline Real3Of<Lanes> differenceOf(const Ends<Lanes::kCount>& ends, const float* from) {
    const auto a = loadEnds<Lanes>([&](int i) { return from + (ends.a[i] - ends.particles); });
    const auto b = loadEnds<Lanes>([&](int i) { return from + (ends.b[i] - ends.particles); });
    return difference<RealOf<Lanes>>(xyz(a), xyz(b));
}

// What else there is of sticks: restraints and multipliers if their response has them.
template <class Lanes>
struct StickNumbers {
    RealOf<Lanes> restLength, parameter;  // as stickParameter() makes it
    const StickRestraint* restraints;
    float* multipliers;
    const TensionRow* tensions = nullptr;  // of elastic ones between clusters
};

// The push of sticks whose ends are d apart; d becomes the way that it pushes them, 0 if one of them is lost.
template <Index kResponse, class Lanes>
[[gnu::always_inline]] inline RealOf<Lanes> pushOf(Lanes lanes, const Ends<Lanes::kCount>& ends,
                                                   const StickNumbers<Lanes>& sticks, Real3Of<Lanes>& d,
                                                   RealOf<Lanes> inverseMasses, RealOf<Lanes> factor,
                                                   const PassConstants& constants) {
    using Real = RealOf<Lanes>;
    constexpr bool kDamped = kResponse < kStickCompliant, kCompliant = kResponse < kStickRigid;
    Real3Of<Lanes> dBefore(Real(0.0f));
    Real multiplier(0.0f), damping(0.0f), longest(kNoLongest), yielding(0.0f);
    if (kCompliant && !startWithoutTension(constants.flags)) multiplier = loadReals(lanes, sticks.multipliers);
    if (kDamped) {
        const auto restraint = loadTriples(lanes, &sticks.restraints->damping);  // damping, longest, yielding
        damping = dampingOf<Real>(restraint.first, constants);
        longest = restraint.second;
        yielding = stickParameter<Real>(kResponse, restraint.third, constants);
    }
    if (kDamped || (constants.flags & kSecondOrder) != 0) dBefore = differenceOf<Lanes>(ends, ends.previous);
    const Real push = stickPush<Real>(kResponse, d, dBefore, inverseMasses, sticks.restLength, longest, yielding,
                                      sticks.parameter, damping, factor, multiplier);
    if (kCompliant) storeReals(lanes, multiplier, sticks.multipliers);
    d = pushedAlong<Real>(constants, d, dBefore);
    return push;
}

template <Index kResponse, class Lanes>
[[gnu::always_inline]] inline void moveEnds(Lanes lanes, const Ends<Lanes::kCount>& ends,
                                            const StickNumbers<Lanes>& sticks, const PassConstants& constants) {
    using Real = RealOf<Lanes>;
    const auto endA = [&](int i) { return ends.a[i]; };
    const auto endB = [&](int i) { return ends.b[i]; };
    const auto a = loadEnds<Lanes>(endA), b = loadEnds<Lanes>(endB);
    auto d = difference<Real>(xyz(a), xyz(b));
    Real push;
    if constexpr (kResponse == kStickBetweenClusters || kResponse == kStickElastic) {
        d = betweenClusters<Real>(d, differenceOf<Lanes>(ends, ends.previous));
        const bool isSecondOrder = (constants.flags & kSecondOrder) != 0;
        Real3Of<Lanes> dBefore(Real(0.0f));
        if (kResponse == kStickElastic || isSecondOrder) dBefore = differenceOf<Lanes>(ends, ends.carry);
        if constexpr (kResponse == kStickElastic) {
            const Real damping =
                dampingOf<Real>(gatherReals(lanes, [&](int i) { return sticks.tensions[i].damping; }), constants);
            Real multiplier = loadReals(lanes, sticks.multipliers);
            push = elasticPush<Real>(d, dBefore, a.w + b.w, sticks.restLength, sticks.parameter, damping, multiplier);
            storeReals(lanes, multiplier, sticks.multipliers);
        } else {
            push = clusterPush<Real>(d, a.w + b.w, sticks.restLength);
            if (!anyOf(push > Real(0.0f))) return;  // they would store the same bits; many side by side are slack
        }
        if (isSecondOrder) d = pushedAlong<Real>(constants, d, dBefore);
    } else {
        push = pushOf<kResponse>(lanes, ends, sticks, d, a.w + b.w, Real(1.0f), constants);
    }
    storeColumns(lanes.bits, columnsOf(moveFirstEnd<Real>(xyz(a), d, a.w * push), a.w), endA);
    storeColumns(lanes.bits, columnsOf(moveSecondEnd<Real>(xyz(b), d, b.w * push), b.w), endB);
}

template <Index kResponse, class Lanes>
[[gnu::always_inline]] inline StickNumbers<Lanes> numbersOf(Lanes lanes, const Buffers& buffers, const WideItems& items,
                                                            Index first, const PassConstants& constants) {
    constexpr bool kDamped = kResponse < kStickCompliant, kCompliant = kResponse < kStickRigid;
    constexpr bool kElastic = kResponse == kStickElastic;
    const Stick* sticks = items.sticks + first;
    const auto stick = loadColumns(lanes, [&](int i) { return reinterpret_cast<const float*>(sticks + i); });
    return {stick.z, stickParameter<RealOf<Lanes>>(kResponse, stick.w, constants),
            kDamped ? items.restraints + first : nullptr,
            kCompliant || kElastic ? buffers.multipliers + first : nullptr,
            kElastic ? items.tensionRows + first : nullptr};
}

template <class Width>
void solveSticks(const Buffers& buffers, Index response, const PassConstants& constants, Index first, Index last) {
    const WideItems items = *buffers.items;
    withResponse(response, [&](auto constantResponse) {
        Width::forEach(first, last, [&](Index i, auto lanes) {
            constexpr Index kResponse = decltype(constantResponse)::value;
            const Ends<Width::kCount> ends(lanes, buffers, items.sticks + i);
            moveEnds<kResponse>(lanes, ends, numbersOf<kResponse>(lanes, buffers, items, i, constants), constants);
        });
    });
}

template <class Width>
void carryTensions(const Buffers& buffers, Index, const PassConstants&, Index first, Index last) {
    const WideItems items = *buffers.items;
    Width::forEach(first, last, [&](Index i, auto lanes) {
        using Lanes = decltype(lanes);
        using Real = RealOf<Lanes>;
        const TensionRow* rows = items.tensionRows + i;
        Real sum(0.0f);
        forItems(
            lanes, [&](int lane) { return rows[lane + 1].firstLink - rows[lane].firstLink; },
            [&](auto&& numberOf, MaskOf<Lanes> have) {
                const auto linkOf = [&](int lane) { return items.tensionLinks[rows[lane].firstLink + numberOf(lane)]; };
                const Real tension = gatherReals(lanes, [&](int k) { return buffers.multipliers[linkOf(k).stick]; });
                const Real number = gatherReals(lanes, [&](int k) { return linkOf(k).number; });
                sum = pick(have, carryTension<Real>(sum, tension, number), sum);
            });
        storeReals(lanes, sum, buffers.multipliers + i);
    });
}

template <class Width>
void correctSticks(const Buffers& buffers, Index response, const PassConstants& constants, Index first, Index last) {
    const WideItems items = *buffers.items;
    const float* shares = items.shares + constants.rows;
    withResponse(response, [&](auto constantResponse) {
        Width::forEach(first, last, [&](Index i, auto lanes) {
            using Real = RealOf<decltype(lanes)>;
            constexpr Index kResponse = decltype(constantResponse)::value;
            const Stick* sticks = items.sticks + i;
            const Ends<Width::kCount> ends(lanes, buffers, sticks);
            const Real shareA = gatherReals(lanes, [&](int lane) { return shares[sticks[lane].a]; });
            const Real shareB = gatherReals(lanes, [&](int lane) { return shares[sticks[lane].b]; });
            const Real factor = jacobiFactor<Real>(kResponse, shareA, shareB, Real(constants.relaxation));
            const auto endA = [&](int lane) { return ends.a[lane]; };
            const auto endB = [&](int lane) { return ends.b[lane]; };
            const auto a = loadEnds<decltype(lanes)>(endA), b = loadEnds<decltype(lanes)>(endB);
            auto d = difference<Real>(xyz(a), xyz(b));
            const auto numbers = numbersOf<kResponse>(lanes, buffers, items, i, constants);
            const Real push = pushOf<kResponse>(lanes, ends, numbers, d, a.w + b.w, factor, constants);
            storeColumns(lanes.bits, columnsOf(stickCorrection<Real>(d, push), Real(0.0f)),
                         rowsFrom(buffers.scratch + i));
        });
    });
}

template <class Width>
void gatherCorrections(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const WideItems items = *buffers.items;
    Width::forEach(first, last, [&](Index i, auto lanes) {
        const auto add = [](const auto& sum, Index entry, auto&& correctionOf) {
            return addCorrection(sum, correctionOf(entry / 2), (entry & 1) != 0);
        };
        const auto sum = sumRows(lanes, entriesOf(items, constants.rows + i), buffers.scratch, add);
        const auto particle = rowsFrom(buffers.particles + i);
        const auto x = loadColumns(lanes, particle);
        storeColumns(lanes.bits, columnsOf(moveBySum(xyz(x), sum, x.w), x.w), particle);
    });
}

}  // namespace
}  // namespace pliant::cpu
