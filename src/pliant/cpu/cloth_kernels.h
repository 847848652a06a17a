#pragma once

// Of cloth and ropes, but for their sticks and bends: see widths.h.

#include "pliant/cpu/wide_kernels.h"
#include "pliant/cpu/widths.h"
#include "pliant/shared/air.h"
#include "pliant/shared/frame.h"
#include "pliant/shared/tether.h"
#include "pliant/shared/verlet.h"

namespace pliant::cpu {
namespace {

// A vector of the records of particles' frames: `member` is its place in the first.
template <class Lanes, class ParticleOf>
Real3Of<Lanes> ofFrames(Lanes lanes, const Buffers& buffers, const vec4& member, ParticleOf&& particleOf) {
    const auto at = [&](int i) {
        return &member.x + std::size_t(sizeof(FrameRecord) / sizeof(float)) * buffers.frameOf[particleOf(i)];
    };
    return xyz(loadColumns(lanes, at));
}

// What particles that follow one another, are at x and were at p, fall by.
template <class Lanes>
Real3Of<Lanes> fallOf(Lanes lanes, const Buffers& buffers, const PassConstants& constants, Index first,
                      const Real3Of<Lanes>& x, const Real3Of<Lanes>& p) {
    using Real = RealOf<Lanes>;
    if (!buffers.frames) return spread3<Lanes>(constants.fall);
    const auto of = [&](const vec4& member) {
        return ofFrames(lanes, buffers, member, [first](int i) { return first + Index(i); });
    };
    const FrameRecord& f = *buffers.frames;
    const auto turned = byColumns<Real>(x, of(f.turnX), of(f.turnY), of(f.turnZ));
    const auto swayed = byColumns<Real>(difference<Real>(x, p), of(f.swayX), of(f.swayY), of(f.swayZ));
    return fallInFrame<Real>(of(f.fall), turned, swayed);
}

template <class Width>
void integrate(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    Width::forEach(first, last, [&](Index i, auto lanes) {
        using Real = RealOf<decltype(lanes)>;
        const auto particle = rowsFrom(buffers.particles + i), previous = rowsFrom(buffers.previous + i);
        const auto carryOf = rowsFrom(buffers.carry + i);
        auto x = loadColumns(lanes, particle);
        const auto p = xyz(loadColumns(lanes, previous));
        copyColumns(lanes, particle, previous);
        const auto isLost = !isPlace<Real>(xyz(x));
        if (anyOf(isLost)) {  // in the last substep: back to where it last was, at rest
            x = columnsOf(pick3<Real>(isLost, p, xyz(x)), x.w);
            storeColumns(lanes.bits, x, previous);
            noteLost(lanes, buffers, bitsOf(isLost) & lanes.bits, carryOf);
        }
        const auto moves = !isZero(x.w);
        if (!anyOf(moves)) return;
        const auto fall = fallOf(lanes, buffers, constants, i, xyz(x), p);
        const auto kept = loadColumns(lanes, carryOf);
        glm::vec<4, Real, glm::defaultp> carry(kept.x, kept.y, kept.z, kept.w);
        const auto moved = verletStep<Real>(xyz(x), p, fall, Real(constants.keep), carry);
        storeMoved(lanes, moves, columnsOf(moved, x.w), particle);
        storeMoved(lanes, moves, ColumnsOf<decltype(lanes)>{carry.x, carry.y, carry.z, carry.w}, carryOf);
    });
}

template <class Width>
void keepPlaces(const Buffers& buffers, Index, const PassConstants&, Index first, Index last) {
    Width::forEach(first, last, [&](Index i, auto lanes) {
        const auto x = xyz(loadColumns(lanes, rowsFrom(buffers.particles + i)));
        const auto isKept = isPlace<RealOf<decltype(lanes)>>(x);
        if (!all(isKept)) bringBack(lanes, buffers, ~bitsOf(isKept) & lanes.bits, i, rowsFrom(buffers.carry + i));
    });
}

// Whether anchors of particle i are pulled apart, so that its tethers are left out: sticks hold what pins stretch.
template <class Lanes>
MaskOf<Lanes> areAnchorsApart(Lanes lanes, const Buffers& buffers, const PassConstants& constants, Index i) {
    using Real = RealOf<Lanes>;
    const auto tether = [&](Index k) { return buffers.tethers + k * std::size_t(constants.tetherStride) + i; };
    const auto anchorOf = [&](const Tether* tethers) {
        return loadColumns(lanes,
                           [&](int lane) { return &buffers.particles->x + 4 * std::size_t(tethers[lane].anchor); });
    };
    const auto reachOf = [&](const Tether* tethers) {
        return gatherReals(lanes, [&](int lane) { return tethers[lane].reach; });
    };
    MaskOf<Lanes> areApart = Real(0.0f) > Real(0.0f);
    for (Index k = 1; k < constants.tetherCount; ++k) {
        const auto anchor = anchorOf(tether(k));
        const Real reach = reachOf(tether(k));
        for (Index other = 0; other < k; ++other) {
            const auto its = anchorOf(tether(other));
            const auto isPair = arePulledApart<Real>(xyz(anchor), reach, xyz(its), reachOf(tether(other)));
            areApart = areApart || (isZero(anchor.w) && isZero(its.w) && isPair);
        }
    }
    return areApart;
}

// One after another: a particle that several of them draw back comes to where the last one lets it, the longest, in
// every substep the same. Taking turns by the substep they would throw it to and fro.
template <class Width>
void holdTethers(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    Width::forEach(first, last, [&](Index i, auto lanes) {
        using Real = RealOf<decltype(lanes)>;
        const auto particle = rowsFrom(buffers.particles + i);
        auto x = loadColumns(lanes, particle);
        const auto isFree = [&] { return !isZero(x.w) && isPlace<Real>(xyz(x)); };
        if (lanes.mayLeave(isFree)) return;
        auto moves = Real(0.0f) > Real(0.0f), mayMove = moves;
        bool isAny = false;
        for (Index k = 0; k < constants.tetherCount; ++k) {
            const Tether* tethers = buffers.tethers + k * std::size_t(constants.tetherStride) + i;
            const auto anchor = loadColumns(
                lanes, [&](int lane) { return &buffers.particles->x + 4 * std::size_t(tethers[lane].anchor); });
            const Real reach = gatherReals(lanes, [&](int lane) { return tethers[lane].reach; });
            // An anchor that is free may be moving while it is read, and holds nobody, wherever it is.
            const auto isTaut = isFree() && isZero(anchor.w) && isBeyond<Real>(xyz(x), xyz(anchor), reach);
            if (!anyOf(isTaut)) continue;
            if (!isAny) mayMove = !areAnchorsApart(lanes, buffers, constants, i);
            isAny = true;
            const auto p =
                (constants.flags & kSecondOrder) != 0 ? loadColumns(lanes, rowsFrom(buffers.previous + i)) : x;
            const auto held = holdWithin<Real>(constants, xyz(x), xyz(p), xyz(anchor), reach);
            const auto isHeld = isTaut && mayMove;
            x = columnsOf(pick3<Real>(isHeld, held, xyz(x)), x.w);
            moves = moves || isHeld;
        }
        if (isAny) storeMoved(lanes, moves, x, particle);
    });
}

template <class Width>
void pushTriangles(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const Triangle* all = buffers.items->triangles;
    Width::forEach(first, last, [&](Index index, auto lanes) {
        using Lanes = decltype(lanes);
        using Real = RealOf<Lanes>;
        const Triangle* triangles = all + index;
        const auto ofFrame = [&](const vec4& member) {
            return ofFrames(lanes, buffers, member, [&](int i) { return triangles[i].a; });
        };
        Real3Of<Lanes> x[3], d[3];  // how far corners have come, beside what the air has, but for airStep
        for (int corner = 0; corner < 3; ++corner) {
            const auto place = [&](const vec4* of) {
                const auto at = [&](int i) { return &of->x + 4 * std::size_t((&triangles[i].a)[corner]); };
                return xyz(loadColumns(lanes, at));
            };
            x[corner] = place(buffers.particles);
            const auto p = place(buffers.previous);
            d[corner] = difference<Real>(x[corner], p);
            if (!buffers.frames) continue;
            const FrameRecord& f = *buffers.frames;
            const auto turned = byColumns<Real>(p, ofFrame(f.airTurnX), ofFrame(f.airTurnY), ofFrame(f.airTurnZ));
            d[corner] = displacementBesideTurn<Real>(d[corner], turned);
        }
        const auto airStep = buffers.frames ? ofFrame(buffers.frames->airStep) : spread3<Lanes>(constants.airStep);
        const auto u = displacementInAir<Real>(d[0], d[1], d[2], airStep);
        // Not by the addresses of these functions: what has one is linked, see wide_kernels.h.
        const Real inverseRestArea =
            gatherReals(lanes, [&](int i) { return inverseRestAreaOf(triangles[i].inverses); });
        const Real inverseDensity = gatherReals(lanes, [&](int i) { return inverseDensityOf(triangles[i].inverses); });
        const auto push = airPush<Real>(x[0], x[1], x[2], u, inverseRestArea, inverseDensity, Real(constants.airDrag),
                                        Real(constants.airLift));
        storeColumns(lanes.bits, columnsOf(push, Real(0.0f)), rowsFrom(buffers.scratch + index));
    });
}

template <class Width>
void gatherPushes(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const WideItems items = *buffers.items;
    Width::forEach(first, last, [&](Index i, auto lanes) {
        using Real = RealOf<decltype(lanes)>;
        const Index row = constants.rows + i;
        const auto add = [](const auto& sum, Index entry, auto&& pushOf) { return addPush(sum, pushOf(entry)); };
        const auto sum = sumRows(lanes, entriesOf(items, row), buffers.scratch, add);
        const auto particle = rowsFrom(buffers.particles + i);
        const auto x = loadColumns(lanes, particle);
        const auto moved = blown<Real>(xyz(x), sum, loadReals(lanes, items.shares + row));
        storeColumns(lanes.bits, columnsOf(pick3<Real>(isZero(x.w), xyz(x), moved), x.w), particle);
    });
}

}  // namespace
}  // namespace pliant::cpu
