#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "neighbours.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber();

    if (state[kListsAreStale] == 0u) return;
    Grid grid = gridNow();
    if (i == 0u) {
        state[kListLife] = grid.life;
        state[kHasNeighbours] = 0u;
    }
    counts[i].listed = kUnsearched;
    counts[i].near = 0u;
    counts[i].isAround = 0u;
    if (bodyOf(i) == kNowhere || !isPlace(particles[i].xyz)) return;
    vec3 way = wayOf(i);
    vec3 place = expectedPlace(previous[i].xyz, way, grid.halfLife);
    ivec3 cell = cellAt(grid, place);
    uint next = atomicExchange(heads[bucketOfCell(cell.x, cell.y, cell.z, space.bucketMask)], i + 1u);
    anchors[i] = NeighbourAnchor(place.x, place.y, place.z, next);
    float thickness = bodies[bodyOf(i)].thickness, squared = squaredLength(difference(way, grid.drift));
    motions[i] = vec4(way, lookedFor(space, thickness, squared, grid.squaredFastest, grid.halfLife));
    counts[i].slack = slackOf(thickness, kForLife);
}
