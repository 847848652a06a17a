// Particles that keep each other off: those of one body that come near each other though they are not at rest, and
// those of different bodies. Two keep a distance d from each other, the mean of their thicknesses.
//
// At the end of a substep everything else has moved the particles from where they were, p, to x, and colliders push out
// what is inside, without friction yet (PushFromColliders). Then:
//   1. every particle looks whether it is where the lists of neighbours expect it,   WatchNeighbours
//      and adds its way to those of its body, see drift.h;
//   2. where many are not, all note where they are expected from now on,             PlaceNeighbours
//      and their boxes with them,                                                    BoundNeighbours
//      and list those that they could touch while the lists hold;                    FindNeighbours
//      where few are not, these alone do, and tell those that they come near; one that had no room for
//      all that come near while lists hold is where they expect it, and looks again in every substep;
//   3. each puts those first that come near in this substep, whatever else is listed,
//      and counts those that push it, or nearly: who is pushed at all is noted,      CountTouches
//      bodies that come near each other share their drifts,                          ShareDrifts
//      and, in the first substep of a step, notes what bears it, see support.h,      FindSupports, SpreadSupports
//      and counts again;
//   4. is pushed away from them, with friction, some times over,                     PushNeighbours
//      what lies on colliders is held by their friction,                             RubOnColliders
//   5. and goes there, and notes how edges and faces around it lie;                   MoveNeighbours
//      where some are thinner than their edges are long, faces and edges that touch
//      have pushed each other before 4's friction, see face_touch.h,                  FindCuts, TakeTouches
//   6. it looks which faces and edges around it would meet, see cut.h,               FindCuts
//      which may have to go along with one thing, see clash.h, and then again,       AlignBases, FindCuts
//   7. and goes no farther than they may.                                            CutWays
// Every particle does this for itself and writes nothing that another one reads in the same pass, but for marks that
// are raised and never lowered, the list of those that are marked, and what strays put behind the lists of others. (On
// a CPU bases, see cut.h, are noted by the first that asks for them.)
// Pushes are added up as whole numbers: that lists are in another order on every run does not matter.
#ifndef PLIANT_SHARED_NEIGHBOUR_H
#define PLIANT_SHARED_NEIGHBOUR_H

#include "grid.h"
#include "real.h"

