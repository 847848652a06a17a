#pragma once

// What particles that touch do to each other, for as many neighbours of one particle together as a width takes: what
// they come to is added up as whole numbers, in whatever order. Behind the header of the width.

#include "pliant/cpu/touches.h"
#include "pliant/cpu/ways_box.h"
#include "pliant/cpu/widths.h"
#include "pliant/shared/cut.h"
#include "pliant/shared/neighbour.h"
#include "pliant/shared/support.h"

namespace pliant::cpu {
namespace {

// Along the three axes, for each lane.
template <class All>
struct WholeSums {
    typename All::Wholes of[3]{};

    [[gnu::always_inline]] void add(MaskOf<All> isCounted, const Real3Of<All>& v) {
        for (int axis = 0; axis < 3; ++axis)
            of[axis] = of[axis] + wholeNumbers(keepIf(isCounted, v[axis]));
    }
    void store(int* to) const {
        for (int axis = 0; axis < 3; ++axis)
            to[axis] = sumOf(of[axis]);
    }
};

// What two do to each other: one particle, the same in all lanes, and some of its neighbours.
template <class Lanes>
struct Pairs {
    using Real = RealOf<Lanes>;
    Index particle;
    const Index* others;
    Real3Of<Lanes> apart;  // where it was, seen from them, when the substep began
    Real3Of<Lanes> way;    // how it goes, seen from them
    Real d;                // as far as they keep from each other
    MaskOf<Lanes> touch;   // those that may
    NeighbourPair<Real> pair;
    Real depth;
};

// Leaves of those that may touch those that do, and finds along which line, and how deep; false: none does.
template <class Lanes>
[[gnu::always_inline]] inline bool findTouching(const TouchItems& t, Lanes lanes, Pairs<Lanes>& p) {
    using Real = RealOf<Lanes>;
    p.touch = p.touch && mayBeNear<Real>(p.apart, p.way, p.d);
    if (!anyOf(p.touch)) return false;
    const MaskOf<Lanes> isHigher = maskOf(lanes, [&](int lane) { return p.particle > p.others[lane]; });
    p.pair = neighbourPair<Real>(p.apart, isHigher);
    p.depth = touchDepth<Real>(p.pair, p.way, p.d, Real(t.rise));
    p.touch = p.touch && p.depth > Real(0.0f);
    return anyOf(p.touch);
}

// Of those that one that is borne touches, those that push it.
template <class Lanes>
[[gnu::always_inline]] inline MaskOf<Lanes> pushing(const TouchItems& t, const Pairs<Lanes>& p,
                                                    const Real3Of<Lanes>& borne) {
    const auto itsBorne = xyz(loadColumns(Lanes(), rowsOf(t.borne, p.others)));
    return p.touch && isPushedBy<RealOf<Lanes>>(p.pair.normal, borne, itsBorne);
}

// Puts those first, of the first `listed` of a particle's list, that come near in this substep, whatever else is
// listed, and notes those that push it. If all that it touches only press it down that counts as one: it pushes these.
// A list has room for whole numbers of lanes, and there too are particles.
template <class Lanes>
void lookAtList(const TouchItems& t, const Buffers& b, Index i, Index listed) {
    using Real = RealOf<Lanes>;
    static_assert(kMostNeighbours % Index(Lanes::kCount) == 0);
    const Lanes all;
    const auto before = xyz(spread<Lanes>(&t.previous[i].x));
    const auto way = difference<Real>(xyz(spread<Lanes>(&t.particles[i].x)), before);
    const Real thickness(t.motions[i].w);
    Index* const list = t.lists + std::size_t(i) * kMostNeighbours;
    const auto borne = xyz(spread<Lanes>(&t.borne[i].x));
    const bool isBorne = (t.counts[i].support & kDirectionBits) != 0;
    Index near = 0, touches = 0;
    bool touchesAny = false;
    WholeSums<Lanes> directions;
    for (Index k = 0; k < listed; k += Index(Lanes::kCount)) {
        Index* const others = list + k;
        const auto start = xyz(loadColumns(all, rowsOf(t.previous, others)));
        const auto itsWay = difference<Real>(xyz(loadColumns(all, rowsOf(t.particles, others))), start);
        const Real other = gatherReals(all, [&](int lane) { return t.motions[others[lane]].w; });
        Pairs<Lanes> p{i, others, difference<Real>(before, start), difference<Real>(way, itsWay),
                       countedWithin<Real>(meanOf<Real>(thickness, other))};
        p.touch = firstLanes(all, listed - k) && comeNearNow<Real>(p.apart, p.way, thickness, other);
        const int nearBits = bitsOf(p.touch);
        if (nearBits == 0) continue;
        if (findTouching(t, all, p)) {
            const auto& n = p.pair.normal;
            touchesAny = true;
            touches += static_cast<Index>(countOf(bitsOf(isBorne ? pushing<Lanes>(t, p, borne) : p.touch)));
            directions.add(p.touch, {unitsOfNormal<Real>(n.x), unitsOfNormal<Real>(n.y), unitsOfNormal<Real>(n.z)});
        }
        forBits(nearBits, [&](int lane) {
            const Index j = others[lane];
            others[lane] = list[near];
            list[near++] = j;
        });
    }
    int sums[3];
    directions.store(sums);
    noteTouches(b, i, near, touchesAny ? std::max(touches, 1u) : 0, sums);
}

template <class Width>
void countTouches(const Buffers& b, Index response, const PassConstants& constants, Index first, Index last) {
    using Lanes = typename Width::All;
    const TouchItems t = touchItems(b, constants);
    const bool isLastCount = isLastCountOfTouches(response, constants.flags);
    for (Index at = first; at < last && at < t.involvedCount; ++at) {
        const Index i = t.involved[at];
        Index listed = t.counts[i].near;
        const bool haveAllRoom = response == kCountAgain || takeMet(b, i, listed);
        lookAtList<Lanes>(t, b, i, listed);
        if (!haveAllRoom) lookAtList<Lanes>(t, b, i, listNearStrays(b, i));
        if (isLastCount) notePushed(b, i);
    }
}

template <class Lanes>
void pushParticle(const TouchItems& t, const Buffers& b, Index i, Index side, Index round) {
    using Real = RealOf<Lanes>;
    const Lanes all;
    const auto start = spread<Lanes>(&t.starts[i].x), way = spread<Lanes>(&t.ways[2 * i + side].x);
    const auto facing = spread<Lanes>(&t.facings[i].x), borne = spread<Lanes>(&t.borne[i].x);
    const Real w(t.particles[i].w), unit(t.inverseUnit);
    const Real fromBelow(isPushedFromBelow(round, t.counts[i].support) ? 1.0f : 0.0f);
    const Real ofAll(isRoundOfAll(round) ? 1.0f : 0.0f);
    const Index near = t.counts[i].near;
    WholeSums<Lanes> pushes;
    for (Index k = 0; k < near; k += Index(Lanes::kCount)) {
        const Index* const others = t.lists + std::size_t(i) * kMostNeighbours + k;
        const auto its = loadColumns(all, [&](int lane) { return &t.ways[2 * others[lane] + side].x; });
        const auto itsStart = loadColumns(all, rowsOf(t.starts, others));
        Pairs<Lanes> p{i, others, difference<Real>(xyz(start), xyz(itsStart)), difference<Real>(xyz(way), xyz(its)),
                       meanOf<Real>(start.w, itsStart.w)};
        p.touch = firstLanes(all, near - k) && mayPush<Real>(its.w);
        if (!findTouching(t, all, p)) continue;
        const auto itsFacing = loadColumns(all, rowsOf(t.facings, others));
        const auto itsBorne = xyz(loadColumns(all, rowsOf(t.borne, others)));
        const Real share =
            shareOfPushBorne<Real>(w, way.w, its.w, p.pair.normal, xyz(borne), itsBorne, fromBelow, ofAll);
        const auto sliding = slidingNormal<Real>(p.pair.normal, xyz(facing), xyz(itsFacing));
        const Real friction = meanOf<Real>(facing.w, itsFacing.w);
        const auto push = touchPush<Real>(p.pair, sliding, p.way, p.depth, friction, share, p.d);
        pushes.add(p.touch,
                   {productOf<Real>(push.x, unit), productOf<Real>(push.y, unit), productOf<Real>(push.z, unit)});
    }
    int units[3];
    pushes.store(units);
    notePushes(b, i, side, units);
}

template <class Width>
void pushNeighbours(const Buffers& b, Index side, const PassConstants& constants, Index first, Index last) {
    const TouchItems t = touchItems(b, constants);
    const Index round = constants.rows;
    for (Index at = first; at < last && at < t.pushedCount; ++at) {
        const Index i = t.pushed[at];
        if (isPushedIn(round, t.counts[i].support)) pushParticle<typename Width::All>(t, b, i, side, round);
        else t.ways[2 * i + 1 - side] = t.ways[2 * i + side];
    }
}

// Ways and edges around a particle: what they differ by says how much of them cuts may take.
template <class Width>
class Around {
  public:
    using All = typename Width::All;

