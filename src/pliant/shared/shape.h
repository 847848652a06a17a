// A shape draws its particles to where they would be if it were moved and turned as a whole.
#ifndef PLIANT_SHARED_SHAPE_H
#define PLIANT_SHARED_SHAPE_H

#include "real.h"
#include "verlet.h"

#ifdef __cplusplus
namespace pliant {
#endif

// With x the particles' places from an origin near by, q their places at rest from the centre, divided by the
// shape's size s, and m their shares of the mass (Mueller, Heidelberger, Teschner, Gross 2005, "Meshless
// deformations based on shape matching", eq. 6 and 7):
//
//     t = sum m x                 its centre, from the origin
//     A = sum m x q^T             what says how it is turned: R is the rotation for which tr(R^T A) is largest
//     goal = t + s R q
//
// What has a turn R is given as a unit quaternion (x, y, z, w).

// What members add up to: the rows of A, and t.
#ifdef __cplusplus
template <class Real>
struct ShapeSums {
    glm::vec<3, Real, glm::defaultp> x, y, z, offset;
};
#define PLIANT_SHAPE_SUMS ShapeSums<Real>
#else
struct ShapeSums {
    vec3 x, y, z, offset;
};
#define PLIANT_SHAPE_SUMS ShapeSums
#endif

PLIANT_MATHS PLIANT_SHAPE_SUMS noShapeSums() {
    PLIANT_SHAPE_SUMS sums;
    sums.x = PLIANT_REAL3(PLIANT_REAL(0.0f));
    sums.y = sums.x;
    sums.z = sums.x;
    sums.offset = sums.x;
    return sums;
}

// Adds a term, and keeps what rounding has added too much for the next one (Kahan 1965). What the sums are off moves
// all particles alike and does not average out, as the rounding of their own coordinates does: 10,000 of them at
// rest would go off with 4 cm/s after three seconds.
PLIANT_MATHS void addClosely(PLIANT_INOUT(PLIANT_REAL3) sum, PLIANT_INOUT(PLIANT_REAL3) surplus, PLIANT_REAL3 term) {
    PLIANT_PRECISE PLIANT_REAL3 less = term - surplus;
    PLIANT_PRECISE PLIANT_REAL3 next = sum + less;
    PLIANT_PRECISE PLIANT_REAL3 added = next - sum;
    PLIANT_PRECISE PLIANT_REAL3 over = added - less;
    surplus = over;
    sum = next;
}

PLIANT_MATHS void addShapeSums(PLIANT_INOUT(PLIANT_SHAPE_SUMS) sums, PLIANT_INOUT(PLIANT_SHAPE_SUMS) surplus,
                               PLIANT_SHAPE_SUMS terms) {
    addClosely(sums.x, surplus.x, terms.x);
    addClosely(sums.y, surplus.y, terms.y);
    addClosely(sums.z, surplus.z, terms.z);
    addClosely(sums.offset, surplus.offset, terms.offset);
}

// A member's place from the origin. One that is nowhere any more is so far off that no sum with it is a place, however
// small its share of the mass: see isWhole().
const float kNowherePlace = 1e38f;

PLIANT_MATHS PLIANT_REAL3 shapeOffset(PLIANT_REAL3 x, PLIANT_REAL3 origin) {
    PLIANT_REAL3 d = difference(x, origin);
    PLIANT_BOOL isThere = isPlace(x);
    PLIANT_REAL nowhere = PLIANT_REAL(kNowherePlace);
    return PLIANT_REAL3(pick(isThere, d.x, nowhere), pick(isThere, d.y, nowhere), pick(isThere, d.z, nowhere));
}
PLIANT_MATHS PLIANT_BOOL isWhole(PLIANT_SHAPE_SUMS sums) {
    return squaredLength(sums.offset) < PLIANT_REAL(kLargestSquared);
}

// What one member adds.
PLIANT_MATHS PLIANT_SHAPE_SUMS shapeTerms(PLIANT_REAL3 x, PLIANT_REAL3 rest, PLIANT_REAL weight) {
    PLIANT_PRECISE PLIANT_REAL3 offset = x * weight;
    PLIANT_PRECISE PLIANT_REAL3 rowX = rest * offset.x;
    PLIANT_PRECISE PLIANT_REAL3 rowY = rest * offset.y;
    PLIANT_PRECISE PLIANT_REAL3 rowZ = rest * offset.z;
    PLIANT_SHAPE_SUMS terms;
    terms.x = rowX;
    terms.y = rowY;
    terms.z = rowZ;
    terms.offset = offset;
    return terms;
}

PLIANT_MATHS PLIANT_SHAPE_SUMS storableSums(PLIANT_SHAPE_SUMS sums) {
    sums.x = storable3(sums.x);
    sums.y = storable3(sums.y);
    sums.z = storable3(sums.z);
    sums.offset = storable3(sums.offset);
    return sums;
}

// R v.
PLIANT_MATHS PLIANT_REAL3 turned(PLIANT_REAL4 turn, PLIANT_REAL3 v) {
    PLIANT_REAL3 axis = PLIANT_REAL3(turn.x, turn.y, turn.z);
    PLIANT_REAL3 across = crossOf(axis, v);
    PLIANT_PRECISE PLIANT_REAL3 twice = across + across;
    PLIANT_REAL3 inwards = crossOf(axis, twice);
    PLIANT_PRECISE PLIANT_REAL3 place = v + twice * turn.w + inwards;
    return storable3(place);
}

// The origin: where the centre would be by one particle alone, had the shape kept its last turn. Nothing cancels
// from there, wherever in the world the shape is, and the centre is so near that the rounding of its offset does not
// show.
PLIANT_MATHS PLIANT_REAL3 shapeOrigin(PLIANT_REAL3 x, PLIANT_REAL4 last, PLIANT_REAL3 rest, PLIANT_REAL size) {
    PLIANT_REAL3 place = turned(last, rest);
    PLIANT_PRECISE PLIANT_REAL3 origin = x - place * size;
    return storable3(origin);
}

// R^T v.
PLIANT_MATHS PLIANT_REAL3 turnedBack(PLIANT_REAL4 turn, PLIANT_REAL3 v) {
    PLIANT_PRECISE PLIANT_REAL opposite = PLIANT_REAL(0.0f) - turn.w;
    return turned(PLIANT_REAL4(turn.x, turn.y, turn.z, opposite), v);
}

PLIANT_MATHS PLIANT_REAL4 unitTurn(PLIANT_REAL4 turn) {
    PLIANT_PRECISE PLIANT_REAL squared = turn.x * turn.x + turn.y * turn.y + turn.z * turn.z + turn.w * turn.w;
    PLIANT_REAL inverse = reciprocalSqrt(squared);
    PLIANT_PRECISE PLIANT_REAL4 unit = turn * inverse;
    return PLIANT_REAL4(storable(unit.x), storable(unit.y), storable(unit.z), storable(unit.w));
}

// First `second`, then `first`, as the product of rotations is written.
PLIANT_MATHS PLIANT_REAL4 turnProduct(PLIANT_REAL4 first, PLIANT_REAL4 second) {
    PLIANT_REAL3 u = PLIANT_REAL3(first.x, first.y, first.z);
    PLIANT_REAL3 v = PLIANT_REAL3(second.x, second.y, second.z);
    PLIANT_REAL3 across = crossOf(u, v);
    PLIANT_PRECISE PLIANT_REAL3 axis = v * first.w + u * second.w + across;
    PLIANT_PRECISE PLIANT_REAL w = first.w * second.w - dotOf(u, v);
    return unitTurn(PLIANT_REAL4(axis.x, axis.y, axis.z, w));
}

// The turn about a unit axis by the angle with the given cosine and sine, times any number above 0; no turn where both
// are 0. Half of the angle is told from 1 + cos, or from 1 - cos where that is more exact.
PLIANT_MATHS PLIANT_REAL4 turnAbout(PLIANT_REAL3 axis, PLIANT_REAL cosine, PLIANT_REAL sine) {
    PLIANT_PRECISE PLIANT_REAL squared = cosine * cosine + sine * sine;
    PLIANT_REAL inverse = reciprocalSqrt(squared);
    PLIANT_PRECISE PLIANT_REAL c = cosine * inverse;
    PLIANT_PRECISE PLIANT_REAL s = sine * inverse;
    PLIANT_PRECISE PLIANT_REAL above = PLIANT_REAL(1.0f) + c;
    PLIANT_PRECISE PLIANT_REAL below = PLIANT_REAL(1.0f) - c;
    bool isAcute = cosine > PLIANT_REAL(0.0f);
    PLIANT_REAL along = storable(pick(isAcute, s, below));
    PLIANT_PRECISE PLIANT_REAL3 part = axis * along;
    PLIANT_REAL4 turn = unitTurn(PLIANT_REAL4(part.x, part.y, part.z, storable(pick(isAcute, above, s))));
    bool isTurn = squared > PLIANT_REAL(1e-30f);
    return PLIANT_REAL4(keepIf(isTurn, turn.x), keepIf(isTurn, turn.y), keepIf(isTurn, turn.z),
                        pick(isTurn, turn.w, PLIANT_REAL(1.0f)));
}

// What is left to turn is seen in M = R^T A, with R the last turn: from small changes R comes out to the last bit,
// from an angle near pi only to some.

// The columns of M.
#ifdef __cplusplus
template <class Real>
struct ShapeStretch {
    glm::vec<3, Real, glm::defaultp> x, y, z;
};
#define PLIANT_SHAPE_STRETCH ShapeStretch<Real>
#else
struct ShapeStretch {
    vec3 x, y, z;
};
#define PLIANT_SHAPE_STRETCH ShapeStretch
#endif

PLIANT_MATHS PLIANT_SHAPE_STRETCH shapeStretch(PLIANT_SHAPE_SUMS a, PLIANT_REAL4 turn) {
    PLIANT_SHAPE_STRETCH m;
    m.x = turnedBack(turn, PLIANT_REAL3(a.x.x, a.y.x, a.z.x));
    m.y = turnedBack(turn, PLIANT_REAL3(a.x.y, a.y.y, a.z.y));
    m.z = turnedBack(turn, PLIANT_REAL3(a.x.z, a.y.z, a.z.z));
    return m;
}

// In the plane the change has a closed form:  cos ~ M11 + M22,  sin ~ M21 - M12. Where both are next to 0 the last
// turn is kept.
PLIANT_MATHS PLIANT_REAL4 planarTurn(PLIANT_SHAPE_SUMS a, PLIANT_REAL blurred, PLIANT_REAL4 last) {
    PLIANT_SHAPE_STRETCH m = shapeStretch(a, last);
    PLIANT_PRECISE PLIANT_REAL cosine = m.x.x + m.y.y;
    PLIANT_PRECISE PLIANT_REAL sine = m.x.y - m.y.x;
    cosine = storable(cosine);
    sine = storable(sine);
    PLIANT_PRECISE PLIANT_REAL squared = cosine * cosine + sine * sine;
    if (!(squared > blurred && squared < PLIANT_REAL(kLargestSquared))) return last;
    PLIANT_REAL inverse = reciprocalSqrt(squared);
    PLIANT_PRECISE PLIANT_REAL c = cosine * inverse;
    PLIANT_PRECISE PLIANT_REAL s = sine * inverse;
    return turnProduct(last, turnAbout(PLIANT_REAL3(0.0f, 0.0f, 1.0f), storable(c), storable(s)));
}

// In space the change is found in turns dR, each about one axis, as Mueller, Bender, Chentanez, Macklin 2016, "A
// robust method to extract the rotational part of deformations", do it, and without trigonometry as well. A turn by
// an angle phi about the unit axis n makes
//
//     tr((R dR)^T A) = n.Mn + cos(phi) (tr M - n.Mn) + sin(phi) g.n,    g = (M32 - M23, M13 - M31, M21 - M12)
//
// so that the best angle has a closed form, and no turn makes it worse, wherever it starts: upside down, turned
// inside out, or flat. The axis is Newton's, H^-1 g with H = tr(M) I - (M + M^T) / 2 (Kugelstadt, Koschier, Bender
// 2018, "Fast corotated FEM using operator splitting"), where H is positive definite, else g, or that about which
// turning over helps most. Mueller's is always g, with an angle that leaves a third of the error of a body that is
// as wide as it is high; what is left takes spin away.

// g.
PLIANT_MATHS PLIANT_REAL3 shapeTwist(PLIANT_SHAPE_STRETCH m) {
    PLIANT_PRECISE PLIANT_REAL3 twist = PLIANT_REAL3(m.y.z - m.z.y, m.z.x - m.x.z, m.x.y - m.y.x);
    return twist;
}

// The diagonal of H.
PLIANT_MATHS PLIANT_REAL3 shapeHolds(PLIANT_SHAPE_STRETCH m) {
    PLIANT_PRECISE PLIANT_REAL3 holds = PLIANT_REAL3(m.y.y + m.z.z, m.x.x + m.z.z, m.x.x + m.y.y);
    return storable3(holds);
}

// What (M + M^T) / 2 has beside its diagonal: (yz, xz, xy).
PLIANT_MATHS PLIANT_REAL3 shapeMixes(PLIANT_SHAPE_STRETCH m) {
    PLIANT_PRECISE PLIANT_REAL3 mixes = PLIANT_REAL3(m.y.z + m.z.y, m.z.x + m.x.z, m.x.y + m.y.x) * PLIANT_REAL(0.5f);
    return storable3(mixes);
}

// adj(H) g, which points along H^-1 g; 0 if H is not positive definite. M is of size 1; h and k are what stands on the
// diagonal of H and, but for the sign, beside it.
PLIANT_MATHS PLIANT_REAL3 newtonAxis(PLIANT_REAL3 h, PLIANT_REAL3 k, PLIANT_REAL3 twist) {
    PLIANT_PRECISE PLIANT_REAL3 own = PLIANT_REAL3(h.y * h.z - k.x * k.x, h.x * h.z - k.y * k.y, h.x * h.y - k.z * k.z);
    PLIANT_PRECISE PLIANT_REAL3 mixed =
        PLIANT_REAL3(k.y * k.z + h.x * k.x, k.x * k.z + h.y * k.y, k.x * k.y + h.z * k.z);
    own = storable3(own);
    mixed = storable3(mixed);
    PLIANT_PRECISE PLIANT_REAL determinant = h.x * own.x - k.z * mixed.z - k.y * mixed.y;
    bool isConvex = h.x > PLIANT_REAL(0.0f) && own.z > PLIANT_REAL(0.0f) && determinant > PLIANT_REAL(1e-6f);
    PLIANT_REAL3 axis = PLIANT_REAL3(dotOf(PLIANT_REAL3(own.x, mixed.z, mixed.y), twist),
                                     dotOf(PLIANT_REAL3(mixed.z, own.y, mixed.x), twist),
                                     dotOf(PLIANT_REAL3(mixed.y, mixed.x, own.z), twist));
    return PLIANT_REAL3(keepIf(isConvex, axis.x), keepIf(isConvex, axis.y), keepIf(isConvex, axis.z));
}

// The axis about which turning over helps most, next to the eigenvector of the least eigenvalue of H: that of the
// largest of I + (M + M^T) / 2, and so the largest column of its sixteenth power.
PLIANT_MATHS PLIANT_REAL3 overturningAxis(PLIANT_SHAPE_STRETCH m, PLIANT_REAL3 k) {
    PLIANT_PRECISE PLIANT_REAL3 d = PLIANT_REAL3(m.x.x, m.y.y, m.z.z) + PLIANT_REAL3(1.0f);
    PLIANT_REAL3 p = k;
    for (uint i = 0u; i < 4u; ++i) {
        PLIANT_PRECISE PLIANT_REAL3 own = PLIANT_REAL3(
            d.x * d.x + p.y * p.y + p.z * p.z, d.y * d.y + p.x * p.x + p.z * p.z, d.z * d.z + p.x * p.x + p.y * p.y);
        PLIANT_PRECISE PLIANT_REAL3 mixed =
            PLIANT_REAL3(p.y * p.z + p.x * (d.y + d.z), p.x * p.z + p.y * (d.x + d.z), p.x * p.y + p.z * (d.x + d.y));
        d = storable3(own);
        p = storable3(mixed);
    }
    if (d.x > d.y && d.x > d.z) return PLIANT_REAL3(d.x, p.z, p.y);
    if (d.y > d.z) return PLIANT_REAL3(p.z, d.y, p.x);
    return PLIANT_REAL3(p.y, p.x, d.z);
}

PLIANT_MATHS PLIANT_REAL3 unitAxis(PLIANT_REAL3 axis) {
    PLIANT_REAL inverse = reciprocalSqrt(squaredLength(axis));
    PLIANT_PRECISE PLIANT_REAL3 unit = axis * inverse;
    return storable3(unit);
}

// n.Hn of a unit axis: where it is below 0 turning over helps, by twice as much.
PLIANT_MATHS PLIANT_REAL holdOf(PLIANT_SHAPE_STRETCH m, PLIANT_REAL3 axis) {
    PLIANT_PRECISE PLIANT_REAL3 image = m.x * axis.x + m.y * axis.y + m.z * axis.z;
    PLIANT_PRECISE PLIANT_REAL hold = m.x.x + m.y.y + m.z.z - dotOf(storable3(image), axis);
    return storable(hold);
}

// dR; none (w is 1) where no turn is any better. Below |g| = 1e-7 there is nothing left that floats could tell.
PLIANT_MATHS PLIANT_REAL4 betterTurn(PLIANT_SHAPE_STRETCH m) {
    PLIANT_REAL3 twist = shapeTwist(m);
    PLIANT_REAL3 mixes = shapeMixes(m);
    PLIANT_REAL3 axis = newtonAxis(shapeHolds(m), mixes, twist);
    PLIANT_REAL twistSquared = squaredLength(twist);
    if (!(squaredLength(axis) > PLIANT_REAL(1e-28f))) {
        axis = twist;
        PLIANT_REAL3 over = unitAxis(overturningAxis(m, mixes));
        PLIANT_REAL hold = holdOf(m, over);
        PLIANT_PRECISE PLIANT_REAL gain = hold * hold * PLIANT_REAL(4.0f);
        if (hold < PLIANT_REAL(-1e-3f) && gain > twistSquared) return turnAbout(over, hold, dotOf(twist, over));
    }
    if (!(twistSquared > PLIANT_REAL(1e-14f))) return PLIANT_REAL4(0.0f, 0.0f, 0.0f, 1.0f);
    axis = unitAxis(axis);
    return turnAbout(axis, holdOf(m, axis), dotOf(twist, axis));
}

PLIANT_MATHS bool isTurning(PLIANT_REAL4 turn) {
    return squaredLength(PLIANT_REAL3(turn.x, turn.y, turn.z)) > PLIANT_REAL(1e-20f);
}

PLIANT_MATHS PLIANT_REAL4 spatialTurn(PLIANT_SHAPE_SUMS a, PLIANT_REAL blurred, PLIANT_REAL4 last) {
    PLIANT_PRECISE PLIANT_REAL squared = squaredLength(a.x) + squaredLength(a.y) + squaredLength(a.z);
    if (!(squared > blurred && squared < PLIANT_REAL(kLargestSquared))) return last;
    PLIANT_REAL inverse = reciprocalSqrt(squared);
    PLIANT_PRECISE PLIANT_REAL3 rowX = a.x * inverse;
    PLIANT_PRECISE PLIANT_REAL3 rowY = a.y * inverse;
    PLIANT_PRECISE PLIANT_REAL3 rowZ = a.z * inverse;
    a.x = storable3(rowX);
    a.y = storable3(rowY);
    a.z = storable3(rowZ);
    PLIANT_REAL4 turn = last;
    for (uint round = 0u; round < kShapeRounds; ++round) {
        PLIANT_REAL4 change = betterTurn(shapeStretch(a, turn));
        if (!isTurning(change)) return turn;
        turn = turnProduct(turn, change);
    }
    return turn;
}

// Of second order a rigid shape keeps its angular momentum: what its particles are moved by has no moment about where
// they were when the substep began, R q with R the last turn. So the next turn, R F, is that for which
//
//     twist(F J) = twist(M),    M = R^T A / s,    J = sum m q q^T
//
// (Moser, Veselov 1991, "Discrete versions of some classical integrable systems", eq. 4; the best fit instead loses
// the third power of the angle in every substep). J is what M is of a shape that has not moved, H as above, and
// Newton's step H^-1 (twist(M) - twist(F J)).
//
// Farther than that in a substep, as a cosine of half of the angle, no shape turns that has not been put elsewhere.
const float kSteadyTurn = 0.98f;

PLIANT_MATHS PLIANT_SHAPE_STRETCH turnedStretch(PLIANT_REAL4 turn, PLIANT_SHAPE_STRETCH m) {
    PLIANT_SHAPE_STRETCH after;
    after.x = turned(turn, m.x);
    after.y = turned(turn, m.y);
    after.z = turned(turn, m.z);
    return after;
}

// F; its w is 0 where there is none.
PLIANT_MATHS PLIANT_REAL4 steadyChange(PLIANT_REAL3 twist, PLIANT_REAL3 spread, PLIANT_REAL3 mixes) {
    PLIANT_SHAPE_STRETCH rest;
    rest.x = PLIANT_REAL3(spread.x, mixes.z, mixes.y);
    rest.y = PLIANT_REAL3(mixes.z, spread.y, mixes.x);
    rest.z = PLIANT_REAL3(mixes.y, mixes.x, spread.z);
    PLIANT_REAL4 change = PLIANT_REAL4(0.0f, 0.0f, 0.0f, 1.0f);
    for (uint round = 0u; round < kShapeRounds; ++round) {
        PLIANT_PRECISE PLIANT_REAL3 left = twist - shapeTwist(turnedStretch(change, rest));
        left = storable3(left);
        if (!(squaredLength(left) > PLIANT_REAL(1e-16f))) return change;
        PLIANT_REAL3 axis = newtonAxis(shapeHolds(rest), mixes, left);
        if (!(squaredLength(axis) > PLIANT_REAL(1e-28f))) return PLIANT_REAL4(0.0f, 0.0f, 0.0f, 0.0f);
        axis = unitAxis(axis);
        change = turnProduct(change, turnAbout(axis, holdOf(rest, axis), dotOf(left, axis)));
        if (!(change.w > PLIANT_REAL(kSteadyTurn))) return PLIANT_REAL4(0.0f, 0.0f, 0.0f, 0.0f);
    }
    return change;
}

// The best fit where there is no such turn: where the shape is drawn out of its shape, or flat.
PLIANT_MATHS PLIANT_REAL4 steadyTurn(PLIANT_SHAPE_SUMS a, PLIANT_REAL blurred, PLIANT_REAL4 last, PLIANT_REAL3 spread,
                                     PLIANT_REAL3 mixes, PLIANT_REAL perSize) {
    PLIANT_REAL3 twist = shapeTwist(shapeStretch(a, last));
    PLIANT_PRECISE PLIANT_REAL3 measured = twist * perSize;
    measured = storable3(measured);
    if (!(squaredLength(measured) < PLIANT_REAL(1.0f))) return spatialTurn(a, blurred, last);
    PLIANT_REAL4 change = steadyChange(measured, spread, mixes);
    if (change.w == PLIANT_REAL(0.0f)) return spatialTurn(a, blurred, last);
    return turnProduct(last, change);
}

// Whether the shape turns so in this iteration. In later ones of a substep it is no longer as it was when that began.
PLIANT_MATHS bool turnsSteadily(PLIANT_REAL compliance, PassConstants constants) {
    uint flags = constants.flags & (kSecondOrder | kFirstIteration);
    return compliance == PLIANT_REAL(0.0f) && flags == (kSecondOrder | kFirstIteration);
}

// The centre from the origin. Places at rest and weights are rounded: a shape that is whole would look as if its
// centre lay off by `lean` = sum m q, and drift.
PLIANT_MATHS PLIANT_REAL3 shapeCentre(PLIANT_REAL3 offset, PLIANT_REAL4 turn, PLIANT_REAL3 lean, PLIANT_REAL size) {
    PLIANT_REAL3 leaning = turned(turn, lean);
    PLIANT_PRECISE PLIANT_REAL3 centre = offset - leaning * size;
    return storable3(centre);
}

// How much of the way to its goal a particle goes: XPBD (Macklin et al. 2016, eq. 18) with the particle's own mass
// in the compliance,
//     share = 1 / (1 + a),    a = compliance / h^2
PLIANT_MATHS PLIANT_REAL shapeShare(PLIANT_REAL compliance, PassConstants constants) {
    PLIANT_PRECISE PLIANT_REAL softness = PLIANT_REAL(1.0f) + compliance * PLIANT_REAL(constants.inverseSquaredStep);
    return pick(compliance > PLIANT_REAL(0.0f), reciprocal(softness), PLIANT_REAL(1.0f));
}

// The particle's displacement: share (goal - x) - (1 - share) moved, where `moved` is how far earlier iterations of the
// substep have moved it (its multiplier).
PLIANT_MATHS PLIANT_REAL3 shapeMove(PLIANT_REAL3 x, PLIANT_REAL3 centre, PLIANT_REAL4 turn, PLIANT_REAL3 rest,
                                    PLIANT_REAL size, PLIANT_REAL still, PLIANT_REAL share, PLIANT_REAL3 moved) {
    PLIANT_REAL3 place = turned(turn, rest);
    PLIANT_PRECISE PLIANT_REAL3 way = centre - x + place * size;
    PLIANT_REAL squared = squaredLength(way);
    way = keepIfGood(squared, way);
    way = PLIANT_REAL3(keepIf(squared > still, way.x), keepIf(squared > still, way.y), keepIf(squared > still, way.z));
    PLIANT_PRECISE PLIANT_REAL back = PLIANT_REAL(1.0f) - share;
    PLIANT_PRECISE PLIANT_REAL3 move = way * share - moved * back;
    return storable3(move);
}

PLIANT_MATHS PLIANT_REAL3 shapeMoved(PLIANT_REAL3 x, PLIANT_REAL3 move) {
    PLIANT_PRECISE PLIANT_REAL3 place = x + move;
    return storable3(place);
}

#ifdef __cplusplus
}
#endif
#endif
