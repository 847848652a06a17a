#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"

uint me;  // the particle that looks for its neighbours
Grid grid;
vec3 place;
float reach;                // [m]
uint horizons[kHorizons];   // how many there are for each
uint found;

bool comesWithin(vec3 apart, vec3 motion, NeighbourBody mine, NeighbourBody other, uint horizon) {
    precise float start = fromMiddle(0u, grid.life) - 1.0f;
    precise float end = horizon == kForLife ? 0.0f - start : start + 1.0f;
    float squared = leastSquared(apart, motion, start, end);
    return isWithin(squared, listedWithin(mine.thickness, other.thickness, horizon));
}

void consider(uint j, vec3 apart, uint horizon) {
    NeighbourBody mine = bodies[bodyOf(me)], other = bodies[bodyOf(j)];
    float near = scaledBy(meanOf(mine.thickness, other.thickness), kRestShare);
    if (bodyOf(j) == bodyOf(me) && isWithin(squaredLength(difference(rest[me].xyz, rest[j].xyz)), near)) return;
    if (!mayTouch(mine, other)) return;
    vec3 motion = difference(motions[me].xyz, motions[j].xyz);
    if (!comesWithin(apart, motion, mine, other, horizon)) return;
    ++horizons[horizon];
    if (horizon == kForLife && comesWithin(apart, motion, mine, other, kForSubstep)) ++horizons[kForSubstep];
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

// Lists those of a horizon, and counts those of each.
void list(uint horizon) {
    found = 0u;
    horizons[kForLife] = 0u;
    horizons[kForSubstep] = 0u;
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

    if (state[kListsAreStale] == 0u || bodyOf(me) == kNowhere || !isPlace(particles[me].xyz)) return;
    grid = gridNow();
    place = anchorOf(me);
    reach = lookedFor(space, squaredLength(motions[me].xyz), grid.squaredFastest, grid.life);
    list(kForLife);
    uint horizon = kForLife;
    while (horizon < kHorizons && horizons[horizon] > kMostNeighbours)
        ++horizon;
    if (horizon == kForSubstep) list(horizon);
    bool fits = horizon < kHorizons;
    counts[me].listed = fits ? found : kNowhere;
    motions[me].w = slackOf(bodies[bodyOf(me)].thickness, horizon);
    if (counts[me].listed != 0u && state[kHasNeighbours] == 0u) atomicMax(state[kHasNeighbours], 1u);
    if (!fits) atomicAdd(state[kCrowdedCount], 1u);
}
