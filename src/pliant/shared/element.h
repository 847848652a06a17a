// What all elements have in common: corners, and how they are pushed.
#ifndef PLIANT_SHARED_ELEMENT_H
#define PLIANT_SHARED_ELEMENT_H

#include "measure.h"

#ifdef __cplusplus
namespace pliant {
#endif

// Of each corner its place and its inverse mass. An element of three has no fourth.
#ifdef __cplusplus
template <class Real>
struct ElementCorners {
    glm::vec<4, Real, glm::defaultp> a, b, c, d;
};
#define PLIANT_CORNERS ElementCorners<Real>
#else
struct ElementCorners {
    vec4 a, b, c, d;
};
#define PLIANT_CORNERS ElementCorners
#endif

// What an element is told beside them: its own numbers, and, if it has three, the row that it shares with others.
#ifdef __cplusplus
template <class Real>
struct ElementNumbers {
    glm::vec<4, Real, glm::defaultp> own, row;
};
#define PLIANT_NUMBERS ElementNumbers<Real>
#else
struct ElementNumbers {
    vec4 own, row;
};
#define PLIANT_NUMBERS ElementNumbers
#endif

PLIANT_MATHS PLIANT_REAL3 placeOf(PLIANT_REAL4 corner) {
    return PLIANT_REAL3(corner.x, corner.y, corner.z);
}

PLIANT_MATHS PLIANT_REAL4 pushCorner(PLIANT_REAL4 corner, PLIANT_REAL3 gradient, PLIANT_REAL push) {
    PLIANT_REAL3 place = moveAlong(placeOf(corner), gradient, corner.w, push);
    return PLIANT_REAL4(place.x, place.y, place.z, corner.w);
}

#ifdef __cplusplus
}
#endif
#endif
