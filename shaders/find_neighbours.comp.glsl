#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"

// The particle that looks for its neighbours. All of its own is read once: lists are written in between, which could be
// anything to a compiler.
uint me;
NeighbourBody body;
vec4 atRest;  // and 1 + its body
vec3 motion;
vec3 place;
float reach;  // [m]
Grid grid;
uint found;

bool comesNear(vec3 apart, vec3 towards, float within, uint horizon) {
    precise float halfway = 0.5f - grid.halfLife;
    if (horizon == kForLife) return comeWithin(apart, towards, grid.halfLife, within);
    return comeWithin(expectedPlace(apart, towards, halfway), towards, 0.5f, within);
}

void consider(uint j, vec3 apart, uint horizon) {
    vec4 itsRest = rest[j];
    NeighbourBody other = bodies[bodyOfNumber(itsRest.w)];
    vec3 towards = difference(motion, motions[j].xyz);
    if (!comesNear(apart, towards, listedWithin(body.thickness, other.thickness, horizon), horizon)) return;
    if (!areStrangers(atRest, itsRest)) return;
    if (found < kMostNeighbours) lists[found * rest.length() + me] = j;
    ++found;
    // One that does not look as far as this does not know that it has neighbours.
    if (!isWithin(squaredLength(apart), motions[j].w)) markStar(j);
}

void look(uint bucket, uint horizon) {
    for (uint next = heads[bucket]; next != 0u;) {
        uint j = next - 1u;
        NeighbourAnchor anchor = anchors[j];
        next = anchor.next;
        vec3 apart = difference(place, vec3(anchor.x, anchor.y, anchor.z));
        if (isWithin(squaredLength(apart), reach) && j != me) consider(j, apart, horizon);
    }
}

void list(uint horizon) {
    found = 0u;
    precise float below = 0.0f - reach;
    ivec3 low = cellAt(grid, movedAll(place, below)), high = cellAt(grid, movedAll(place, reach));
    for (int z = low.z; z <= high.z; ++z)
        for (int y = low.y; y <= high.y; ++y)
            for (int x = low.x; x <= high.x; ++x)
                look(bucketOfCell(x, y, z, space.bucketMask), horizon);
}

void main() {
    if (itemNumber() >= constants.count) return;
    me = constants.first + itemNumber();

    if (state[kListsAreStale] == 0u || bodyOf(me) == kNowhere) return;
    if (!isPlace(particles[me].xyz)) return;
    if (!(particles[me].w > 0.0f)) {
        markStar(me);
        return;
    }
    grid = gridNow();
    atRest = rest[me];
    body = bodies[bodyOfNumber(atRest.w)];
    motion = motions[me].xyz;
    reach = motions[me].w;
    place = anchorOf(me);
    uint horizon = kForLife;
    list(horizon);
    if (found > kMostNeighbours) list(horizon = kForSubstep);
    bool fits = found <= kMostNeighbours;
    counts[me].listed = fits ? found : kNowhere;
    counts[me].slack = slackOf(body.thickness, horizon);
    if (found != 0u || horizon == kForSubstep) {
        markAround(me);
        raise(kHasNeighbours, 1u);
    }
    if (!fits) atomicAdd(state[kCrowdedCount], 1u);
}
