// The kernels, eight items at a time. See wide_kernels.h for what may stand here.

#include "pliant/cpu/wide.h"
// Behind what it needs.
#include "pliant/cpu/all_kernels.h"

namespace pliant::cpu {

bool hasWideKernels() {
#ifdef __AVX2__
    return __builtin_cpu_supports("avx2");
#else
    return true;  // what it is compiled with is what every processor of its kind has
#endif
}

const KernelTable kWideKernels = {
#define PLIANT_Widest(kernel) kernel<Eight>,
#define PLIANT_Wide(kernel) kernel<Eight>,
#define PLIANT_Plain(kernel) nullptr,
#define PLIANT_KERNEL(kind, kernel, items, moves, grain, reach, width, ...) PLIANT_##width(kernel)
    PLIANT_PASS_KINDS(PLIANT_KERNEL)
#undef PLIANT_KERNEL
#undef PLIANT_Plain
#undef PLIANT_Wide
#undef PLIANT_Widest
};

}  // namespace pliant::cpu
