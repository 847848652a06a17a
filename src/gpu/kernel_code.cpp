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
constexpr std::uint32_t kMovePins[] =
#include "move_pins.inc"
    ;
constexpr std::uint32_t kMovePinsRte[] =
#include "move_pins.rte.inc"
    ;
constexpr std::uint32_t kPushTriangles[] =
#include "push_triangles.inc"
    ;
constexpr std::uint32_t kPushTrianglesRte[] =
#include "push_triangles.rte.inc"
    ;
constexpr std::uint32_t kGatherPushes[] =
#include "gather_pushes.inc"
    ;
constexpr std::uint32_t kGatherPushesRte[] =
#include "gather_pushes.rte.inc"
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
constexpr std::uint32_t kSolveBends[] =
#include "solve_bends.inc"
    ;
constexpr std::uint32_t kSolveBendsRte[] =
#include "solve_bends.rte.inc"
    ;
constexpr std::uint32_t kHoldTethers[] =
#include "hold_tethers.inc"
    ;
constexpr std::uint32_t kHoldTethersRte[] =
#include "hold_tethers.rte.inc"
    ;
constexpr std::uint32_t kCollide[] =
#include "collide.inc"
    ;
constexpr std::uint32_t kCollideRte[] =
#include "collide.rte.inc"
    ;
constexpr std::uint32_t kKeepPlaces[] =
#include "keep_places.inc"
    ;
constexpr std::uint32_t kKeepPlacesRte[] =
#include "keep_places.rte.inc"
    ;
constexpr std::uint32_t kSolveTets[] =
#include "solve_tets.inc"
    ;
constexpr std::uint32_t kSolveTetsRte[] =
#include "solve_tets.rte.inc"
    ;
constexpr std::uint32_t kMeasureEnclosures[] =
#include "measure_enclosures.inc"
    ;
constexpr std::uint32_t kMeasureEnclosuresRte[] =
#include "measure_enclosures.rte.inc"
    ;
constexpr std::uint32_t kSumEnclosures[] =
#include "sum_enclosures.inc"
    ;
constexpr std::uint32_t kSumEnclosuresRte[] =
#include "sum_enclosures.rte.inc"
    ;
constexpr std::uint32_t kSolveEnclosures[] =
#include "solve_enclosures.inc"
    ;
constexpr std::uint32_t kSolveEnclosuresRte[] =
#include "solve_enclosures.rte.inc"
    ;
constexpr std::uint32_t kPushEnclosures[] =
#include "push_enclosures.inc"
    ;
constexpr std::uint32_t kPushEnclosuresRte[] =
#include "push_enclosures.rte.inc"
    ;
constexpr std::uint32_t kBlendStates[] =
#include "blend_states.inc"
    ;
constexpr std::uint32_t kBlendStatesRte[] =
#include "blend_states.rte.inc"
    ;
constexpr std::uint32_t kGatherNormals[] =
#include "gather_normals.inc"
    ;
constexpr std::uint32_t kGatherNormalsRte[] =
#include "gather_normals.rte.inc"
    ;
// clang-format on

}  // namespace

std::span<const std::uint32_t> kernelCode(PassKind kind, bool roundToEven) {
    using Code = std::span<const std::uint32_t>;
    switch (kind) {
        case PassKind::Integrate: return roundToEven ? Code(kIntegrateRte) : Code(kIntegrate);
        case PassKind::MovePins: return roundToEven ? Code(kMovePinsRte) : Code(kMovePins);
        case PassKind::PushTriangles: return roundToEven ? Code(kPushTrianglesRte) : Code(kPushTriangles);
        case PassKind::GatherPushes: return roundToEven ? Code(kGatherPushesRte) : Code(kGatherPushes);
        case PassKind::SolveSticks: return roundToEven ? Code(kSolveSticksRte) : Code(kSolveSticks);
        case PassKind::CorrectSticks: return roundToEven ? Code(kCorrectSticksRte) : Code(kCorrectSticks);
        case PassKind::GatherCorrections: return roundToEven ? Code(kGatherCorrectionsRte) : Code(kGatherCorrections);
        case PassKind::SolveBends: return roundToEven ? Code(kSolveBendsRte) : Code(kSolveBends);
        case PassKind::HoldTethers: return roundToEven ? Code(kHoldTethersRte) : Code(kHoldTethers);
        case PassKind::Collide: return roundToEven ? Code(kCollideRte) : Code(kCollide);
        case PassKind::KeepPlaces: return roundToEven ? Code(kKeepPlacesRte) : Code(kKeepPlaces);
        case PassKind::SumShapes:
        case PassKind::TurnShapes:
        case PassKind::MatchShapes: return {};
        case PassKind::SolveTets: return roundToEven ? Code(kSolveTetsRte) : Code(kSolveTets);
        case PassKind::MeasureEnclosures: return roundToEven ? Code(kMeasureEnclosuresRte) : Code(kMeasureEnclosures);
        case PassKind::SumEnclosures: return roundToEven ? Code(kSumEnclosuresRte) : Code(kSumEnclosures);
        case PassKind::SolveEnclosures: return roundToEven ? Code(kSolveEnclosuresRte) : Code(kSolveEnclosures);
        case PassKind::PushEnclosures: return roundToEven ? Code(kPushEnclosuresRte) : Code(kPushEnclosures);
    }
    return {};
}

std::span<const std::uint32_t> kernelCode(SurfaceKernel kernel, bool roundToEven) {
    using Code = std::span<const std::uint32_t>;
    switch (kernel) {
        case SurfaceKernel::BlendStates: return roundToEven ? Code(kBlendStatesRte) : Code(kBlendStates);
        case SurfaceKernel::GatherNormals: return roundToEven ? Code(kGatherNormalsRte) : Code(kGatherNormals);
    }
    return {};
}

}  // namespace pliant
