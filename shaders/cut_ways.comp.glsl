#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"
#include "shared/cut.h"

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber();

    if (state[kHasCuts] == 0u || cuts[i] == 0u) return;
    vec3 place = placeOfCut(previous[i].xyz, ways[2u * i].xyz, wayOf(i), cuts[i]);
    cuts[i] = 0u;
    if (isPlace(place)) particles[i].xyz = place;
}
