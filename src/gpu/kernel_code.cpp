#include "gpu/kernel_code.h"

namespace pliant {
namespace {

// The build compiles shaders/NAME.comp.glsl to NAME.inc and NAME.rte.inc, each a list of words in braces.
// clang-format off
constexpr std::uint32_t kIntegrate[] =
#include "integrate.inc"
    ;
constexpr std::uint32_t kIntegrateRte[] =
#include "integrate.rte.inc"
    ;
constexpr std::uint32_t kSolveSticks[] =
#include "solve_sticks.inc"
    ;
constexpr std::uint32_t kSolveSticksRte[] =
#include "solve_sticks.rte.inc"
    ;
constexpr std::uint32_t kCorrectSticks[] =
#include "correct_sticks.inc"
    ;
constexpr std::uint32_t kCorrectSticksRte[] =
#include "correct_sticks.rte.inc"
    ;
constexpr std::uint32_t kGatherCorrections[] =
#include "gather_corrections.inc"
    ;
constexpr std::uint32_t kGatherCorrectionsRte[] =
#include "gather_corrections.rte.inc"
    ;
// clang-format on

}  // namespace

std::span<const std::uint32_t> kernelCode(PassKind kind, bool roundToEven) {
    using Code = std::span<const std::uint32_t>;
    switch (kind) {
        case PassKind::Integrate: return roundToEven ? Code(kIntegrateRte) : Code(kIntegrate);
        case PassKind::SolveSticks: return roundToEven ? Code(kSolveSticksRte) : Code(kSolveSticks);
        case PassKind::CorrectSticks: return roundToEven ? Code(kCorrectSticksRte) : Code(kCorrectSticks);
        case PassKind::GatherCorrections: return roundToEven ? Code(kGatherCorrectionsRte) : Code(kGatherCorrections);
    }
    return {};
}

}  // namespace pliant
