#pragma once

// What is around particles that come near each other, as cuts want it: where their ways go together, how faces lie, and
// who looks around whom. Behind the header of the width.

#include "pliant/cpu/touch_kernels.h"
#include "pliant/cpu/ways_box.h"
#include "pliant/shared/cut.h"

namespace pliant::cpu {
namespace {

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
            const MaskOf<All> isThere = firstLanes(All{}, t.counts[i].near - k);
            take(isThere, others.w, others.way);
            const RealOf<All> nearest = squaresFrom(All{}, others).shorter;
            beside_ = lowerOf<RealOf<All>>(beside_, pick(isThere, nearest, RealOf<All>(kFarOff)));
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
    // Of distances from the particle, when the substep begins and when it ends.
    template <class Lanes>
    struct Squares {
        RealOf<Lanes> shorter, longer;
    };
    template <class Lanes>
    [[gnu::always_inline]] Squares<Lanes> squaresFrom(Lanes, const Corners<Lanes>& others) const {
        using Real = RealOf<Lanes>;
        const auto apart = difference<Real>(before_, others.before);
        const auto after = sumOf<Real>(apart, difference<Real>(way_, others.way));
        const Real one = squaredLength<Real>(apart), other = squaredLength<Real>(after);
        return {lowerOf<Real>(one, other), higherOf<Real>(one, other)};
    }

