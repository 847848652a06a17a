#pragma once

// Of particles that forces move: see widths.h.

#include "pliant/cpu/wide_kernels.h"
#include "pliant/cpu/widths.h"
#include "pliant/shared/force.h"

namespace pliant::cpu {
namespace {

// What the springs of particles add up to, one of each at a time; velocities count from `table` on.
template <class Lanes>
Real3Of<Lanes> sumSprings(Lanes lanes, const Buffers& buffers, const WideItems& items, Index table, Index own,
                          const Real3Of<Lanes>& x, const Real3Of<Lanes>& v) {
    using Real = RealOf<Lanes>;
    const Index* rows = items.springFirst + own;
    const auto countOf = [&](int i) { return rows[i + 1] - rows[i]; };
    const SpringEnd* firsts[Lanes::kCount];
    for (int i = 0; i < Lanes::kCount; ++i)  // what a particle without springs reads is not used
        firsts[i] = items.springEnds + (countOf(lanes.of(i)) != 0 ? rows[lanes.of(i)] : 0);
    Real3Of<Lanes> sum(Real(0.0f));
    forItems(lanes, countOf, [&](auto&& numberOf, MaskOf<Lanes> have) {
        const auto spring = [&](int i) { return firsts[i] + numberOf(i); };
        const auto other = [&](int i) { return 4 * std::ptrdiff_t(spring(i)->other & ~kSpringOneSided); };
        const auto numbers =
            loadColumns(lanes, [&](int i) { return reinterpret_cast<const float*>(spring(i)); });  // other, L, k, c
        const auto otherX = loadColumns(lanes, [&](int i) { return &buffers.particles->x + other(i); });
        const auto otherV =
            loadColumns(lanes, [&](int i) { return &buffers.velocities->x + (other(i) - 4 * std::ptrdiff_t(table)); });
        const auto force = springForce<Real>(difference<Real>(x, xyz(otherX)), difference<Real>(v, xyz(otherV)),
                                             numbers.y, numbers.z, numbers.w, hasSign(numbers.x));
        sum = pick3<Real>(have, addForce<Real>(sum, force), sum);
    });
    return sum;
}

template <class Width>
void addForces(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const WideItems items = *buffers.items;
    Width::forEach(first, last, [&](Index i, auto lanes) {
        using Lanes = decltype(lanes);
        using Real = RealOf<Lanes>;
        const Index own = i - constants.firstForced;
        ForceStage* stages = buffers.stages + own;
        const auto x = loadColumns(lanes, rowsFrom(buffers.particles + i));
        const auto v = xyz(loadColumns(lanes, rowsFrom(buffers.velocities + own)));
        const auto sum = sumSprings(lanes, buffers, items, constants.firstForced, own, xyz(x), v);
        const auto gravity = spread3<Lanes>(constants.gravity);
        const auto a = accelerationBy<Real>(sum, v, x.w, gravity, Real(constants.damping));
        storeColumns(lanes.bits, columnsOf(a, Real(0.0f)), [&](int k) { return &stages[k].acceleration.x; });
    });
}

template <class Width>
void advance(const Buffers& buffers, Index scheme, const PassConstants& constants, Index first, Index last) {
    Width::forEach(first, last, [&](Index i, auto lanes) {
        using Real = RealOf<decltype(lanes)>;
        const Index own = i - constants.firstForced;
        const auto particle = rowsFrom(buffers.particles + i), previous = rowsFrom(buffers.previous + i);
        const auto velocity = rowsFrom(buffers.velocities + own);
        const auto note = [stage = buffers.stages + own](vec4 ForceStage::*member) {
            return [stage, member](int k) { return &(stage[k].*member).x; };
        };
        const auto x = loadColumns(lanes, particle);
        if (scheme <= kAdvanceFirst) copyColumns(lanes, particle, previous);
        const auto moves = !isZero(x.w);
        if (lanes.mayLeave([&] { return moves; })) return;
        const auto load = [&](auto&& at) { return xyz(loadColumns(lanes, at)); };
        const auto store = [&](const auto& v, auto&& at) {
            storeColumns(bitsOf(moves) & lanes.bits, columnsOf(v, Real(0.0f)), at);
        };
        auto place = xyz(x), v = load(velocity);
        StageNotes<Real> notes{load(note(&ForceStage::acceleration)), load(note(&ForceStage::velocity)),
                               load(note(&ForceStage::nextVelocity)), load(note(&ForceStage::displacement))};
        pliant::advance<Real>(scheme, load(previous), Real(constants.step), Real(constants.damping), place, v, notes);
        storeColumns(bitsOf(moves) & lanes.bits, columnsOf(place, x.w), particle);
        store(v, velocity);
        if (scheme == kAdvanceKick) return;  // it notes nothing
        store(notes.velocity, note(&ForceStage::velocity));
        store(notes.nextVelocity, note(&ForceStage::nextVelocity));
        store(notes.displacement, note(&ForceStage::displacement));
    });
}

template <class Width>
void settleVelocities(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    Width::forEach(first, last, [&](Index i, auto lanes) {
        using Real = RealOf<decltype(lanes)>;
        const Index own = i - constants.firstForced;
        const ForceStage* stages = buffers.stages + own;
        const auto velocity = rowsFrom(buffers.velocities + own);
        const auto x = loadColumns(lanes, rowsFrom(buffers.particles + i));
        const auto p = xyz(loadColumns(lanes, rowsFrom(buffers.previous + i)));
        const auto before = xyz(loadColumns(lanes, velocity));
        const auto displacement = xyz(loadColumns(lanes, [&](int k) { return &stages[k].displacement.x; }));
        const auto v = settledVelocity<Real>(xyz(x), p, before, displacement, x.w, Real(constants.inverseStep));
        storeColumns(lanes.bits, columnsOf(v, Real(0.0f)), velocity);
        const auto isKept = isPlace<Real>(xyz(x)) && isPlace<Real>(v);
        if (!all(isKept)) bringBack(lanes, buffers, ~bitsOf(isKept) & lanes.bits, i, velocity);
    });
}

}  // namespace
}  // namespace pliant::cpu
