// What lies on something that does not give way: on a collider, on particles that are held, or on others that do.
//
// Pushes share the way that two give each other by their masses, so what is heavy would press light cloth into the
// table below it: rounds of pushes tell cloth little of the table, and a pile of twenty nothing. So where a step
// begins, particles note in layers, from colliders upwards, what bears them, and where: the mean direction away from
// it. A neighbour that is pressed towards that is like a wall; what lies on it gets the whole push, and it gets none,
// as the shock propagation of rigid bodies has it (Guendelman, Bridson and Fedkiw 2003, "Nonconvex rigid bodies with
// stacking"). What it would give way is taken up by the collider, or by what is held: only where one bears another
// momentum is not kept. A particle shares its mass among only those touches that push it.
#ifndef PLIANT_SHARED_SUPPORT_H
#define PLIANT_SHARED_SUPPORT_H

#include "collide.h"
#include "neighbour.h"

#ifdef __cplusplus
namespace pliant {
#endif

// Layers upon each other that are looked at.
const uint kMostLayers = 32u;

// A particle bears what is within 45 degrees of the direction in which it is borne.
const float kBearingCosine = 0.7f;

// What lies on something is no farther from it than this many of the distances that they keep, a little less than what
// is listed; on a collider, than its own thickness and this share of the particle's. So much, since what lies still
// would tremble if it were borne in one step and not in the next.
const float kLyingShare = 1.19f;
const float kLyingMargin = 0.3f;

// The support of a particle is the direction, see packedDirection(), and a mark of its own layer, counted from 1 next
// to what does not give way; 0: nothing bears it. Layers that are three apart have the same mark: what lies on the
// lower one has been found by then, unless the directions there cancelled, and then both count.
PLIANT_PLAIN uint supportOf(uint direction, uint layer) {
    return direction == 0u ? 0u : direction | (layer % 3u + 1u) << 30;
}

PLIANT_PLAIN bool isOfLayer(uint support, uint layer) {
    return support >> 30 == layer % 3u + 1u;
}

// In which a particle is borne, of length 511; 0: it is not.
PLIANT_PLAIN vec3 directionOfSupport(uint support) {
    return unpackedDirection(support & kDirectionBits);
}

// Whether what is borne in such a direction bears what is in this one from it, of length 1.
PLIANT_MATHS PLIANT_BOOL bearsTowards(PLIANT_REAL3 borne, PLIANT_REAL3 direction) {
    PLIANT_PRECISE PLIANT_REAL along = dotOf(borne, direction) * PLIANT_REAL(1.0f / 511.0f);
    return along > PLIANT_REAL(kBearingCosine);
}

// Whether two are as near as what lies on each other when they have gone their ways.
PLIANT_MATHS PLIANT_BOOL liesOn(PLIANT_NEIGHBOUR_PAIR pair, PLIANT_REAL3 way, PLIANT_REAL d) {
    PLIANT_PRECISE PLIANT_REAL gap = pair.before + dotOf(pair.normal, way);
    PLIANT_PRECISE PLIANT_REAL most = d * PLIANT_REAL(kLyingShare);
    return gap < most;
}

// Whether a particle of such a thickness lies on a collider, and the direction away from it.
PLIANT_MATHS PLIANT_BOOL liesOnCollider(PLIANT_COLLIDER c, PLIANT_REAL3 x, PLIANT_REAL thickness,
                                        PLIANT_INOUT(PLIANT_REAL3) away) {
    PLIANT_PRECISE PLIANT_REAL3 fromCentre = x - PLIANT_REAL3(c.position);
    PLIANT_PRECISE PLIANT_REAL margin = thickness * PLIANT_REAL(kLyingMargin);
    PLIANT_PRECISE PLIANT_REAL squaredReach = (PLIANT_REAL(c.position.w) + margin * margin) * PLIANT_REAL(2.0f);
    PLIANT_BOOL isNear = squaredLength(fromCentre) < squaredReach;  // more than the sum of both, see isFarOff()
    if (!anyOf(isNear)) return isNear;
    PLIANT_REAL3 at = toLocal(c, x);
    PLIANT_REAL3 normal = at;
    PLIANT_PRECISE PLIANT_REAL gap = colliderDistance(c, at, normal) - PLIANT_REAL(c.thickness);
    away = toWorldDirection(c, normal);
    return isNear && gap < margin;
}

// Rounds of pushes in a substep; an odd number. What bears a particle pushes it in every third round only, layer after
// layer upwards: so each layer meets the one below where that has gone in the round before, and eleven layers know in
// one substep of what stops the lowest. If all were pushed in each round, half of the depth, at best, would be left to
// the next one, and a pile would sag, bounce and creep. Two that share a push by their masses do so in the same rounds,
// or momentum were lost: in all of them if nothing bears either, else in every third, the last one among them. If
// nothing in the scene is borne, the last rounds are enough.
const uint kPushRounds = 11u;
const uint kRoundsInAir = 7u;

PLIANT_PLAIN bool hasRound(uint round, uint layers) {
    return layers != 0u || round + kRoundsInAir >= kPushRounds;
}

// Whether what bears a particle of such a support pushes it in a round; others do where something bears either.
PLIANT_PLAIN bool isPushedFromBelow(uint round, uint support) {
    return support == 0u || isOfLayer(support, round + 1u);
}
PLIANT_PLAIN bool isRoundOfAll(uint round) {
    return round % 3u == 1u;
}

// Whether touches are not counted again in this substep: those that are pushed now are pushed in its rounds.
PLIANT_PLAIN bool isLastCountOfTouches(uint response, uint flags) {
    return (response == kCountAgain) == ((flags & kBeginsStep) != 0u);
}

// Whether anything pushes it in that round.
PLIANT_PLAIN bool isPushedIn(uint round, uint support) {
    return isPushedFromBelow(round, support) || isRoundOfAll(round);
}

// Whether one of two that touch is pushed by the other along `normal`, from the other one to it, where they are borne
// in these directions: not by what it bears, unless that bears it as well.
PLIANT_MATHS PLIANT_BOOL isPushedBy(PLIANT_REAL3 normal, PLIANT_REAL3 mine, PLIANT_REAL3 its) {
    PLIANT_REAL zero = PLIANT_REAL(0.0f);
    PLIANT_PRECISE PLIANT_REAL3 opposite = PLIANT_REAL3(zero, zero, zero) - normal;
    return bearsTowards(its, normal) || !bearsTowards(mine, opposite);
}

// shareOfPush() in a round of two that push each other along `normal`, from the other one to this one, and are borne in
// these directions. If this one bears the other that does not push it; if the other bears it that is like a wall. Where
// both would, they share by their masses, and where neither does. `fromBelow` and `ofAll`: 1 or 0, as the two functions
// above say for this one.
PLIANT_MATHS PLIANT_REAL shareOfPushBorne(PLIANT_REAL w, PLIANT_REAL part, PLIANT_REAL otherPart, PLIANT_REAL3 normal,
                                          PLIANT_REAL3 mine, PLIANT_REAL3 its, PLIANT_REAL fromBelow,
                                          PLIANT_REAL ofAll) {
    PLIANT_REAL zero = PLIANT_REAL(0.0f);
    PLIANT_PRECISE PLIANT_REAL3 opposite = PLIANT_REAL3(zero, zero, zero) - normal;
    PLIANT_BOOL bears = bearsTowards(mine, opposite), isBorne = bearsTowards(its, normal), isWall = isBorne && !bears;
    PLIANT_BOOL areFree = !(squaredLength(mine) > zero) && !(squaredLength(its) > zero);
    PLIANT_REAL isNow = pick(isWall, fromBelow, pick(areFree, PLIANT_REAL(1.0f), ofAll));
    PLIANT_REAL share = shareOfPush(w, part, pick(isWall, zero, otherPart));
    return keepIf(isNow > zero && (isBorne || !bears), share);
}

#ifdef __cplusplus
}
#endif
#endif
