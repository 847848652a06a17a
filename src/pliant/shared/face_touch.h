// Faces and edges that keep a distance from each other, where particles are thinner than these are long: between their
// balls nothing else would push them. A corner that is above a face, and edges that cross, touch where they are nearest
// to each other; what that does to their corners goes by how near each is to there (Bridson, Fedkiw and Anderson 2002,
// "Robust treatment of collisions, contact and friction for cloth animation"), and a corner is split among all that
// touch it as particles are, see shareOfPush().
#ifndef PLIANT_SHARED_FACE_TOUCH_H
#define PLIANT_SHARED_FACE_TOUCH_H

#include "cut.h"

#ifdef __cplusplus
namespace pliant {
#endif

// Of the four corners of two sets, how near each is to where these touch: the shares of either set make 1, or all are 0
// where it is beyond their ends. There others touch, or particles do.
struct TouchShares {
    float of[4];
};

PLIANT_PLAIN TouchShares sharesOf(float first, float second, float third, float fourth) {
    TouchShares shares;
    shares.of[0] = first;
    shares.of[1] = second;
    shares.of[2] = third;
    shares.of[3] = fourth;
    return shares;
}

// Of p and the face a, b, c that it is above: see directionFromFace().
PLIANT_PLAIN TouchShares sharesOfFace(vec3 p, vec3 a, vec3 b, vec3 c) {
    vec3 unit = crossOf(unitOf(difference(b, a)), unitOf(difference(c, a))), n = faceNormal(a, b, c);
    bool isAbove =
        squaredLength(unit) > 1e-6f && isInside(unit, p, a, b) && isInside(unit, p, b, c) && isInside(unit, p, c, a);
    if (!isAbove) return sharesOf(0.0f, 0.0f, 0.0f, 0.0f);
    float inverse = reciprocal(squaredLength(n));
    PLIANT_PRECISE float ofB = dotOf(faceNormal(p, c, a), n) * inverse, ofC = dotOf(faceNormal(p, a, b), n) * inverse;
    float second = clampTo(storable(ofB), 0.0f, 1.0f), most = lessBy(1.0f, second);
    float third = clampTo(storable(ofC), 0.0f, most);
    return sharesOf(1.0f, lessBy(most, third), second, third);
}

// Of the edges from a to b and from c to d, which cross each other as seen along n: see directionFromEdge().
PLIANT_PLAIN TouchShares sharesOfEdges(vec3 a, vec3 b, vec3 c, vec3 d) {
    if (!areCrossing(a, b, c, d)) return sharesOf(0.0f, 0.0f, 0.0f, 0.0f);
    vec3 u = unitOf(difference(b, a)), v = unitOf(difference(d, c)), apart = difference(a, c), n = crossOf(u, v);
    float a1 = dotOf(crossOf(v, apart), n), b1 = dotOf(crossOf(v, difference(b, c)), n);
    float c1 = dotOf(crossOf(u, apart), n), d1 = dotOf(crossOf(u, difference(a, d)), n);
    PLIANT_PRECISE float along = a1 * reciprocal(a1 - b1), itsAlong = c1 * reciprocal(c1 - d1);
    float second = clampTo(storable(along), 0.0f, 1.0f), fourth = clampTo(storable(itsAlong), 0.0f, 1.0f);
    return sharesOf(lessBy(1.0f, second), second, lessBy(1.0f, fourth), fourth);
}

// Of the corners of two sets that are near each other, which touch, one of either is nearest: all are found around each
// two of them, and count around these alone. `nearest` and another distance are squares, when the substep began.
PLIANT_PLAIN bool isNearer(float nearest, vec3 a, vec3 b) {
    return squaredLength(difference(a, b)) < nearest;
}

PLIANT_PLAIN bool haveNearerCorners(uint split, vec3 a, vec3 b, vec3 c, vec3 d) {
    if (split == 1u) {
        float ofFace = squaredLength(difference(a, b));
        return isNearer(ofFace, a, c) || isNearer(ofFace, a, d);
    }
    float ofEdges = squaredLength(difference(a, c));
    return isNearer(ofEdges, a, d) || isNearer(ofEdges, b, c) || isNearer(ofEdges, b, d);
}

// Where the two sets touch: the point of the first one, seen from that of the other.
PLIANT_PLAIN vec3 betweenTouching(TouchShares shares, uint split, vec3 a, vec3 b, vec3 c, vec3 d) {
    float ofSecond = split == 1u ? 0.0f - shares.of[1] : shares.of[1];
    PLIANT_PRECISE vec3 first = a * shares.of[0] + b * ofSecond;
    PLIANT_PRECISE vec3 second = c * shares.of[2] + d * shares.of[3];
    return difference(storable3(first), storable3(second));
}

// The share of the push that a corner takes, whose inverse mass is w. `all` is the sum of partOfTouch() of all four.
PLIANT_PLAIN float partOfTouch(float w, uint touches, float share) {
    PLIANT_PRECISE float part = w * realNumber(int(touches)) * (share * share);
    return storable(part);
}

PLIANT_PLAIN float sumOfParts(float all, float part) {
    PLIANT_PRECISE float sum = all + part;
    return storable(sum);
}

PLIANT_PLAIN float shareOfTouch(float w, float share, float all) {
    PLIANT_PRECISE float taken = w * share * reciprocal(all);
    return all > 0.0f ? storable(taken) : 0.0f;
}

// The same share of all four that is left so that none of them goes farther than the push, all that touch it together.
// Where others are held or heavy one that is far from where they touch would.
PLIANT_PLAIN float fitOfTouch(float fit, float taken, uint touches) {
    PLIANT_PRECISE float all = taken * realNumber(int(touches));
    PLIANT_PRECISE float most = reciprocal(all);
    return all > 1.0f ? lowerOf(fit, storable(most)) : fit;
}

#ifdef __cplusplus
}
#endif
#endif
