#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"

bool holdsNow(uint i) {
    return (counts[i].marks & kHoldsNow) != 0u;
}

// Whether a list that is for one substep can be made anew alone: what it is of goes where lists have it.
bool canLookAgain(uint i, float squaredError) {
    bool isForSubstep = bitsOfFloat(anchors[i].w) == 0u || holdsNow(i);
    if (!isForSubstep || counts[i].listed == kUnsearched || particles[i].w == 0.0f) return false;
    return isWithin(squaredError, slackOf(bodies[bodyOf(i)].reach, kForLife));
}

// One that is not where it was expected goes on from where it is. Where that is more than lists can be mended by, all
// are made anew.
void noteStray(uint item, uint i, vec3 way, float age) {
    bool looks = hasList(bodies[bodyOf(i)], !(particles[i].w > 0.0f));
    bool isMended = anchors[i].w != 0.0f && !holdsNow(i);
    isMended = isMended && isWithin(squaredLength(way), productOf(space.largest, kFastestStray));
    isMended = isMended && (looks ? counts[i].listed <= kMostNeighbours : counts[i].listed == kUnsearched);
    uint stray = isMended ? atomicAdd(state[kStrayCount], 1u) : space.mostStrays;
    if (stray >= space.mostStrays) {
        raise(kListsAreStale, 1u);
        return;
    }
    state[kStrays + stray] = item;
    state[kStrayParticles + stray] = i;
    precise float toMiddle = 0.0f - age;
    anchors[i].xyz = expectedPlace(previous[i].xyz, way, toMiddle);
    motions[i] = vec4(way, reachOf(i));
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
    float squaredError = squaredLength(difference(x, expected));
    bool isOff = !isWithin(squaredError, anchors[i].w) || holdsNow(i);
    // One that has been let go, or is held since: of what is held anchors of those that look are below 0.
    bool isHeld = particles[i].w == 0.0f, wasHeld = counts[i].listed == kUnsearched || anchors[i].w < 0.0f;
    bool isChanged = isHeld != wasHeld;
    if (!isChanged && canLookAgain(i, squaredError)) {
        counts[i].met = kAstray;
        counts[i].marks |= kHoldsNow;
        raise(kHadStrays, kLookAgain);
    } else if (isOff || isChanged) noteStray(item, i, way, fromMiddle(age, life));
}
