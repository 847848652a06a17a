#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "pliant/cpu/drift.h"
#include "pliant/cpu/neighbour_kernels.h"
#include "pliant/cpu/shared_integer.h"
#include "pliant/cpu/touches.h"
#include "pliant/shared/clash.h"
#include "pliant/shared/verlet.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;
using Corners = std::array<CutCorner, 4>;

// What is around a particle: it, and the other ends of its edges, among which are all corners of its faces. Kept from
// one to the next, so that nothing is allocated for long.
struct Star {
    StarCorner centre;
    std::vector<StarCorner> edges;
    float least, most;  // heights of all
};

// The heights of two together, or three: the lowest and the highest.
float leastOf(const StarCorner& a, const StarCorner& b) {
    return lowerOf(a.heights.least, b.heights.least);
}
float mostOf(const StarCorner& a, const StarCorner& b) {
    return higherOf(a.heights.most, b.heights.most);
}

// A particle that is to take the base of another one: see baseAsked().
struct Asked {
    Index particle, asked;
};

// What a search needs room for, kept from one to the next.
struct CutRoom {
    Star mine, its;
    std::vector<Asked> asked;
};

// Looks around one particle, from where it was when the substep began.
class CutFinder {
  public:
    CutFinder(const TouchItems& t, const Buffers& b, Index i, const CutFunctions& functions, CutRoom& room)
        : t_(t),
          b_(b),
          s_(*b.schedule),
          w_(*b.neighbours),
          i_(i),
          functions_(functions),
          origin_(b.previous[i]),
          me_(bodyOf(i)),
          mine_(room.mine),
          its_(room.its),
          asked_(room.asked) {
        asked_.clear();
    }

    /// Around those that no list has, where anything is folded, and those of its list whose bits are set.
    void run(std::uint64_t near) {
        if (t_.response == kPushFaces && w_.touching[i_] != w_.substep) return;
        if (t_.response != kCutFaces) return lookForTouches(near);
        const Index* list = w_.listOf(i_);
        if (w_.folded[i_] == w_.substep && b_.particles[i_].w > 0.0f) lookAroundUnlisted();
        for (; near != 0 && rounds_ <= kMostRounds; near &= near - 1) {
            const Index j = list[std::countr_zero(near)];
            if (isToLookAround(j)) lookAround(j, leastDistanceFrom(j));
        }
        if (rounds_ <= kMostRounds) return ask();
        // There is too much to look at.
        waitAround(i_);
        for (Index k = edgesFirst(i_); k < facesFirst(i_) && b_.particles[i_].w > 0.0f; ++k)
            waitAround(s_.around[k]);
        for (Index k = 0; k < w_.counts[i_].near; ++k)
            waitAround(list[k]);
        if (t_.round == 0) SharedInteger(w_.state[kCrowdedCount]).add(1);
    }

  private:
    const NeighbourBody& bodyOf(Index i) const { return s_.neighbourBodies[bodyOfNumber(s_.neighbourRest[i].w)]; }
    Index edgesFirst(Index i) const { return s_.aroundFirst[3 * i]; }
    Index besideFirst(Index i) const { return s_.aroundFirst[3 * i + 1]; }
    Index facesFirst(Index i) const { return s_.aroundFirst[3 * i + 2]; }
    Index facesLast(Index i) const { return s_.aroundFirst[3 * i + 3]; }

    // Around those that lists have, unless there is too much to look at: then nothing touches.
    void lookForTouches(std::uint64_t near) {
        const Index* list = w_.listOf(i_);
        Index rounds = 0;
        for (std::uint64_t left = near; left != 0 && rounds <= kMostRounds; left &= left - 1)
            rounds += roundsWith(list[std::countr_zero(left)]);
        for (; near != 0 && rounds <= kMostRounds; near &= near - 1) {
            const Index j = list[std::countr_zero(near)];
            if (roundsWith(j) != 0) lookAround(j, leastDistanceFrom(j));
        }
    }

