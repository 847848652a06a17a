#include "pliant/gpu/kernel_code.h"

namespace pliant {
namespace {

// kSolveSticks, kSolveSticksRte ...: the words of every kernel of PLIANT_KERNELS in src/pliant/gpu.cmake, and
// PLIANT_KERNELS(X), which is X(SolveSticks) X(...) for all of them.
#include "kernel_words.inc"

// Without and with the request to round to nearest even.
struct Code {
    std::span<const std::uint32_t> plain, rte;

    std::span<const std::uint32_t> of(bool roundToEven) const { return roundToEven ? rte : plain; }
};

#define PLIANT_CODE(name)     \
    Code {                    \
        k##name, k##name##Rte \
    }

// The forms of each kind, in the order of KernelForm.
constexpr Code kCode[kPassKindCount][kKernelFormCount] = {
#define PLIANT_Single(kind) Code()
#define PLIANT_Shared(kind) Code()
#define PLIANT_Chained(kind) PLIANT_CODE(kind##Chained)
#define PLIANT_Any(kind, chain) PLIANT_CODE(kind), chain, Code()
#define PLIANT_Framed(kind, chain) PLIANT_CODE(kind), chain, PLIANT_CODE(kind##InFrames)
#define PLIANT_CpuOnly(kind, chain) Code(), Code(), Code()
#define PLIANT_FORMS(kind, function, items, moves, grain, reach, width, chain, frames) \
    {PLIANT_##frames(kind, PLIANT_##chain(kind))},
    PLIANT_PASS_KINDS(PLIANT_FORMS)
#undef PLIANT_FORMS
#undef PLIANT_CpuOnly
#undef PLIANT_Framed
#undef PLIANT_Any
#undef PLIANT_Chained
#undef PLIANT_Shared
#undef PLIANT_Single
};

}  // namespace

std::span<const std::uint32_t> kernelCode(PassKind kind, KernelForm form, bool roundToEven) {
    return kCode[std::size_t(kind)][std::size_t(form)].of(roundToEven);
}

std::span<const std::uint32_t> sweepTilesAloneCode(bool roundToEven) {
    return PLIANT_CODE(SweepTilesAlone).of(roundToEven);
}

std::span<const std::uint32_t> integrateByTexelsCode(bool roundToEven) {
    return PLIANT_CODE(IntegrateByTexels).of(roundToEven);
}

std::span<const std::uint32_t> levelsChainedCode(bool roundToEven) {
    return PLIANT_CODE(LevelsChained).of(roundToEven);
}

std::span<const std::uint32_t> findNeighboursTogetherCode(bool roundToEven) {
    return PLIANT_CODE(FindNeighboursTogether).of(roundToEven);
}

std::span<const std::uint32_t> placeObstacleCode(bool roundToEven) {
    return PLIANT_CODE(PlaceObstacle).of(roundToEven);
}

std::span<const std::uint32_t> stepWholeBodiesCode(bool isAlone, bool inFrames, bool roundToEven) {
    if (isAlone && inFrames) return PLIANT_CODE(StepWholeBodiesAloneInFrames).of(roundToEven);
    if (inFrames) return PLIANT_CODE(StepWholeBodiesInFrames).of(roundToEven);
    if (isAlone) return PLIANT_CODE(StepWholeBodiesAlone).of(roundToEven);
    return PLIANT_CODE(StepWholeBodies).of(roundToEven);
}

std::span<const std::uint32_t> kernelCode(SurfaceKernel kernel, bool roundToEven) {
    switch (kernel) {
        case SurfaceKernel::PlaceVertices: return PLIANT_CODE(PlaceVertices).of(roundToEven);
        case SurfaceKernel::PlaceVerticesInWorld: return PLIANT_CODE(PlaceVerticesInWorld).of(roundToEven);
        case SurfaceKernel::GatherNormals: return PLIANT_CODE(GatherNormals).of(roundToEven);
        case SurfaceKernel::GatherTangents: return PLIANT_CODE(GatherTangents).of(roundToEven);
        case SurfaceKernel::ReduceBounds: return PLIANT_CODE(ReduceBounds).of(roundToEven);
    }
    return {};
}

std::vector<NamedKernel> allKernels(bool roundToEven) {
#define PLIANT_NAMED(name) {#name, PLIANT_CODE(name).of(roundToEven)},
    return {PLIANT_KERNELS(PLIANT_NAMED)};
#undef PLIANT_NAMED
}

}  // namespace pliant
