// Instead of the kernels that take sixteen at a time, for processors that have no registers for them.

#include "pliant/cpu/sweep_tile.h"
#include "pliant/cpu/wide_kernels.h"

namespace pliant::cpu {

std::uint32_t solveSticksBy16(const Buffers&, const WideItems&, std::uint32_t, const PassConstants&,
                              std::uint32_t first, std::uint32_t) {
    return first;
}

bool sweepTilesBy16(const TileItems&, const PassConstants&, std::uint32_t, std::uint32_t) {
    return false;
}

}  // namespace pliant::cpu
