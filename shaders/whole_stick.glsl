// One stick of a whole body. What includes it has TileStick tileStickAt(uint index).
#define NO_ELASTIC_STICKS
#include "solve_stick.glsl"

SolvedStick solvedTileStick(uint response, uint index, bool isFirst) {
    TileStick stick = tileStickAt(index);
    uint endA = body.firstParticle + firstEnd(stick.ends);
    uint endB = body.firstParticle + secondEnd(stick.ends);
    return solvedStick(response, index, endA, endB, stick.restLength, isFirst);
}
