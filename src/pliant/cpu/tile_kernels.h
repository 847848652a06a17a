#pragma once

#include "pliant/cpu/kernels.h"
#include "pliant/schedule/tiling.h"

namespace pliant::cpu {

/// The arrays as addresses: see wide_kernels.h.
struct TileItems {
    vec4* particles;
    const vec4* previous;
    float* multipliers;
    const Stick* sticks;
    const StickRestraint* restraints;
    const TileRecord* tiles;
    const TileRun* runs;
    const TileStick* tileSticks;
};
TileItems tileItems(const Buffers& buffers);

/// Tiles [first, last), constants.sweeps times each, with a tile in the first-level cache and sixteen sticks at a time;
/// false if this processor has no AVX-512.
bool sweepTilesBy16(const TileItems& items, const PassConstants& constants, std::uint32_t first, std::uint32_t last);

}  // namespace pliant::cpu