    // The distance within which faces and edges touch [m]; those that are cut must meet.
    float keptFrom(Index j) const {
        return t_.response == kCutFaces ? 0.0f : meanOf<float>(me_.thickness, bodyOf(j).thickness);
    }

    // Faces and edges that are looked at around another particle for what touches; 0: neither of the two is thin.
    Index roundsWith(Index j) const { return isThin(me_) || isThin(bodyOf(j)) ? roundsOf(j) : 0; }

    Index roundsOf(Index j) const {
        const Index edges = besideFirst(i_) - edgesFirst(i_), others = besideFirst(j) - edgesFirst(j);
        return (edges + 1) * (others + 1) + (facesLast(i_) - facesFirst(i_)) / 2 + (facesLast(j) - facesFirst(j)) / 2;
    }

    // After the first round only where bases have changed.
    bool isToLookAround(Index j) const {
        return t_.round == 0 || w_.cuts[i_].round == t_.round || w_.cuts[j].round == t_.round;
    }

    // Those that it has edges to or that are beside it.
    void lookAroundUnlisted() {
        isUnlisted_ = true;
        const auto isFolded = [&](Index k) { return w_.counts[k].folds >= kIsFolded; };
        hasFoldedEnd_ = isUnevenWith(s_.neighbourRest[i_].w) &&  // all others are not calm
                        std::any_of(s_.around.begin() + edgesFirst(i_), s_.around.begin() + besideFirst(i_), isFolded);
        for (Index k = edgesFirst(i_); k < facesFirst(i_) && rounds_ <= kMostRounds; ++k) {
            const Index j = s_.around[k];
            const bool isEdge = k < besideFirst(i_);
            if (!isToLookAround(j) || !isLookedAt(j, isEdge)) continue;
            const float longest = higherOf(baseOf(i_).way.w, baseOf(j).way.w), least = leastDistanceFrom(j);
            if (least < longest) lookAround(j, least);
        }
        isUnlisted_ = false;
    }

    // j: one that no list has, the other end of an edge or beside it.
    bool isLookedAt(Index j, bool isEdge) const {
        if (!mayFold(w_.counts[i_], w_.counts[j], isEdge, hasFoldedEnd_)) return false;
        return (j > i_ || b_.particles[j].w == 0.0f) && touchesItself(me_);
    }

    vec3 wayOf(Index i) const { return goodWay(difference<float>(vec3(b_.particles[i]), vec3(b_.previous[i]))); }

    // As noteBase() leaves it: most particles are not asked for it, and those that are by several.
    Base baseOf(Index i) const {
        if (SharedInteger(w_.based[i]).see() == 2 * w_.substep + 1) return {w_.ways[2 * i], w_.cuts[i].held};
        return noteBase(b_, i, functions_.lookAround(t_, b_, i));
    }

    vec3 baseOfWay(Index i) const { return b_.particles[i].w > 0.0f ? vec3(baseOf(i).way) : wayOf(i); }

    // However much of their ways is cut.
    float leastDistanceFrom(Index j) const {
        const vec3 base = baseOfWay(i_), other = baseOfWay(j);
        return leastDistance<float>(difference<float>(origin_, vec3(b_.previous[j])),
                                    difference<float>(wayOf(i_), base), difference<float>(wayOf(j), other),
                                    difference<float>(base, other));
    }

    // In its place: copies of what has just been written would wait for that.
    void fetchCorner(Index k, StarCorner& corner) const {
        const vec3 start = difference<float>(vec3(b_.previous[k]), origin_);
        corner.particle = k;
        corner.at.start = start;
        corner.at.base = sumOf<float>(start, baseOfWay(k));
        corner.at.end = sumOf<float>(start, wayOf(k));
    }

    void fetch(Index i, Star& star) const {
        const Index first = edgesFirst(i);
        fetchCorner(i, star.centre);
        star.edges.resize(besideFirst(i) - first);
        for (std::size_t k = 0; k < star.edges.size(); ++k) {
            fetchCorner(s_.around[first + k], star.edges[k]);
            star.edges[k].squared = longerOf(star.edges[k].at, star.centre.at);
        }
    }

