#pragma once

// Of cloth and ropes, but for their sticks: see widths.h.

#include "pliant/cpu/wide_kernels.h"
#include "pliant/cpu/widths.h"
#include "pliant/shared/air.h"
#include "pliant/shared/bend.h"
#include "pliant/shared/cluster.h"
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

// Links of bends that follow one another.
template <class Lanes>
struct Links {
    const BendNumbers* bends;
    const BendLink* links;
    const vec4* moments;

    static Index givenCount(const BendNumbers& bend) { return bend.linkCounts & 0xffffu; }

    // Those of countOf(i) links from firstOf(i) on, each by its number.
    template <class FirstOf, class CountOf>
    Real3Of<Lanes> sum(Lanes lanes, FirstOf&& firstOf, CountOf&& countOf) const {
        using Real = RealOf<Lanes>;
        Real3Of<Lanes> sum(Real(0.0f));
        forItems(lanes, countOf, [&](auto&& numberOf, MaskOf<Lanes> have) {
            const auto linkOf = [&](int i) -> const BendLink& { return links[firstOf(lanes.of(i)) + numberOf(i)]; };
            const auto moment = xyz(loadColumns(lanes, [&](int i) { return &moments[linkOf(i).moment].x; }));
            const Real number = gatherReals(lanes, [&](int i) { return linkOf(i).number; });
            sum = pick3<Real>(have, carryMoment<Real>(sum, moment, number), sum);
        });
        return sum;
    }

    Real3Of<Lanes> given(Lanes lanes) const {
        return sum(
            lanes, [&](int i) { return bends[i].firstLink; }, [&](int i) { return givenCount(bends[i]); });
    }
    Real3Of<Lanes> shared(Lanes lanes) const {
        return sum(
            lanes, [&](int i) { return bends[i].firstLink + givenCount(bends[i]); },
            [&](int i) { return bends[i].linkCounts >> 16; });
    }
};

template <class Lanes>
Links<Lanes> linksOf(const Buffers& buffers, const WideItems& items, Index index) {
    return {items.bendNumbers + index, items.bendLinks, buffers.scratch};
}

template <class Width>
void carryMoments(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const WideItems items = wideItems(*buffers.schedule);
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
    const WideItems items = wideItems(*buffers.schedule);
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
    const Triangle* all = wideItems(*buffers.schedule).triangles;
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
        const auto gather = [&](auto&& of) {
            return gatherReals(lanes, [&](int i) { return of(triangles[i].inverses); });
        };
        const auto push = airPush<Real>(x[0], x[1], x[2], u, gather(inverseRestAreaOf), gather(inverseDensityOf),
                                        Real(constants.airDrag), Real(constants.airLift));
        storeColumns(lanes.bits, columnsOf(push, Real(0.0f)), rowsFrom(buffers.scratch + index));
    });
}

template <class Width>
void gatherPushes(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const WideItems items = wideItems(*buffers.schedule);
    Width::forEach(first, last, [&](Index i, auto lanes) {
        using Real = RealOf<decltype(lanes)>;
        const Index row = constants.rows + i;
        const auto add = [](const auto& sum, Index entry, auto&& pushOf) { return addPush(sum, pushOf(entry)); };
        const auto sum = sumRows(lanes, items.rowFirst + row, items.rowEntries, buffers.scratch, add);
        const auto particle = rowsFrom(buffers.particles + i);
        const auto x = loadColumns(lanes, particle);
        const auto moved = blown<Real>(xyz(x), sum, loadReals(lanes, items.shares + row));
        storeColumns(lanes.bits, columnsOf(pick3<Real>(isZero(x.w), xyz(x), moved), x.w), particle);
    });
}

}  // namespace
}  // namespace pliant::cpu
