#include "gpu/kernels.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "gpu/kernel_code.h"
#include "gpu/software.h"
#include "gpu/tiles.h"

namespace pliant {
namespace {

constexpr std::size_t kSetOfTurns = 5, kSetOfTilesAlone = 6, kSetOfFrames = 8;

std::optional<TurnKernel> turnKernelOf(PassKind kind) {
    switch (kind) {
        case PassKind::SolveSticks: return TurnKernel::SolveSticks;
        case PassKind::SolveBends: return TurnKernel::SolveBends;
        case PassKind::SolveTets: return TurnKernel::SolveTets;
        default: return std::nullopt;
    }
}

// That all passes of a run have; kStickResponseCount: they have several.
std::uint32_t responseOf(const PassRun& run) {
    const std::uint32_t response = run.first->response;
    const bool isCommon =
        std::all_of(run.first, run.last + 1, [&](const Pass& pass) { return pass.response == response; });
    return isCommon ? response : kStickResponseCount;
}

// A power of two, at most `wanted`, within the device's limits.
std::uint32_t within(const Gpu& gpu, std::uint32_t wanted) {
    const std::uint32_t most = std::min(gpu.info().maxWorkgroupSize, gpu.context().limits.maxComputeWorkGroupSize[0]);
    return std::min(wanted, std::bit_floor(most));
}

// Measured with lavapipe, by the processor's time: on a cloth of 256 x 256, 256 take 5 per cent less than 64 and half
// of what 8 take.
std::uint32_t chooseWorkgroupSize(const Gpu& gpu) {
    return within(gpu, isSoftware(gpu) ? 256 : kCommonWorkgroup);
}

// Of the one workgroup that runs passes in turn.
std::uint32_t chooseTurnSize(const Gpu& gpu) {
    return within(gpu, isSoftware(gpu) ? kSmallestWorkgroup : kLargestWorkgroup);
}

// Where one workgroup needs as long as a dispatch of its own costs. With lavapipe that is measured: some 20 us and one
// processor of two. Elsewhere an invocation for each item.
std::uint32_t chooseItemsInTurn(const Gpu& gpu) {
    return isSoftware(gpu) ? 2048 : chooseTurnSize(gpu);
}

// Nothing but the range differs.
bool areAlike(PassConstants a, PassConstants b) {
    a.first = b.first = a.count = b.count = 0;
    return std::memcmp(&a, &b, sizeof(a)) == 0;
}

}  // namespace

const std::vector<KernelSet>& kernelSets() {
    static const std::vector<KernelSet> sets{
        // shaders/kernel.glsl
        {"the solver's kernels",
         {kParticles, kPrevious, kSticks, kMultipliers, kScratch, kRowFirst, kRowEntries, kShares, kRestraints, kBends,
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
         {kParticles, kPrevious, kSticks, kMultipliers, kRestraints, kTiles, kTileRuns, kTileSticks}},
        // shaders/in_turn_kernel.glsl
        {"the kernels that run passes in turn",
         {kParticles, kPrevious, kSticks, kMultipliers, kRestraints, kBends, kBendNumbers, kTetrahedra, kTetMultipliers,
          kTurns}},
        // shaders/sweep_tiles_alone.comp.glsl
        {"the kernel that takes tiles alone",
         {kParticles, kPrevious, kSticks, kMultipliers, kRestraints, kTiles, kTileRuns, kTileSticks},
         {{kParticles, VK_FORMAT_R32G32B32A32_UINT}, {kTileSticks, VK_FORMAT_R32G32_UINT}}},
        // shaders/place_kernel.glsl
        {"the kernels that move particles", {kParticles, kPrevious, kCarry, kPins, kCounters}},
        // shaders/frame_kernel.glsl
        {"the kernels in frames",
         {kParticles, kPrevious, kScratch, kTriangles, kColliders, kCounters, kEnclosures, kEnclosureMembers, kBodySums,
          kFrames, kFrameOf, kCarry}},
    };
    return sets;
}

std::size_t kernelSetOf(PassKind kind) {
    constexpr std::size_t kSolver = 0, kBodies = 1, kForces = 2, kTouching = 3, kTiled = 4, kPlacing = 7;
    switch (kind) {
        case PassKind::Integrate:
        case PassKind::MovePins:
        case PassKind::KeepPlaces: return kPlacing;
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

Status Kernels::createPrograms(const std::shared_ptr<Gpu>& gpu, std::size_t set, const DeviceBuffers& buffers) {
    if (programs_[set]) return {};
    const KernelSet& kernels = kernelSets()[set];
    std::vector<VkBuffer> handles;
    for (const BufferSlot slot : kernels.slots)
        handles.push_back(buffers[slot].handle);
    std::vector<TexelView> texels;
    for (const auto& [slot, format] : kernels.texels)
        texels.push_back({buffers[slot].handle, format});
    programs_[set] = std::make_unique<Programs>();
    return programs_[set]->create(gpu, handles, sizeof(PassConstants), kernels.name, texels);
}

Status Kernels::create(const std::shared_ptr<Gpu>& gpu, const Schedule& schedule, const DeviceBuffers& buffers,
                       const GpuSolverOptions& options) {
    programs_.resize(kernelSets().size());
    hasFrames_ = !schedule.frames.empty();
    tileForm_ = tileFormOn(*gpu, schedule, options.tileForm);
    // Those that depend on the inputs of a step, and those of the schedule.
    std::vector<Pass> all{{PassKind::MovePins}, {PassKind::HoldTethers}, {PassKind::Collide}, {PassKind::KeepPlaces}};
    for (const std::vector<Pass>* passes : passLists(schedule))
        all.insert(all.end(), passes->begin(), passes->end());
    for (const Pass& pass : all) {
        if (pass.kind == PassKind::SweepTiles) continue;
        const std::uint32_t size = options.workgroupSize > 0 ? options.workgroupSize : chooseWorkgroupSize(*gpu);
        if (Status status = createPipeline(gpu, buffers, pass, size); !status) return status;
    }
    if (Status status = createSweep(gpu, schedule, buffers, options); !status) return status;
    return createTurns(gpu, schedule, buffers, options);
}

Status Kernels::createPipeline(const std::shared_ptr<Gpu>& gpu, const DeviceBuffers& buffers, const Pass& pass,
                               std::uint32_t workgroupSize) {
    Pipeline& pipeline = pipelines_[std::size_t(pass.kind)][pass.response];
    if (pipeline.handle) return {};
    const std::size_t set = setOf({&pass, &pass, 1});
    if (Status status = createPrograms(gpu, set, buffers); !status) return status;
    const bool roundsToEven = gpu->info().sameBits;
    const std::span<const std::uint32_t> code =
        set == kSetOfFrames ? kernelCodeInFrames(pass.kind, roundsToEven) : kernelCode(pass.kind, roundsToEven);
    const Result<Pipeline> made = programs_[set]->add(code, pass.response, workgroupSize);
    if (!made) return made.error();
    pipeline = *made;
    return {};
}

// That of SweepTiles.
Status Kernels::createSweep(const std::shared_ptr<Gpu>& gpu, const Schedule& schedule, const DeviceBuffers& buffers,
                            const GpuSolverOptions& options) {
    if (schedule.tiles.empty()) return {};
    const Pass sweep{PassKind::SweepTiles};
    const bool isAlone = tileForm_ == TileForm::Invocation, roundsToEven = gpu->info().sameBits;
    const std::size_t set = setOf({&sweep, &sweep, 1});
    if (Status status = createPrograms(gpu, set, buffers); !status) return status;
    const std::span<const std::uint32_t> code =
        isAlone ? sweepTilesAloneCode(roundsToEven) : kernelCode(sweep.kind, roundsToEven);
    const std::uint32_t size = options.workgroupSize > 0 ? options.workgroupSize
                               : isAlone                 ? kSmallestWorkgroup
                                                         : chooseTileWorkgroup(*gpu, schedule);
    sweepsAtOnce_ = pliant::sweepsAtOnce(*gpu, schedule, tileForm_, size);
    if (sweepsAtOnce_ == 0)
        return failAs(ErrorKind::Unsupported, "a tile has more sticks than loops on '{}' go round ({})",
                      gpu->info().name, mostLoops(*gpu));
    const Result<Pipeline> made = programs_[set]->add(code, responseOfTiles(schedule), size, largestTile(schedule));
    if (!made) return made.error();
    pipelines_[std::size_t(sweep.kind)][sweep.response] = *made;
    return {};
}

// Pipelines for the longest runs that there will be. Those that StepRecorder makes may be parts of them.
Status Kernels::createTurns(const std::shared_ptr<Gpu>& gpu, const Schedule& schedule, const DeviceBuffers& buffers,
                            const GpuSolverOptions& options) {
    turns_.emplace(schedule);
    itemsInTurn_ = options.itemsInTurn.value_or(chooseItemsInTurn(*gpu));
    turnSize_ = options.workgroupSize > 0 ? options.workgroupSize : chooseTurnSize(*gpu);
    mostLoops_ = mostLoops(*gpu);
    for (const std::vector<Pass>* passes : passLists(schedule)) {
        PassRun run;
        const auto finish = [&] { return run.count > 1 ? createTurnPipeline(gpu, buffers, run, turnSize_) : Status(); };
        for (const Pass& pass : *passes) {
            const PassConstants constants{.table = pass.table};
            if (follows(run, pass, constants)) {
                run = {run.first, &pass, run.count + 1, constants};
                continue;
            }
            if (Status status = finish(); !status) return status;
            run = {&pass, &pass, 1, constants};
        }
        if (Status status = finish(); !status) return status;
    }
    return {};
}

Status Kernels::createTurnPipeline(const std::shared_ptr<Gpu>& gpu, const DeviceBuffers& buffers, const PassRun& run,
                                   std::uint32_t workgroupSize) {
    const TurnKernel kernel = *turnKernelOf(run.first->kind);
    Pipeline& pipeline = turnPipelines_[std::size_t(kernel)][responseOf(run)];
    if (pipeline.handle) return {};
    if (Status status = createPrograms(gpu, kSetOfTurns, buffers); !status) return status;
    const std::span<const std::uint32_t> code = kernelCode(kernel, gpu->info().sameBits);
    const Result<Pipeline> made = programs_[kSetOfTurns]->add(code, responseOf(run), workgroupSize);
    if (!made) return made.error();
    pipeline = *made;
    return {};
}

// Part of a run of several responses may have one.
const Pipeline& Kernels::turnPipelineOf(const PassRun& run) const {
    const auto& made = turnPipelines_[std::size_t(*turnKernelOf(run.first->kind))];
    const Pipeline& own = made[responseOf(run)];
    return own.handle ? own : made[kStickResponseCount];
}

bool Kernels::isShort(const Pass& pass) const {
    return turnKernelOf(pass.kind) && pass.count <= itemsInTurn_;
}

// As the workgroup's invocations share it.
std::uint64_t Kernels::loopsOf(const Pass& pass) const {
    return 2 + (std::uint64_t(pass.count) + turnSize_ - 1) / turnSize_;
}

bool Kernels::join(PassRun& run, const Pass& pass, const PassConstants& constants) const {
    if (!follows(run, pass, constants)) return false;
    const std::uint64_t loops = (run.count == 1 ? loopsOf(*run.first) : run.loops) + loopsOf(pass);
    if (loops > mostLoops_) return false;
    run = {run.first, &pass, run.count + 1, run.constants, loops};
    return true;
}

bool Kernels::follows(const PassRun& run, const Pass& pass, const PassConstants& constants) const {
    if (run.count == 0 || run.first->kind != pass.kind || !isShort(*run.first) || !isShort(pass)) return false;
    const std::optional<std::uint32_t> last = turns_->numberOf(run.last), next = turns_->numberOf(&pass);
    return last && next && *next == *last + 1 && areAlike(run.constants, constants);
}

std::size_t Kernels::setOf(const PassRun& run) const {
    if (run.count > 1) return kSetOfTurns;
    if (hasFrames_ && !kernelCodeInFrames(run.first->kind, false).empty()) return kSetOfFrames;
    const bool isAlone = run.first->kind == PassKind::SweepTiles && tileForm_ == TileForm::Invocation;
    return isAlone ? kSetOfTilesAlone : kernelSetOf(run.first->kind);
}

void Kernels::bind(VkCommandBuffer commands, std::size_t set) const {
    programs_[set]->bind(commands);
}

void Kernels::dispatch(VkCommandBuffer commands, const PassRun& run) const {
    const Programs& programs = *programs_[setOf(run)];
    if (run.first->kind == PassKind::SweepTiles && tileForm_ == TileForm::Workgroup)
        return programs.dispatchGroups(commands, pipelineOf(*run.first), run.constants.count, &run.constants);
    if (run.count == 1) return programs.dispatch(commands, pipelineOf(*run.first), run.constants.count, &run.constants);
    PassConstants constants = run.constants;
    constants.first = *turns_->numberOf(run.first);
    constants.count = run.count;
    programs.dispatchGroups(commands, turnPipelineOf(run), 1, &constants);
}

void Kernels::dispatchIndirect(VkCommandBuffer commands, const PassRun& run, VkBuffer groups) const {
    programs_[setOf(run)]->dispatchIndirect(commands, pipelineOf(*run.first), groups, &run.constants);
}

}  // namespace pliant
