// One stick of a tile, or of a whole body, which is packed like one. What includes it has
// TileStick tileStickAt(uint index).
#define NO_ELASTIC_STICKS
#include "solve_stick.glsl"

SolvedStick solvedTileStick(uint response, uint index, uint firstParticle, bool isFirst) {
    TileStick packed = tileStickAt(index);
    Stick stick = Stick(firstParticle + firstEnd(packed.ends), firstParticle + secondEnd(packed.ends),
                        packed.restLength, 0.0f);
    if (response == kStickRigid) stick.parameter = shareIn(packed.ends);
    if (response < kStickRigid || response >= kStickHooke) stick.parameter = sticks[index].parameter;
    return solvedStick(response, index, stick, isFirst);
}
