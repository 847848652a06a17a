// How what is held takes along what is near it.
#include "shared/held.h"

// Where particle i would go if it were fixed to j, which is held, and the first of its faces that is held and no
// needle; or else to one that is held beside j, if any is.
vec3 baseWithHeld(uint i, uint j) {
    vec3 place = previous[j].xyz, way = goodWay(wayOf(j));
    uint next = j, last = j, end = aroundFirst[3u * j + 3u];
    for (uint k = aroundFirst[3u * j + 2u]; k < end && last == j; k += 2u) {
        uint p = around[k], q = around[k + 1u];
        bool isFirstHeld = particles[p].w == 0.0f, isOtherHeld = particles[q].w == 0.0f;
        bool isFace = isFirstHeld && isOtherHeld &&
                      encloseAnAngle(difference(previous[p].xyz, place), difference(previous[q].xyz, place));
        if (isFace || (next == j && isFirstHeld)) next = p;
        if (!isFace && next == j && isOtherHeld) next = q;
        if (isFace) last = q;
    }
    HeldFrame frame;
    frame.place = difference(place, previous[i].xyz);
    frame.way = way;
    frame.first = difference(previous[next].xyz, place);
    frame.firstWay = difference(goodWay(wayOf(next)), way);
    frame.second = difference(previous[last].xyz, place);
    frame.secondWay = difference(goodWay(wayOf(last)), way);
    return wayWithHeld(frame);
}