    Around(const TouchItems& t, const Buffers& b, Index i)
        : t_(t), before_(xyz(spread<All>(&t.previous[i].x))), way_(spread3<All>(wayPushed(b, i))) {
        const Index* const first = t.aroundFirst + 3 * std::size_t(i);
        Width::forEach(first[0], first[2], [&](Index k, auto lanes) {
            takeUnlisted(lanes, t.around + k, std::max(first[1], k) - k, first[2] - k);
        });
        const Index* const list = t.lists + std::size_t(i) * kMostNeighbours;
        for (Index k = 0; k < t.counts[i].near; k += Index(All::kCount)) {
            const Ends<All> others = endsOf(All{}, list + k);
            take(firstLanes(All{}, t.counts[i].near - k), others.w, others.way);
        }
    }

    WaysAround bounds() const {
        WaysAround all;
        all.edges = {highestOf(longest_), lowestOf(shortest_), lowestOf(beside_)};
        free_.bounds(all.least, all.most);
        all.hasHeld = hasHeld_;
        return all;
    }

  private:
    template <class Lanes>
    struct Ends {
        Real3Of<Lanes> before;
        Real3Of<Lanes> way;  // as pushes leave it
        RealOf<Lanes> w;
    };

    // What has no neighbours around is not pushed, and does not move in this pass; of what does the place is not read.
    template <class Lanes>
    [[gnu::always_inline]] Ends<Lanes> endsOf(Lanes lanes, const Index* particles) const {
        using Real = RealOf<Lanes>;
        const auto isInvolved = [&](int lane) { return (t_.counts[particles[lane]].marks & kIsInvolved) != 0; };
        const auto now = xyz(loadColumns(
            lanes, [&](int lane) { return &(isInvolved(lane) ? t_.previous : t_.particles)[particles[lane]].x; }));
        const auto before = xyz(loadColumns(lanes, rowsOf(t_.previous, particles)));
        const auto w = gatherReals(lanes, [&](int lane) { return t_.particles[particles[lane]].w; });
        const auto pushed = loadColumns(lanes, [&](int lane) { return &t_.ways[2 * particles[lane] + 1].x; });
        const auto way = pick3<Real>(maskOf(lanes, isInvolved), xyz(pushed), difference<Real>(now, before));
        return {before, keepIfGood<Real>(squaredLength<Real>(way), way), w};
    }

