// Instead of the wide kernels, for processors that have no eight-wide registers.

#include "pliant/cpu/kernels.h"

namespace pliant::cpu {

bool hasWideKernels() {
    return false;
}

const KernelTable kWideKernels = {};

}  // namespace pliant::cpu
