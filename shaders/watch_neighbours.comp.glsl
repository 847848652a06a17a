#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber();

    uint age = state[kListAge], life = state[kListLife];
    if (i == 0u) state[kHasTouches] = 0u;
    vec3 x = particles[i].xyz;
    if (bodyOf(i) == kNowhere || !isPlace(x)) return;
    vec3 way = wayOf(i);
    if (squaredLength(way) < kLargestSquared) {
        for (uint axis = 0u; axis < 3u; ++axis) {
            raise(kWaysBox + axis, orderOf(way[axis]));
            raise(kWaysBox + 3u + axis, ~orderOf(way[axis]));
        }
    }
    vec3 expected = expectedPlace(anchorOf(i), motions[i].xyz, fromMiddle(age + 1u, life));
    bool isFree = particles[i].w > 0.0f;
    bool isStale = age >= life || !isWithin(squaredLength(difference(x, expected)), counts[i].slack) ||
                   (isFree && counts[i].listed == kUnsearched);
    if (isStale) raise(kListsAreStale, 1u);
}