    // So many other ends of edges, and so many of them with what is beside the particle.
    template <class Lanes>
    [[gnu::always_inline]] void takeUnlisted(Lanes lanes, const Index* particles, Index edges, Index all) {
        using Real = RealOf<Lanes>;
        const Ends<Lanes> others = endsOf(lanes, particles);
        const MaskOf<All> isEdge = firstLanes(All{}, edges), isThere = firstLanes(All{}, all);
        take(isThere, others.w, others.way);
        const auto apart = difference<Real>(before_, others.before);
        const auto after = sumOf<Real>(apart, difference<Real>(way_, others.way));
        const Real one = squaredLength<Real>(apart), other = squaredLength<Real>(after);
        const Real shorter = lowerOf<Real>(one, other), none(kFarOff);
        longest_ = higherOf<Real>(longest_, keepIf(isEdge, higherOf<Real>(one, other)));
        shortest_ = lowerOf<Real>(shortest_, pick(isEdge, shorter, none));
        beside_ = lowerOf<Real>(beside_, pick(isThere && !isEdge, shorter, none));
    }

    [[gnu::always_inline]] void take(MaskOf<All> isCounted, RealOf<All> w, const Real3Of<All>& way) {
        const auto isHeld = isCounted && w == RealOf<All>(0.0f);
        free_.take(isCounted && !isHeld, way);
        hasHeld_ = hasHeld_ || anyOf(isHeld);
    }

