// Which passes have wide kernels. Compiled for every processor.

#include "cpu/wide_kernels.h"

namespace pliant::cpu {
namespace {

constexpr Kernel* kWideKernels[kPassKindCount] = {
#define PLIANT_Wide(kernel) kernel##Wide,
#define PLIANT_Plain(kernel) nullptr,
#define PLIANT_KERNEL(kind, kernel, items, moves, grain, reach, width, ...) PLIANT_##width(kernel)
    PLIANT_PASS_KINDS(PLIANT_KERNEL)
#undef PLIANT_KERNEL
#undef PLIANT_Plain
#undef PLIANT_Wide
};

}  // namespace

WideItems wideItems(const Schedule& s) {
    return {s.sticks.data(),         s.restraints.data(),  s.bends.data(),
            s.bendNumbers.data(),    s.triangles.data(),   s.rowFirst.data(),
            s.rowEntries.data(),     s.shares.data(),      s.elements.data(),
            s.elementRows.data(),    s.chunks.data(),      s.shapes.data(),
            s.shapeMembers.data(),   s.enclosures.data(),  s.enclosureMembers.data(),
            s.enclosurePairs.data(), s.springFirst.data(), s.springEnds.data()};
}

bool runWide(const Buffers& b, const Pass& pass, const PassConstants& c, std::uint32_t first, std::uint32_t last) {
    Kernel* const kernel = kWideKernels[std::size_t(pass.kind)];
    if (kernel) kernel(b, pass.response, c, first, last);
    return kernel != nullptr;
}

}  // namespace pliant::cpu
