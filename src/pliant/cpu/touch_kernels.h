#pragma once

// What particles that touch do to each other, for as many neighbours of one particle together as a width takes: what
// they come to is added up as whole numbers, in whatever order. Behind the header of the width.

#include "pliant/cpu/touches.h"
#include "pliant/cpu/widths.h"
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

// Of the first `count` of a list those from k on, one for each lane; where there are no more, the first of these again:
// no other particle is fetched for nothing, nor read while another thread may write it.
template <class Lanes>
struct Others {
    Index of[Lanes::kCount];

    [[gnu::always_inline]] Others(const Index* list, Index k, Index count) {
        for (Index lane = 0; lane < Index(Lanes::kCount); ++lane)
            of[lane] = list[k + (k + lane < count ? lane : 0)];
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

template <class Lanes>
[[gnu::always_inline]] inline RealOf<Lanes> farthestPush(const Pairs<Lanes>& p) {
    return productOf<RealOf<Lanes>>(p.d, RealOf<Lanes>(kFarthestPush));
}

// That a particle keeps from others [m].
[[gnu::always_inline]] inline float thicknessOf(const TouchItems& t, Index i) {
    return t.bodies[bodyOfNumber(t.rest[i].w)].thickness;
}

// How far its body reaches [m].
[[gnu::always_inline]] inline float bodyReachOf(const TouchItems& t, Index i) {
    return t.bodies[bodyOfNumber(t.rest[i].w)].reach;
}

// Leaves of those that may touch those that do, and finds along which line, and how deep; false: none does.
template <class Lanes>
[[gnu::always_inline]] inline bool findTouching(const TouchItems& t, Lanes lanes, Pairs<Lanes>& p) {
    using Real = RealOf<Lanes>;
    p.touch = p.touch && mayBeNear<Real>(p.apart, p.way, p.d);
    if (!anyOf(p.touch)) return false;
    const MaskOf<Lanes> isHigher = maskOf(lanes, [&](int lane) { return p.particle > p.others[lane]; });
    p.pair = neighbourPair<Real>(p.apart, isHigher);
    p.depth = touchDepth<Real>(p.pair, p.way, p.d, Real(t.rise), farthestPush(p));
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
template <class Lanes>
void lookAtList(const TouchItems& t, const Buffers& b, Index i, Index listed) {
    using Real = RealOf<Lanes>;
    int sums[3]{};
    if (listed == 0) return noteTouches(b, i, 0, 0, sums);
    const Lanes all;
    const auto before = xyz(spread<Lanes>(&t.previous[i].x));
    const auto way = difference<Real>(xyz(spread<Lanes>(&t.particles[i].x)), before);
    const Real thickness(thicknessOf(t, i)), reach(bodyReachOf(t, i));
    Index* const list = t.lists + std::size_t(i) * kMostNeighbours;
    const auto borne = xyz(spread<Lanes>(&t.borne[i].x));
    const bool isBorne = (t.counts[i].support & kDirectionBits) != 0;
    const bool isHeld = t.particles[i].w == 0.0f;
    Index near = 0, touches = 0;
    bool touchesAny = false;
    WholeSums<Lanes> directions;
    for (Index k = 0; k < listed; k += Index(Lanes::kCount)) {
        const Others<Lanes> around(list, k, listed);
        const Index* const others = around.of;
        const auto start = xyz(loadColumns(all, rowsOf(t.previous, others)));
        const auto place = loadColumns(all, rowsOf(t.particles, others));
        const auto itsWay = difference<Real>(xyz(place), start);
        const Real mine = pick(place.w == Real(0.0f), reach, thickness);
        const Real itsReach = gatherReals(all, [&](int lane) { return t.motions[others[lane]].w; });
        Pairs<Lanes> p{i, others, difference<Real>(before, start), difference<Real>(way, itsWay)};
        p.touch = firstLanes(all, listed - k) && comeNearNow<Real>(p.apart, p.way, reachOfBoth<Real>(mine, itsReach));
        if (isHeld) p.touch = p.touch && place.w > Real(0.0f);  // others may be held since
        const int nearBits = bitsOf(p.touch);
        if (nearBits == 0) continue;
        forBits(nearBits, [&](int lane) {
            list[k + Index(lane)] = list[near];
            list[near++] = others[lane];
        });
        if (isHeld) continue;  // it touches nothing itself
        const Real other = gatherReals(all, [&](int lane) { return thicknessOf(t, others[lane]); });
        p.d = countedWithin<Real>(meanOf<Real>(thickness, other));
        if (findTouching(t, all, p)) {
            const auto& n = p.pair.normal;
            touchesAny = true;
            touches += static_cast<Index>(countOf(bitsOf(isBorne ? pushing<Lanes>(t, p, borne) : p.touch)));
            directions.add(p.touch, {unitsOfNormal<Real>(n.x), unitsOfNormal<Real>(n.y), unitsOfNormal<Real>(n.z)});
        }
    }
    directions.store(sums);
    noteTouches(b, i, near, touchesAny ? std::max(touches, 1u) : 0, sums);
}

template <class Width>
void countTouches(const Buffers& b, Index response, const PassConstants& constants, Index first, Index last) {
    using Lanes = typename Width::All;
    const TouchItems t = touchItems(b, constants);
    const bool isLastCount = isLastCountOfTouches(response, constants.flags);
    forItemsIn(t.involved, first, last, [&](Index item) {
        const Index i = t.order[item];
        Index listed = t.counts[i].near;
        const bool isAgain = response == kCountAgain;
        const bool haveAllRoom = isAgain || takeMet(b, i, listed);
        if (!isAgain || listed != 0) lookAtList<Lanes>(t, b, i, listed);
        if (!haveAllRoom) lookAtList<Lanes>(t, b, i, listNearStrays(b, i));
        if (isLastCount) notePushed(b, item);
    });
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
        const Others<Lanes> around(t.lists + std::size_t(i) * kMostNeighbours, k, near);
        const Index* const others = around.of;
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
        const auto push = touchPush<Real>(p.pair, sliding, p.way, p.depth, friction, share, farthestPush(p));
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
    forItemsIn(t.pushed, first, last, [&](Index item) {
        const Index i = t.order[item];
        if (isPushedIn(round, t.counts[i].support)) pushParticle<typename Width::All>(t, b, i, side, round);
        else t.ways[2 * i + 1 - side] = t.ways[2 * i + side];
    });
}

}  // namespace
}  // namespace pliant::cpu
