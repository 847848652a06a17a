#include "gpu/kernel_code.h"

namespace pliant {
namespace {

// kSolveSticks, kSolveSticksRte ...: the words of every kernel of PLIANT_KERNELS in src/CMakeLists.txt.
#include "kernel_words.inc"

}  // namespace

#define PLIANT_CODE(name) \
    return std::span<const std::uint32_t>(roundToEven ? std::span<const std::uint32_t>(k##name##Rte) : k##name)

std::span<const std::uint32_t> kernelCode(PassKind kind, bool roundToEven) {
    switch (kind) {
        case PassKind::Integrate: PLIANT_CODE(Integrate);
        case PassKind::MovePins: PLIANT_CODE(MovePins);
        case PassKind::PushTriangles: PLIANT_CODE(PushTriangles);
        case PassKind::GatherPushes: PLIANT_CODE(GatherPushes);
        case PassKind::SweepTiles: PLIANT_CODE(SweepTiles);
        case PassKind::SolveSticks: PLIANT_CODE(SolveSticks);
        case PassKind::CorrectSticks: PLIANT_CODE(CorrectSticks);
        case PassKind::GatherCorrections: PLIANT_CODE(GatherCorrections);
        case PassKind::SolveBends: PLIANT_CODE(SolveBends);
        case PassKind::HoldTethers: PLIANT_CODE(HoldTethers);
        case PassKind::Collide: PLIANT_CODE(Collide);
        case PassKind::PlaceOutlines: PLIANT_CODE(PlaceOutlines);
        case PassKind::FindContacts: PLIANT_CODE(FindContacts);
        case PassKind::PushContacts: PLIANT_CODE(PushContacts);
        case PassKind::MoveContacts: PLIANT_CODE(MoveContacts);
        case PassKind::KeepPlaces: PLIANT_CODE(KeepPlaces);
        case PassKind::SolveTets: PLIANT_CODE(SolveTets);
        case PassKind::MeasureEnclosures: PLIANT_CODE(MeasureEnclosures);
        case PassKind::SumEnclosures: PLIANT_CODE(SumEnclosures);
        case PassKind::SolveEnclosures: PLIANT_CODE(SolveEnclosures);
        case PassKind::PushEnclosures: PLIANT_CODE(PushEnclosures);
        case PassKind::SumShapes: PLIANT_CODE(SumShapes);
        case PassKind::TurnShapes: PLIANT_CODE(TurnShapes);
        case PassKind::MatchShapes: PLIANT_CODE(MatchShapes);
        case PassKind::AddForces: PLIANT_CODE(AddForces);
        case PassKind::Advance: PLIANT_CODE(Advance);
        case PassKind::SettleVelocities: PLIANT_CODE(SettleVelocities);
        case PassKind::StepImplicitly: return {};  // on the CPU alone
    }
    return {};
}

std::span<const std::uint32_t> sweepTilesAloneCode(bool roundToEven) {
    PLIANT_CODE(SweepTilesAlone);
}

std::span<const std::uint32_t> kernelCodeInFrames(PassKind kind, bool roundToEven) {
    switch (kind) {
        case PassKind::Integrate: PLIANT_CODE(IntegrateInFrames);
        case PassKind::PushTriangles: PLIANT_CODE(PushTrianglesInFrames);
        case PassKind::Collide: PLIANT_CODE(CollideInFrames);
        case PassKind::PushEnclosures: PLIANT_CODE(PushEnclosuresInFrames);
        default: return {};
    }
}

std::span<const std::uint32_t> stepWholeBodiesCode(bool isAlone, bool inFrames, bool roundToEven) {
    if (isAlone && inFrames) PLIANT_CODE(StepWholeBodiesAloneInFrames);
    if (inFrames) PLIANT_CODE(StepWholeBodiesInFrames);
    if (isAlone) PLIANT_CODE(StepWholeBodiesAlone);
    PLIANT_CODE(StepWholeBodies);
}

std::span<const std::uint32_t> kernelCode(SurfaceKernel kernel, bool roundToEven) {
    switch (kernel) {
        case SurfaceKernel::PlaceVertices: PLIANT_CODE(PlaceVertices);
        case SurfaceKernel::PlaceVerticesInWorld: PLIANT_CODE(PlaceVerticesInWorld);
        case SurfaceKernel::GatherNormals: PLIANT_CODE(GatherNormals);
    }
    return {};
}

std::span<const std::uint32_t> kernelCode(TurnKernel kernel, bool roundToEven) {
    switch (kernel) {
        case TurnKernel::SolveSticks: PLIANT_CODE(SolveSticksInTurn);
        case TurnKernel::SolveBends: PLIANT_CODE(SolveBendsInTurn);
        case TurnKernel::SolveTets: PLIANT_CODE(SolveTetsInTurn);
    }
    return {};
}

}  // namespace pliant
