// Instead of the wide kernels, for processors that have no eight-wide registers.

#include "cpu/kernels.h"

namespace pliant::cpu {

bool hasWideKernels() {
    return false;
}

bool runWide(const Buffers&, const Pass&, const PassConstants&, std::uint32_t, std::uint32_t) {
    return false;
}

}  // namespace pliant::cpu
