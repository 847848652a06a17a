// What the kernels over tiles have in common: their buffers, and how large a tile may be.
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"

layout(set = 0, binding = 2, std430) readonly buffer Sticks {
    Stick sticks[];
};
layout(set = 0, binding = 3, std430) buffer Multipliers {
    float multipliers[];
};
layout(set = 0, binding = 4, std430) readonly buffer Restraints {
    StickRestraint restraints[];
};
layout(set = 0, binding = 5, std430) readonly buffer Tiles {
    TileRecord tiles[];
};
layout(set = 0, binding = 6, std430) readonly buffer TileRuns {
    TileRun tileRuns[];
};
layout(set = 0, binding = 7, std430) readonly buffer TileSticks {
    uvec2 tileSticks[];  // TileStick; a pair of words is read as one
};

layout(constant_id = 2) const uint kTileSize = 1u;  // the most particles that a tile has
