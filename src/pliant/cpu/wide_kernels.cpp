// The kernels, eight items at a time. See wide_kernels.h for what may stand here.

#include "pliant/cpu/wide.h"
// Behind what it needs.
#include "pliant/cpu/all_kernels.h"

namespace pliant::cpu {

bool hasWideKernels() {
    return __builtin_cpu_supports("avx2");
}

const KernelTable kWideKernels = {
#define PLIANT_Wide(kernel) kernel<Eight>,
#define PLIANT_Plain(kernel) nullptr,
#define PLIANT_KERNEL(kind, kernel, items, moves, grain, reach, width, ...) PLIANT_##width(kernel)
    PLIANT_PASS_KINDS(PLIANT_KERNEL)
#undef PLIANT_KERNEL
#undef PLIANT_Plain
#undef PLIANT_Wide
};

}  // namespace pliant::cpu