    // How far all of it reaches along n.
    static void measure(vec3 n, Star& star) {
        star.centre.heights = heightsOf(n, star.centre.at);
        star.least = star.centre.heights.least;
        star.most = star.centre.heights.most;
        for (StarCorner& edge : star.edges) {
            edge.heights = heightsOf(n, edge.at);
            star.least = lowerOf(star.least, edge.heights.least);
            star.most = higherOf(star.most, edge.heights.most);
        }
    }

    // They come no nearer than `least`.
    void lookAround(Index j, float least) {
        rounds_ += roundsOf(j);
        if (rounds_ > kMostRounds) return;
        gap_ = gapOf<float>(meanOf<float>(me_.reach, bodyOf(j).reach), origin_);
        const float kept = keptFrom(j);
        gap_ = higherOf(gap_, kept);
        across_ = neighbourPair<float>(difference<float>(origin_, vec3(b_.previous[j])), i_ > j).normal;
        if (!isFetched_) fetch(i_, mine_);
        isFetched_ = true;
        fetch(j, its_);
        least_ = lessBy(least, kept);
        measure(across_, mine_);
        measure(across_, its_);
        if (lessBy(mine_.least, its_.most) > gap_) return;
        lookAtFaces(mine_, its_);
        lookAtFaces(its_, mine_);
        lookAtEdges();
    }

    // The centre of one against the faces of the other, which must not be apart along the line between the centres.
    void lookAtFaces(const Star& star, const Star& other) const {
        const StarCorner &i = star.centre, &j = other.centre;
        for (Index k = facesFirst(j.particle); k < facesLast(j.particle); k += 2) {
            const StarCorner &p = other.edges[w_.edgeOfCorner[k]], &q = other.edges[w_.edgeOfCorner[k + 1]];
            if (i.particle == p.particle || i.particle == q.particle) continue;
            const float most = higherOf(j.heights.most, mostOf(p, q)), least = lowerOf(j.heights.least, leastOf(p, q));
            if (lessBy(i.heights.least, most) > gap_ || lessBy(least, i.heights.most) > gap_) continue;
            if (!mayMeetFace(p.squared, q.squared, longerOf(p.at, q.at), least_)) continue;
            const Corners c{i.at, j.at, p.at, q.at};
            cut({i.particle, j.particle, p.particle, q.particle}, c, 1);
        }
    }

    void lookAtEdges() {
        const StarCorner &i = mine_.centre, &j = its_.centre;
        EdgePairs pairs(i, j);
        for (const StarCorner& p : mine_.edges) {
            const float least = leastOf(i, p);
            if (p.particle == j.particle || lessBy(least, its_.most) > gap_) continue;
            for (const StarCorner& q : its_.edges) {
                if (q.particle == i.particle || p.particle == q.particle) continue;
                if (!mayEdgesMeet(p.squared, q.squared, least_)) continue;
                if (lessBy(least, mostOf(j, q)) > gap_) continue;
                pairs.ends[pairs.count] = &p;
                pairs.otherEnds[pairs.count] = &q;
                if (++pairs.count == EdgePairs::kMost) cutEdges(pairs);
            }
        }
        if (pairs.count > 0) cutEdges(pairs);
    }

    // And takes them out.
    void cutEdges(EdgePairs& pairs) const {
        const StarCorner &i = pairs.centre, &j = pairs.otherCentre;
        for (std::uint64_t meet = functions_.findMeeting(pairs, gap_, t_.response != kCutFaces); meet != 0;
             meet &= meet - 1) {
            const int pair = std::countr_zero(meet);
            const StarCorner &p = *pairs.ends[pair], &q = *pairs.otherEnds[pair];
            cut({i.particle, p.particle, j.particle, q.particle}, {i.at, p.at, j.at, q.at}, 2);
        }
        pairs.count = 0;
    }

