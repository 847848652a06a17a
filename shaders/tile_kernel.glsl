// What the kernels over tiles have in common: how large a tile may be, and the tile that is swept.
#extension GL_GOOGLE_include_directive : require
#include "round_to_even.glsl"

#include "buffers/particles.glsl"
#include "buffers/cloth.glsl"
#include "buffers/tiles.glsl"
#include "shared/layout.h"

layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint kResponse = 0u;  // of all runs, or above all responses where they differ
layout(constant_id = 2) const uint kTileSize = 1u;  // the most particles that a tile has

layout(push_constant) uniform PushConstants { PassConstants constants; };

TileRecord record;

uint responseOf(TileRun run) {
    return kResponse < kStickResponseCount ? kResponse : run.response;
}
uint firstStickRun() {
    return record.firstRun + ((constants.flags & kPairsSwapped) != 0u ? record.stickRuns : 0u);
}

// In a kernel that has the particles' places on its own.
vec3 previousAt(uint i) {
    return previous[i].xyz;
}

#define NO_CLUSTERS
#include "item_number.glsl"
