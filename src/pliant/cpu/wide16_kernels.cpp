// Of sticks and tiles, sixteen sticks at a time. See wide_kernels.h for what may stand here.

#include "pliant/cpu/wide16.h"
// Behind what it needs.
#include "pliant/cpu/sweep_tile.h"

namespace pliant::cpu {

Index solveSticksBy16(const Buffers& buffers, const WideItems& items, Index response, const PassConstants& constants,
                      Index first, Index last) {
    if (!__builtin_cpu_supports("avx512f")) return first;
    const Index end = last - (last - first) % 16;
    solveSticks<Sixteen>(buffers, items, response, constants, first, end);
    return end;
}

bool sweepTilesBy16(const TileItems& items, const PassConstants& constants, Index first, Index last) {
    if (!__builtin_cpu_supports("avx512f")) return false;
    for (Index t = first; t < last; ++t)
        sweepTile<Sixteen>(items, constants, items.tiles[t]);
    return true;
}

}  // namespace pliant::cpu
