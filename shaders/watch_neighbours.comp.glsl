#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"

// One that is not where it was expected goes on from where it is. Where that is more than lists can be mended by, all
// are made anew.
void noteStray(uint i, vec3 way, float age) {
    bool isHeld = particles[i].w == 0.0f, isMended = counts[i].slack > 0.0f;
    isMended = isMended && (isHeld ? counts[i].listed == kUnsearched : counts[i].listed <= kMostNeighbours);
    uint stray = isMended ? atomicAdd(state[kStrayCount], 1u) : kMostStrays;
    if (stray >= kMostStrays) {
        raise(kListsAreStale, 1u);
        return;
    }
    state[kStrays + stray] = i;
    precise float toMiddle = 0.0f - age;
    vec3 middle = expectedPlace(previous[i].xyz, way, toMiddle);
    anchors[i] = NeighbourAnchor(middle.x, middle.y, middle.z, 0u);
    motions[i].xyz = way;
    if (!isHeld) counts[i].listed = 0u;
}

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
    if (age >= life) {
        raise(kListsAreStale, 1u);
        return;
    }
    vec3 expected = expectedPlace(anchorOf(i), motions[i].xyz, fromMiddle(age + 1u, life));
    bool isOff = !isWithin(squaredLength(difference(x, expected)), counts[i].slack);
    // One that has been let go, or is held since.
    bool isChanged = (particles[i].w > 0.0f) == (counts[i].listed == kUnsearched);
    if (isOff || isChanged) noteStray(i, way, fromMiddle(age, life));
}
