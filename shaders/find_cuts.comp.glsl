#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"
#include "drifts.glsl"
#include "sum_of_lanes.glsl"
#include "touch_faces.glsl"
#include "shared/clash.h"

// Around one particle, seen from where it was when the substep began, and one that it may meet.
vec3 origin;
vec3 across;  // from the other one to it
float gap;
float leastApart;  // as near as the two come, less what they keep
bool isUnlisted;   // no list has the other one
bool hasFoldedEnd;  // of an edge of the particle's

// A bit for each of so many, at most 64.
uvec2 lowestBits(uint count) {
    uvec2 of = min(uvec2(count, count - min(count, 32u)), 32u);
    return uvec2(of.x == 0u ? 0u : ~0u >> (32u - of.x), of.y == 0u ? 0u : ~0u >> (32u - of.y));
}

// Of some the lowest, which is taken out.
uint takeLowest(inout uvec2 bits) {
    uint word = bits.x != 0u ? 0u : 1u, lowest = uint(findLSB(bits[word]));
    bits[word] &= bits[word] - 1u;
    return 32u * word + lowest;
}

vec3 baseOfWay(uint i) {
    vec3 base = ways[2u * i].xyz, way = goodWay(wayOf(i));
    return particles[i].w > 0.0f ? base : way;
}

CutCorner cornerOf(uint k) {
    CutCorner corner;
    corner.start = difference(previous[k].xyz, origin);
    corner.base = sumOf(corner.start, baseOfWay(k));
    corner.end = sumOf(corner.start, goodWay(wayOf(k)));
    return corner;
}

// Of two that may be in each other's lists the one that reaches less looks at both; but not one that nothing comes
// near, or that is held and has no list.
bool isLeftToOther(uint i, uint j) {
    float mine = motions[i].w, its = motions[j].w;
    bool isFirst = j < i && particles[j].w > 0.0f;
    return (its < mine || (its == mine && isFirst)) && counts[j].near > 0u;
}

// j: one that no list has, the other end of an edge or beside it.
bool isLookedAt(uint i, uint j, bool isEdge) {
    if (!mayFold(counts[i], counts[j], isEdge, hasFoldedEnd)) return false;
    return (j > i || particles[j].w == 0.0f) && touchesItself(me);
}

// However much of their ways is cut.
float leastDistanceBetween(uint i, uint j) {
    vec3 base = baseOfWay(i), other = baseOfWay(j);
    return leastDistance(difference(origin, previous[j].xyz), difference(goodWay(wayOf(i)), base),
                         difference(goodWay(wayOf(j)), other), difference(base, other));
}

// The distance within which faces and edges touch [m]; those that are cut must meet.
float keptBetween() {
    return kResponse == kCutFaces ? 0.0f : meanOf(me.thickness, other.thickness);
}

// How far one and all that it has edges to reach along `across`: least and most.
vec2 reachAround(uint i) {
    CutHeights heights = heightsOf(across, cornerOf(i));
    vec2 reach = vec2(heights.least, heights.most);
    uint end = rowAt(i, 1u);
    for (uint k = rowAt(i, 0u); k < end; ++k) {
        heights = heightsOf(across, cornerOf(aroundAt(k)));
        reach = vec2(lowerOf(reach.x, heights.least), higherOf(reach.y, heights.most));
    }
    return reach;
}

// Whether the first `split` corners are above the others along n, wherever on their ways all of them are.
bool areApart(vec3 n, Corners c, uint split) {
    float least = kFarOff, most = -kFarOff;
    for (uint k = 0u; k < 4u; ++k) {
        CutHeights heights = heightsOf(n, c.at[k]);
        least = k < split ? lowerOf(least, heights.least) : least;
        most = k < split ? most : higherOf(most, heights.most);
    }
    return lessBy(least, most) > gap;
}

void raiseCut(uint i, uint to) {
    if (to == 0u) return;
    atomicMax(cuts[i].cut, to);
    raise(kHasCuts, 1u);
}

BaseClaim claimOf(uint i) {
    if (particles[i].w == 0.0f) return BaseClaim(i, kIsHeldItself, 0.0f, 0.0f);
    vec3 drift = driftOf(bodyOf(i));
    return BaseClaim(i, cuts[i].held != kNowhere ? kGoesWithHeld : kIsFree, squaredLength(drift),
                     squaredLength(difference(ways[2u * i].xyz, drift)));
}

