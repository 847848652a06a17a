// Instead of the kernels that take sixteen at a time, for processors that have no registers for them.

#include "pliant/cpu/kernels.h"
#include "pliant/cpu/tile_kernels.h"

namespace pliant::cpu {

const KernelTable kKernelsBy16 = {};

bool hasKernelsBy16() {
    return false;
}

bool sweepTilesBy16(const TileItems&, const PassConstants&, std::uint32_t, std::uint32_t) {
    return false;
}

}  // namespace pliant::cpu