    // Whether the first `split` corners are above the others along n, wherever on their ways all of them are.
    bool areApart(vec3 n, const Corners& c, int split) const {
        float least = kFarOff, most = -least;
        for (int k = 0; k < 4; ++k) {
            const CutHeights heights = heightsOf(n, c[k]);
            if (k < split) least = lowerOf(least, heights.least);
            if (k >= split) most = higherOf(most, heights.most);
        }
        return lessBy(least, most) > gap_;
    }

    static vec3 directionBetween(const std::array<vec3, 4>& x, int split) {
        return split == 1 ? directionFromFace(x[0], x[1], x[2], x[3]) : directionFromEdge(x[0], x[1], x[2], x[3]);
    }

    // The first corner against the face of the others, or the edge of the first two against that of the others.
    void cut(const std::array<Index, 4>& particles, const Corners& c, int split) const {
        const std::array<vec3, 4> starts{c[0].start, c[1].start, c[2].start, c[3].start};
        const std::array<vec3, 4> bases{c[0].base, c[1].base, c[2].base, c[3].base};
        vec3 n = directionBetween(starts, split);
        bool isCarried = starts != bases && areCarried(c[0], c[1], c[2], c[3]);
        if (isCarried) {
            // Unless bases bring them through each other: what is as far as before, but for a thousandth, may be.
            const vec3 carried = directionBetween(bases, split);
            isCarried = dotOf<float>(n, carried) > 0.0f;
            if (isCarried) n = carried;
        }
        const std::array<vec3, 4>& x = isCarried ? bases : starts;
        if (t_.response != kCutFaces) {
            if (touchFaces(t_, b_, {particles, c, x, split})) w_.touching[i_] = w_.substep;
            return;
        }
        if (areApart(n, c, split)) return;
        // Where the first `split` begin above `lowest`, the others below `highest`; their bases, above `low` and below
        // `high`; how far any goes beyond.
        float lowest = kFarOff, highest = -lowest, low = lowest, high = highest, down = 0.0f, up = 0.0f;
        std::array<float, 4> heights{}, goes{};
        for (int k = 0; k < 4; ++k) {
            const float height = dotOf<float>(n, x[k]), end = dotOf<float>(n, c[k].end);
            heights[k] = dotOf<float>(n, c[k].base);
            goes[k] = k < split ? lessBy(heights[k], end) : lessBy(end, heights[k]);
            if (k < split) {
                lowest = lowerOf(lowest, height), low = lowerOf(low, heights[k]), down = higherOf(down, goes[k]);
            } else {
                highest = higherOf(highest, height), high = higherOf(high, heights[k]), up = higherOf(up, goes[k]);
            }
        }
        // Around two that no list has some may be nearer to each other than the gap from the start, as corners of
        // needles are: these are left alone. What was cut is not.
        const float apart = lessBy(lowest, highest);
        if (isUnlisted_ && !(apart > productOf<float>(gap_, 0.5f))) return;
        if (doClash(apart, low, high, gap_)) askForOneBase(particles);
        const CutPlanes planes = planesBetween(low, high, down, up, gap_);
        for (int k = 0; k < 4; ++k) {
            const float room = k < split ? lessBy(heights[k], planes.first) : lessBy(planes.second, heights[k]);
            if (b_.particles[particles[k]].w > 0.0f) raise(particles[k], cutOf(room, goes[k]));
        }
    }

    BaseClaim claimOf(Index i) const {
        if (b_.particles[i].w == 0.0f) return {i, kIsHeldItself, 0.0f, 0.0f};
        const Base base = baseOf(i);
        const vec3 drift = driftOf(b_, pliant::cpu::bodyOf(s_, i));
        return {i, base.held != kNowhere ? kGoesWithHeld : kIsFree, squaredLength(drift),
                squaredLength(difference<float>(vec3(base.way), drift))};
    }

