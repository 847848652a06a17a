// One stick of a tile, or of a whole body, which is packed like one. What includes it has
// TileStick tileStickAt(uint index).
#define NO_ELASTIC_STICKS
#include "solve_stick.glsl"

// The highest byte, behind the bits of 2^23: conversions of integers are nowhere else, and might round.
float compressionIn(uint ends) {
    precise float number = uintBitsToFloat(0x4b000000u | (ends >> 24)) - 8388608.0f;
    precise float share = number * (1.0f / 128.0f);
    return share;
}

SolvedStick solvedTileStick(uint response, uint index, uint firstParticle, bool isFirst) {
    TileStick packed = tileStickAt(index);
    Stick stick = Stick(firstParticle + firstEnd(packed.ends), firstParticle + secondEnd(packed.ends),
                        packed.restLength, 0.0f);
    if (response == kStickRigid) stick.parameter = compressionIn(packed.ends);
    if (response < kStickRigid || response >= kStickHooke) stick.parameter = sticks[index].parameter;
    return solvedStick(response, index, stick, isFirst);
}
