// One stick of a whole body. What includes it has TileStick tileStickAt(uint index).
#include "solve_stick.glsl"

SolvedStick solvedTileStick(uint response, uint index, bool isFirst) {
    TileStick stick = tileStickAt(index);
    uint endA = body.firstParticle + (stick.ends & 0xffffu);
    uint endB = body.firstParticle + (stick.ends >> 16);
    return solvedStick(response, index, endA, endB, stick.restLength, isFirst);
}