    // Four whose bases clash are asked to take that of one of them.
    void askForOneBase(const std::array<Index, 4>& particles) const {
        std::array<BaseClaim, 4> claims;
        for (int k = 0; k < 4; ++k)
            claims[k] = claimOf(particles[k]);
        const BaseClaim first = *std::min_element(claims.begin(), claims.end(), goesBefore);
        for (const BaseClaim& claim : claims) {
            if (!takesBaseOf(claim, first) || baseOf(claim.particle).held == first.particle) continue;
            asked_.push_back({claim.particle, baseAsked(t_.round + 1, first)});
        }
    }

    // Once it is known that there is not too much to look at.
    void ask() const {
        for (const Asked& one : asked_)
            SharedInteger(w_.cuts[one.particle].asked).raise(one.asked);
        if (!asked_.empty()) SharedInteger(w_.state[kClashRound]).raise(t_.round + 1);
    }

    void raise(Index i, Index to) const {
        if (to == 0) return;
        SharedInteger(w_.cuts[i].cut).raise(to);
        if (SharedInteger(w_.state[kHasCuts]).load() == 0) SharedInteger(w_.state[kHasCuts]).raise(1);
    }

    // With its base, along which alone it goes.
    void wait(Index i) const {
        baseOf(i);
        if (b_.particles[i].w > 0.0f) raise(i, kWholeCut);
    }

    void waitAround(Index i) const {
        wait(i);
        for (Index k = edgesFirst(i); k < besideFirst(i); ++k)
            wait(s_.around[k]);
    }

    const TouchItems& t_;
    const Buffers& b_;
    const Schedule& s_;
    NeighbourWork& w_;
    Index i_;
    const CutFunctions& functions_;
    vec3 origin_;
    const NeighbourBody& me_;
    Star& mine_;
    Star& its_;
    std::vector<Asked>& asked_;
    bool isFetched_ = false;
    bool isUnlisted_ = false;    // no list has the other particle
    bool hasFoldedEnd_ = false;  // of an edge of its
    vec3 across_{0.0f};          // from the other particle to this one
    float gap_ = 0.0f;
    float least_ = 0.0f;  // as near as the two come
    Index rounds_ = 0;
};

}  // namespace

void cutAround(const TouchItems& t, const Buffers& b, Index i, std::uint64_t near, const CutFunctions& functions) {
    thread_local CutRoom room;
    CutFinder(t, b, i, functions, room).run(near);
}

namespace {

// What is noted for the next substep.
void finishSubstep(NeighbourWork& w) {
    ++w.substep;
    const bool areStale = w.state[kListsAreStale] != 0;
    w.state[kListAge] = areStale ? 1 : w.state[kListAge] + 1;
    w.state[kListsAreStale] = 0;
    if (areStale) w.state[kStrayCount] = 0;
    w.state[kFirstStray] = w.state[kStrayCount];
    clearDrifts(w);
    std::fill_n(w.state.begin() + kWaysBox, 6, 0u);
}

}  // namespace

void cutWays(const Buffers& b, Index, const PassConstants&, Index first, Index last) {
    NeighbourWork& w = *b.neighbours;
    if (first == 0) finishSubstep(w);
    for (Index i = first; i < last && w.state[kHadStrays] != 0; ++i)
        if (w.counts[i].met == kAstray) w.counts[i].met = 0;
    for (Index i = first; i < last && w.state[kClashRound] != 0; ++i)
        w.cuts[i].asked = w.cuts[i].round = 0;
    if (w.state[kHasCuts] == 0) return;
    for (Index i = first; i < last; ++i) {
        const Index cut = std::exchange(w.cuts[i].cut, 0);
        if (cut == 0) continue;
        const vec3 before(b.previous[i]), way = difference<float>(vec3(b.particles[i]), before);
        const vec3 place = placeOfCut(before, vec3(w.ways[2 * i]), way, cut);
        if (isPlace<float>(place)) b.particles[i] = vec4(place, b.particles[i].w);
    }
}

}  // namespace pliant::cpu
