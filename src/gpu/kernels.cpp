#include "gpu/kernels.h"

#include <algorithm>

#include "gpu/kernel_code.h"

namespace pliant {

const std::vector<KernelSet>& kernelSets() {
    static const std::vector<KernelSet> sets{
        // shaders/kernel.glsl
        {"the solver's kernels",
         {kParticles, kPrevious, kSticks, kMultipliers, kScratch, kRowFirst, kRowEntries, kShares, kDampings, kBends,
          kTethers, kTriangles, kPins, kColliders, kCounters, kBendNumbers}},
        // shaders/body_kernel.glsl
        {"the kernels of bodies",
         {kParticles, kPrevious, kCounters, kShapes, kShapeMembers, kChunks, kBodySums, kShapeTurns, kEnclosures,
          kEnclosureMembers, kEnclosurePairs, kTetrahedra, kTetMultipliers}},
        // shaders/force_kernel.glsl
        {"the kernels of forces", {kParticles, kPrevious, kVelocities, kStages, kSpringFirst, kSpringEnds, kCounters}},
        // shaders/outline_kernel.glsl
        {"the kernels over outlines",
         {kParticles, kPrevious, kOutlines, kOutlinePoints, kOutlineSpace, kOutlineStates, kOutlinePlaces,
          kOutlineTable, kOutlineContacts, kOutlineSums}},
        // shaders/tile_kernel.glsl
        {"the kernels over tiles",
         {kParticles, kPrevious, kSticks, kMultipliers, kDampings, kTiles, kTileRuns, kTileSticks}},
    };
    return sets;
}

std::size_t kernelSetOf(PassKind kind) {
    constexpr std::size_t kSolver = 0, kBodies = 1, kForces = 2, kTouching = 3, kTiled = 4;
    switch (kind) {
        case PassKind::SumShapes:
        case PassKind::TurnShapes:
        case PassKind::MatchShapes:
        case PassKind::SolveTets:
        case PassKind::MeasureEnclosures:
        case PassKind::SumEnclosures:
        case PassKind::SolveEnclosures:
        case PassKind::PushEnclosures: return kBodies;
        case PassKind::AddForces:
        case PassKind::Advance:
        case PassKind::SettleVelocities: return kForces;
        case PassKind::PlaceOutlines:
        case PassKind::FindContacts:
        case PassKind::PushContacts:
        case PassKind::MoveContacts: return kTouching;
        case PassKind::SweepTiles: return kTiled;
        default: return kSolver;
    }
}

namespace {

// Particles of the largest tile.
std::uint32_t mostOf(const Schedule& schedule) {
    std::uint32_t most = 1;
    for (const TileRecord& tile : schedule.tiles)
        most = std::max(most, tile.particleCount);
    return most;
}

}  // namespace

Status Kernels::createPrograms(const std::shared_ptr<Gpu>& gpu, std::size_t set, const DeviceBuffers& buffers) {
    if (programs_[set]) return {};
    const KernelSet& kernels = kernelSets()[set];
    std::vector<VkBuffer> handles;
    for (const BufferSlot slot : kernels.slots)
        handles.push_back(buffers[slot].handle);
    programs_[set] = std::make_unique<Programs>();
    return programs_[set]->create(gpu, handles, sizeof(PassConstants), kernels.name);
}

Status Kernels::create(const std::shared_ptr<Gpu>& gpu, const Schedule& schedule, const DeviceBuffers& buffers,
                       std::uint32_t workgroupSize) {
    programs_.resize(kernelSets().size());
    // Those that depend on the inputs of a step, and those of the schedule.
    std::vector<Pass> all{{PassKind::MovePins}, {PassKind::HoldTethers}, {PassKind::Collide}, {PassKind::KeepPlaces}};
    for (const std::vector<Pass>* passes : passLists(schedule))
        all.insert(all.end(), passes->begin(), passes->end());
    for (const Pass& pass : all) {
        Pipeline& pipeline = pipelines_[std::size_t(pass.kind)][pass.response];
        if (pipeline.handle) continue;
        const std::size_t set = kernelSetOf(pass.kind);
        if (Status status = createPrograms(gpu, set, buffers); !status) return status;
        const std::uint32_t size = workgroupSize > 0 ? workgroupSize : kCommonWorkgroup;
        const Result<Pipeline> made =
            programs_[set]->add(kernelCode(pass.kind, gpu->info().sameBits), pass.response, size, mostOf(schedule));
        if (!made) return made.error();
        pipeline = *made;
    }
    return {};
}

void Kernels::bind(VkCommandBuffer commands, const Pass& pass) const {
    programs_[kernelSetOf(pass.kind)]->bind(commands);
}

void Kernels::dispatch(VkCommandBuffer commands, const Pass& pass, const PassConstants& constants) const {
    const Programs& programs = *programs_[kernelSetOf(pass.kind)];
    if (pass.kind == PassKind::SweepTiles) programs.dispatchGroups(commands, pipelineOf(pass), pass.count, &constants);
    else programs.dispatch(commands, pipelineOf(pass), pass.count, &constants);
}

void Kernels::dispatchIndirect(VkCommandBuffer commands, const Pass& pass, const PassConstants& constants,
                               VkBuffer groups) const {
    programs_[kernelSetOf(pass.kind)]->dispatchIndirect(commands, pipelineOf(pass), groups, &constants);
}

}  // namespace pliant