    // So many other ends of edges, and so many of them with what is beside the particle.
    template <class Lanes>
    [[gnu::always_inline]] void takeUnlisted(Lanes lanes, const Index* particles, Index edges, Index all) {
        using Real = RealOf<Lanes>;
        const Corners<Lanes> others = cornersAt(t_, lanes, [&](int lane) { return particles[lane]; });
        const MaskOf<All> isEdge = firstLanes(All{}, edges), isThere = firstLanes(All{}, all);
        take(isThere, others.w, others.way);
        const auto [shorter, longer] = squaresFrom(lanes, others);
        const Real none(kFarOff);
        longest_ = higherOf<Real>(longest_, keepIf(isEdge, longer));
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

// Cosine of 19 degrees: see noteFolds().
const float kFlatCosine = 0.9455f;

// How faces around particles lie, when the substep begins and wherever on their ways corners are when it ends; around
// calm ones, where ways end. A particle in each lane.
template <class Lanes, bool kAreCalm>
class Faces {
  public:
    using Real = RealOf<Lanes>;
    using Real3 = Real3Of<Lanes>;
    using Mask = MaskOf<Lanes>;

    explicit Faces(const TouchItems& t) : t_(t) {}

    void add(const Buffers& b, Index i, const vec3& way, const vec3& base) {
        particles_[count_] = i;
        bases_[count_] = base;
        ways_[count_] = way;
        if (++count_ == Index(Lanes::kCount)) note(b);
    }

    /// Of all that have been added since.
    void note(const Buffers& b) {
        if (count_ == 0) return;
        for (Index lane = count_; lane < Index(Lanes::kCount); ++lane) {
            particles_[lane] = particles_[0];
            bases_[lane] = bases_[0];
            ways_[lane] = ways_[0];
        }
        for (int lane = 0; lane < Lanes::kCount; ++lane) {
            const Index* const rows = t_.aroundFirst + 3 * std::size_t(particles_[lane]);
            self_[lane][0] = self_[lane][1] = particles_[lane];
            faces_[lane] = (rows[3] - rows[2]) / 2;
            corners_[lane] = faces_[lane] == 0 ? self_[lane] : t_.around + rows[2];
        }
        before_ = xyz(loadColumns(Lanes{}, rowsOf(t_.previous, particles_)));
        addNormals();
        look();
        float sides[3][Lanes::kCount];
        for (int axis = 0; axis < 3; ++axis)
            storeReals(Lanes{}, side_[axis], sides[axis]);
        for (Index lane = 0; lane < count_; ++lane)
            noteFolds(b, particles_[lane], vec3(sides[0][lane], sides[1][lane], sides[2][lane]), anglesAt(lane));
        count_ = 0;
    }

  private:
    using Ball = CutBallOf<Real>;
    using Normal = CutNormalOf<Real>;

    // The other corners of one face of each lane, and where they are when the substep begins.
    struct Face {
        Index first[Lanes::kCount], second[Lanes::kCount];
        Real3 firstBefore, secondBefore, normal;
    };
    static constexpr Index kKept = 12;  // that are not fetched again

    // Calls visit(face, isThere) with the faces of each lane, one after another. A lane that has none has a face of
    // itself.
    template <class Visit>
    [[gnu::always_inline]] void forFaces(bool areKept, Visit&& visit) {
        Index k = 0;
        forItems(
            Lanes{}, [&](int lane) { return faces_[lane]; },
            [&](auto&& numberOf, Mask isThere) {
                Face& face = kept_[k < kKept ? k : kKept];
                if (!areKept || k >= kKept) fetch(numberOf, face);
                ++k;
                visit(face, isThere);
            });
    }

    template <class NumberOf>
    [[gnu::always_inline]] void fetch(NumberOf&& numberOf, Face& face) const {
        for (int lane = 0; lane < Lanes::kCount; ++lane) {
            const Index* const corners = corners_[lane] + 2 * numberOf(lane);
            face.first[lane] = corners[0];
            face.second[lane] = corners[1];
        }
        face.firstBefore = xyz(loadColumns(Lanes{}, rowsOf(t_.previous, face.first)));
        face.secondBefore = xyz(loadColumns(Lanes{}, rowsOf(t_.previous, face.second)));
        face.normal = crossOf<Real>(seen(face.firstBefore), seen(face.secondBefore));
    }

    // From the lane's particle.
    Real3 seen(const Real3& place) const { return difference<Real>(place, before_); }

    // The sums of their normals are in the order of faces, as floats have one.
    void addNormals() {
        Real3 sum = spread3<Lanes>(vec3(0.0f));
        forFaces(false, [&](const Face& face, Mask isThere) {
            sum = pick3<Real>(isThere, sumOf<Real>(sum, face.normal), sum);
        });
        side_ = unitOf<Real>(sum);
    }

    void look() {
        base_ = gather(bases_);
        const Real zero(0.0f);
        const Ball there = ballOf<Real>(spread3<Lanes>(vec3(0.0f)), base_, gather(ways_), areHeld(particles_));
        const auto reach = gatherReals(Lanes{}, [&](int lane) { return bodyReachOf(t_, particles_[lane]); });
        const Real gap = gapOf<Real>(reach, before_);
        const Mask hasSide = squaredLength<Real>(side_) > zero;
        Mask areFlat = hasSide, areEven = hasSide, areBent = hasSide;
        forFaces(true, [&](const Face& face, Mask isThere) {
            Normal after;
            if constexpr (kAreCalm) {
                const Real3 first = endOf(face.first, face.firstBefore), second = endOf(face.second, face.secondBefore);
                after = {crossOf<Real>(first, second), zero};
                const Mask isOne = isNeedle<Real>(seen(face.firstBefore), seen(face.secondBefore), gap) ||
                                   isNeedle<Real>(first, second, gap);
                areFlat = areFlat && !(isThere && isOne);
                areBent = areBent && !(isThere && isOne);
            } else {
                after = normalOf<Real>(there, ballAround(face.first, face.firstBefore),
                                       ballAround(face.second, face.secondBefore));
            }
            const auto doLook = [&](float cosine) {
                return !isThere || (looksTo<Real>(side_, {face.normal, zero}, Real(cosine)) &&
                                    looksTo<Real>(side_, after, Real(cosine)));
            };
            areFlat = areFlat && doLook(kFlatCosine);
            areEven = areEven && doLook(kEvenCosine);
            areBent = areBent && doLook(kBentCosine);
        });
        flatBits_ = bitsOf(areFlat);
        evenBits_ = bitsOf(areEven);
        bentBits_ = bitsOf(areBent);
    }

    // Where calm corners are when the substep ends, as if their bases were that of the lane's particle, and seen from
    // it. What nothing comes near is pushed nowhere, and none of its way is cut.
    Real3 endOf(const Index* particles, const Real3& before) const {
        const Real3 way = difference<Real>(xyz(loadColumns(Lanes{}, rowsOf(t_.particles, particles))), before);
        const Real3 good = keepIfGood<Real>(squaredLength<Real>(way), way);
        return sumOf<Real>(seen(before), difference<Real>(good, base_));
    }

    Ball ballAround(const Index* particles, const Real3& before) const {
        const auto way = cornersAt(t_, Lanes{}, [&](int lane) { return particles[lane]; }).way;
        return ballOf<Real>(seen(before), base_, way, areHeld(particles));
    }

    Mask areHeld(const Index* particles) const {
        return gatherReals(Lanes{}, [&](int lane) { return t_.particles[particles[lane]].w; }) == Real(0.0f);
    }

    static Real3 gather(const vec3 (&all)[Lanes::kCount]) {
        const auto along = [&](int axis) {
            return gatherReals(Lanes{}, [&](int lane) { return (&all[lane].x)[axis]; });
        };
        return {along(0), along(1), along(2)};
    }

    FaceAngles anglesAt(Index lane) const {
        const auto isSet = [&](int bits) { return (bits >> lane & 1) != 0; };
        return {kAreCalm, isSet(flatBits_), isSet(evenBits_), isSet(bentBits_)};
    }

    const TouchItems& t_;
    Index count_ = 0;
    Index particles_[Lanes::kCount], faces_[Lanes::kCount];
    const Index* corners_[Lanes::kCount];
    Index self_[Lanes::kCount][2];
    vec3 bases_[Lanes::kCount], ways_[Lanes::kCount];
    Face kept_[kKept + 1];
    Real3 before_, base_, side_;
    int flatBits_, evenBits_, bentBits_;
};

// Whether nothing within two edges touches another particle, waits or is held: hardly a way around it is cut, but by
// its own faces.
inline bool isCalm(const TouchItems& t, Index i) {
    const Index* const rows = t.aroundFirst + 3 * std::size_t(i);
    bool isOneStirred = t.stirred[i] == t.substep;
    for (Index k = rows[0]; k < rows[1]; ++k)
        isOneStirred = isOneStirred || t.stirred[t.around[k]] == t.substep;
    return !isOneStirred;
}

template <class Width>
void moveNeighbours(const Buffers& b, Index, const PassConstants& constants, Index first, Index last) {
    const TouchItems t = touchItems(b, constants);
    Faces<typename Width::All, true> calm(t);
    Faces<typename Width::All, false> others(t);
    forItemsIn(t.involved, first, last, [&](Index item) {
        const Index i = t.order[item];
        // One that is lost looks for nothing: what is around it may not be involved.
        const bool isUneven = t.uneven != nullptr && t.uneven[i] != Uneven::No && t.motions[i].w > 0.0f;
        if (!isUneven && !isNoted(t, i)) return;
        const bool isAlone = isUneven && isCalm(t, i);
        const vec3 way = wayPushed(b, i);
        if (isAlone) calm.add(b, i, way, way);
        if (isAlone && !isNoted(t, i)) return;
        const WaysAround around = lookAround<Width>(t, b, i);
        const vec3 base(noteBase(b, i, around).way);
        const bool isMet = t.counts[i].near != 0 && t.particles[i].w > 0.0f && areCrumpled(around.edges);
        if (!isAlone && (isUneven || isMet)) others.add(b, i, way, base);
        if (isNoted(t, i)) moveAmong(b, i);
    });
    calm.note(b);
    others.note(b);
}

// Of two that may be in each other's lists the one that reaches less looks at both; but not one that nothing comes
// near, or that is held and has no list.
inline bool isLeftToOther(const TouchItems& t, Index i, Index j) {
    const float mine = t.motions[i].w, its = t.motions[j].w;
    const bool isFirst = j < i && t.particles[j].w > 0.0f;
    return (its < mine || (its == mine && isFirst)) && t.counts[j].near > 0;
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
        Real reach = higherOf<Real>(base.w, first.w);
        if (t.response != kCutFaces) {
            const Real its = gatherReals(all, [&](int lane) { return thicknessOf(t, others[lane]); });
            reach = reachFor<Real>(reach, meanOf<Real>(Real(thicknessOf(t, i)), its));
        }
        const auto isLeft = maskOf(all, [&](int lane) { return isLeftToOther(t, i, others[lane]); });
        const auto comes = mayComeNear<Real>(difference<Real>(before, start), way, difference<Real>(itsWay, itsBase),
                                             difference<Real>(xyz(base), itsBase), reach);
        const auto isCounted = firstLanes(all, t.counts[i].near - k) && !isLeft;
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

template <class Real>
auto isMoved(const CutCornerOf<Real>& corner) {
    return !(corner.base.x == corner.start.x && corner.base.y == corner.start.y && corner.base.z == corner.start.z);
}

// Those that are cut in the end are few: all but these are left out many at a time.
template <class Width>
std::uint64_t findMeeting(const EdgePairs& pairs, float gap, bool crossing) {
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
        auto n = directionFromEdge<Real>(a.start, b.start, c.start, d.start);
        auto isCarried = (isMoved<Real>(a) || isMoved<Real>(b) || isMoved<Real>(c) || isMoved<Real>(d)) &&
                         areCarried<Real>(a, b, c, d);
        if (anyOf(isCarried)) {
            const auto carried = directionFromEdge<Real>(a.base, b.base, c.base, d.base);
            isCarried = isCarried && dotOf<Real>(n, carried) > Real(0.0f);
            n = pick3<Real>(isCarried, carried, n);
        }
        const auto placeOf = [&](const CutCornerOf<Real>& corner) {
            return pick3<Real>(isCarried, corner.base, corner.start);
        };
        const Real far(kFarOff),
            least = lowerOf<Real>(lowerOf<Real>(far, heightsOf<Real>(n, a).least), heightsOf<Real>(n, b).least);
        const Real most = higherOf<Real>(higherOf<Real>(lessBy<Real>(Real(0.0f), far), heightsOf<Real>(n, c).most),
                                         heightsOf<Real>(n, d).most);
        auto mayMeet = !(lessBy<Real>(least, most) > Real(gap)) && firstLanes(all, Index(pairs.count - k));
        if (crossing) mayMeet = mayMeet && areCrossing<Real>(placeOf(a), placeOf(b), placeOf(c), placeOf(d));
        meet |= std::uint64_t(static_cast<unsigned>(bitsOf(mayMeet))) << k;
    }
    return meet;
}

template <class Width>
void findCuts(const Buffers& b, Index response, const PassConstants& constants, Index first, Index last) {
    static constexpr CutFunctions kFunctions{&lookAround<Width>, &findMeeting<Width>};
    TouchItems t = touchItems(b, constants);
    t.response = response;
    forItemsIn(t.involved, first, last, [&](Index item) {
        const Index i = t.order[item];
        const bool looks = t.particles[i].w > 0.0f || t.counts[i].near > 0;
        if (!(isNoted(t, i) || t.folded[i] == t.substep) || !looks) return;
        cutAround(t, b, i, looksAround<typename Width::All>(t, i), kFunctions);
    });
}

}  // namespace
}  // namespace pliant::cpu
