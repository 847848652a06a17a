#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"
#include "shared/cut.h"

// As pushes leave it. What has no neighbours around is not pushed, and does not move in this pass.
vec3 wayPushed(uint i) {
    return goodWay(counts[i].isInvolved != 0u ? ways[2u * i + 1u].xyz : wayOf(i));
}

// What the ways around a particle, as pushes leave them, have in common; those of held ones alone, if there are any,
// and however slow: nothing stops these.
vec3 baseAround(uint i) {
    if (particles[i].w == 0.0f) return wayPushed(i);
    vec3 least = vec3(kFarOff), most = vec3(-kFarOff), heldLeast = least, heldMost = most;
    uint firstListed = aroundFirst[2u * i + 1u] - aroundFirst[2u * i] + 1u, count = firstListed + counts[i].near;
    for (uint k = 0u; k < count; ++k) {
        uint j = k == 0u ? i : k < firstListed ? around[aroundFirst[2u * i] + k - 1u] : neighbourAt(k - firstListed, i);
        vec3 way = wayPushed(j);
        bool isHeld = particles[j].w == 0.0f;
        least = isHeld ? least : lowerOf3(least, way);
        most = isHeld ? most : higherOf3(most, way);
        heldLeast = isHeld ? lowerOf3(heldLeast, way) : heldLeast;
        heldMost = isHeld ? higherOf3(heldMost, way) : heldMost;
    }
    bool hasHeld = heldMost.x >= heldLeast.x;
    return baseOf(hasHeld ? heldLeast : least, hasHeld ? heldMost : most, hasHeld ? 0.0f : bodies[bodyOf(i)].thickness);
}

// As near as another particle must come that faces and edges around this one could meet [m].
float reachOfCuts(uint i) {
    float longest = 0.0f;
    uint end = aroundFirst[2u * i + 1u];
    for (uint k = aroundFirst[2u * i]; k < end; ++k) {
        uint j = around[k];
        vec3 way = difference(wayPushed(i), wayPushed(j));
        longest = longerEdge(longest, difference(previous[i].xyz, previous[j].xyz), way);
    }
    return lengthOfReach(longest);
}

void main() {
    if (itemNumber() >= constants.count) return;
    uint slot = constants.first + itemNumber();

    if (state[kHasNeighbours] == 0u || slot >= state[kInvolvedCount]) return;
    uint i = involved[slot];
    ways[2u * i] = vec4(baseAround(i), reachOfCuts(i));
    if (state[kHasTouches] == 0u || !(particles[i].w > 0.0f)) return;
    if (counts[i].listed == kNowhere) particles[i].xyz = previous[i].xyz;
    if (!(ways[2u * i + 1u].w > 0.0f)) return;
    vec3 place = sumOf(previous[i].xyz, ways[2u * i + 1u].xyz);
    if (isPlace(place)) particles[i].xyz = place;
}
