// A particle is kept out of a convex body that may move and turn: signed distances, a sweep against tunnelling,
// friction.
#ifndef PLIANT_SHARED_COLLIDE_H
#define PLIANT_SHARED_COLLIDE_H

#include "layout.h"
#include "real.h"

#ifdef __cplusplus
namespace pliant {
#endif

// GLSL takes a struct by value, where C++ would copy it.
#ifdef __cplusplus
#define PLIANT_COLLIDER const ColliderRecord&
#else
#define PLIANT_COLLIDER ColliderRecord
#endif

PLIANT_MATHS PLIANT_REAL innerProduct(PLIANT_REAL3 a, PLIANT_REAL3 b) {
    PLIANT_PRECISE PLIANT_REAL sum = a.x * b.x + a.y * b.y + a.z * b.z;
    return sum;
}

PLIANT_MATHS PLIANT_REAL3 toLocal(PLIANT_COLLIDER c, PLIANT_REAL3 world) {
    PLIANT_PRECISE PLIANT_REAL3 d = world - PLIANT_REAL3(c.position);
    return storable3(PLIANT_REAL3(innerProduct(PLIANT_REAL3(c.axisX), d), innerProduct(PLIANT_REAL3(c.axisY), d),
                                  innerProduct(PLIANT_REAL3(c.axisZ), d)));
}

PLIANT_MATHS PLIANT_REAL3 toLocalBefore(PLIANT_COLLIDER c, PLIANT_REAL3 world) {
    PLIANT_PRECISE PLIANT_REAL3 d = world - PLIANT_REAL3(c.positionBefore);
    return storable3(PLIANT_REAL3(innerProduct(PLIANT_REAL3(c.axisXBefore), d),
                                  innerProduct(PLIANT_REAL3(c.axisYBefore), d),
                                  innerProduct(PLIANT_REAL3(c.axisZBefore), d)));
}

// A direction of the body's at the substep's end, in the world.
PLIANT_MATHS PLIANT_REAL3 toWorldDirection(PLIANT_COLLIDER c, PLIANT_REAL3 local) {
    PLIANT_PRECISE PLIANT_REAL3 world =
        PLIANT_REAL3(c.axisX) * local.x + PLIANT_REAL3(c.axisY) * local.y + PLIANT_REAL3(c.axisZ) * local.z;
    return storable3(world);
}

// How far the point of the body that is at `local` has come in this substep. The difference of the rotations comes
// first: it is small and nearly exact, and zero for a body at rest, where the difference of two places would be all
// rounding.
PLIANT_MATHS PLIANT_REAL3 bodyDisplacement(PLIANT_COLLIDER c, PLIANT_REAL3 local) {
    PLIANT_PRECISE PLIANT_REAL3 turnX = PLIANT_REAL3(c.axisX) - PLIANT_REAL3(c.axisXBefore);
    PLIANT_PRECISE PLIANT_REAL3 turnY = PLIANT_REAL3(c.axisY) - PLIANT_REAL3(c.axisYBefore);
    PLIANT_PRECISE PLIANT_REAL3 turnZ = PLIANT_REAL3(c.axisZ) - PLIANT_REAL3(c.axisZBefore);
    PLIANT_PRECISE PLIANT_REAL3 shift = PLIANT_REAL3(c.position) - PLIANT_REAL3(c.positionBefore);
    PLIANT_PRECISE PLIANT_REAL3 moved = turnX * local.x + turnY * local.y + turnZ * local.z + shift;
    return storable3(moved);
}

// The length of v, and its direction; `direction` stays as it is if v is shorter than 0.1 micrometre: the caller puts
// there what it wants of a point that has none, on the axis of a cylinder for example.
PLIANT_MATHS PLIANT_REAL lengthAndDirection(PLIANT_REAL3 v, PLIANT_INOUT(PLIANT_REAL3) direction) {
    PLIANT_REAL squared = squaredLength(v);
    PLIANT_BOOL hasDirection = squared > PLIANT_REAL(1e-14f);
    PLIANT_REAL inverse = reciprocalSqrt(squared);
    PLIANT_PRECISE PLIANT_REAL3 unit = v * inverse;
    direction = pick3(hasDirection, unit, direction);
    PLIANT_PRECISE PLIANT_REAL size = squared * inverse;
    return keepIf(hasDirection, size);
}

// The distance to an octant's corner, q being the heights above its three faces: the length of what is positive of q
// outside, the largest of q inside or within 0.1 micrometre of the surface. Of equal ones, the first.
PLIANT_MATHS PLIANT_REAL cornerDistance(PLIANT_REAL3 q, PLIANT_INOUT(PLIANT_REAL3) normal) {
    PLIANT_REAL zero = PLIANT_REAL(0.0f);
    PLIANT_REAL one = PLIANT_REAL(1.0f);
    PLIANT_REAL3 outside =
        PLIANT_REAL3(pick(q.x > zero, q.x, zero), pick(q.y > zero, q.y, zero), pick(q.z > zero, q.z, zero));
    PLIANT_REAL3 outwards = normal;
    PLIANT_REAL size = lengthAndDirection(outside, outwards);
    PLIANT_BOOL isOutside = size > zero;

    PLIANT_BOOL isFirst = q.x >= q.y && q.x >= q.z;
    PLIANT_BOOL isSecond = q.y >= q.z;
    PLIANT_REAL other = pick(isFirst, zero, one);
    PLIANT_REAL3 nearest =
        PLIANT_REAL3(pick(isFirst, one, zero), pick(isSecond, other, zero), pick(isSecond, zero, other));
    PLIANT_REAL largest = pick(isFirst, q.x, pick(isSecond, q.y, q.z));
    normal = pick3(isOutside, outwards, nearest);
    return pick(isOutside, size, largest);
}

// x with the sign of y, for x >= 0.
PLIANT_MATHS PLIANT_REAL withSignOf(PLIANT_REAL x, PLIANT_REAL y) {
    PLIANT_PRECISE PLIANT_REAL negated = PLIANT_REAL(0.0f) - x;
    return pick(y < PLIANT_REAL(0.0f), negated, x);
}

PLIANT_MATHS PLIANT_REAL boxDistance(PLIANT_COLLIDER c, PLIANT_REAL3 at, PLIANT_INOUT(PLIANT_REAL3) normal) {
    PLIANT_PRECISE PLIANT_REAL3 q =
        PLIANT_REAL3(magnitude(at.x), magnitude(at.y), magnitude(at.z)) - PLIANT_REAL3(c.size);
    PLIANT_REAL3 n = at;
    PLIANT_REAL result = cornerDistance(q, n);
    normal = PLIANT_REAL3(withSignOf(n.x, at.x), withSignOf(n.y, at.y), withSignOf(n.z, at.z));
    return result;
}

// In the plane through the axis a cylinder is a rectangle: the same corner, its third face too far below to count.
PLIANT_MATHS PLIANT_REAL cylinderDistance(PLIANT_COLLIDER c, PLIANT_REAL3 at, PLIANT_INOUT(PLIANT_REAL3) normal) {
    PLIANT_REAL zero = PLIANT_REAL(0.0f);
    PLIANT_REAL3 radial = PLIANT_REAL3(PLIANT_REAL(1.0f), zero, zero);
    PLIANT_REAL fromAxis = lengthAndDirection(PLIANT_REAL3(at.x, zero, at.z), radial);
    PLIANT_PRECISE PLIANT_REAL aboveSide = fromAxis - PLIANT_REAL(c.size.x);
    PLIANT_PRECISE PLIANT_REAL aboveCap = magnitude(at.y) - PLIANT_REAL(c.size.y);
    PLIANT_PRECISE PLIANT_REAL never = zero - PLIANT_REAL(c.size.x) - PLIANT_REAL(c.size.y);
    PLIANT_REAL3 n = at;
    PLIANT_REAL result = cornerDistance(PLIANT_REAL3(aboveCap, aboveSide, never), n);
    PLIANT_PRECISE PLIANT_REAL3 sideways = radial * n.y;
    normal = PLIANT_REAL3(sideways.x, withSignOf(n.x, at.y), sideways.z);
    return result;
}

// A capsule is a sphere around the nearest point of its segment; a sphere is a capsule without one.
PLIANT_MATHS PLIANT_REAL capsuleDistance(PLIANT_COLLIDER c, PLIANT_REAL3 at, PLIANT_INOUT(PLIANT_REAL3) normal) {
    PLIANT_REAL reach = PLIANT_REAL(c.size.y);
    PLIANT_REAL zero = PLIANT_REAL(0.0f);
    if (c.kind == kColliderSphere) reach = zero;
    PLIANT_PRECISE PLIANT_REAL beyond = magnitude(at.y) - reach;
    PLIANT_REAL3 fromSegment = PLIANT_REAL3(at.x, withSignOf(pick(beyond > zero, beyond, zero), at.y), at.z);
    normal = PLIANT_REAL3(PLIANT_REAL(1.0f), zero, zero);
    PLIANT_PRECISE PLIANT_REAL result = lengthAndDirection(fromSegment, normal) - PLIANT_REAL(c.size.x);
    return result;
}

// Signed distance to the surface [m] and its gradient of length 1, in the body's own coordinates. Where the gradient
// does not exist, on the axis of a capsule or halfway between two faces, `normal` is one of the subgradients: the
// distance to a convex body is a convex function, and findEntry() relies on it.
PLIANT_MATHS PLIANT_REAL colliderDistance(PLIANT_COLLIDER c, PLIANT_REAL3 at, PLIANT_INOUT(PLIANT_REAL3) normal) {
    if (c.kind == kColliderPlane) {
        normal = PLIANT_REAL3(PLIANT_REAL(0.0f), PLIANT_REAL(1.0f), PLIANT_REAL(0.0f));
        return at.y;
    }
    if (c.kind == kColliderBox) return boxDistance(c, at, normal);
    if (c.kind == kColliderCylinder) return cylinderDistance(c, at, normal);
    return capsuleDistance(c, at, normal);
}

// Where the path from `start` to `end` first comes closer than the thickness, if it does: `entry` is the last point
// before it, `start` if that is too close already. Along a line the distance is convex. Until a point that is close
// enough is found, its slope tells on which side of the middle the smallest distance lies; afterwards the entry is
// before the points that are close and after those that are not, which have a falling slope. So one bisection does
// both: 24 halvings leave a float's precision of the path's length.
PLIANT_MATHS PLIANT_BOOL findEntry(PLIANT_COLLIDER c, PLIANT_REAL3 start, PLIANT_REAL3 end, PLIANT_BOOL endsInside,
                                   PLIANT_INOUT(PLIANT_REAL3) entry) {
    PLIANT_PRECISE PLIANT_REAL3 path = end - start;
    PLIANT_REAL3 before = start;
    PLIANT_REAL3 after = end;
    PLIANT_BOOL found = endsInside;
    for (uint i = 0u; i < 24u; ++i) {
        PLIANT_PRECISE PLIANT_REAL3 middle = (before + after) * PLIANT_REAL(0.5f);
        PLIANT_REAL3 normal = middle;
        PLIANT_BOOL inside = colliderDistance(c, middle, normal) < PLIANT_REAL(c.thickness);
        PLIANT_BOOL rising = storable(innerProduct(normal, path)) >= PLIANT_REAL(0.0f);
        PLIANT_BOOL isAfter = inside || rising;
        found = found || inside;
        after = pick3(isAfter, middle, after);
        before = pick3(isAfter, before, middle);
    }
    entry = before;
    return found;
}

// Whether the particle could have met the body on a way that is too long for its end to tell where. The first line
// answers for most: in a substep a particle goes less far than half of the body's half extent. A particle that moves
// away at the start never comes closer, because the distance along the path is convex, even if it starts inside.
PLIANT_MATHS PLIANT_BOOL mayHaveCrossed(PLIANT_COLLIDER c, PLIANT_REAL3 start, PLIANT_REAL3 end, PLIANT_REAL gapAtEnd) {
    PLIANT_PRECISE PLIANT_REAL3 path = end - start;
    PLIANT_REAL squared = squaredLength(path);
    PLIANT_PRECISE PLIANT_REAL squaredLimit = PLIANT_REAL(c.size.w) * PLIANT_REAL(c.size.w);
    PLIANT_PRECISE PLIANT_REAL squaredGap = gapAtEnd * gapAtEnd;
    PLIANT_BOOL endsOutside = gapAtEnd > PLIANT_REAL(0.0f);
    PLIANT_BOOL isTooFar = endsOutside && squaredGap >= squared;  // further off than the path is long
    PLIANT_BOOL mayCross = squared > squaredLimit && !isTooFar;
    if (!anyOf(mayCross)) return mayCross;

    PLIANT_REAL3 normal = start;
    PLIANT_PRECISE PLIANT_REAL gapAtStart = colliderDistance(c, start, normal) - PLIANT_REAL(c.thickness);
    PLIANT_PRECISE PLIANT_REAL gaps = gapAtStart + gapAtEnd;
    PLIANT_PRECISE PLIANT_REAL squaredGaps = gaps * gaps;
    PLIANT_BOOL isApart = endsOutside && gaps > PLIANT_REAL(0.0f) && squaredGaps >= squared;
    return mayCross && !isApart && storable(innerProduct(normal, path)) < PLIANT_REAL(0.0f);
}

// What friction leaves of the particle's way over the body. Macklin et al. 2014, "Unified particle physics", eq. 23 and
// 24: with d the push out of the body and t the tangential displacement against it,
//     x <- x - t                       if |t| < mu_s d
//     x <- x - t min(1, mu_k d / |t|)  otherwise
PLIANT_MATHS PLIANT_REAL3 rub(PLIANT_COLLIDER c, PLIANT_REAL3 x, PLIANT_REAL3 displacement, PLIANT_REAL3 normal,
                              PLIANT_REAL push) {
    PLIANT_REAL normalPart = innerProduct(displacement, normal);
    PLIANT_PRECISE PLIANT_REAL3 tangential = displacement - normal * normalPart;
    PLIANT_REAL3 t = storable3(tangential);
    PLIANT_REAL squared = storable(squaredLength(t));

    PLIANT_PRECISE PLIANT_REAL scaledStatic = PLIANT_REAL(c.staticFriction) * push;
    PLIANT_REAL staticLimit = storable(scaledStatic);
    PLIANT_PRECISE PLIANT_REAL squaredStatic = staticLimit * staticLimit;
    PLIANT_PRECISE PLIANT_REAL share = PLIANT_REAL(c.dynamicFriction) * push * reciprocalSqrt(squared);

    PLIANT_BOOL sticks = squared < storable(squaredStatic) || share > PLIANT_REAL(1.0f);
    PLIANT_PRECISE PLIANT_REAL3 left = x - t * pick(sticks, PLIANT_REAL(1.0f), share);
    return storable3(left);
}

// What a scene or a new collider has put inside comes out no faster than this [m/s], and has no velocity from it: that
// would tear at what hangs on it. Not so where outlines touch: what these press inside comes out at once, each time.
const float kLeavingSpeed = 5.0f;

// Less deep than this a particle is not inside, but touches [m].
const float kTouchingDepth = 1e-4f;

// So long is a substep, as collide() sees it; 0: what began inside comes out as if it had come in now.
PLIANT_INLINE float timeToLeave(PassConstants constants) {
    return (constants.flags & kOutlinesTouch) != 0u ? 0.0f : constants.step;
}

// How deep inside a particle began that is inside now [m]; 0 if it was not.
PLIANT_MATHS PLIANT_REAL depthAtStart(PLIANT_COLLIDER c, PLIANT_REAL3 start, PLIANT_REAL depthNow) {
    PLIANT_BOOL isDeep = depthNow > PLIANT_REAL(kTouchingDepth);
    if (!anyOf(isDeep)) return PLIANT_REAL(0.0f);
    PLIANT_REAL3 normal = start;
    PLIANT_PRECISE PLIANT_REAL inside = PLIANT_REAL(c.thickness) - colliderDistance(c, start, normal);
    PLIANT_REAL depth = storable(inside);
    return keepIf(isDeep && depth > PLIANT_REAL(kTouchingDepth), depth);
}

// What rounding has left deeper inside than `left` comes out.
PLIANT_MATHS PLIANT_REAL3 pushOut(PLIANT_COLLIDER c, PLIANT_REAL3 x, PLIANT_REAL left) {
    PLIANT_REAL3 at = toLocal(c, x);
    PLIANT_REAL3 normal = at;
    PLIANT_PRECISE PLIANT_REAL depth = PLIANT_REAL(c.thickness) - left - colliderDistance(c, at, normal);
    PLIANT_PRECISE PLIANT_REAL3 outside = x + toWorldDirection(c, normal) * depth;
    return pick3(depth > PLIANT_REAL(0.0f), storable3(outside), x);
}

// Most particles are nowhere near, and seven multiplications tell. With R the radius of a ball around the body and its
// thickness and l the length of the path, a particle at distance a >= R + l from the centre cannot have met it, and
//     a^2 > 1.1 R^2 + 11 l^2 >= (R + l)^2.
// The numbers come with the record, because they are larger for a body that moves (farOff() in
// src/pliant/scene/collider.cpp).
PLIANT_MATHS PLIANT_BOOL isFarOff(PLIANT_COLLIDER c, PLIANT_REAL3 p, PLIANT_REAL3 x) {
    PLIANT_PRECISE PLIANT_REAL3 fromCentre = x - PLIANT_REAL3(c.position);
    PLIANT_PRECISE PLIANT_REAL3 path = x - p;
    PLIANT_PRECISE PLIANT_REAL squaredReach =
        PLIANT_REAL(c.position.w) + PLIANT_REAL(c.positionBefore.w) * squaredLength(path);
    return squaredLength(fromCentre) > squaredReach;
}

// How far a body pushes what goes from `start` to `end`, in its own coordinates, along `normal`, and from which point
// of it [m]; below 0: that far it is from touching it. A particle whose path is short against the body leaves it by the
// nearest way. A longer path is swept: the plane that touches the body where the path enters it stops the particle,
// which keeps its way along that plane. (Stopping it at the entry instead would hold up all that slides over a thin
// board faster than a few metres per second.)
PLIANT_MATHS PLIANT_REAL pushOf(PLIANT_COLLIDER c, PLIANT_BOOL isNear, PLIANT_REAL3 start, PLIANT_REAL3 end,
                                PLIANT_INOUT(PLIANT_REAL3) normal, PLIANT_INOUT(PLIANT_REAL3) foot) {
    PLIANT_REAL distanceAtEnd = colliderDistance(c, end, normal);
    PLIANT_PRECISE PLIANT_REAL push = PLIANT_REAL(c.thickness) - distanceAtEnd;
    PLIANT_PRECISE PLIANT_REAL3 footAtEnd = end - normal * distanceAtEnd;
    foot = footAtEnd;

    PLIANT_PRECISE PLIANT_REAL gap = distanceAtEnd - PLIANT_REAL(c.thickness);
    PLIANT_BOOL mayCross = isNear && mayHaveCrossed(c, start, end, gap);
    if (!anyOf(mayCross)) return push;
    PLIANT_REAL3 entry = start;
    PLIANT_BOOL crosses = mayCross && findEntry(c, start, end, gap < PLIANT_REAL(0.0f), entry);
    PLIANT_REAL3 normalThere = entry;
    PLIANT_REAL distanceThere = colliderDistance(c, entry, normalThere);
    PLIANT_PRECISE PLIANT_REAL3 back = entry - end;
    PLIANT_PRECISE PLIANT_REAL pushThere = PLIANT_REAL(c.thickness) - distanceThere + innerProduct(normalThere, back);
    PLIANT_PRECISE PLIANT_REAL3 footThere = entry - normalThere * distanceThere;
    crosses = crosses && pushThere > PLIANT_REAL(0.0f);  // rounding aside, it always is
    normal = pick3(crosses, normalThere, normal);
    foot = pick3(crosses, footThere, foot);
    return pick(crosses, pushThere, push);
}

// Which part of a collision is worked out. Where particles push each other as well, those that lie on a collider are
// pushed out of it first, so that the others meet them where they are, and are held by friction last, when all pushes
// are known: before, what is pushed aside by others afterwards would creep, held by nothing.
const uint kPushAndRub = 0u;
const uint kPushAlone = 1u;  // and the pushes of all colliders are added up in `pressed` [m]
const uint kRubAtLast = 2u;  // friction, by all that has pressed it against the collider since; and out again

// Moves x out of the body, with friction, and says whether it had to; otherwise x keeps its bits. p is where the
// particle was when the substep of h seconds began, x where it would be at its end. If it began inside, the way by
// which it comes out is added to `wayOut`.
//
// It ends beyond a plane that has the convex body on its other side, and friction moves it along that plane: it stays
// outside. The path is taken in the body's own coordinates, from the start pose to the end pose, as if straight.
PLIANT_MATHS PLIANT_BOOL collideInPart(uint part, PLIANT_COLLIDER c, PLIANT_REAL h, PLIANT_REAL3 p,
                                       PLIANT_INOUT(PLIANT_REAL3) x, PLIANT_INOUT(PLIANT_REAL3) wayOut,
                                       PLIANT_INOUT(PLIANT_REAL3) pressed) {
    PLIANT_BOOL isNear = !isFarOff(c, p, x);
    if (!anyOf(isNear)) return isNear;
    PLIANT_REAL3 start = toLocalBefore(c, p), end = toLocal(c, x), normal = end, foot = end;
    PLIANT_REAL push = pushOf(c, isNear, start, end, normal, foot);
    PLIANT_REAL before = keepIf(h > PLIANT_REAL(0.0f), depthAtStart(c, start, push));
    PLIANT_PRECISE PLIANT_REAL most = h * PLIANT_REAL(kLeavingSpeed);
    PLIANT_REAL leaves = pick(before < most, before, most);
    PLIANT_PRECISE PLIANT_REAL left = before - leaves;
    push = push - left;
    PLIANT_REAL pressing = push, firstPush = PLIANT_REAL(0.0f);
    if (part == kRubAtLast) {
        PLIANT_REAL along = innerProduct(pressed, toWorldDirection(c, normal));
        firstPush = keepIf(along > PLIANT_REAL(0.0f), along);
        PLIANT_PRECISE PLIANT_REAL both = firstPush + push;  // less, where others have lifted it off
        pressing = both;
        push = keepIf(push > PLIANT_REAL(0.0f), push);
    }
    PLIANT_BOOL touches = isNear && pressing > PLIANT_REAL(0.0f);
    if (!anyOf(touches)) return touches;

    PLIANT_REAL3 worldNormal = toWorldDirection(c, normal);
    PLIANT_PRECISE PLIANT_REAL3 outside = x + worldNormal * push;
    if (part == kPushAlone) {
        PLIANT_PRECISE PLIANT_REAL3 sum = pressed + worldNormal * push;
        pressed = pick3(touches, storable3(sum), pressed);
    } else {
        PLIANT_PRECISE PLIANT_REAL3 displacement = outside - p - bodyDisplacement(c, storable3(foot));
        outside = rub(c, outside, displacement, worldNormal, pressing);
    }
    if (part == kRubAtLast) {  // what is left is for other colliders that it lies on
        PLIANT_PRECISE PLIANT_REAL3 others = pressed - worldNormal * firstPush;
        pressed = pick3(touches, storable3(others), pressed);
    }
    x = pick3(touches, pushOut(c, outside, left), x);
    if (part != kRubAtLast && anyOf(leaves > PLIANT_REAL(0.0f))) {
        PLIANT_PRECISE PLIANT_REAL3 sum = wayOut + worldNormal * pick(leaves < push, leaves, push);
        wayOut = pick3(touches && leaves > PLIANT_REAL(0.0f), storable3(sum), wayOut);
    }
    return touches;
}

// All of it at once, where nothing else pushes.
PLIANT_MATHS PLIANT_BOOL collide(PLIANT_COLLIDER c, PLIANT_REAL h, PLIANT_REAL3 p, PLIANT_INOUT(PLIANT_REAL3) x,
                                 PLIANT_INOUT(PLIANT_REAL3) wayOut) {
    PLIANT_REAL zero = PLIANT_REAL(0.0f);
    PLIANT_REAL3 pressed = PLIANT_REAL3(zero, zero, zero);
    return collideInPart(kPushAndRub, c, h, p, x, wayOut, pressed);
}

// What the particle carries, see shared/verlet.h, so that it has no velocity from its way out.
PLIANT_MATHS PLIANT_REAL3 carryWithout(PLIANT_REAL3 wayOut, PLIANT_REAL3 carry) {
    PLIANT_PRECISE PLIANT_REAL3 less = carry - wayOut;
    return storable3(less);
}

#ifdef __cplusplus
}
#endif
#endif
