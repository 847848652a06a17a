#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber();

    bool areStale = state[kListsAreStale] != 0u;
    uint life = lifeNow();
    if (i == 0u) {
        state[kHasCuts] = state[kClashRound] = 0u;
        if ((constants.flags & kBeginsStep) != 0u) state[kLayerCount] = 0u;
        bool look = state[kHadStrays] == kLookAgain || state[kFirstStray] != state[kStrayCount];
        state[kHadStrays] = !areStale && look ? 1u : 0u;
        if (areStale) {
            state[kListLife] = life;
            state[kHasNeighbours] = state[kInvolvedCount] = involvedGroups[0] = 0u;
            involvedGroups[1] = involvedGroups[2] = 1u;
        }
    }
    if (!areStale) return;
    counts[i] = NeighbourList(kUnsearched, 0u, 0u, 0u, 0u, 0u, counts[i].support);
    motions[i].w = 0.0f;
    anchors[i].w = 0.0f;
    if (bodyOf(i) == kNowhere || !isPlace(particles[i].xyz)) return;
    vec3 way = wayOf(i);
    float reach = bodies[bodyOf(i)].reach;
    anchors[i] = vec4(expectedPlace(previous[i].xyz, way, fromMiddle(life, life)), slackOf(reach, kForLife));
    motions[i] = vec4(way, reachOf(i));
}
