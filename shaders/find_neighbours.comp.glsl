#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"

uint me;  // the particle that looks for its neighbours
Grid grid;
vec3 place;
float reach;  // [m]
uint found;

bool comesNear(vec3 apart, vec3 motion, float within, uint horizon) {
    precise float halfway = 0.5f - grid.halfLife;
    if (horizon == kForLife) return comeWithin(apart, motion, grid.halfLife, within);
    return comeWithin(expectedPlace(apart, motion, halfway), motion, 0.5f, within);
}

void consider(uint j, vec3 apart, uint horizon) {
    NeighbourBody mine = bodies[bodyOf(me)], other = bodies[bodyOf(j)];
    vec3 motion = difference(motions[me].xyz, motions[j].xyz);
    if (!comesNear(apart, motion, listedWithin(mine.thickness, other.thickness, horizon), horizon)) return;
    float near = productOf(meanOf(mine.thickness, other.thickness), kRestShare);
    if (bodyOf(j) == bodyOf(me) && isWithin(squaredLength(difference(rest[me].xyz, rest[j].xyz)), near)) return;
    if (!mayTouch(mine, other)) return;
    if (found < kMostNeighbours) lists[found * rest.length() + me] = j;
    ++found;
}

void look(uint bucket, uint horizon) {
    for (uint next = heads[bucket]; next != 0u;) {
        uint j = next - 1u;
        next = anchors[j].next;
        vec3 apart = difference(place, anchorOf(j));
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
    if (!(particles[me].w > 0.0f) || !isPlace(particles[me].xyz)) return;
    grid = gridNow();
    place = anchorOf(me);
    reach = motions[me].w;
    uint horizon = kForLife;
    list(horizon);
    if (found > kMostNeighbours) list(horizon = kForSubstep);
    bool fits = found <= kMostNeighbours;
    counts[me].listed = fits ? found : kNowhere;
    counts[me].slack = slackOf(bodies[bodyOf(me)].thickness, horizon);
    if (found != 0u) raise(kHasNeighbours, 1u);
    if (!fits) atomicAdd(state[kCrowdedCount], 1u);
}
