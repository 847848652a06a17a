// Compiled with its own instructions: shares no code with other files, see wide_kernels.h.

#if defined(__AVX2__)
#include "cpu/wide.h"

namespace pliant::cpu {
using Wide = Wide8;
}

#include "cpu/sweep_tile.h"
#endif

#include "cpu/tile_kernels.h"

namespace pliant::cpu {

#if defined(__AVX2__)

bool sweepTilesBy8(const TileItems& items, const PassConstants& constants, std::uint32_t first, std::uint32_t last) {
    if (!__builtin_cpu_supports("avx2")) return false;
    for (std::uint32_t t = first; t < last; ++t)
        sweepTile(items, constants, items.tiles[t]);
    return true;
}

#else

bool sweepTilesBy8(const TileItems&, const PassConstants&, std::uint32_t, std::uint32_t) {
    return false;
}

#endif

}  // namespace pliant::cpu
