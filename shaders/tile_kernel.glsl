// What the kernels over tiles have in common: how large a tile may be.
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"

#include "buffers/cloth.glsl"
#include "buffers/tiles.glsl"

layout(constant_id = 2) const uint kTileSize = 1u;  // the most particles that a tile has