// Four whose bases clash are asked to take that of one of them.
void askForOneBase(uvec4 corners) {
    BaseClaim claims[4], first;
    for (uint k = 0u; k < 4u; ++k) {
        claims[k] = claimOf(corners[k]);
        if (k == 0u || goesBefore(claims[k], first)) first = claims[k];
    }
    uint round = constants.rows + 1u;
    for (uint k = 0u; k < 4u; ++k) {
        uint i = corners[k];
        if (!takesBaseOf(claims[k], first) || cuts[i].held == first.particle) continue;
        atomicMax(cuts[i].asked, baseAsked(round, first));
        raise(kClashRound, round);
    }
}

vec3 directionBetween(vec3 x[4], uint split) {
    return split == 1u ? directionFromFace(x[0], x[1], x[2], x[3]) : directionFromEdge(x[0], x[1], x[2], x[3]);
}

// The first corner against the face of the others, or the edge of the first two against that of the others.
void cut(Corners c, uint split) {
    vec3 starts[4] = vec3[](c.at[0].start, c.at[1].start, c.at[2].start, c.at[3].start);
    vec3 bases[4] = vec3[](c.at[0].base, c.at[1].base, c.at[2].base, c.at[3].base);
    vec3 n = directionBetween(starts, split);
    bool isCarried = starts != bases && areCarried(c.at[0], c.at[1], c.at[2], c.at[3]);
    if (isCarried) {
        // Unless bases bring them through each other: what is as far as before, but for a thousandth, may be.
        vec3 carried = directionBetween(bases, split);
        isCarried = dotOf(n, carried) > 0.0f;
        if (isCarried) n = carried;
    }
    vec3 x[4] = isCarried ? bases : starts;
    if (kResponse != kCutFaces) {
        touchFaces(c, x, split);
        return;
    }
    if (areApart(n, c, split)) return;
    // Where the first `split` begin above `lowest`, the others below `highest`; their bases, above `low` and below
    // `high`; how far any goes beyond.
    float lowest = kFarOff, highest = -kFarOff, low = lowest, high = highest, down = 0.0f, up = 0.0f;
    float heights[4], goes[4];
    for (uint k = 0u; k < 4u; ++k) {
        float height = dotOf(n, x[k]), end = dotOf(n, c.at[k].end);
        heights[k] = dotOf(n, c.at[k].base);
        goes[k] = k < split ? lessBy(heights[k], end) : lessBy(end, heights[k]);
        lowest = k < split ? lowerOf(lowest, height) : lowest;
        low = k < split ? lowerOf(low, heights[k]) : low;
        down = k < split ? higherOf(down, goes[k]) : down;
        highest = k < split ? highest : higherOf(highest, height);
        high = k < split ? high : higherOf(high, heights[k]);
        up = k < split ? up : higherOf(up, goes[k]);
    }
    // Around two that no list has some may be nearer to each other than the gap from the start, as corners of needles
    // are: these are left alone. What was cut is not.
    float apart = lessBy(lowest, highest);
    if (isUnlisted && !(apart > productOf(gap, 0.5f))) return;
    if (doClash(apart, low, high, gap)) askForOneBase(c.particles);
    CutPlanes planes = planesBetween(low, high, down, up, gap);
    for (uint k = 0u; k < 4u; ++k) {
        float room = k < split ? lessBy(heights[k], planes.first) : lessBy(planes.second, heights[k]);
        if (particles[c.particles[k]].w > 0.0f) raiseCut(c.particles[k], cutOf(room, goes[k]));
    }
}

uint edgesAround(uint i) {
    return rowAt(i, 1u) - rowAt(i, 0u);
}

uint facesAround(uint i) {
    return (rowAt(i, 3u) - rowAt(i, 2u)) / 2u;
}

// Faces and edges that are looked at around both.
uint roundsOf(uint i, uint j) {
    return (edgesAround(i) + 1u) * (edgesAround(j) + 1u) + facesAround(i) + facesAround(j);
}

