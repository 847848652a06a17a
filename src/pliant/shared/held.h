// How what is held near a particle would take it along if it were fixed to that. What lies on something that turns goes
// along as that does where it is, and so what both of them are apart by, see cut.h, stays.
#ifndef PLIANT_SHARED_HELD_H
#define PLIANT_SHARED_HELD_H

#include "cut.h"

#ifdef __cplusplus
namespace pliant {
#endif

// The corners of a face, all held. What is not there is in the place of the first one.
struct HeldFrame {
    vec3 place;     // of the first one, seen from the particle
    vec3 way;       // its way in this substep
    vec3 first;     // another one, seen from the first one
    vec3 firstWay;  // its way, less that of the first one
    vec3 second;    // and so of the third one
    vec3 secondWay;
};

// Whether two sides of a face enclose an angle: three degrees, or more.
PLIANT_PLAIN bool encloseAnAngle(vec3 e, vec3 f) {
    vec3 m = crossOf(e, f);
    PLIANT_PRECISE float least = squaredLength(e) * squaredLength(f) * 0.0025f;
    return dotOf(m, m) > storable(least);
}

// Whether a place is no farther off than twenty times as far as another one.
PLIANT_PLAIN bool isBeside(vec3 p, vec3 e) {
    PLIANT_PRECISE float farthest = squaredLength(e) * 400.0f;
    return squaredLength(p) < farthest;
}

// The way of a particle that is fixed to them. With p seen from the first one, e and f where the others are, m = e x f
// and p = a e + b f + c m, that is the way of the first one, and a, b and c times what e, f and m change by. Three that
// are near a line say only how this one turns, and nothing what is far nearer to each other than to the particle.
PLIANT_PLAIN vec3 wayWithHeld(HeldFrame frame) {
    vec3 p = oppositeOf(frame.place), e = frame.first, f = frame.second, u = frame.firstWay, v = frame.secondWay;
    float squared = squaredLength(e);
    if (!(squared > 1e-18f) || !isBeside(p, e)) return frame.way;
    if (!encloseAnAngle(e, f) || !isBeside(p, f)) {
        PLIANT_PRECISE vec3 turn = crossOf(e, u) * reciprocal(squared);
        return sumOf(frame.way, crossOf(storable3(turn), p));
    }
    vec3 m = crossOf(e, f), changed = sumOf(sumOf(crossOf(u, f), crossOf(e, v)), crossOf(u, v));
    PLIANT_PRECISE vec3 shares =
        vec3(dotOf(crossOf(p, f), m), dotOf(crossOf(e, p), m), dotOf(p, m)) * reciprocal(dotOf(m, m));
    shares = storable3(shares);
    PLIANT_PRECISE vec3 way = frame.way + (u * shares.x + v * shares.y + changed * shares.z);
    return storable3(way);
}

#ifdef __cplusplus
}
#endif
#endif
