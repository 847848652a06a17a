#include "cpu/kernels.h"

namespace pliant::cpu {
namespace {

constexpr Kernel* kKernels[kPassKindCount] = {
#define PLIANT_KERNEL(kind, kernel, ...) kernel,
    PLIANT_PASS_KINDS(PLIANT_KERNEL)
#undef PLIANT_KERNEL
};

}  // namespace

void runPiece(const Buffers& b, bool wide, const Pass& pass, const PassConstants& c, std::uint32_t first,
              std::uint32_t last) {
    if (wide && runWide(b, pass, c, first, last)) return;
    kKernels[std::size_t(pass.kind)](b, pass.response, c, first, last);
}

}  // namespace pliant::cpu