// What is around two that may meet: faces around the second against the first, then the other way round, then edges.
struct Pairs {
    uint i, j;
    CutCorner mine, its;
    uint faces, faceEnd, edgeEnd;  // where faces around the first begin, and where these and edges end
    uint edges;                    // of the second
};

Pairs pairsOf(uint i, uint j) {
    uint faces = facesAround(j), faceEnd = faces + facesAround(i), edges = edgesAround(j);
    return Pairs(i, j, cornerOf(i), cornerOf(j), faces, faceEnd, faceEnd + edgesAround(i) * edges, edges);
}

bool isOfFace(Pairs pairs, uint n) {
    return n < pairs.faceEnd;
}

Corners cornersAt(Pairs pairs, uint n) {
    if (isOfFace(pairs, n)) {
        bool isIts = n < pairs.faces;
        uint k = rowAt(isIts ? pairs.j : pairs.i, 2u) + 2u * (isIts ? n : n - pairs.faces);
        uint p = aroundAt(k), q = aroundAt(k + 1u);
        uvec2 first = isIts ? uvec2(pairs.i, pairs.j) : uvec2(pairs.j, pairs.i);
        CutCorner one = pairs.mine, other = pairs.its;
        if (!isIts) {
            one = pairs.its;
            other = pairs.mine;
        }
        return Corners(uvec4(first, p, q), CutCorner[](one, other, cornerOf(p), cornerOf(q)));
    }
    uint of = n - pairs.faceEnd;
    uint p = aroundAt(rowAt(pairs.i, 0u) + of / pairs.edges), q = aroundAt(rowAt(pairs.j, 0u) + of % pairs.edges);
    return Corners(uvec4(pairs.i, p, pairs.j, q), CutCorner[](pairs.mine, cornerOf(p), pairs.its, cornerOf(q)));
}

// Whether a corner and a face may meet, or two edges that share no corner.
bool mayMeetEachOther(Corners c, bool isFace) {
    uvec4 k = c.particles;
    if (isFace) {
        if (k.x == k.z || k.x == k.w) return false;
        float first = longerOf(c.at[1], c.at[2]), second = longerOf(c.at[1], c.at[3]);
        if (!mayMeetFace(first, second, longerOf(c.at[2], c.at[3]), leastApart)) return false;
        return !areApart(across, c, 1u) && !areApart(oppositeOf(across), c, 1u);
    }
    if (k.y == k.z || k.w == k.x || k.y == k.w) return false;
    if (!mayEdgesMeet(longerOf(c.at[1], c.at[0]), longerOf(c.at[3], c.at[2]), leastApart)) return false;
    return !areApart(across, c, 2u);
}

void lookAround(uint i, uint j) {
    gap = gapOf(meanOf(me.reach, other.reach), origin);
    kept = keptBetween();
    gap = higherOf(gap, kept);
    leastApart = lessBy(leastApart, kept);
    across = neighbourPair(difference(origin, previous[j].xyz), i > j).normal;
    if (lessBy(reachAround(i).x, reachAround(j).y) > gap) return;
    Pairs pairs = pairsOf(i, j);
    // Few are left: they are cut after one another, so that invocations side by side do so at the same time.
    for (uint first = 0u; first < pairs.edgeEnd; first += 64u) {
        uvec2 meet = uvec2(0u);
        uint end = min(first + 64u, pairs.edgeEnd);
        for (uint n = first; n < end; ++n)
            if (mayMeetEachOther(cornersAt(pairs, n), isOfFace(pairs, n))) meet[(n - first) / 32u] |= 1u << (n % 32u);
        while (meet != uvec2(0u)) {
            uint n = first + takeLowest(meet);
            cut(cornersAt(pairs, n), isOfFace(pairs, n) ? 1u : 2u);
        }
    }
}

void wait(uint i) {
    if (particles[i].w > 0.0f) raiseCut(i, kWholeCut);
}

void waitAround(uint i) {
    wait(i);
    uint end = rowAt(i, 1u);
    for (uint k = rowAt(i, 0u); k < end; ++k)
        wait(aroundAt(k));
}

// One of those whose surroundings may be met: those that no list has, then those that come near.
uint otherAt(uint i, uint k, uint unlisted) {
    return k < unlisted ? aroundAt(rowAt(i, 0u) + k) : neighbourAt(k - unlisted, i);
}