    const TouchItems& t_;
    Real3Of<All> before_, way_;
    WaysBox<All> free_;
    bool hasHeld_ = false;
    RealOf<All> longest_{0.0f}, shortest_{kFarOff}, beside_{kFarOff};
};

template <class Width>
void moveNeighbours(const Buffers& b, Index, const PassConstants& constants, Index first, Index last) {
    const TouchItems t = touchItems(b, constants);
    for (Index at = first; at < last && at < t.involvedCount; ++at) {
        const Index i = t.involved[at];
        if (isConcerned(t, i)) moveAmong(b, i, Around<Width>(t, b, i).bounds());
    }
}

// Of those of a particle's list, a bit for each that it looks around: they come near enough, however much of either way
// is cut, and are not those that look around it.
template <class Lanes>
std::uint64_t looksAround(const TouchItems& t, Index i) {
    using Real = RealOf<Lanes>;
    using Real3 = Real3Of<Lanes>;
    const Lanes all;
    const auto goodWays = [](const ColumnsOf<Lanes>& now, const Real3& before) {
        const auto way = difference<Real>(xyz(now), before);
        return keepIfGood<Real>(squaredLength<Real>(way), way);
    };
    const auto place = spread<Lanes>(&t.particles[i].x), base = spread<Lanes>(&t.ways[2 * i].x);
    const auto before = xyz(spread<Lanes>(&t.previous[i].x));
    const Real3 way = difference<Real>(goodWays(place, before), xyz(base));
    std::uint64_t near = 0;
    for (Index k = 0; k < t.counts[i].near; k += Index(Lanes::kCount)) {
        const Index* const others = t.lists + std::size_t(i) * kMostNeighbours + k;
        const auto now = loadColumns(all, rowsOf(t.particles, others));
        const auto start = xyz(loadColumns(all, rowsOf(t.previous, others)));
        const auto first = loadColumns(all, [&](int lane) { return &t.ways[2 * others[lane]].x; });
        const auto isFree = now.w > Real(0.0f);
        const Real3 itsWay = goodWays(now, start), itsBase = pick3<Real>(isFree, xyz(first), itsWay);
        const Real reach = higherOf<Real>(base.w, first.w);
        const auto isLeft = maskOf(all, [&](int lane) { return others[lane] < i && t.counts[others[lane]].near > 0; });
        const auto comes = mayComeNear<Real>(difference<Real>(before, start), way, difference<Real>(itsWay, itsBase),
                                             difference<Real>(xyz(base), itsBase), reach);
        const auto isCounted = firstLanes(all, t.counts[i].near - k) && !(isFree && isLeft);
        near |= std::uint64_t(static_cast<unsigned>(bitsOf(isCounted && comes))) << k;
    }
    return near;
}

template <class Width>
void findCuts(const Buffers& b, Index, const PassConstants& constants, Index first, Index last) {
    const TouchItems t = touchItems(b, constants);
    for (Index at = first; at < last && at < t.involvedCount; ++at) {
        const Index i = t.involved[at];
        if (t.particles[i].w > 0.0f && isConcerned(t, i)) cutAround(b, i, looksAround<typename Width::All>(t, i));
    }
}

}  // namespace
}  // namespace pliant::cpu
