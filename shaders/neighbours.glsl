// What the kernels over neighbours have in common.
#include "buffers/neighbours.glsl"
#include "shared/neighbour.h"
#include "shared/verlet.h"

// The body that a particle is of; kNowhere: of none that keeps others off.
uint bodyOf(uint i) {
    return uint(rest[i].w) - 1u;
}

NeighbourBody bodyAt(vec4 start) {
    return bodies[uint(start.w) - 1u];
}

vec3 wayOf(uint i) {
    return difference(particles[i].xyz, previous[i].xyz);
}

vec3 anchorOf(uint i) {
    return vec3(anchors[i].x, anchors[i].y, anchors[i].z);
}

uint listedOf(uint i) {
    return counts[i].listed == kNowhere ? 0u : counts[i].listed;
}

uint neighbourAt(uint k, uint i) {
    return lists[k * rest.length() + i];
}

// How deep two touch that go `way` against each other.
float depthOf(NeighbourPair pair, vec3 way, float d) {
    return touchDepth(pair, way, d, scaledBy(space.rise, constants.step));
}

// What all particles need to know of the lists that are made.
struct Grid {
    float squaredFastest;  // [m^2]
    uint life;
    float inverse;  // 1 / size of a cell [1/m]
};

Grid gridNow() {
    Grid grid;
    grid.squaredFastest = floatOfBits(state[kFastestSquared]);
    grid.life = listLife(space, grid.squaredFastest);
    grid.inverse = reciprocal(lookedFor(space, grid.squaredFastest, grid.squaredFastest, grid.life));
    return grid;
}

ivec3 cellAt(Grid grid, vec3 place) {
    return ivec3(cellOf(place.x, grid.inverse), cellOf(place.y, grid.inverse), cellOf(place.z, grid.inverse));
}
