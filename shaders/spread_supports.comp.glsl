#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "supports.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    uint slot = constants.first + itemNumber(), layer = constants.rows;

    if (state[kLayerCount] < layer || slot >= state[kInvolvedCount]) return;
    uint i = involved[slot];
    if (counts[i].near == 0u || counts[i].support != 0u || !isFree(i)) return;
    ivec3 away = directionsFrom(i, layer);
    uint support = supportOf(packedDirection(away.x, away.y, away.z), layer + 1u);
    if (support == 0u) return;
    counts[i].support = support;
    raise(kLayerCount, layer + 1u);
}
