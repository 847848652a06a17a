// Faces and edges that do not go through each other. Where pushes leave two of them on ways that would meet, these are
// cut at a plane between the two.
//
// Where an edge first meets a face, or an edge, a corner of the one is nearer to one of the other than 0.71 of the
// longest edge: half of each edge is all that there is between the two ends. So it is enough to look around two
// particles that could come that near, at the faces and edges that each is a corner of. Lists have those of them that
// are far from each other at rest, rows of edges and of what is beside a particle (Schedule::around) the others. The
// nearest points of such a pair, when the substep began, give the direction n between them. Heights along n change
// evenly on a way: what was apart along n, and is when all have gone their ways, was never through each other.
//
// A particle's way begins with what all around it have in common, its base. At that, what is fast together has not come
// nearer. The rest is cut to the least share that one of its faces and edges may go.
#ifndef PLIANT_SHARED_CUT_H
#define PLIANT_SHARED_CUT_H

#include "neighbour_tree.h"

#ifdef __cplusplus
namespace pliant {
#endif

// Share of the longest edge around a particle: as near as another one must come.
const float kNearShare = 0.7072f;

// Of the two ends of an edge: where it is as short as this share of that, others around it may meet.
const float kCrumpledShare = 0.95f;

// What moves less together, in reaches per substep, has no base: planes stand still. See baseOf().
const float kStandsStill = 0.25f;

const float kRoomShare = 0.85f;  // of the way to the plane that is gone in a substep
// Shares of the room between two that either gets.
const float kLeastRoom = 0.05f;
const float kMostRoom = 0.95f;

// Shares are kept as whole numbers: 0 where a particle goes all its way, kWholeCut where it goes along its base alone.
const uint kWholeCut = 1048576u;

// Faces and edges that one particle looks at in a substep; with more, all around it wait.
const uint kMostRounds = 40000u;

const float kFarOff = 3e38f;  // higher than anything

PLIANT_MATHS PLIANT_REAL lessBy(PLIANT_REAL a, PLIANT_REAL b) {
    PLIANT_PRECISE PLIANT_REAL d = a - b;
    return d;
}

PLIANT_MATHS PLIANT_REAL lowerOf(PLIANT_REAL a, PLIANT_REAL b) {
    return pick(b < a, b, a);
}

PLIANT_MATHS PLIANT_REAL higherOf(PLIANT_REAL a, PLIANT_REAL b) {
    return pick(a < b, b, a);
}

PLIANT_MATHS PLIANT_REAL3 oppositeOf(PLIANT_REAL3 v) {
    PLIANT_REAL zero = PLIANT_REAL(0.0f);
    PLIANT_PRECISE PLIANT_REAL3 opposite = PLIANT_REAL3(zero, zero, zero) - v;
    return opposite;
}

// A particle's way; that of one that leaves this world is none.
PLIANT_PLAIN vec3 goodWay(vec3 way) {
    return keepIfGood(squaredLength(way), way);
}

// A corner in one substep. Places are seen from the particle that is looked around.
#ifdef __cplusplus
template <class Real>
struct CutCornerOf {
    glm::vec<3, Real, glm::defaultp> start, base, end;
};
using CutCorner = CutCornerOf<float>;
#define PLIANT_CUT_CORNER CutCornerOf<Real>
#else
struct CutCorner {
    vec3 start;  // when the substep began
    vec3 base;   // where it goes at least,
    vec3 end;    // and at most
};
#define PLIANT_CUT_CORNER CutCorner
#endif

// Where two sets of corners are along a direction.
#ifdef __cplusplus
template <class Real>
struct CutHeightsOf {
    Real base, least, most;
};
using CutHeights = CutHeightsOf<float>;
#define PLIANT_CUT_HEIGHTS CutHeightsOf<Real>
#else
struct CutHeights {
    float base;
    float least;  // of base and end
    float most;
};
#define PLIANT_CUT_HEIGHTS CutHeights
#endif

PLIANT_MATHS PLIANT_CUT_HEIGHTS heightsOf(PLIANT_REAL3 n, PLIANT_CUT_CORNER corner) {
    PLIANT_CUT_HEIGHTS heights;
    heights.base = dotOf(n, corner.base);
    PLIANT_REAL end = dotOf(n, corner.end);
    heights.least = lowerOf(end, heights.base);
    heights.most = higherOf(end, heights.base);
    return heights;
}

// Squares of the longest and the shortest edge around a particle, and of how near it is to what is beside it or else
// comes near it: when the substep begins, and when it ends without cuts.
struct EdgeLengths {
    float longest;
    float shortest;
    float beside;
};

PLIANT_PLAIN EdgeLengths withEdge(EdgeLengths lengths, vec3 edge, vec3 way) {
    float before = squaredLength(edge), after = squaredLength(sumOf(edge, way));
    lengths.longest = higherOf(lengths.longest, higherOf(before, after));
    lengths.shortest = lowerOf(lengths.shortest, lowerOf(before, after));
    return lengths;
}

PLIANT_PLAIN EdgeLengths withBeside(EdgeLengths lengths, vec3 apart, vec3 way) {
    float nearer = lowerOf(squaredLength(apart), squaredLength(sumOf(apart, way)));
    lengths.beside = lowerOf(lengths.beside, nearer);
    return lengths;
}

// As near as another particle must come, where the longest edge around one has this square.
PLIANT_PLAIN float lengthOfReach(float squaredLongest) {
    PLIANT_PRECISE float reach = squaredLongest * reciprocalSqrt(squaredLongest) * kNearShare;
    return storable(reach);
}

// A particle reaches farther than its body where one of its edges, whose length at rest has this square, is so long
// that others could come near the middle of it and not near its ends; but no farther than three times as far.
const float kFarthestReach = 3.0f;

PLIANT_PLAIN float reachOfEdge(float reach, float squaredEdge) {
    PLIANT_PRECISE float own = lengthOfReach(squaredEdge) * 0.8335f, most = reach * kFarthestReach;
    own = own < most ? storable(own) : most;
    return higherOf(reach, own);
}

// Whether an edge is so short, or what is no end of one so near, that others around both may meet: in a grid none
// are, before it crumples.
PLIANT_PLAIN bool isCrumpled(EdgeLengths lengths) {
    float reach = lengthOfReach(lengths.longest);
    return isWithin(lengths.shortest, productOf(reach, kCrumpledShare)) || isWithin(lengths.beside, reach);
}

PLIANT_MATHS PLIANT_REAL lengthOf(PLIANT_REAL3 v) {
    PLIANT_REAL squared = squaredLength(v);
    PLIANT_PRECISE PLIANT_REAL size = squared * reciprocalSqrt(squared);
    return storable(size);
}

// From a segment's nearest point to p.
PLIANT_MATHS PLIANT_REAL3 awayFromSegment(PLIANT_REAL3 p, PLIANT_REAL3 a, PLIANT_REAL3 b) {
    PLIANT_REAL3 u = difference(b, a), toP = difference(p, a);
    PLIANT_REAL squared = squaredLength(u), zero = PLIANT_REAL(0.0f);
    PLIANT_PRECISE PLIANT_REAL along = dotOf(toP, u) * reciprocal(squared);
    along = keepIf(squared > PLIANT_REAL(1e-24f), storable(clampTo(along, zero, PLIANT_REAL(1.0f))));
    PLIANT_PRECISE PLIANT_REAL3 away = toP - u * along;
    return storable3(away);
}

// A distance that two which are `apart` when the substep begins never come below, if either goes its base and then any
// share of what is left of its way; `bases` is what bases differ by. With a and b such shares of the ways u and v,
//     a u - b v = (a - b) (u + v) / 2 + (a + b) (u - v) / 2:
// what ways have in common, there or back, and no more than what they differ by.
PLIANT_MATHS PLIANT_REAL leastDistance(PLIANT_REAL3 apart, PLIANT_REAL3 way, PLIANT_REAL3 other, PLIANT_REAL3 bases) {
    PLIANT_REAL zero = PLIANT_REAL(0.0f);
    PLIANT_PRECISE PLIANT_REAL3 middle = (way + other) * PLIANT_REAL(0.5f);
    middle = storable3(middle);
    PLIANT_REAL3 here = PLIANT_REAL3(zero, zero, zero);
    PLIANT_REAL3 nearest = awayFromSegment(here, difference(apart, middle), sumOf(apart, middle));
    PLIANT_PRECISE PLIANT_REAL least = lengthOf(nearest) - lengthOf(difference(way, other)) - lengthOf(bases);
    return keepIf(least > zero, storable(least));
}

// Whether the same two may come nearer than `reach`. A ball around their ways rules most out. It is larger than need be
// by 0.1 %, so that rounding never rules out what the distance would let through.
PLIANT_MATHS PLIANT_BOOL mayComeNear(PLIANT_REAL3 apart, PLIANT_REAL3 way, PLIANT_REAL3 other, PLIANT_REAL3 bases,
                                     PLIANT_REAL reach) {
    PLIANT_PRECISE PLIANT_REAL within = reach + lengthOf(difference(way, other)) + lengthOf(bases);
    PLIANT_PRECISE PLIANT_REAL farthest = within + lengthOf(sumOf(way, other)) * PLIANT_REAL(0.5f);
    farthest = farthest * PLIANT_REAL(1.001f);
    PLIANT_BOOL mayBe = isWithin(squaredLength(apart), farthest);
    if (!anyOf(mayBe)) return mayBe;
    return mayBe && leastDistance(apart, way, other, bases) < reach;
}

// The square of an edge's length, or of a corner's distance: the greater one, when the substep begins and when it ends.
PLIANT_PLAIN float longerOf(CutCorner a, CutCorner b) {
    return higherOf(squaredLength(difference(a.start, b.start)), squaredLength(difference(a.end, b.end)));
}

// As near as another particle must come where what touches is within `kept` of each other.
PLIANT_MATHS PLIANT_REAL reachFor(PLIANT_REAL reach, PLIANT_REAL kept) {
    PLIANT_PRECISE PLIANT_REAL all = reach + kept;
    return all;
}

// Whether two edges, whose lengths have these squares, may meet where ends of them are nearest that keep `least` from
// each other: where they do, either end is within half an edge.
PLIANT_PLAIN bool mayEdgesMeet(float squared, float otherSquared, float least) {
    PLIANT_PRECISE float farthest = (squared + otherSquared) * 0.2501f;
    PLIANT_PRECISE float squaredLeast = least * least;
    return !(least > 0.0f) || squaredLeast <= farthest;
}

// The same of a particle and a face, whose edges have these squares. With c the longest of them, no point of a triangle
// is farther from its nearest corner than c / sqrt(5 - t), t = (a^2 + b^2) / c^2 or 1 if that is less: half of c where
// no angle is acute but two, else at most the radius of the circle through its corners.
PLIANT_PLAIN bool mayMeetFace(float first, float second, float third, float least) {
    float longest = higherOf(first, higherOf(second, third));
    PLIANT_PRECISE float all = first + second + third;
    PLIANT_PRECISE float others = all - longest;
    others = higherOf(others, longest);
    PLIANT_PRECISE float reached = least * least * (5.0f * longest - others);
    PLIANT_PRECISE float farthest = longest * longest * 1.001f;
    return !(least > 0.0f) || storable(reached) <= storable(farthest);
}

// What two sets keep from each other at least [m]: a thousandth of their distance, and what places are rounded by.
PLIANT_MATHS PLIANT_REAL gapOf(PLIANT_REAL d, PLIANT_REAL3 place) {
    PLIANT_PRECISE PLIANT_REAL gap =
        d * PLIANT_REAL(0.0009765625f) +
        (magnitude(place.x) + magnitude(place.y) + magnitude(place.z)) * PLIANT_REAL(4.8e-7f);
    return gap;
}

// The first set stays above `first`, the second one below `second`.
struct CutPlanes {
    float first;
    float second;
};

// Two planes as far apart as `gap`: of the room that bases leave between them, either set gets as much as it needs. The
// first set's bases are above `low`, and it goes as far as `down`; the second one's are below `high`, and it goes `up`.
PLIANT_PLAIN CutPlanes planesBetween(float low, float high, float down, float up, float gap) {
    PLIANT_PRECISE float room = low - high - gap;
    room = room > 0.0f ? storable(room) : 0.0f;
    PLIANT_PRECISE float both = down + up;
    PLIANT_PRECISE float needed = up * reciprocal(both);
    float share = both > 1e-18f ? clampTo(storable(needed), kLeastRoom, kMostRoom) : 0.5f;
    PLIANT_PRECISE float ofSecond = room * share;
    CutPlanes planes;
    PLIANT_PRECISE float first = low - (room - ofSecond), second = high + ofSecond;
    planes.first = storable(first);
    planes.second = storable(second);
    return planes;
}

PLIANT_MATHS PLIANT_REAL3 shorterOf(PLIANT_REAL3 u, PLIANT_REAL3 v) {
    return pick3(storable(squaredLength(v)) < storable(squaredLength(u)), v, u);
}

PLIANT_MATHS PLIANT_REAL3 towards(PLIANT_REAL3 n, PLIANT_REAL3 way) {
    return pick3(dotOf(n, way) < PLIANT_REAL(0.0f), oppositeOf(n), n);
}

// Directions are this long, or 0 where there is none.
PLIANT_MATHS PLIANT_REAL3 unitOf(PLIANT_REAL3 v) {
    PLIANT_REAL squared = squaredLength(v), zero = PLIANT_REAL(0.0f);
    PLIANT_PRECISE PLIANT_REAL3 unit = v * reciprocalSqrt(squared);
    return pick3(squared > PLIANT_REAL(1e-24f), storable3(unit), PLIANT_REAL3(zero, zero, zero));
}

PLIANT_MATHS PLIANT_REAL3 faceNormal(PLIANT_REAL3 a, PLIANT_REAL3 b, PLIANT_REAL3 c) {
    return crossOf(difference(b, a), difference(c, a));
}

// Where a corner may be, however much of its way is cut: no farther from a place than a distance [m].
#ifdef __cplusplus
template <class Real>
struct CutBallOf {
    glm::vec<3, Real, glm::defaultp> centre;
    Real radius;
};
using CutBall = CutBallOf<float>;
#define PLIANT_CUT_BALL CutBallOf<Real>
#else
struct CutBall {
    vec3 centre;
    float radius;
};
#define PLIANT_CUT_BALL CutBall
#endif

// Of a corner that was at `start`, as if its base were that of the particle which is looked around, and seen from where
// this brings it. What is held goes all its way.
PLIANT_MATHS PLIANT_CUT_BALL ballOf(PLIANT_REAL3 start, PLIANT_REAL3 base, PLIANT_REAL3 way, PLIANT_BOOL isHeld) {
    PLIANT_REAL3 beyond = difference(way, base);
    PLIANT_REAL halfway = pick(isHeld, PLIANT_REAL(1.0f), PLIANT_REAL(0.5f));
    PLIANT_PRECISE PLIANT_REAL3 centre = start + beyond * halfway;
    PLIANT_CUT_BALL ball;
    ball.centre = storable3(centre);
    ball.radius = keepIf(!isHeld, productOf(lengthOf(beyond), halfway));
    return ball;
}

// A face's normal with its corners in the middle of their balls, and how far it may be from that [m^2].
#ifdef __cplusplus
template <class Real>
struct CutNormalOf {
    glm::vec<3, Real, glm::defaultp> middle;
    Real off;
};
using CutNormal = CutNormalOf<float>;
#define PLIANT_CUT_NORMAL CutNormalOf<Real>
#else
struct CutNormal {
    vec3 middle;
    float off;
};
#define PLIANT_CUT_NORMAL CutNormal
#endif

PLIANT_MATHS PLIANT_CUT_NORMAL normalOf(PLIANT_CUT_BALL a, PLIANT_CUT_BALL b, PLIANT_CUT_BALL c) {
    PLIANT_REAL3 first = difference(b.centre, a.centre), second = difference(c.centre, a.centre);
    PLIANT_PRECISE PLIANT_REAL ofFirst = a.radius + b.radius, ofSecond = a.radius + c.radius;
    PLIANT_PRECISE PLIANT_REAL off = lengthOf(first) * ofSecond + lengthOf(second) * ofFirst + ofFirst * ofSecond;
    PLIANT_CUT_NORMAL normal;
    normal.middle = crossOf(first, second);
    normal.off = storable(off);
    return normal;
}

// Cosines of 45 and 65 degrees.
const float kEvenCosine = 0.7071f;
const float kBentCosine = 0.4226f;

// Whether a face's normal, wherever it is, is within an angle of a direction that has this cosine.
PLIANT_MATHS PLIANT_BOOL looksTo(PLIANT_REAL3 direction, PLIANT_CUT_NORMAL normal, PLIANT_REAL cosine) {
    PLIANT_PRECISE PLIANT_REAL least = (lengthOf(normal.middle) + normal.off) * cosine + normal.off;
    return dotOf(direction, normal.middle) > storable(least);
}

// Whether a corner of a face is nearer to the edge across from it than two gaps: it may slip over that edge, and all
// faces look to one side until it does. `first` and `second` are edges from one of its corners.
PLIANT_MATHS PLIANT_BOOL isNeedle(PLIANT_REAL3 first, PLIANT_REAL3 second, PLIANT_REAL gap) {
    PLIANT_REAL3 third = difference(second, first);
    PLIANT_REAL longest = higherOf(squaredLength(first), higherOf(squaredLength(second), squaredLength(third)));
    PLIANT_PRECISE PLIANT_REAL least = longest * (gap * gap * PLIANT_REAL(4.0f));
    return !(squaredLength(crossOf(first, second)) > storable(least));
}

// How faces around a particle lie, as NeighbourList::folds has it: all within 45 or 65 degrees of the direction `side`,
// which has a length of 1, or anyhow. Calm is a particle around which hardly a way is cut but by its own faces.
PLIANT_PLAIN uint foldOf(vec3 side, bool isEven, bool isBent, bool isCalm) {
    if (!isBent) return kIsFolded;
    PLIANT_PRECISE vec3 units = side * kNormalUnits;
    units = storable3(units);
    uint direction = packedDirection(wholeNumber(units.x), wholeNumber(units.y), wholeNumber(units.z));
    return direction | (!isEven ? kIsBent : isCalm ? 0u : kIsEven);
}

// The least products of the directions of two that are left alone, see mayFold(): 0.18 and 0.77 of 511^2, a little more
// than the cosines of 80 and 40 degrees, since directions are rounded.
const float kEvenApart = 47001.78f;
const float kBentApart = 201063.2f;

// Whether faces and edges around two that lists leave out are looked at. Around the ends of an edge all faces look to
// one side, and hardly one goes through another, if all are within 85 degrees of the direction halfway between both:
// with 45 degrees around either these may be 80 apart, with 65 degrees 40. What is beside a particle is across an edge,
// which may be folded though either side is even: only where both are calm is it asked likewise, and where no end of an
// edge of the first is folded, as a third layer between both would have it (`hasFoldedEnd`). Of one that is not
// crumpled it is not known how faces around it lie: a crease may go through it, if something comes near the other one,
// as that one's other side would.
PLIANT_PLAIN bool mayFold(NeighbourList one, NeighbourList other, bool isEdge, bool hasFoldedEnd) {
    uint folds = one.folds, otherFolds = other.folds;
    uint most = folds > otherFolds ? folds : otherFolds;
    if (most >= kIsFolded || (most >= kIsEven && !isEdge)) return true;
    if (folds == 0u || otherFolds == 0u)
        return (folds != 0u && one.near != 0u) || (otherFolds != 0u && other.near != 0u);
    if (hasFoldedEnd && !isEdge) return true;
    float along = dotOf(unpackedDirection(folds & kDirectionBits), unpackedDirection(otherFolds & kDirectionBits));
    return along < (most < kIsBent ? kEvenApart : kBentApart);
}

// Whether p is on the inner side of the edge from a to b of a triangle with normal n.
PLIANT_PLAIN bool isInside(vec3 n, vec3 p, vec3 a, vec3 b) {
    return dotOf(crossOf(unitOf(difference(b, a)), difference(p, a)), n) >= 0.0f;
}

// From the nearest point of a triangle to p.
PLIANT_PLAIN vec3 directionFromFace(vec3 p, vec3 a, vec3 b, vec3 c) {
    vec3 n = crossOf(unitOf(difference(b, a)), unitOf(difference(c, a)));
    // The cosine of needles is not looked at: their edges are as good.
    bool isAbove = squaredLength(n) > 1e-6f && isInside(n, p, a, b) && isInside(n, p, b, c) && isInside(n, p, c, a);
    vec3 toEdge = shorterOf(shorterOf(awayFromSegment(p, a, b), awayFromSegment(p, b, c)), awayFromSegment(p, c, a));
    return isAbove ? unitOf(towards(n, difference(p, a))) : unitOf(toEdge);
}

// Whether two heights are on two sides of 0.
PLIANT_MATHS PLIANT_BOOL areOpposite(PLIANT_REAL a, PLIANT_REAL b) {
    PLIANT_REAL zero = PLIANT_REAL(0.0f);
    PLIANT_BOOL first = a < zero, second = b < zero;
    return (first && !second) || (second && !first);
}

// Whether two edges cross each other, as seen along the line that is square to both: see directionFromEdge().
PLIANT_MATHS PLIANT_BOOL areCrossing(PLIANT_REAL3 a, PLIANT_REAL3 b, PLIANT_REAL3 c, PLIANT_REAL3 d) {
    PLIANT_REAL3 u = unitOf(difference(b, a)), v = unitOf(difference(d, c)), apart = difference(a, c);
    PLIANT_REAL3 n = crossOf(u, v);
    PLIANT_REAL a1 = dotOf(crossOf(v, apart), n), b1 = dotOf(crossOf(v, difference(b, c)), n);
    PLIANT_REAL c1 = dotOf(crossOf(u, apart), n), d1 = dotOf(crossOf(u, difference(a, d)), n);
    return squaredLength(n) > PLIANT_REAL(1e-6f) && areOpposite(a1, b1) && areOpposite(c1, d1);
}

// From the nearest point of the edge from c to d to that of the one from a to b.
PLIANT_MATHS PLIANT_REAL3 directionFromEdge(PLIANT_REAL3 a, PLIANT_REAL3 b, PLIANT_REAL3 c, PLIANT_REAL3 d) {
    PLIANT_REAL3 u = unitOf(difference(b, a)), v = unitOf(difference(d, c)), apart = difference(a, c);
    PLIANT_REAL3 n = crossOf(u, v);
    // They cross, seen along n, where the ends of each are on two sides of the other.
    PLIANT_REAL a1 = dotOf(crossOf(v, apart), n), b1 = dotOf(crossOf(v, difference(b, c)), n);
    PLIANT_REAL c1 = dotOf(crossOf(u, apart), n), d1 = dotOf(crossOf(u, difference(a, d)), n);
    PLIANT_BOOL isCrossing = squaredLength(n) > PLIANT_REAL(1e-6f) && areOpposite(a1, b1) && areOpposite(c1, d1);
    PLIANT_REAL3 ofFirst = shorterOf(awayFromSegment(a, c, d), awayFromSegment(b, c, d));
    PLIANT_REAL3 ofSecond = oppositeOf(shorterOf(awayFromSegment(c, a, b), awayFromSegment(d, a, b)));
    return unitOf(pick3(isCrossing, towards(n, apart), shorterOf(ofFirst, ofSecond)));
}

// Whether bases leave two corners as far from each other as they were, but for a thousandth.
PLIANT_MATHS PLIANT_BOOL areAsFar(PLIANT_CUT_CORNER a, PLIANT_CUT_CORNER b) {
    PLIANT_REAL3 then = difference(a.start, b.start), now = difference(a.base, b.base);
    PLIANT_REAL before = dotOf(then, then), change = magnitude(lessBy(dotOf(now, now), before));
    return storable(productOf(before, PLIANT_REAL(0.002f))) >= change;
}

// Whether bases carry four corners along as one thing that may turn: then it is where they bring them that says which
// way they are from each other, unless that is the other way round than it was, and else where they were.
PLIANT_MATHS PLIANT_BOOL areCarried(PLIANT_CUT_CORNER a, PLIANT_CUT_CORNER b, PLIANT_CUT_CORNER c,
                                    PLIANT_CUT_CORNER d) {
    return areAsFar(a, b) && areAsFar(a, c) && areAsFar(a, d) && areAsFar(b, c) && areAsFar(b, d) && areAsFar(c, d);
}

// The share of its way beyond its base that a corner may go, which has `room` along the way that it `goes`: as a whole
// number, see kWholeCut.
PLIANT_PLAIN uint cutOf(float room, float goes) {
    PLIANT_PRECISE float allowed = room * kRoomShare;
    allowed = storable(allowed);
    if (!(goes > 0.0f) || goes <= allowed) return 0u;
    PLIANT_PRECISE float share = allowed * reciprocal(goes);
    PLIANT_PRECISE float units = clampTo(share, 0.0f, 1.0f) * 1048576.0f - 0.5f;
    int whole = wholeNumber(units);
    return kWholeCut - uint(whole < 0 ? 0 : whole);
}

// Where a particle is that was at p: it goes its base and, of the way from there, what is not cut off.
PLIANT_PLAIN vec3 placeOfCut(vec3 p, vec3 base, vec3 way, uint cut) {
    PLIANT_PRECISE float share = realNumber(int(kWholeCut - cut)) * 9.5367431640625e-7f;  // 2^-20
    PLIANT_PRECISE vec3 gone = base + (way - base) * share;
    gone = storable3(gone);
    return sumOf(p, gone);
}

// What ways around a particle have in common, seen from what drifts: their middle, shortened so that none of them goes
// less far along it, and by what is slow. Where something stops it is 0: else one of two that are near each other would
// go far along its base, and the other not.
PLIANT_PLAIN vec3 baseOf(vec3 least, vec3 most, float reach) {
    PLIANT_PRECISE vec3 middle = (least + most) * 0.5f;
    middle = storable3(middle);
    PLIANT_PRECISE float notAll = reach * kStandsStill + lengthOf(difference(most, least)) * 0.5f;
    PLIANT_PRECISE float share = 1.0f - notAll * reciprocalSqrt(squaredLength(middle));
    PLIANT_PRECISE vec3 base = middle * (share > 0.0f ? storable(share) : 0.0f);
    return storable3(base);
}

#ifdef __cplusplus
}
#endif
#endif
