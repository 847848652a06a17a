#include "pliant/cpu/kernels.h"

#include <bit>

#include "pliant/cpu/one.h"
#include "pliant/cpu/shared_integer.h"
// Behind what it needs.
#include "pliant/cpu/all_kernels.h"

namespace pliant::cpu {
namespace {

constexpr KernelTable kPlainKernels = {
#define PLIANT_Widest(kernel) kernel<One>,
#define PLIANT_Wide(kernel) kernel<One>,
#define PLIANT_Plain(kernel) kernel,
#define PLIANT_KERNEL(kind, kernel, items, moves, grain, reach, width, ...) PLIANT_##width(kernel)
    PLIANT_PASS_KINDS(PLIANT_KERNEL)
#undef PLIANT_KERNEL
#undef PLIANT_Plain
#undef PLIANT_Wide
#undef PLIANT_Widest
};

}  // namespace

bool runWide(const Buffers& b, const Pass& pass, const PassConstants& c, Index first, Index last) {
    Kernel* const kernel = kWideKernels[std::size_t(pass.kind)];
    if (!kernel) return false;
    static const bool kHasBy16 = hasKernelsBy16();
    Kernel* const by16 = kHasBy16 ? kKernelsBy16[std::size_t(pass.kind)] : nullptr;
    const Index rest = by16 ? last - (last - first) % 16 : first;
    if (rest > first) by16(b, pass.response, c, first, rest);
    if (last > rest) kernel(b, pass.response, c, rest, last);
    return true;
}

void runPiece(const Buffers& b, bool wide, const Pass& pass, const PassConstants& c, Index first, Index last) {
    if (wide && runWide(b, pass, c, first, last)) return;
    kPlainKernels[std::size_t(pass.kind)](b, pass.response, c, first, last);
}

void countLost(const Buffers& buffers, int bits) {
    const std::uint64_t count = std::uint64_t(std::popcount(static_cast<unsigned>(bits)));
    SharedInteger(*buffers.lost).add(count);
}

WideItems wideItems(const Schedule& s) {
    return {s.sticks.data(),         s.restraints.data(),     s.bends.data(),       s.bendNumbers.data(),
            s.bendLinks.data(),      s.triangles.data(),      s.rowFirst.data(),    s.rowEntries.data(),
            s.shares.data(),         s.elements.data(),       s.elementRows.data(), s.chunks.data(),
            s.shapes.data(),         s.shapeMembers.data(),   s.enclosures.data(),  s.enclosureMembers.data(),
            s.enclosurePairs.data(), s.springFirst.data(),    s.springEnds.data(),  s.clusterOf.data(),
            s.clusters.data(),       s.clusterMembers.data(), s.tensionRows.data(), s.tensionLinks.data()};
}

TileItems tileItems(const Buffers& buffers) {
    const Schedule& s = *buffers.schedule;
    return {buffers.particles,   buffers.previous, buffers.multipliers, s.sticks.data(),
            s.restraints.data(), s.tiles.data(),   s.tileRuns.data(),   s.tileSticks.data()};
}

void movePins(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    for (Index i = first; i < last; ++i) {
        const PinRecord& pin = buffers.pins[i];
        const vec3 x(buffers.particles[pin.particle]), p(buffers.previous[pin.particle]);
        buffers.particles[pin.particle] = vec4(pinnedPlace<float>(pin, x, p, constants.pinShare), pin.inverseMass);
        if (pin.inverseMass == 0.0f) buffers.carry[pin.particle] = vec4(0.0f);
    }
}

}  // namespace pliant::cpu
