// The kernels that gain by it, sixteen items at a time. See wide_kernels.h for what may stand here.

#include "pliant/cpu/wide16.h"
// Behind what it needs.
#include "pliant/cpu/bend_kernels.h"
#include "pliant/cpu/cloth_kernels.h"
#include "pliant/cpu/cluster_kernels.h"
#include "pliant/cpu/collide_kernels.h"
#include "pliant/cpu/element_kernels.h"
#include "pliant/cpu/enclosure_kernels.h"
#include "pliant/cpu/force_kernels.h"
#include "pliant/cpu/stick_kernels.h"
#include "pliant/cpu/sweep_tile.h"

namespace pliant::cpu {

bool hasKernelsBy16() {
    return __builtin_cpu_supports("avx512f");
}

const KernelTable kKernelsBy16 = {
#define PLIANT_Widest(kernel) kernel<Sixteen>,
#define PLIANT_Wide(kernel) nullptr,
#define PLIANT_Plain(kernel) nullptr,
#define PLIANT_KERNEL(kind, kernel, items, moves, grain, reach, width, ...) PLIANT_##width(kernel)
    PLIANT_PASS_KINDS(PLIANT_KERNEL)
#undef PLIANT_KERNEL
#undef PLIANT_Plain
#undef PLIANT_Wide
#undef PLIANT_Widest
};

bool sweepTilesBy16(const TileItems& items, const PassConstants& constants, Index first, Index last) {
    if (!hasKernelsBy16()) return false;
    for (Index t = first; t < last; ++t)
        sweepTile<Sixteen>(items, constants, items.tiles[t]);
    return true;
}

}  // namespace pliant::cpu
