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
template <class Lanes>
void lookAtList(const TouchItems& t, const Buffers& b, Index i, Index listed) {
    using Real = RealOf<Lanes>;
    int sums[3]{};
    if (listed == 0) return noteTouches(b, i, 0, 0, sums);
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
        const Others<Lanes> around(list, k, listed);
        const Index* const others = around.of;
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
            list[k + Index(lane)] = list[near];
            list[near++] = others[lane];
        });
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
    forItemsIn(t.pushed, first, last, [&](Index item) {
        const Index i = t.order[item];
        if (isPushedIn(round, t.counts[i].support)) pushParticle<typename Width::All>(t, b, i, side, round);
        else t.ways[2 * i + 1 - side] = t.ways[2 * i + side];
    });
}

// Other particles around one.
template <class Lanes>
struct Corners {
    Real3Of<Lanes> before;
    Real3Of<Lanes> way;  // as pushes leave it
    RealOf<Lanes> w;
};

// What is not noted is not pushed, and does not move in this pass; of what does the place is not read.
template <class Lanes, class ParticleOf>
[[gnu::always_inline]] inline Corners<Lanes> cornersAt(const TouchItems& t, Lanes lanes, ParticleOf&& particle) {
    using Real = RealOf<Lanes>;
    const auto isKept = [&](int lane) { return isNoted(t, particle(lane)); };
    const auto now =
        xyz(loadColumns(lanes, [&](int k) { return &(isKept(k) ? t.previous : t.particles)[particle(k)].x; }));
    const auto before = xyz(loadColumns(lanes, [&](int lane) { return &t.previous[particle(lane)].x; }));
    const auto w = gatherReals(lanes, [&](int lane) { return t.particles[particle(lane)].w; });
    const auto pushed = loadColumns(lanes, [&](int lane) { return &t.ways[2 * particle(lane) + 1].x; });
    const auto way = pick3<Real>(maskOf(lanes, isKept), xyz(pushed), difference<Real>(now, before));
    return {before, keepIfGood<Real>(squaredLength<Real>(way), way), w};
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
            const Others<All> around(list, k, t.counts[i].near);
            const Corners<All> others = cornersAt(t, All{}, [&](int lane) { return around.of[lane]; });
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
    // So many other ends of edges, and so many of them with what is beside the particle.
    template <class Lanes>
    [[gnu::always_inline]] void takeUnlisted(Lanes lanes, const Index* particles, Index edges, Index all) {
        using Real = RealOf<Lanes>;
        const Corners<Lanes> others = cornersAt(t_, lanes, [&](int lane) { return particles[lane]; });
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
WaysAround lookAround(const TouchItems& t, const Buffers& b, Index i) {
    return Around<Width>(t, b, i).bounds();
}

// How faces around a particle lie, when the substep begins and wherever on their ways corners are when it ends.
template <class Width>
class Faces {
  public:
    Faces(const TouchItems& t, const Buffers& b, Index i, const vec3& base)
        : t_(t), i_(i), base_(base), way_(wayPushed(b, i)) {}

    void note(const Buffers& b) {
        forAll([&](auto lanes, const auto& p, const auto& q) { add(lanes, p, q); });
        side_ = sideOf(sum_);
        isEven_ = isBent_ = side_.x * side_.x + side_.y * side_.y + side_.z * side_.z > 0.0f;
        forAll([&](auto lanes, const auto& p, const auto& q) { look(lanes, p, q); });
        noteFolds(b, i_, side_, isEven_, isBent_);
    }

  private:
    template <class Lanes>
    using Ball = CutBallOf<RealOf<Lanes>>;

    // Calls visit with the other corners of faces, seen from the particle.
    template <class Visit>
    void forAll(Visit&& visit) const {
        const Index* const rows = t_.aroundFirst + 3 * std::size_t(i_);
        const Index* const corners = t_.around + rows[2];
        Width::forEach(0, (rows[3] - rows[2]) / 2, [&](Index face, auto lanes) {
            const auto cornersFrom = [&](Index first) {
                return cornersAt(t_, lanes, [=](int lane) { return corners[2 * (face + Index(lane)) + first]; });
            };
            auto p = cornersFrom(0), q = cornersFrom(1);
            p.before = startOf(lanes, p);
            q.before = startOf(lanes, q);
            visit(lanes, p, q);
        });
    }

    template <class Lanes>
    Real3Of<Lanes> startOf(Lanes, const Corners<Lanes>& corner) const {
        return difference<RealOf<Lanes>>(corner.before, spread3<Lanes>(vec3(t_.previous[i_])));
    }

    // One after another: floats have an order.
    template <class Lanes>
    void add(Lanes lanes, const Corners<Lanes>& p, const Corners<Lanes>& q) {
        using Real = RealOf<Lanes>;
        const Real3Of<Lanes> here = spread3<Lanes>(vec3(0.0f)), normal = faceNormal<Real>(here, p.before, q.before);
        float x[Lanes::kCount], y[Lanes::kCount], z[Lanes::kCount];
        storeReals(lanes, normal.x, x);
        storeReals(lanes, normal.y, y);
        storeReals(lanes, normal.z, z);
        addNormals(sum_, x, y, z, lanes.count);
    }

    template <class Lanes>
    void look(Lanes lanes, const Corners<Lanes>& p, const Corners<Lanes>& q) {
        using Real = RealOf<Lanes>;
        const auto base = spread3<Lanes>(base_), side = spread3<Lanes>(side_), here = spread3<Lanes>(vec3(0.0f));
        const Real zero(0.0f);
        const auto isHeld = Real(t_.particles[i_].w) == zero;
        const auto after = [&](const Corners<Lanes>& corner) {
            return ballOf<Real>(corner.before, base, corner.way, corner.w == zero);
        };
        const Ball<Lanes> there = ballOf<Real>(here, base, spread3<Lanes>(way_), isHeld);
        const auto start = normalOf<Real>({here, zero}, {p.before, zero}, {q.before, zero});
        const auto swept = normalOf<Real>(there, after(p), after(q));
        const auto allLook = [&](float cosine) {
            const auto doLook = looksTo<Real>(side, start, Real(cosine)) && looksTo<Real>(side, swept, Real(cosine));
            return (bitsOf(doLook) & lanes.bits) == lanes.bits;
        };
        isEven_ = isEven_ && allLook(kEvenCosine);
        isBent_ = isBent_ && allLook(kBentCosine);
    }

    const TouchItems& t_;
    Index i_;
    vec3 base_, way_, side_{0.0f}, sum_{0.0f};
    bool isEven_ = false, isBent_ = false;
};

template <class Width>
void moveNeighbours(const Buffers& b, Index, const PassConstants& constants, Index first, Index last) {
    const TouchItems t = touchItems(b, constants);
    forItemsIn(t.involved, first, last, [&](Index item) {
        const Index i = t.order[item];
        if (!isNoted(t, i)) return;
        const WaysAround around = lookAround<Width>(t, b, i);
        const vec4 base = noteBase(b, i, around);
        if (mayBeFolded(b, i, around.edges)) Faces<Width>(t, b, i, vec3(base)).note(b);
        moveAmong(b, i);
    });
}

// Of those of a particle's list, a bit for each that it looks around: they come near enough, however much of either way
// is cut, and are not those that look around it.
template <class Lanes>
std::uint64_t looksAround(const TouchItems& t, Index i) {
    using Real = RealOf<Lanes>;
    using Real3 = Real3Of<Lanes>;
    if (t.counts[i].near == 0) return 0;
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
        const Others<Lanes> around(t.lists + std::size_t(i) * kMostNeighbours, k, t.counts[i].near);
        const Index* const others = around.of;
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

// One corner in all lanes, or one of each.
template <class Lanes>
CutCornerOf<RealOf<Lanes>> spreadCorner(const CutCorner& corner) {
    return {spread3<Lanes>(corner.start), spread3<Lanes>(corner.base), spread3<Lanes>(corner.end)};
}
template <class Lanes>
CutCornerOf<RealOf<Lanes>> gatherCorners(Lanes lanes, const StarCorner* const* corners) {
    const auto gather = [&](vec3 CutCorner::*place) {
        const auto along = [&](int axis) {
            return gatherReals(lanes, [&](int lane) { return (&(corners[lane]->at.*place).x)[axis]; });
        };
        return Real3Of<Lanes>{along(0), along(1), along(2)};
    };
    return {gather(&CutCorner::start), gather(&CutCorner::base), gather(&CutCorner::end)};
}

// Those that are cut in the end are few: all but these are left out many at a time.
template <class Width>
std::uint64_t findMeeting(const EdgePairs& pairs, float gap) {
    using Lanes = typename Width::All;
    using Real = RealOf<Lanes>;
    const Lanes all;
    const auto a = spreadCorner<Lanes>(pairs.centre.at), c = spreadCorner<Lanes>(pairs.otherCentre.at);
    std::uint64_t meet = 0;
    for (int k = 0; k < pairs.count; k += Lanes::kCount) {
        const StarCorner *ends[Lanes::kCount], *otherEnds[Lanes::kCount];
        for (int lane = 0; lane < Lanes::kCount; ++lane) {
            const int pair = k + lane < pairs.count ? k + lane : k;
            ends[lane] = pairs.ends[pair];
            otherEnds[lane] = pairs.otherEnds[pair];
        }
        const auto b = gatherCorners(all, ends), d = gatherCorners(all, otherEnds);
        const auto isCarried = areCarried<Real>(a, b, c, d);
        const auto placeOf = [&](const CutCornerOf<Real>& corner) {
            return pick3<Real>(isCarried, corner.base, corner.start);
        };
        const auto n = directionFromEdge<Real>(placeOf(a), placeOf(b), placeOf(c), placeOf(d));
        const Real far(kFarOff),
            least = lowerOf<Real>(lowerOf<Real>(far, heightsOf<Real>(n, a).least), heightsOf<Real>(n, b).least);
        const Real most = higherOf<Real>(higherOf<Real>(lessBy<Real>(Real(0.0f), far), heightsOf<Real>(n, c).most),
                                         heightsOf<Real>(n, d).most);
        const auto mayMeet = !(lessBy<Real>(least, most) > Real(gap)) && firstLanes(all, Index(pairs.count - k));
        meet |= std::uint64_t(static_cast<unsigned>(bitsOf(mayMeet))) << k;
    }
    return meet;
}

template <class Width>
void findCuts(const Buffers& b, Index, const PassConstants& constants, Index first, Index last) {
    static constexpr CutFunctions kFunctions{&lookAround<Width>, &findMeeting<Width>};
    const TouchItems t = touchItems(b, constants);
    forItemsIn(t.involved, first, last, [&](Index item) {
        const Index i = t.order[item];
        if (!(isNoted(t, i) || t.folded[i] == t.substep) || !(t.particles[i].w > 0.0f)) return;
        cutAround(t, b, i, looksAround<typename Width::All>(t, i), kFunctions);
    });
}

}  // namespace
}  // namespace pliant::cpu
