#include "pliant/gpu/kernel_code.h"

#include <string_view>

namespace pliant {
namespace {

// kSolveSticks ...: the words of every kernel of PLIANT_KERNELS in src/pliant/gpu.cmake, and
// PLIANT_KERNELS(X), which is X(SolveSticks) X(...) for all of them.
#include "kernel_words.inc"

using Code = std::span<const std::uint32_t>;

// The forms of each kind, in the order of KernelForm.
constexpr Code kCode[kPassKindCount][kKernelFormCount] = {
#define PLIANT_Single(kind) Code()
#define PLIANT_Shared(kind) Code()
#define PLIANT_Chained(kind) k##kind##Chained
#define PLIANT_Any(kind, chain) k##kind, chain, Code()
#define PLIANT_Framed(kind, chain) k##kind, chain, k##kind##InFrames
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

std::vector<std::uint32_t> withoutRounding(std::span<const std::uint32_t> code) {
    // Numbers from the SPIR-V specification, 1.5.
    constexpr std::uint32_t kHeader = 5, kExtension = 10, kExecutionMode = 16, kCapability = 17;
    constexpr std::uint32_t kRoundingModeRte = 4467, kSignedZeroInfNanPreserve = 4466;
    constexpr std::uint32_t kModeRoundingRte = 4462, kModeSignedZeroInfNanPreserve = 4461;
    const auto isOf = [](Code words) {
        switch (words[0] & 0xffffu) {
            case kCapability: return words[1] == kRoundingModeRte || words[1] == kSignedZeroInfNanPreserve;
            case kExecutionMode: return words[2] == kModeRoundingRte || words[2] == kModeSignedZeroInfNanPreserve;
            case kExtension:
                return std::string_view(reinterpret_cast<const char*>(&words[1])) == "SPV_KHR_float_controls";
            default: return false;
        }
    };
    std::vector<std::uint32_t> rest(code.begin(), code.begin() + kHeader);
    for (Code left = code.subspan(kHeader); !left.empty();) {
        const Code words = left.first(left[0] >> 16);
        if (!isOf(words)) rest.insert(rest.end(), words.begin(), words.end());
        left = left.subspan(words.size());
    }
    return rest;
}

std::span<const std::uint32_t> kernelCode(PassKind kind, KernelForm form) {
    return kCode[std::size_t(kind)][std::size_t(form)];
}

std::span<const std::uint32_t> sweepTilesAloneCode() {
    return kSweepTilesAlone;
}

std::span<const std::uint32_t> integrateByTexelsCode() {
    return kIntegrateByTexels;
}

std::span<const std::uint32_t> levelsChainedCode() {
    return kLevelsChained;
}

std::span<const std::uint32_t> findNeighboursTogetherCode() {
    return kFindNeighboursTogether;
}

std::span<const std::uint32_t> placeObstacleCode() {
    return kPlaceObstacle;
}

std::span<const std::uint32_t> stepWholeBodiesCode(bool isAlone, bool inFrames) {
    if (isAlone && inFrames) return kStepWholeBodiesAloneInFrames;
    if (inFrames) return kStepWholeBodiesInFrames;
    if (isAlone) return kStepWholeBodiesAlone;
    return kStepWholeBodies;
}

std::span<const std::uint32_t> kernelCode(SurfaceKernel kernel) {
    switch (kernel) {
        case SurfaceKernel::PlaceVertices: return kPlaceVertices;
        case SurfaceKernel::PlaceVerticesInWorld: return kPlaceVerticesInWorld;
        case SurfaceKernel::GatherNormals: return kGatherNormals;
        case SurfaceKernel::GatherTangents: return kGatherTangents;
        case SurfaceKernel::ReduceBounds: return kReduceBounds;
    }
    return {};
}

std::vector<NamedKernel> allKernels() {
#define PLIANT_NAMED(name) {#name, k##name},
    return {PLIANT_KERNELS(PLIANT_NAMED)};
#undef PLIANT_NAMED
}

}  // namespace pliant
