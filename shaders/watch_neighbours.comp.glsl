#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"

// One that is not where it was expected goes on from where it is. Where that is more than lists can be mended by, all
// are made anew.
void noteStray(uint item, uint i, vec3 way, float age) {
    bool isHeld = particles[i].w == 0.0f, isMended = anchors[i].w > 0.0f;
    isMended = isMended && isWithin(squaredLength(way), productOf(space.largest, kFastestStray));
    isMended = isMended && (isHeld ? counts[i].listed == kUnsearched : counts[i].listed <= kMostNeighbours);
    uint stray = isMended ? atomicAdd(state[kStrayCount], 1u) : space.mostStrays;
    if (stray >= space.mostStrays) {
        raise(kListsAreStale, 1u);
        return;
    }
    state[kStrays + stray] = item;
    precise float toMiddle = 0.0f - age;
    anchors[i].xyz = expectedPlace(previous[i].xyz, way, toMiddle);
    motions[i] = vec4(way, bodies[bodyOf(i)].thickness);
    counts[i].met = kAstray;
    atomicMax(boxes[item / kNeighbourGroup].changed, state[kListAge] + 1u);
}

void main() {
    if (itemNumber() >= constants.count) return;
    uint item = constants.first + itemNumber(), i = order[item];

    uint age = state[kListAge], life = state[kListLife];
    if (item == 0u) {
        state[kHasTouches] = state[kPushedCount] = pushedGroups[0] = 0u;
        pushedGroups[1] = pushedGroups[2] = 1u;
    }
    vec3 x = particles[i].xyz;
    if (!isPlace(x)) return;
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
    vec3 expected = expectedPlace(anchors[i].xyz, motions[i].xyz, fromMiddle(age + 1u, life));
    bool isOff = !isWithin(squaredLength(difference(x, expected)), anchors[i].w);
    // One that has been let go, or is held since.
    bool isChanged = (particles[i].w > 0.0f) == (counts[i].listed == kUnsearched);
    if (isOff || isChanged) noteStray(item, i, way, fromMiddle(age, life));
}
