#pragma once

// Of sticks: see widths.h.

#include "cpu/wide_kernels.h"
#include "cpu/widths.h"
#include "shared/jacobi.h"
#include "shared/stick.h"

namespace pliant::cpu {
namespace {

// Where the ends of sticks are; of one colour, if they are to move: no particle occurs twice. Looked up once: the
// compiler cannot know that storing particles leaves the sticks alone.
template <int kCount>
struct Ends {
    float *a[kCount], *b[kCount];
    std::ptrdiff_t toPrevious;  // from a particle to where it was when the substep began
};

// What else there is of sticks: restraints and multipliers if their response has them.
template <class Lanes>
struct StickNumbers {
    RealOf<Lanes> restLength, parameter;  // as stickParameter() makes it
    const StickRestraint* restraints;
    float* multipliers;
};

// Sticks with their particles. d is the way that the push is along, 0 if an end is lost.
template <class Lanes>
struct PushedSticks {
    ColumnsOf<Lanes> a, b;
    Real3Of<Lanes> d;
    RealOf<Lanes> push;
};

// A multiplier counts as 0 in a substep's first iteration.
template <Index kResponse, class Lanes>
[[gnu::always_inline]] inline PushedSticks<Lanes> pushOf(Lanes lanes, const Ends<Lanes::kCount>& ends,
                                                         const StickNumbers<Lanes>& sticks, RealOf<Lanes> factor,
                                                         const PassConstants& constants) {
    using Real = RealOf<Lanes>;
    constexpr bool kDamped = kResponse < kStickCompliant, kCompliant = kResponse < kStickRigid;
    const typename Lanes::All all;  // the ends are those of lanes that count
    const auto a = loadColumns(all, [&](int i) { return ends.a[i]; });
    const auto b = loadColumns(all, [&](int i) { return ends.b[i]; });
    Real3Of<Lanes> d = difference<Real>(xyz(a), xyz(b)), dBefore(Real(0.0f));
    Real multiplier(0.0f), damping(0.0f), longest(kNoLongest);
    if (kCompliant && constants.firstIteration == 0) multiplier = loadReals(lanes, sticks.multipliers);
    if (kDamped) {
        const auto restraints = loadPairs(lanes, &sticks.restraints->damping);
        damping = dampingOf<Real>(restraints.first, constants);
        longest = restraints.second;
    }
    if (kDamped || constants.secondOrder != 0) {
        const auto beforeA = loadColumns(all, [&](int i) { return ends.a[i] + ends.toPrevious; });
        const auto beforeB = loadColumns(all, [&](int i) { return ends.b[i] + ends.toPrevious; });
        dBefore = difference<Real>(xyz(beforeA), xyz(beforeB));
    }
    const Real push = stickPush<Real>(kResponse, d, dBefore, a.w + b.w, sticks.restLength, longest, sticks.parameter,
                                      damping, factor, multiplier);
    if (kCompliant) storeReals(lanes, multiplier, sticks.multipliers);
    return {a, b, pushedAlong<Real>(constants, d, dBefore), push};
}

template <Index kResponse, class Lanes>
[[gnu::always_inline]] inline void moveEnds(Lanes lanes, const Ends<Lanes::kCount>& ends,
                                            const StickNumbers<Lanes>& sticks, const PassConstants& constants) {
    using Real = RealOf<Lanes>;
    const PushedSticks<Lanes> s = pushOf<kResponse>(lanes, ends, sticks, Real(1.0f), constants);
    const auto movedA = moveFirstEnd<Real>(xyz(s.a), s.d, s.a.w * s.push);
    const auto movedB = moveSecondEnd<Real>(xyz(s.b), s.d, s.b.w * s.push);
    storeColumns(lanes.bits, columnsOf(movedA, s.a.w), [&](int i) { return ends.a[i]; });
    storeColumns(lanes.bits, columnsOf(movedB, s.b.w), [&](int i) { return ends.b[i]; });
}

template <class Lanes>
[[gnu::always_inline]] inline Ends<Lanes::kCount> endsOf(Lanes lanes, const Buffers& buffers, const Stick* sticks) {
    Ends<Lanes::kCount> ends;
    ends.toPrevious = &buffers.previous->x - &buffers.particles->x;
    for (int i = 0; i < Lanes::kCount; ++i) {
        ends.a[i] = &buffers.particles->x + 4 * std::size_t(sticks[lanes.of(i)].a);
        ends.b[i] = &buffers.particles->x + 4 * std::size_t(sticks[lanes.of(i)].b);
    }
    return ends;
}

template <Index kResponse, class Lanes>
[[gnu::always_inline]] inline StickNumbers<Lanes> numbersOf(Lanes lanes, const Buffers& buffers, const WideItems& items,
                                                            Index first, const PassConstants& constants) {
    constexpr bool kDamped = kResponse < kStickCompliant, kCompliant = kResponse < kStickRigid;
    const Stick* sticks = items.sticks + first;
    const auto stick = loadColumns(lanes, [&](int i) { return reinterpret_cast<const float*>(sticks + i); });
    return {stick.z, stickParameter<RealOf<Lanes>>(kResponse, stick.w, constants),
            kDamped ? items.restraints + first : nullptr, kCompliant ? buffers.multipliers + first : nullptr};
}

template <class Width>
void solveSticks(const Buffers& buffers, const WideItems& items, Index response, const PassConstants& constants,
                 Index first, Index last) {
    withResponse(response, [&](auto constantResponse) {
        Width::forEach(first, last, [&](Index i, auto lanes) {
            constexpr Index kResponse = decltype(constantResponse)::value;
            const auto ends = endsOf(lanes, buffers, items.sticks + i);
            moveEnds<kResponse>(lanes, ends, numbersOf<kResponse>(lanes, buffers, items, i, constants), constants);
        });
    });
}

template <class Width>
void solveSticks(const Buffers& buffers, Index response, const PassConstants& constants, Index first, Index last) {
    const WideItems items = wideItems(*buffers.schedule);
    if constexpr (Width::kCount == 8) first = solveSticksBy16(buffers, items, response, constants, first, last);
    solveSticks<Width>(buffers, items, response, constants, first, last);
}

template <class Width>
void correctSticks(const Buffers& buffers, Index response, const PassConstants& constants, Index first, Index last) {
    const WideItems items = wideItems(*buffers.schedule);
    const float* shares = items.shares + constants.table;
    withResponse(response, [&](auto constantResponse) {
        Width::forEach(first, last, [&](Index i, auto lanes) {
            using Real = RealOf<decltype(lanes)>;
            constexpr Index kResponse = decltype(constantResponse)::value;
            const Stick* sticks = items.sticks + i;
            const auto ends = endsOf(lanes, buffers, sticks);
            const Real shareA = gatherReals(lanes, [&](int lane) { return shares[sticks[lane].a]; });
            const Real shareB = gatherReals(lanes, [&](int lane) { return shares[sticks[lane].b]; });
            const Real factor = jacobiFactor<Real>(kResponse, shareA, shareB, Real(constants.relaxation));
            const auto s = pushOf<kResponse>(lanes, ends, numbersOf<kResponse>(lanes, buffers, items, i, constants),
                                             factor, constants);
            storeColumns(lanes.bits, columnsOf(stickCorrection<Real>(s.d, s.push), Real(0.0f)),
                         rowsFrom(buffers.scratch + i));
        });
    });
}

template <class Width>
void gatherCorrections(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const WideItems items = wideItems(*buffers.schedule);
    Width::forEach(first, last, [&](Index i, auto lanes) {
        const auto add = [](const auto& sum, Index entry, auto&& correctionOf) {
            return addCorrection(sum, correctionOf(entry / 2), (entry & 1) != 0);
        };
        const auto sum = sumRows(lanes, items.rowFirst + constants.table + i, items.rowEntries, buffers.scratch, add);
        const auto particle = rowsFrom(buffers.particles + i);
        const auto x = loadColumns(lanes, particle);
        storeColumns(lanes.bits, columnsOf(moveBySum(xyz(x), sum, x.w), x.w), particle);
    });
}

}  // namespace
}  // namespace pliant::cpu
