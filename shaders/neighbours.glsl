// What the kernels over neighbours have in common.
#include "buffers/neighbours.glsl"
#include "shared/neighbour.h"
#include "shared/verlet.h"

// Most invocations find that there is nothing to do, and then none waits for another.
void raise(uint word, uint to) {
    if (state[word] < to) atomicMax(state[word], to);
}

// The body that a particle is of; kNowhere: of none that keeps others off.
uint bodyOf(uint i) {
    return bodyOfNumber(rest[i].w);
}

NeighbourBody bodyAt(vec4 start) {
    return bodies[bodyOfNumber(start.w)];
}

vec3 wayOf(uint i) {
    return difference(particles[i].xyz, previous[i].xyz);
}

vec3 anchorOf(uint i) {
    return vec3(anchors[i].x, anchors[i].y, anchors[i].z);
}

uint listedOf(uint i) {
    return counts[i].listed <= kMostNeighbours ? counts[i].listed : 0u;
}

void markOne(uint i) {
    if (counts[i].isAround == 0u) atomicMax(counts[i].isAround, 1u);
}

void markStar(uint i) {
    markOne(i);
    uint end = aroundFirst[2u * i + 1u];
    for (uint k = aroundFirst[2u * i]; k < end; ++k)
        markOne(around[k]);
}

void markAround(uint i) {
    markStar(i);
    uint end = aroundFirst[2u * i + 1u];
    for (uint k = aroundFirst[2u * i]; k < end; ++k)
        markStar(around[k]);
}

uint neighbourAt(uint k, uint i) {
    return lists[k * rest.length() + i];
}

// Whether two may touch that have these places at rest, and 1 + their body.
bool areStrangers(vec4 atRest, vec4 itsRest) {
    NeighbourBody body = bodyAt(atRest), other = bodyAt(itsRest);
    float near = productOf(meanOf(body.thickness, other.thickness), kRestShare);
    bool isLeft = itsRest.w == atRest.w && isWithin(squaredLength(difference(atRest.xyz, itsRest.xyz)), near);
    return !isLeft && mayTouch(body, other);
}

// As far as those that were too near part in a substep [m].
float riseNow() {
    return productOf(space.rise, constants.step);
}

// What all particles need to know of the lists that are made.
struct Grid {
    vec3 drift;           // way of all [m]
    float squaredFastest;  // beyond that [m^2]
    uint life;             // of the lists [substeps],
    float halfLife;        // and half of it
    float inverse;          // 1 / size of a cell [1/m]
};

Grid gridNow() {
    Grid grid;
    vec3 halfBox;
    for (uint axis = 0u; axis < 3u; ++axis) {
        uint most = state[kWaysBox + axis], least = state[kWaysBox + 3u + axis];
        grid.drift[axis] = middleOfWays(most, least);
        halfBox[axis] = halfOfWays(most, least);
    }
    grid.squaredFastest = squaredLength(halfBox);
    grid.life = listLife(space, grid.squaredFastest, state[kListAge]);
    grid.halfLife = fromMiddle(grid.life, grid.life);
    grid.inverse =
        reciprocal(lookedFor(space, space.largest, grid.squaredFastest, grid.squaredFastest, grid.halfLife));
    return grid;
}

ivec3 cellAt(Grid grid, vec3 place) {
    return ivec3(cellOf(place.x, grid.inverse), cellOf(place.y, grid.inverse), cellOf(place.z, grid.inverse));
}