// Whether what is around both is looked at; how near they come is known then.
bool isToLookAround(uint i, uint j, bool isEdge) {
    me = bodyAt(rest[i]);
    other = bodyAt(rest[j]);
    if (kResponse != kCutFaces && (isUnlisted || !(isThin(me) || isThin(other)))) return false;
    uint round = constants.rows;
    if (round != 0u && cuts[i].round != round && cuts[j].round != round) return false;
    if (isUnlisted ? !isLookedAt(i, j, isEdge) : isLeftToOther(i, j)) return false;
    leastApart = leastDistanceBetween(i, j);
    return leastApart < reachFor(higherOf(ways[2u * i].w, ways[2u * j].w), keptBetween());
}

// Of those whose surroundings a particle's may meet, what one of its invocations looks at.
struct Part {
    uint count;     // of them
    uint unlisted;  // and of all that its invocations share, those that no list has
};

// The one with this number in its part.
uint otherOf(uint i, Part part, uint n, out bool isEdge) {
    uint k = laneOfItem() + n * kLanes;
    isUnlisted = k < part.unlisted;
    isEdge = k < edgesAround(i);
    return otherAt(i, k, part.unlisted);
}

// How much there is to look at, no further than to one more than kMostRounds, and around which of the first 64. All
// invocations of a particle have counted before any looks.
uint countRounds(uint i, Part part, out uvec2 found) {
    uint rounds = 0u;
    found = uvec2(0u);
    for (uint n = 0u; n < part.count && rounds <= kMostRounds; ++n) {
        bool isEdge;
        uint j = otherOf(i, part, n, isEdge);
        if (!isToLookAround(i, j, isEdge)) continue;
        rounds = min(rounds + roundsOf(i, j), kMostRounds + 1u);
        if (n < 64u) found[n / 32u] |= 1u << (n % 32u);
    }
    return rounds;
}

// Those that are found are taken one after another, so that invocations side by side look at the same time.
void lookAroundAll(uint i, Part part, uvec2 found) {
    for (uint first = 0u; first < part.count; first += 64u) {
        while (found != uvec2(0u)) {
            bool isEdge;
            uint j = otherOf(i, part, first + takeLowest(found), isEdge);
            if (isToLookAround(i, j, isEdge)) lookAround(i, j);
        }
        found = lowestBits(part.count - min(first + 64u, part.count));
    }
}

void main() {
    if (state[kHasNeighbours] == 0u || state[kClashRound] < constants.rows) return;
    uint slot = constants.first + itemOfLanes();

    bool isIts = itemOfLanes() < constants.count && slot < state[kInvolvedCount];
    uint i = isIts ? involved[slot] : 0u;
    bool isFree = particles[i].w > 0.0f;
    isIts = isIts && (isFree || counts[i].near > 0u);
    origin = previous[i].xyz;
    hasFoldedEnd = false;
    bool mayBeCalm = isIts && isFree && kResponse == kCutFaces && isUnevenWith(rest[i].w);
    uint end = rowAt(i, 1u);
    for (uint k = rowAt(i, 0u); mayBeCalm && k < end; ++k)
        hasFoldedEnd = hasFoldedEnd || counts[aroundAt(k)].folds >= kIsFolded;
    uint unlisted = isFree ? rowAt(i, 2u) - rowAt(i, 0u) : 0u, count = isIts ? unlisted + counts[i].near : 0u;
    uvec2 found;
    Part part = Part((count + kLanes - 1u - laneOfItem()) / kLanes, unlisted);
    uint rounds = uint(sumOfLanes(ivec3(countRounds(i, part, found), 0, 0), 0u).x);
    if (rounds <= kMostRounds) {
        lookAroundAll(i, part, found);
        return;
    }
    // There is too much to look at: all around waits. It touches nothing then.
    if (kResponse != kCutFaces) return;
    for (uint k = laneOfItem(); k < count; k += kLanes)
        waitAround(otherAt(i, k, unlisted));
    if (laneOfItem() != 0u) return;
    waitAround(i);
    if (constants.rows == 0u) atomicAdd(state[kCrowdedCount], 1u);
}