#ifdef __cplusplus
namespace pliant {
#endif

// Shares of a particle's reach, see NeighbourBody: as far as it may be from where it was expected until lists are made
// anew, and as far as it is pushed in one substep.
const float kNeighbourSlack = 0.11f;
const float kNeighbourPush = 0.1f;

// Lists look farther than two reach by this share of either's, both of the above: as far as 1.42 of one. In a flat
// sheet of even triangles that is 1.2 of its edges thick, what is across an edge is 1.44 d away at rest, and is on no
// list.
const float kNeighbourReach = 0.21f;

// In largest reaches: what goes farther in a substep is not looked ahead, and lists are not mended for it.
const float kFastestStray = 16.0f;

// Two of one body that are nearer than this many thicknesses at rest are left to constraints; and so are those that are
// within as many reaches, if they have edges to each other or to a third one, or are at a joint of two bodies.
const float kRestShare = 1.25f;

// Substeps that lists hold at most.
const uint kLongestLife = 60u;

// Two that go against each other push each other this many of their distances d at most in a round.
const float kFarthestPush = 4.0f;

// The fastest particle goes so many reaches while lists hold.
const float kWayOfLife = 2.0f;

#ifdef __cplusplus
#define PLIANT_NEIGHBOUR_SPACE const NeighbourSpace&
#define PLIANT_NEIGHBOUR_BODY const NeighbourBody&
#else
#define PLIANT_NEIGHBOUR_SPACE NeighbourSpace
#define PLIANT_NEIGHBOUR_BODY NeighbourBody
#endif

// Whole numbers, above 0, in the order of the floats that they stand for.
PLIANT_PLAIN uint orderOf(float x) {
    uint bits = bitsOfFloat(x);
    return (bits >> 31) != 0u ? ~bits : bits | 0x80000000u;
}

PLIANT_PLAIN float floatOfOrder(uint order) {
    return floatOfBits((order >> 31) != 0u ? order & 0x7fffffffu : ~order);
}

// What the ways of all particles have in common is the middle of their box; beyond that, none is faster than this way
// from its middle to a corner. Along one axis, of the box's highest and lowest; 0 where there is no particle.
PLIANT_PLAIN float halfOfWays(uint most, uint least) {
    PLIANT_PRECISE float halfWay = (floatOfOrder(most) - floatOfOrder(~least)) * 0.5f;
    return most == 0u ? 0.0f : halfWay;
}

// For how many substeps lists are made, where the last ones did for `age`. Looking far for a long time costs more than
// looking again: the sooner the faster particles are, and the less straight they go.
PLIANT_MATHS uint listLife(PLIANT_NEIGHBOUR_SPACE space, PLIANT_REAL squaredFastest, uint age) {
    uint longest = 2u * age + 2u;
    if (longest > kLongestLife) longest = kLongestLife;
    PLIANT_PRECISE PLIANT_REAL most = PLIANT_REAL(space.largest) * PLIANT_REAL(kWayOfLife);
    PLIANT_PRECISE PLIANT_REAL life = most * reciprocalSqrt(squaredFastest);
    return uint(wholeNumber(clampTo(life, PLIANT_REAL(1.0f), PLIANT_REAL(realNumber(int(longest))))));
}

PLIANT_MATHS PLIANT_REAL meanOf(PLIANT_REAL a, PLIANT_REAL b) {
    PLIANT_PRECISE PLIANT_REAL mean = (a + b) * PLIANT_REAL(0.5f);
    return mean;
}

PLIANT_MATHS PLIANT_REAL productOf(PLIANT_REAL x, PLIANT_REAL factor) {
    PLIANT_PRECISE PLIANT_REAL scaled = x * factor;
    return scaled;
}

// A list that has no room for all that come near while lists hold is made for one substep, of those alone that come
// near in it. Without room for these it leaves out those held ones that look at the particle themselves, but for balls
// that touch. One that has no room even so waits where it is.
const uint kForLife = 0u;
const uint kForSubstep = 1u;
const uint kForTouches = 2u;

// Whether a particle of a body has a list.
PLIANT_PLAIN bool hasList(PLIANT_NEIGHBOUR_BODY body, bool isHeld) {
    return !isHeld || (body.traits & kLooksHeld) != 0u;
}

// Whether one that reaches so far may have another one in it, though either may be held.
PLIANT_PLAIN bool mayLook(PLIANT_NEIGHBOUR_BODY body, bool isHeld, float reach, bool isItsHeld, float itsReach) {
    return hasList(body, isHeld) && (!isHeld || (!isItsHeld && reach < itsReach));
}

// How far a body's particle looks for what reaches less: for life as far as the body reaches, and in a substep as far
// as it is thick, since all but balls is the other one's, unless that is held and does not look.
PLIANT_PLAIN float reachTowards(PLIANT_NEIGHBOUR_BODY body, PLIANT_NEIGHBOUR_BODY other, bool isItsHeld, uint horizon) {
    bool isItsOwn = isItsHeld && !(horizon == kForTouches && hasList(other, isItsHeld));
    return horizon == kForLife || isItsOwn ? body.reach : body.thickness;
}

// In NeighbourList::listed, of a particle that has not looked for neighbours; most that are held need none.
const uint kUnsearched = 0xfffffffeu;

// Where a particle is so many substeps after it was at p, or before.
PLIANT_MATHS PLIANT_REAL3 expectedPlace(PLIANT_REAL3 p, PLIANT_REAL3 way, PLIANT_REAL substeps) {
    PLIANT_PRECISE PLIANT_REAL3 expected = p + way * substeps;
    return storable3(expected);
}

// From the middle of a list's life to where `age` substeps of it have gone by.
PLIANT_PLAIN float fromMiddle(uint age, uint life) {
    PLIANT_PRECISE float substeps = realNumber(int(age)) - realNumber(int(life)) * 0.5f;
    return substeps;
}

// A particle has the number of its body, plus one, as a float; 0: it is of none. It has a quarter more if it is looked
// around in every substep, see noteUneven() in schedule/neighbours.cpp, and a quarter less if besides what is around it
// never counts as flat, however its faces lie: some of them may lie upon each other.
const float kUnevenMark = 0.25f;

PLIANT_PLAIN uint bodyOfNumber(float number) {
    return uint(wholeNumber(number)) - 1u;
}

PLIANT_PLAIN bool isUnevenWith(float number) {
    return number != realNumber(wholeNumber(number));
}

PLIANT_PLAIN bool isNeverFlatWith(float number) {
    return number < realNumber(wholeNumber(number));
}

// Whether particles of two bodies, or of one where both are the same, may touch: only such of one frame have places
// that can be compared.
PLIANT_PLAIN bool mayTouch(PLIANT_NEIGHBOUR_BODY a, PLIANT_NEIGHBOUR_BODY b) {
    return a.end == b.end && (a.mask & b.category) != 0u && (b.mask & a.category) != 0u;
}

// Whether particles of a body may touch others of it.
PLIANT_PLAIN bool touchesItself(PLIANT_NEIGHBOUR_BODY body) {
    return (body.traits & kIsRigidBody) == 0u && mayTouch(body, body);
}

// Whether its edges are so long that faces and edges push each other, see face_touch.h.
PLIANT_PLAIN bool isThin(PLIANT_NEIGHBOUR_BODY body) {
    return body.thickness < body.reach;
}

// Of two particles of different bodies: whether they are at the same joint, where constraints join these. Joints are
// numbered from 1; 0: at none.
PLIANT_PLAIN bool areJoined(uint joint, uint itsJoint) {
    return joint != 0u && joint == itsJoint;
}

PLIANT_PLAIN bool areOfOneBody(vec4 atRest, vec4 itsRest) {
    return bodyOfNumber(atRest.w) == bodyOfNumber(itsRest.w);
}

// Whether two are as near to each other at rest as constraints have it, which keep off those within a distance d.
PLIANT_PLAIN bool areNearAtRest(vec4 atRest, vec4 itsRest, float d) {
    PLIANT_PRECISE float near = d * kRestShare;
    PLIANT_PRECISE vec3 apart = vec3(atRest.x, atRest.y, atRest.z) - vec3(itsRest.x, itsRest.y, itsRest.z);
    PLIANT_PRECISE float squared = near * near;
    return squaredLength(storable3(apart)) < squared;
}

// Whether two particles may touch: they are of such bodies, and not near each other at rest in one, or at a joint.
PLIANT_PLAIN bool areStrangers(PLIANT_NEIGHBOUR_BODY a, PLIANT_NEIGHBOUR_BODY b, vec4 atRest, vec4 itsRest,
                               bool areAtAJoint) {
    bool areOfOne = areOfOneBody(atRest, itsRest);
    float d = areOfOne ? a.thickness : meanOf(a.reach, b.reach);
    bool isLeft = (areOfOne || areAtAJoint) && areNearAtRest(atRest, itsRest, d);
    return !isLeft && (areOfOne ? touchesItself(a) : mayTouch(a, b));
}

// Of two particles that may touch, the first of a body: whether the other one may have an edge to it, or be beside it,
// see Schedule::around. Then no list has it either.
PLIANT_PLAIN bool mayBeAround(PLIANT_NEIGHBOUR_BODY body, vec4 atRest, vec4 itsRest) {
    return areOfOneBody(atRest, itsRest) && areNearAtRest(atRest, itsRest, body.reach);
}

// Whether two that go in straight lines, `motion` against each other per substep, come as near as `reach` within
// halfTime substeps, before or after they are where they are now. Without a root and a quotient: at the nearest
// point, the square of their distance is s - c^2 / q.
PLIANT_MATHS PLIANT_BOOL comeWithin(PLIANT_REAL3 apart, PLIANT_REAL3 motion, PLIANT_REAL halfTime, PLIANT_REAL reach) {
    PLIANT_REAL s = squaredLength(apart), q = squaredLength(motion);
    PLIANT_REAL c = magnitude(dotOf(apart, motion));
    PLIANT_PRECISE PLIANT_REAL squaredReach = reach * reach;
    PLIANT_PRECISE PLIANT_REAL way = halfTime * q;
    PLIANT_PRECISE PLIANT_REAL ahead = s * q - c * c, allowed = squaredReach * q;
    PLIANT_PRECISE PLIANT_REAL atTheEnd = s + halfTime * (way - (c + c));
    PLIANT_REAL squared = pick(c < way, ahead, atTheEnd);
    return squared < pick(c < way, allowed, squaredReach);
}

// Whether, along one axis, two sets could come nearer than `reach` in halfTime substeps, before or after: of their
// places and ways the lowest and highest. The larger the sets, the sooner, also as floats round.
PLIANT_PLAIN bool mayMeetAlong(float low, float high, float slowest, float fastest, float itsLow, float itsHigh,
                               float itsSlowest, float itsFastest, float halfTime, float reach) {
    PLIANT_PRECISE float below = itsLow - high, above = low - itsHigh;
    PLIANT_PRECISE float slower = itsFastest - slowest, faster = fastest - itsSlowest;
    PLIANT_PRECISE float way = (slower < faster ? faster : slower) * halfTime;
    PLIANT_PRECISE float apart = (below < above ? above : below) - way;
    return apart <= reach;
}

// The same of two particles along all axes, `apart` from each other and with `motion` against each other.
PLIANT_MATHS PLIANT_BOOL mayMeetAt(PLIANT_REAL3 apart, PLIANT_REAL3 motion, PLIANT_REAL halfTime, PLIANT_REAL reach) {
    PLIANT_PRECISE PLIANT_REAL wayX = magnitude(motion.x) * halfTime, x = magnitude(apart.x) - wayX;
    PLIANT_PRECISE PLIANT_REAL wayY = magnitude(motion.y) * halfTime, y = magnitude(apart.y) - wayY;
    PLIANT_PRECISE PLIANT_REAL wayZ = magnitude(motion.z) * halfTime, z = magnitude(apart.z) - wayZ;
    return !(x > reach) && !(y > reach) && !(z > reach);
}

// How far a particle looks for another one, twice. One that reaches less looks as far as if it reached as far as the
// other: a small thing may be in the middle of a large face, far from all corners. That one looks its own way alone, as
// far as `mine`, see reachTowards(): it may have very many such around it. It is marked, see kIsListed.
PLIANT_MATHS PLIANT_REAL reachOfBoth(PLIANT_REAL mine, PLIANT_REAL other) {
    PLIANT_REAL more = pick(mine < other, other, mine);
    PLIANT_PRECISE PLIANT_REAL both = more + other;
    return both;
}

// The same of that one of the two which looks farther.
PLIANT_MATHS PLIANT_REAL reachOfEither(PLIANT_REAL mine, PLIANT_REAL other) {
    PLIANT_REAL more = pick(mine < other, other, mine);
    PLIANT_PRECISE PLIANT_REAL both = more + more;
    return both;
}

// As near as something listed comes to one of two that reach so far together, and a little for rounding: see
// listedWithin().
PLIANT_MATHS PLIANT_REAL meetsWithin(PLIANT_REAL both) {
    PLIANT_PRECISE PLIANT_REAL distance = both * PLIANT_REAL(0.72f);
    return distance;
}

// As near as a neighbour comes that is listed, where two reach so far together.
PLIANT_MATHS PLIANT_REAL listedWithin(PLIANT_REAL both, uint horizon) {
    PLIANT_REAL each = PLIANT_REAL(kNeighbourReach);
    if (horizon != kForLife) each = PLIANT_REAL(kNeighbourPush);
    PLIANT_PRECISE PLIANT_REAL distance = both * PLIANT_REAL(0.5f) + both * each;
    return distance;
}

// Whether two that were `apart` when the substep began and go `way` against each other come as near as what is listed
// for this substep, where they reach so far together.
PLIANT_MATHS PLIANT_BOOL comeNearNow(PLIANT_REAL3 apart, PLIANT_REAL3 way, PLIANT_REAL both) {
    PLIANT_REAL halfway = PLIANT_REAL(0.5f);
    return comeWithin(expectedPlace(apart, way, halfway), way, halfway, listedWithin(both, kForSubstep));
}

// How far a particle may be from where it is expected at the end of a substep, before lists are made anew [m].
PLIANT_MATHS PLIANT_REAL slackOf(PLIANT_REAL reach, uint horizon) {
    PLIANT_PRECISE PLIANT_REAL slack = reach * PLIANT_REAL(kNeighbourSlack);
    if (horizon != kForLife) slack = PLIANT_REAL(0.0f);
    return slack;
}

PLIANT_MATHS PLIANT_BOOL isWithin(PLIANT_REAL squaredDistance, PLIANT_REAL reach) {
    PLIANT_PRECISE PLIANT_REAL squaredReach = reach * reach;
    return squaredDistance < squaredReach;
}

// Two particles of which one is looked at: where they were when the substep began says on which side it stays.
#ifdef __cplusplus
template <class Real>
struct NeighbourPair {
    glm::vec<3, Real, glm::defaultp> normal;  // from the other one to it, when the substep began
    Real before;                              // their distance then [m]
};
#define PLIANT_NEIGHBOUR_PAIR NeighbourPair<Real>
#else
struct NeighbourPair {
    vec3 normal;
    float before;
};
#define PLIANT_NEIGHBOUR_PAIR NeighbourPair
#endif

// Of two in the same place the one with the higher number goes up.
PLIANT_MATHS PLIANT_NEIGHBOUR_PAIR neighbourPair(PLIANT_REAL3 apart, PLIANT_BOOL isHigher) {
    PLIANT_REAL zero = PLIANT_REAL(0.0f);
    PLIANT_REAL squared = squaredLength(apart);
    PLIANT_BOOL isClear = squared > PLIANT_REAL(1e-14f);
    PLIANT_REAL inverse = reciprocalSqrt(squared);
    PLIANT_PRECISE PLIANT_REAL3 unit = apart * inverse;
    PLIANT_PRECISE PLIANT_REAL size = squared * inverse;
    PLIANT_REAL up = pick(isHigher, PLIANT_REAL(1.0f), PLIANT_REAL(-1.0f));
    PLIANT_NEIGHBOUR_PAIR pair;
    pair.normal = storable3(pick3(isClear, unit, PLIANT_REAL3(zero, up, zero)));
    pair.before = keepIf(isClear, size);
    return pair;
}

// Whether two could be nearer than d along their normal once they have gone their ways: what needs no root.
PLIANT_MATHS PLIANT_BOOL mayBeNear(PLIANT_REAL3 apart, PLIANT_REAL3 way, PLIANT_REAL d) {
    PLIANT_PRECISE PLIANT_REAL3 after = apart + way;
    PLIANT_REAL along = dotOf(apart, after);
    PLIANT_PRECISE PLIANT_REAL squared = along * along;
    PLIANT_PRECISE PLIANT_REAL squaredMost = squaredLength(apart) * (d * d) * PLIANT_REAL(1.0001f);
    PLIANT_BOOL isFarOff = along > PLIANT_REAL(0.0f) && squared > squaredMost;
    return squaredLength(way) < PLIANT_REAL(kLargestSquared) && !isFarOff;
}

// How much nearer they are than the distance d that they keep when they have gone their ways [m]; 0: they do
// not touch. Those that were too near before part by `rise` in this substep. No more than `most` counts.
PLIANT_MATHS PLIANT_REAL touchDepth(PLIANT_NEIGHBOUR_PAIR pair, PLIANT_REAL3 way, PLIANT_REAL d, PLIANT_REAL rise,
                                    PLIANT_REAL most) {
    PLIANT_PRECISE PLIANT_REAL risen = pair.before + rise;
    PLIANT_PRECISE PLIANT_REAL gap = pair.before + dotOf(pair.normal, way);
    PLIANT_PRECISE PLIANT_REAL depth = pick(risen < d, risen, d) - gap;
    return keepIf(depth > PLIANT_REAL(0.0f), pick(depth < most, depth, most));
}

// Nearer than d and this share of it two count as touching before pushes begin. Others may push them nearer, and what
// does not count is not pushed: it would go in, and be thrown out in the next substep.
const float kTouchMargin = 0.003f;

PLIANT_MATHS PLIANT_REAL countedWithin(PLIANT_REAL d) {
    PLIANT_PRECISE PLIANT_REAL reach = d + d * PLIANT_REAL(kTouchMargin);
    return reach;
}

// The way that all which a particle touches push it together: what it touches is as even as that, however its balls
// stand out. Normals are added up as whole numbers of kNormalUnits, and kept as three of ten bits; 0: there is none.
const float kNormalUnits = 1024.0f;

PLIANT_MATHS PLIANT_REAL unitsOfNormal(PLIANT_REAL x) {
    PLIANT_PRECISE PLIANT_REAL units = x * PLIANT_REAL(kNormalUnits);
    return storable(units);
}

// The bits of a direction: two more are left for a mark.
const uint kDirectionBits = 0x3fffffffu;

PLIANT_PLAIN uint packedDirection(int x, int y, int z) {
    vec3 sum = vec3(realNumber(x), realNumber(y), realNumber(z));
    float squared = squaredLength(sum);
    if (!(squared > 0.25f * kNormalUnits * kNormalUnits)) return 0u;  // they are against each other
    PLIANT_PRECISE vec3 tens = sum * (reciprocalSqrt(squared) * 511.0f);
    tens = storable3(tens);
    return uint(wholeNumber(tens.x) + 512) | uint(wholeNumber(tens.y) + 512) << 10 |
           uint(wholeNumber(tens.z) + 512) << 20;
}

PLIANT_PLAIN vec3 unpackedDirection(uint packed) {
    if (packed == 0u) return vec3(0.0f, 0.0f, 0.0f);
    return vec3(realNumber(int(packed & 1023u) - 512), realNumber(int(packed >> 10 & 1023u) - 512),
                realNumber(int(packed >> 20) - 512));
}

// What two slide along lies across this: from the other one to the one that is looked at. Across the line between two
// balls friction would be used up against their falling in between others, and what lies in a groove would creep along
// it. Where there is no such direction, or it is far from that line, it is that line. `mine` and `its`: the ways that
// all push them together, see unpackedDirection().
PLIANT_MATHS PLIANT_REAL3 slidingNormal(PLIANT_REAL3 normal, PLIANT_REAL3 mine, PLIANT_REAL3 its) {
    PLIANT_REAL3 apart = difference(mine, its);
    PLIANT_REAL squared = squaredLength(apart);
    PLIANT_PRECISE PLIANT_REAL3 unit = apart * reciprocalSqrt(squared);
    unit = storable3(unit);
    PLIANT_BOOL isAlong = squared > PLIANT_REAL(1.0f) && dotOf(unit, normal) > PLIANT_REAL(0.7f);
    return pick3(isAlong, unit, normal);
}

// The push of one of two that touch, by `share` of what both give way; `way` is its way against the other's. Coulomb's
// friction takes back what it may of the way along the other (Macklin et al. 2014, "Unified particle physics", eq. 23
// and 24): with t that way, across `sliding`, and d what depth is along it, t min(1, mu d / |t|). Along no axis it is
// longer than `most`.
PLIANT_MATHS PLIANT_REAL3 touchPush(PLIANT_NEIGHBOUR_PAIR pair, PLIANT_REAL3 sliding, PLIANT_REAL3 way,
                                    PLIANT_REAL depth, PLIANT_REAL friction, PLIANT_REAL share, PLIANT_REAL most) {
    PLIANT_REAL along = dotOf(sliding, way);
    PLIANT_PRECISE PLIANT_REAL3 sideways = way - sliding * along;
    sideways = storable3(sideways);
    PLIANT_REAL squared = squaredLength(sideways);
    PLIANT_PRECISE PLIANT_REAL limit = friction * depth * dotOf(pair.normal, sliding);
    limit = storable(limit);
    PLIANT_PRECISE PLIANT_REAL part = limit * reciprocalSqrt(squared);
    PLIANT_REAL held = pick(part < PLIANT_REAL(1.0f), part, PLIANT_REAL(1.0f));
    PLIANT_PRECISE PLIANT_REAL3 push = (pair.normal * depth - sideways * held) * share;
    PLIANT_PRECISE PLIANT_REAL least = PLIANT_REAL(0.0f) - most;
    return PLIANT_REAL3(clampTo(push.x, least, most), clampTo(push.y, least, most), clampTo(push.z, least, most));
}

// How much one of two gives way in a push, where w is its inverse mass. Each is split into as many parts as
// touches push it, one for each (Tonge et al. 2012, "Mass splitting for jitter-free parallel rigid body simulation"):
// w' and w'' are the inverse masses of such parts, and the share is w / (w' + w'').
PLIANT_MATHS PLIANT_REAL shareOfPush(PLIANT_REAL w, PLIANT_REAL part, PLIANT_REAL otherPart) {
    PLIANT_PRECISE PLIANT_REAL both = part + otherPart;
    PLIANT_PRECISE PLIANT_REAL share = w * reciprocal(both);
    return keepIf(w > PLIANT_REAL(0.0f), share);
}

// Below 0: it is free, and touched nothing when touches were counted.
PLIANT_PLAIN float inverseMassOfPart(float w, uint touches) {
    PLIANT_PRECISE float part = w * realNumber(int(touches));
    return touches == 0u && w > 0.0f ? -1.0f : part;
}

// Whether a neighbour pushes: one that is free does so if it is pushed itself. So momentum is kept, but where one bears
// the other, see support.h.
PLIANT_MATHS PLIANT_BOOL mayPush(PLIANT_REAL part) {
    return part >= PLIANT_REAL(0.0f);
}

PLIANT_MATHS PLIANT_REAL3 sumOf(PLIANT_REAL3 a, PLIANT_REAL3 b) {
    PLIANT_PRECISE PLIANT_REAL3 sum = a + b;
    return storable3(sum);
}

// What a particle's pushes come to, all together at most four times its thickness, or its reach.
PLIANT_MATHS PLIANT_REAL pushOfUnits(int units, PLIANT_REAL unit, PLIANT_REAL thickness) {
    PLIANT_PRECISE PLIANT_REAL push =
        (realNumber(units >> 10) * PLIANT_REAL(1024.0f) + realNumber(units & 1023)) * unit;
    PLIANT_PRECISE PLIANT_REAL most = thickness * PLIANT_REAL(kFarthestPush);
    PLIANT_PRECISE PLIANT_REAL least = PLIANT_REAL(0.0f) - most;
    return storable(clampTo(push, least, most));
}

#ifdef __cplusplus
}
#endif
#endif
