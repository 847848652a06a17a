// Outlines that touch each other in the plane: which edge a point has come through, how far it is pushed, who gives
// way.
//
// In each substep
//   1. every outline is put into a grid by its box,                                                  PlaceOutlines
//   2. every point looks for the one place of another outline that it touches most,                  FindContacts
//   3. every contact tells its three particles where to go, as integers that are added up,            PushContacts
//   4. every particle goes there.                                                                    MoveContacts
// Integers, because their sum does not depend on the order; and of the places that a point touches the deepest counts,
// then the one with the lowest number, so that nothing depends on the order in which a bucket of the grid lists its
// outlines.
#ifndef PLIANT_SHARED_OUTLINE_H
#define PLIANT_SHARED_OUTLINE_H

#include "grid.h"
#include "real.h"

#ifdef __cplusplus
namespace pliant {
#endif

// The place of a point of an outline, x and y, and that at the substep's start: z and w.
#define PLIANT_PLACE PLIANT_REAL4

// An edge near a point.
#ifdef __cplusplus
template <class Real>
struct EdgePoint {
    Real along;                               // of the nearest point, from 0 at the edge's start to 1 at its end
    Real squared;                             // distance to it, squared [m^2]
    glm::vec<2, Real, glm::defaultp> offset;  // from it [m]
};
#define PLIANT_EDGE_POINT EdgePoint<Real>
#else
struct EdgePoint {
    float along;
    float squared;
    vec2 offset;
};
#define PLIANT_EDGE_POINT EdgePoint
#endif

// What a point touches.
#ifdef __cplusplus
template <class Real>
struct Touch {
    Real depth;                               // how far it has to go [m]; 0: it touches nothing
    glm::vec<2, Real, glm::defaultp> normal;  // and in which direction
    Real along;                               // where on the edge
    Real reach;                               // distance that the point keeps from the edge [m]
    Real friction;
    uint a, b;  // ends of the edge, or twice the same point
};
#define PLIANT_TOUCH Touch<Real>
#else
struct Touch {
    float depth;
    vec2 normal;
    float along;
    float reach;
    float friction;
    uint a, b;
};
#define PLIANT_TOUCH Touch
#endif

PLIANT_MATHS PLIANT_REAL2 placeNow(PLIANT_PLACE place) {
    return PLIANT_REAL2(place.x, place.y);
}

PLIANT_MATHS PLIANT_REAL2 placeBefore(PLIANT_PLACE place) {
    return PLIANT_REAL2(place.z, place.w);
}

// u x v. Products of what is stored may be denormal: see storable().
PLIANT_MATHS PLIANT_REAL crossProduct(PLIANT_REAL2 u, PLIANT_REAL2 v) {
    PLIANT_PRECISE PLIANT_REAL result = u.x * v.y - u.y * v.x;
    return storable(result);
}

PLIANT_MATHS PLIANT_REAL dotProduct(PLIANT_REAL2 u, PLIANT_REAL2 v) {
    PLIANT_PRECISE PLIANT_REAL result = u.x * v.x + u.y * v.y;
    return storable(result);
}

PLIANT_MATHS PLIANT_REAL2 flatDifference(PLIANT_REAL2 a, PLIANT_REAL2 b) {
    PLIANT_PRECISE PLIANT_REAL2 d = a - b;
    return d;
}

// Whether the edge crosses the ray from p towards +x: an odd number of crossings is inside (Shimrat 1962, Algorithm
// 112). An edge holds its lower end and not its upper one, so that a corner counts once, a level edge never, and a ray
// through a row of corners makes no difference. On which side of an edge p lies is the sign of a cross product; there
// is no division for a steep edge to upset. A point that is on an edge, to rounding, may count as inside or not: it
// touches, and is as good as nowhere deep.
PLIANT_MATHS bool crossesRay(PLIANT_REAL2 a, PLIANT_REAL2 b, PLIANT_REAL2 p) {
    if ((a.y > p.y) == (b.y > p.y)) return false;
    PLIANT_REAL side = crossProduct(flatDifference(b, a), flatDifference(p, a));
    return b.y > a.y ? side > PLIANT_REAL(0.0f) : side < PLIANT_REAL(0.0f);
}

// The point of the edge that is nearest to p. Of an edge shorter than 0.1 micrometre, its start.
PLIANT_MATHS PLIANT_EDGE_POINT nearestOnEdge(PLIANT_REAL2 a, PLIANT_REAL2 b, PLIANT_REAL2 p) {
    PLIANT_REAL2 edge = flatDifference(b, a);
    PLIANT_REAL2 fromA = flatDifference(p, a);
    PLIANT_REAL squaredEdge = dotProduct(edge, edge);
    PLIANT_PRECISE PLIANT_REAL share = dotProduct(fromA, edge) * reciprocal(squaredEdge);
    bool isLong = squaredEdge > PLIANT_REAL(1e-14f);
    share = clampTo(keepIf(isLong, share), PLIANT_REAL(0.0f), PLIANT_REAL(1.0f));
    PLIANT_PRECISE PLIANT_REAL2 offset = fromA - edge * share;
    PLIANT_EDGE_POINT result;
    result.along = share;
    result.squared = dotProduct(offset, offset);
    result.offset = offset;
    return result;
}

// Whether the edge is further from p than `reach` for certain, along x or y alone.
PLIANT_MATHS bool isApart(PLIANT_REAL2 a, PLIANT_REAL2 b, PLIANT_REAL2 p, PLIANT_REAL reach) {
    PLIANT_PRECISE PLIANT_REAL2 low = PLIANT_REAL2(p.x - reach, p.y - reach);
    PLIANT_PRECISE PLIANT_REAL2 high = PLIANT_REAL2(p.x + reach, p.y + reach);
    return (a.x < low.x && b.x < low.x) || (a.x > high.x && b.x > high.x) || (a.y < low.y && b.y < low.y) ||
           (a.y > high.y && b.y > high.y);
}

// Out of a body on the left, at right angles to the edge and as long; 0 of a point that is no edge.
PLIANT_MATHS PLIANT_REAL2 outward(PLIANT_REAL2 a, PLIANT_REAL2 b) {
    PLIANT_PRECISE PLIANT_REAL2 d = PLIANT_REAL2(b.y - a.y, a.x - b.x);
    return d;
}

// How near an edge seems to a point inside. One that faces the same way as the point's own outline there is not where
// it came in, and counts as twice as far: else a point more than half through a thin body would be pushed out of its
// back. `facing` is the point's own outward direction, 0 if it has none.
PLIANT_MATHS PLIANT_REAL apparentDistance(PLIANT_REAL squared, PLIANT_REAL2 edgeOutward, PLIANT_REAL2 facing) {
    PLIANT_PRECISE PLIANT_REAL larger = squared * PLIANT_REAL(4.0f);
    return pick(dotProduct(edgeOutward, facing) > PLIANT_REAL(0.0f), larger, squared);
}

// Whether a way could lead through a body unseen, or so far in that the nearest edge is not the one it came through.
PLIANT_MATHS bool isFast(PLIANT_PLACE point, PLIANT_REAL squaredPath, PLIANT_REAL squaredThin) {
    PLIANT_REAL2 way = flatDifference(placeNow(point), placeBefore(point));
    PLIANT_PRECISE PLIANT_REAL both = dotProduct(way, way) + squaredPath;
    return both > squaredThin;
}

// Whether the point comes in through the edge during the substep; then when, as a share of it, and where on the edge.
// Both move in straight lines; its height over the edge is taken as changing evenly.
PLIANT_MATHS bool comesThrough(PLIANT_PLACE point, PLIANT_PLACE a, PLIANT_PLACE b, PLIANT_INOUT(PLIANT_REAL) time,
                               PLIANT_INOUT(PLIANT_REAL) along) {
    PLIANT_REAL2 edge = flatDifference(placeNow(b), placeNow(a));
    PLIANT_REAL2 edgeBefore = flatDifference(placeBefore(b), placeBefore(a));
    PLIANT_REAL2 from = flatDifference(placeNow(point), placeNow(a));
    PLIANT_REAL2 fromBefore = flatDifference(placeBefore(point), placeBefore(a));
    PLIANT_REAL before = crossProduct(edgeBefore, fromBefore);
    PLIANT_REAL after = crossProduct(edge, from);
    if (!(before <= PLIANT_REAL(0.0f) && after > PLIANT_REAL(0.0f))) return false;
    PLIANT_REAL squared = dotProduct(edge, edge);
    PLIANT_REAL squaredBefore = dotProduct(edgeBefore, edgeBefore);
    PLIANT_PRECISE PLIANT_REAL rise = after - before;
    if (!(rise > PLIANT_REAL(1e-20f) && squared > PLIANT_REAL(1e-14f) && squaredBefore > PLIANT_REAL(1e-14f)))
        return false;
    PLIANT_PRECISE PLIANT_REAL share = (PLIANT_REAL(0.0f) - before) * reciprocal(rise);
    PLIANT_PRECISE PLIANT_REAL end = dotProduct(edge, from) * reciprocal(squared);
    PLIANT_PRECISE PLIANT_REAL start = dotProduct(edgeBefore, fromBefore) * reciprocal(squaredBefore);
    PLIANT_PRECISE PLIANT_REAL place = start + (end - start) * share;
    time = share;
    along = place;
    return place >= PLIANT_REAL(0.0f) && place <= PLIANT_REAL(1.0f);
}

PLIANT_MATHS PLIANT_TOUCH noTouch() {
    PLIANT_TOUCH touch;
    touch.depth = PLIANT_REAL(0.0f);
    touch.normal = PLIANT_REAL2(PLIANT_REAL(0.0f), PLIANT_REAL(0.0f));
    touch.along = PLIANT_REAL(0.0f);
    touch.reach = PLIANT_REAL(0.0f);
    touch.friction = PLIANT_REAL(0.0f);
    touch.a = kNowhere;
    touch.b = kNowhere;
    return touch;
}

// The touch of the nearest edge. From inside the way out leads to the nearest point, from outside away from it: at
// right angles to the edge, whose own direction is more exact than that of a very short way, or away from its end. A
// point that is on the edge goes out of the body.
PLIANT_MATHS void touchNearest(PLIANT_INOUT(PLIANT_TOUCH) touch, bool isInside, PLIANT_EDGE_POINT nearest,
                               PLIANT_REAL2 edgeOutward, PLIANT_REAL reach) {
    PLIANT_REAL zero = PLIANT_REAL(0.0f);
    PLIANT_PRECISE PLIANT_REAL2 inward = PLIANT_REAL2(zero, zero) - edgeOutward;
    bool isOn = !(nearest.squared > PLIANT_REAL(1e-14f));
    bool isBeside = nearest.along > zero && nearest.along < PLIANT_REAL(1.0f);
    bool isBehind = dotProduct(edgeOutward, nearest.offset) < zero;
    PLIANT_PRECISE PLIANT_REAL2 back = PLIANT_REAL2(zero, zero) - nearest.offset;
    PLIANT_REAL2 away = nearest.offset;
    if (isInside) away = back;
    if (isBeside) away = edgeOutward;
    if (isBeside && isBehind != isInside) away = inward;
    if (isOn) away = edgeOutward;
    PLIANT_REAL squared = dotProduct(away, away);
    PLIANT_PRECISE PLIANT_REAL2 unit = away * reciprocalSqrt(squared);
    PLIANT_REAL along = dotProduct(nearest.offset, unit);
    PLIANT_PRECISE PLIANT_REAL opposite = zero - along;
    PLIANT_REAL size = keepIf(!isOn, pick(along < zero, opposite, along));
    PLIANT_PRECISE PLIANT_REAL deeper = reach + size;
    PLIANT_PRECISE PLIANT_REAL shallower = reach - size;
    touch.depth = keepIf(squared > PLIANT_REAL(1e-14f), pick(isInside, deeper, shallower));
    touch.normal = unit;
    touch.along = nearest.along;
    touch.reach = reach;
}

// The touch of an edge that the point came through at `along`: it goes back over the edge's line.
PLIANT_MATHS void touchEntered(PLIANT_INOUT(PLIANT_TOUCH) touch, PLIANT_PLACE point, PLIANT_PLACE a, PLIANT_PLACE b,
                               PLIANT_REAL along, PLIANT_REAL reach) {
    PLIANT_REAL2 away = outward(placeNow(a), placeNow(b));
    PLIANT_REAL inverse = reciprocalSqrt(dotProduct(away, away));
    PLIANT_REAL below =
        crossProduct(flatDifference(placeNow(b), placeNow(a)), flatDifference(placeNow(point), placeNow(a)));
    PLIANT_PRECISE PLIANT_REAL2 unit = away * inverse;
    PLIANT_PRECISE PLIANT_REAL depth = reach + below * inverse;
    touch.depth = depth;
    touch.normal = unit;
    touch.along = along;
    touch.reach = reach;
}

// Whether a touch counts before another: it is deeper, or as deep and of an edge with a lower number.
PLIANT_MATHS bool goesBefore(PLIANT_TOUCH one, PLIANT_TOUCH other) {
    if (one.depth > other.depth) return true;
    return one.depth == other.depth && one.depth > PLIANT_REAL(0.0f) && one.a < other.a;
}

// The shift of the point against what it touches, of its place and of its place before.
//
// Of the part of the depth that was there when the substep began, all but a little goes into the place before as well,
// as in the first stage of Macklin et al. 2014, "Unified particle physics", 4.3: bodies that start inside each other
// part without being shot away. (If all of it did, resting bodies would keep a little of the speed at which they sink.)
// The rest of the depth d is velocity, and friction takes off the way t along the edge what Coulomb allows (eq. 23 and
// 24):
//     t min(1, mu d / |t|)
PLIANT_MATHS PLIANT_REAL4 shiftOf(PLIANT_TOUCH touch, PLIANT_PLACE point, PLIANT_PLACE a, PLIANT_PLACE b,
                                  PLIANT_REAL largest, PLIANT_REAL slop) {
    PLIANT_REAL zero = PLIANT_REAL(0.0f);
    PLIANT_REAL depth = pick(touch.depth < largest, touch.depth, largest);
    PLIANT_PRECISE PLIANT_REAL2 gap =
        placeBefore(point) - (placeBefore(a) + (placeBefore(b) - placeBefore(a)) * touch.along);
    PLIANT_PRECISE PLIANT_REAL overlap = touch.reach - dotProduct(gap, touch.normal) - slop;
    PLIANT_REAL old = clampTo(overlap, zero, depth);
    PLIANT_PRECISE PLIANT_REAL fresh = depth - old;

    PLIANT_PRECISE PLIANT_REAL2 wayOfA = placeNow(a) - placeBefore(a);
    PLIANT_PRECISE PLIANT_REAL2 wayOfB = placeNow(b) - placeBefore(b);
    PLIANT_PRECISE PLIANT_REAL2 way =
        (placeNow(point) - placeBefore(point)) - (wayOfA + (wayOfB - wayOfA) * touch.along);
    PLIANT_PRECISE PLIANT_REAL2 sideways = way - touch.normal * dotProduct(way, touch.normal);
    PLIANT_REAL squared = dotProduct(sideways, sideways);
    PLIANT_PRECISE PLIANT_REAL limit = touch.friction * fresh;
    limit = storable(limit);
    PLIANT_PRECISE PLIANT_REAL squaredLimit = limit * limit;
    PLIANT_PRECISE PLIANT_REAL part = limit * reciprocalSqrt(squared);
    bool holds = squared <= storable(squaredLimit) || part > PLIANT_REAL(1.0f);
    PLIANT_PRECISE PLIANT_REAL2 shift = touch.normal * depth - sideways * pick(holds, PLIANT_REAL(1.0f), part);
    PLIANT_PRECISE PLIANT_REAL2 carried = touch.normal * old;
    PLIANT_PRECISE PLIANT_REAL least = zero - largest;
    return PLIANT_REAL4(storable(clampTo(shift.x, least, largest)), storable(clampTo(shift.y, least, largest)),
                        storable(carried.x), storable(carried.y));
}

// How much a contact's three particles give way, all together: w + (1-t)^2 wa + t^2 wb, for a push on the point and the
// opposite one shared out to the edge's ends by the lever (1-t : t), which keeps momentum and angular momentum. Where
// the nearer end is pinned the other would have to fly to make up for it; half of w + (1-t) wa + t wb is a bound that
// keeps every particle within twice the shift. 0 where all are pinned.
PLIANT_MATHS PLIANT_REAL yielding(PLIANT_REAL w, PLIANT_REAL wa, PLIANT_REAL wb, PLIANT_REAL along) {
    PLIANT_PRECISE PLIANT_REAL rest = PLIANT_REAL(1.0f) - along;
    PLIANT_PRECISE PLIANT_REAL exact = w + rest * rest * wa + along * along * wb;
    PLIANT_PRECISE PLIANT_REAL bound = (w + rest * wa + along * wb) * PLIANT_REAL(0.5f);
    return pick(exact > bound, exact, bound);
}

// The shares of a contact's three particles in its shift: the point goes with it, the edge's ends against it.
//
// A particle with n contacts is split into n of 1/n of its mass, one for each (Tonge et al. 2012, "Mass splitting for
// jitter-free parallel rigid body simulation"): a light body is pushed back in full by a heavy one that carries many.
// Where one of the three has several contacts all go 3/2 as far, which is stable, and a pile sinks less than half as
// far into itself. A share is at most 3 / n, see yielding(): no sum of them exceeds 3 times the largest shift, 2^20
// units, and no integer overflows.
#ifdef __cplusplus
template <class Real>
struct ContactShares {
    Real point, a, b;
};
#define PLIANT_CONTACT_SHARES ContactShares<Real>
#else
struct ContactShares {
    float point, a, b;
};
#define PLIANT_CONTACT_SHARES ContactShares
#endif

PLIANT_MATHS PLIANT_REAL splitInverseMass(PLIANT_REAL w, int contacts) {
    PLIANT_PRECISE PLIANT_REAL split = w * realNumber(contacts);
    return pick(contacts > 1, split, w);
}

PLIANT_MATHS PLIANT_CONTACT_SHARES sharesOf(PLIANT_REAL w, PLIANT_REAL wa, PLIANT_REAL wb, PLIANT_REAL along,
                                            int contacts, int contactsOfA, int contactsOfB) {
    PLIANT_REAL yields = yielding(splitInverseMass(w, contacts), splitInverseMass(wa, contactsOfA),
                                  splitInverseMass(wb, contactsOfB), along);
    bool areSeveral = contacts > 1 || contactsOfA > 1 || contactsOfB > 1;
    PLIANT_PRECISE PLIANT_REAL inverse = reciprocal(yields) * pick(areSeveral, PLIANT_REAL(1.5f), PLIANT_REAL(1.0f));
    PLIANT_PRECISE PLIANT_REAL against = along - PLIANT_REAL(1.0f);
    PLIANT_PRECISE PLIANT_REAL point = w * inverse;
    PLIANT_PRECISE PLIANT_REAL a = against * wa * inverse;
    PLIANT_PRECISE PLIANT_REAL b = (PLIANT_REAL(0.0f) - along) * wb * inverse;
    PLIANT_CONTACT_SHARES shares;
    shares.point = point;
    shares.a = a;
    shares.b = b;
    return shares;
}

// Cells of a level are four times as large as those of the one before; the last level has a single one.
PLIANT_MATHS PLIANT_REAL inverseCellOf(uint level, PLIANT_REAL inverseCell) {
    PLIANT_PRECISE PLIANT_REAL scaled = inverseCell * floatOfBits((127u - 2u * level) << 23);
    return keepIf(level + 1u < kOutlineLevels, scaled);
}

// The first level in which the box meets at most two cells along each axis. It is listed in the one of its lower
// corner: so whatever touches the box finds it there or in the one after.
PLIANT_MATHS uint levelOf(PLIANT_REAL4 box, PLIANT_REAL inverseCell) {
    uint level = 0u;
    for (; level + 1u < kOutlineLevels; ++level) {
        PLIANT_REAL inverse = inverseCellOf(level, inverseCell);
        bool fitsX = cellOf(box.z, inverse) - cellOf(box.x, inverse) <= 1;
        bool fitsY = cellOf(box.w, inverse) - cellOf(box.y, inverse) <= 1;
        if (fitsX && fitsY) break;
    }
    return level;
}

// What a point looks for: boxes that meet its way, of which the last `sweep` along each axis counts.
PLIANT_MATHS PLIANT_REAL4 boxOfWay(PLIANT_PLACE point, PLIANT_REAL sweep) {
    PLIANT_PRECISE PLIANT_REAL2 low = PLIANT_REAL2(point.x - sweep, point.y - sweep);
    PLIANT_PRECISE PLIANT_REAL2 high = PLIANT_REAL2(point.x + sweep, point.y + sweep);
    PLIANT_REAL fromX = clampTo(point.z, low.x, high.x);
    PLIANT_REAL fromY = clampTo(point.w, low.y, high.y);
    return PLIANT_REAL4(pick(fromX < point.x, fromX, point.x), pick(fromY < point.y, fromY, point.y),
                        pick(fromX > point.x, fromX, point.x), pick(fromY > point.y, fromY, point.y));
}

PLIANT_MATHS bool boxesMeet(PLIANT_REAL4 one, PLIANT_REAL4 other) {
    return one.x <= other.z && other.x <= one.z && one.y <= other.w && other.y <= one.w;
}

// A box grows by a place and the way that led there.
PLIANT_MATHS PLIANT_REAL4 grown(PLIANT_REAL4 box, PLIANT_PLACE place) {
    PLIANT_REAL lowX = pick(place.x < place.z, place.x, place.z), highX = pick(place.x < place.z, place.z, place.x);
    PLIANT_REAL lowY = pick(place.y < place.w, place.y, place.w), highY = pick(place.y < place.w, place.w, place.y);
    return PLIANT_REAL4(pick(lowX < box.x, lowX, box.x), pick(lowY < box.y, lowY, box.y),
                        pick(highX > box.z, highX, box.z), pick(highY > box.w, highY, box.w));
}

PLIANT_MATHS PLIANT_REAL4 widened(PLIANT_REAL4 box, PLIANT_REAL margin) {
    PLIANT_PRECISE PLIANT_REAL4 wide = PLIANT_REAL4(box.x - margin, box.y - margin, box.z + margin, box.w + margin);
    return wide;
}

// A contact's part in the displacement of one of its particles, in units.
PLIANT_MATHS int unitsOf(PLIANT_REAL shift, PLIANT_REAL share, PLIANT_REAL inverseUnit) {
    PLIANT_PRECISE PLIANT_REAL scaled = shift * share * inverseUnit;
    return wholeNumber(scaled);
}

PLIANT_MATHS PLIANT_REAL movedByUnits(PLIANT_REAL x, int units, PLIANT_REAL unit) {
    PLIANT_PRECISE PLIANT_REAL moved = x + realNumber(units) * unit;
    return storable(moved);
}

#ifdef __cplusplus
}
#endif
#endif
