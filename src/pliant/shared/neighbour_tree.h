// A tree over particles that may touch others: those that lie near each other at rest are near in memory, and mostly
// stay so. Groups of them, groups of such groups and so on have a box each, of where they are expected halfway through
// the life of the lists, and one of their ways per substep. A search leaves out all in whose boxes nothing can come
// near; which ones that are does not depend on who is searched for together, see mayMeetAt().
#ifndef PLIANT_SHARED_NEIGHBOUR_TREE_H
#define PLIANT_SHARED_NEIGHBOUR_TREE_H

#include "neighbour.h"

#ifdef __cplusplus
namespace pliant {
#endif

// Farther than any place or way [m].
const float kOutsideAll = 1e30f;

PLIANT_PLAIN NeighbourBox boxOfNone() {
    NeighbourBox box;
    box.low = box.slowest = vec3(kOutsideAll, kOutsideAll, kOutsideAll);
    box.high = box.fastest = vec3(-kOutsideAll, -kOutsideAll, -kOutsideAll);
    box.reach = 0.0f;
    box.changed = box.inside = box.after = 0u;
    return box;
}

PLIANT_PLAIN vec3 lowerOf3(vec3 a, vec3 b) {
    return vec3(b.x < a.x ? b.x : a.x, b.y < a.y ? b.y : a.y, b.z < a.z ? b.z : a.z);
}

PLIANT_PLAIN vec3 higherOf3(vec3 a, vec3 b) {
    return vec3(a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y, a.z < b.z ? b.z : a.z);
}

// With one more particle, of this place, way and reach.
PLIANT_PLAIN NeighbourBox boxWith(NeighbourBox box, vec4 place, vec4 motion) {
    vec3 at = vec3(place.x, place.y, place.z), way = vec3(motion.x, motion.y, motion.z);
    box.low = lowerOf3(box.low, at);
    box.high = higherOf3(box.high, at);
    box.slowest = lowerOf3(box.slowest, way);
    box.fastest = higherOf3(box.fastest, way);
    box.reach = box.reach < motion.w ? motion.w : box.reach;
    return box;
}

PLIANT_PLAIN NeighbourBox boxAround(NeighbourBox box, NeighbourBox other) {
    box.low = lowerOf3(box.low, other.low);
    box.high = higherOf3(box.high, other.high);
    box.slowest = lowerOf3(box.slowest, other.slowest);
    box.fastest = higherOf3(box.fastest, other.fastest);
    box.reach = box.reach < other.reach ? other.reach : box.reach;
    return box;
}

PLIANT_PLAIN bool mayMeet(NeighbourBox a, NeighbourBox b, float halfLife) {
    float reach = meetsWithin(reachOfEither(a.reach, b.reach));
    return mayMeetAlong(a.low.x, a.high.x, a.slowest.x, a.fastest.x, b.low.x, b.high.x, b.slowest.x, b.fastest.x,
                        halfLife, reach) &&
           mayMeetAlong(a.low.y, a.high.y, a.slowest.y, a.fastest.y, b.low.y, b.high.y, b.slowest.y, b.fastest.y,
                        halfLife, reach) &&
           mayMeetAlong(a.low.z, a.high.z, a.slowest.z, a.fastest.z, b.low.z, b.high.z, b.slowest.z, b.fastest.z,
                        halfLife, reach);
}

// Whether those in a box are too far from each other to look for neighbours together: they would meet much that none of
// them does.
PLIANT_PLAIN bool isWide(NeighbourBox box, float halfLife) {
    PLIANT_PRECISE vec3 size = (box.high - box.low) + (box.fastest - box.slowest) * halfLife;
    PLIANT_PRECISE float most = box.reach * 24.0f;
    return size.x > most || size.y > most || size.z > most;
}

#ifdef __cplusplus
}
#endif
#endif
