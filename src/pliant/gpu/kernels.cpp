#include "pliant/gpu/kernels.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "pliant/fail.h"
#include "pliant/gpu/kernel_code.h"
#include "pliant/gpu/tiles.h"

namespace pliant {
namespace {

bool canBeChained(PassKind kind) {
    return !kernelCode(kind, KernelForm::Chained).empty();
}

// Passes over coarse levels of sticks are chained whatever their kinds.
bool isOfLevels(const Pass& pass) {
    switch (pass.kind) {
        case PassKind::SumClusters: return pass.response <= kLevelSumClusters;
        case PassKind::BeginShifts: return pass.response == kLevelBegin;
        case PassKind::SolveSticks: return pass.response == kStickBetweenClusters || pass.response == kStickElastic;
        case PassKind::CarryTensions: return true;
        default: return false;
    }
}

// That all passes of a run have; kResponseCount: they have several.
std::uint32_t responseOf(const PassRun& run) {
    const std::uint32_t response = run.first->response;
    const bool isCommon =
        std::all_of(run.first, run.last + 1, [&](const Pass& pass) { return pass.response == response; });
    return isCommon ? response : kResponseCount;
}

// A power of two, at most `wanted`, within the device's limits.
std::uint32_t within(const Gpu& gpu, std::uint32_t wanted) {
    const std::uint32_t most = std::min(gpu.info().maxWorkgroupSize, gpu.context().limits.maxComputeWorkGroupSize[0]);
    return std::min(wanted, std::bit_floor(most));
}

// Nothing but the range differs.
bool areAlike(PassConstants a, PassConstants b) {
    a.first = b.first = a.count = b.count = 0;
    return std::memcmp(&a, &b, sizeof(a)) == 0;
}

}  // namespace

std::vector<VkBuffer> handlesOf(const DeviceBuffers& buffers) {
    std::vector<VkBuffer> handles;
    for (const Buffer& buffer : buffers)
        handles.push_back(buffer.handle);
    return handles;
}

Status Kernels::create(const std::shared_ptr<Gpu>& gpu, const Schedule& schedule, const DeviceBuffers& buffers,
                       const GpuSolverOptions& options) {
    programs_.create(gpu, handlesOf(buffers), sizeof(PassConstants), "the solver's kernels");
    hasFrames_ = !schedule.frames.empty();
    traits_ = gpu->traits();
    readsTexels_ = traits_.isCpu && schedule.particles.size() <= gpu->context().limits.maxTexelBufferElements;
    work_ = PassWork(schedule);
    tileForm_ = tileFormOn(*gpu, schedule, options.tileForm);
    const auto sizeFor = [&](std::uint32_t wanted) {
        return options.workgroupSize > 0 ? options.workgroupSize : within(*gpu, wanted);
    };
    passSize_ = sizeFor(traits_.passWorkgroup);
    stickSize_ = sizeFor(traits_.stickWorkgroup);
    chain_.emplace(schedule);
    chainSize_ = sizeFor(traits_.chainWorkgroup);
    chainedItems_ = options.chainedItems.value_or(traits_.chainedItems > 0 ? traits_.chainedItems : chainSize_);
    mostGroups_ = gpu->context().limits.maxComputeWorkGroupCount[0];
    mostLoops_ = loopsAtOnce(traits_);
    mostLinks_ = 0;
    for (const BendNumbers& bend : schedule.bendNumbers)
        mostLinks_ = std::max({mostLinks_, bend.linkCounts & 0xffffu, bend.linkCounts >> 16});
    mostTensions_ = 0;
    const std::vector<TensionRow>& rows = schedule.tensionRows;
    for (std::size_t i = 0; i + 1 < rows.size(); ++i)
        mostTensions_ = std::max(mostTensions_, rows[i + 1].firstLink - rows[i].firstLink);
    mostMembers_ = 0;
    for (const Cluster& cluster : schedule.clusters)
        mostMembers_ = std::max(mostMembers_, cluster.memberCount);
    mostBlocks_ = 0;
    for (const Pass& pass : schedule.bending)
        for (std::uint32_t i = pass.first; pass.kind == PassKind::SolveTensors && i < pass.first + pass.count; ++i)
            mostBlocks_ = std::max(mostBlocks_, schedule.tensorRows[i].linkCount);
    // Those that depend on the inputs of a step, and those of the schedule.
    std::vector<Pass> all{{PassKind::MovePins}, {PassKind::Collide}, {PassKind::KeepPlaces}};
    if (schedule.mostTethers > 0) all.push_back({PassKind::HoldTethers});
    for (const Pass& pass : all)
        if (Status status = createProgram(*gpu, pass); !status) return status;
    if (Status status = createSweep(*gpu, schedule, options); !status) return status;
    const bool mayGoWhole = options.wholeBodies && schedule.wholeFirstTile < schedule.tiles.size();
    for (const std::vector<Pass>* passes : passLists(schedule)) {
        if (Status status = createPrograms(*gpu, *passes, false); !status) return status;
        if (!mayGoWhole) continue;
        if (Status status = createPrograms(*gpu, *passes, true); !status) return status;
    }
    return {};
}

// For the runs that StepRecorder makes of a list, with the items of whole bodies or without.
Status Kernels::createPrograms(const Gpu& gpu, const std::vector<Pass>& passes, bool withoutWhole) {
    PassRun run;
    const auto finish = [&]() -> Status {
        const PassRun done = std::exchange(run, {});
        if (done.count == 0 || done.first->kind == PassKind::SweepTiles) return {};
        return done.count > 1 ? createChainProgram(done) : createProgram(gpu, *done.first);
    };
    for (const Pass& pass : passes) {
        const PassConstants constants{.rows = pass.rows};
        const bool isCut = withoutWhole && pass.wholeCount > 0;
        if (isCut && pass.wholeCount == pass.count) continue;
        if (!isCut && join(run, pass, constants)) continue;
        if (Status status = finish(); !status) return status;
        run = {&pass, &pass, 1, constants};
        if (!isCut) continue;
        if (Status status = finish(); !status) return status;
    }
    return finish();
}

Status Kernels::createProgram(const Gpu& gpu, const Pass& pass) {
    Program& program = made_[std::size_t(pass.kind)][pass.response];
    if (program.pipeline) return {};
    const std::span<const std::uint32_t> code = codeOf(pass.kind);
    const std::uint32_t size = traitsOf(pass.kind).items == Items::Sticks ? stickSize_ : passSize_;
    const std::uint32_t lanes = traitsOf(pass.kind).isShared ? lanesOn(gpu, size) : 1;
    if (pass.kind == PassKind::FindNeighbours && lanes > 1) return createSearch(program);
    if (pass.kind == PassKind::HoldRims) return createOfGroups(program, code);
    const std::uint32_t sharedCount = lanes > 1 ? size * lanes : 1;
    const Result<Program> made = programs_.add(code, pass.response, size, sharedCount, lanes);
    if (!made) return made.error();
    program = *made;
    return {};
}

// As many as workgroups, and their shared memory, have room for.
std::uint32_t Kernels::lanesOn(const Gpu& gpu, std::uint32_t size) const {
    constexpr std::uint32_t kSharedBytes = 48;  // of an invocation, at most
    const std::uint32_t room = gpu.context().limits.maxComputeSharedMemorySize / (kSharedBytes * size);
    const std::uint32_t most = std::min(within(gpu, kLargestWorkgroup) / size, room);
    return std::bit_floor(std::clamp(traits_.contactLanes, 1u, std::max(most, 1u)));
}

// A workgroup takes an item.
Status Kernels::createOfGroups(Program& program, std::span<const std::uint32_t> code) {
    const Result<Program> made = programs_.add(code, 0, passSize_);
    if (!made) return made.error();
    program = *made;
    program.itemsInGroup = 1;
    return {};
}

// A workgroup takes a group of particles, and has as many invocations for each of these.
Status Kernels::createSearch(Program& program) {
    const auto code = findNeighboursTogetherCode();
    const Result<Program> made = programs_.add(code, 0, kNeighbourGroup * kNeighbourGroup, passSize_);
    if (!made) return made.error();
    program = *made;
    program.itemsInGroup = kNeighbourGroup;
    return {};
}

// Of a pass that runs alone, but for SweepTiles.
std::span<const std::uint32_t> Kernels::codeOf(PassKind kind) const {
    const std::span<const std::uint32_t> inFrames = kernelCode(kind, KernelForm::InFrames);
    if (hasFrames_ && !inFrames.empty()) return inFrames;
    if (readsTexels_ && kind == PassKind::Integrate) return integrateByTexelsCode();
    return kernelCode(kind, KernelForm::Single);
}

// That of SweepTiles.
Status Kernels::createSweep(const Gpu& gpu, const Schedule& schedule, const GpuSolverOptions& options) {
    if (schedule.tiles.empty()) return {};
    const Pass sweep{PassKind::SweepTiles};
    const bool isAlone = tileForm_ == TileForm::Invocation;
    const std::span<const std::uint32_t> code =
        isAlone ? sweepTilesAloneCode() : kernelCode(sweep.kind, KernelForm::Single);
    const std::uint32_t size = options.workgroupSize > 0 ? options.workgroupSize
                               : isAlone                 ? kSmallestWorkgroup
                                                         : chooseTileWorkgroup(gpu, schedule);
    sweepsAtOnce_ = pliant::sweepsAtOnce(gpu, schedule, tileForm_, size);
    if (sweepsAtOnce_ == 0)
        return failAs(ErrorKind::Unsupported, "a tile has more sticks than loops on '{}' go round ({})",
                      gpu.info().name, mostLoops_);
    const Result<Program> made = programs_.add(code, responseOfTiles(schedule), size, largestTile(schedule));
    if (!made) return made.error();
    made_[std::size_t(sweep.kind)][sweep.response] = *made;
    return {};
}

Status Kernels::createChainProgram(const PassRun& run) {
    const PassKind kind = run.first->kind;
    const bool isLevels = isOfLevels(*run.first);
    Program& program = isLevels ? madeLevels_ : madeChained_[std::size_t(kind)][responseOf(run)];
    if (program.pipeline) return {};
    const auto code = isLevels ? levelsChainedCode() : kernelCode(kind, KernelForm::Chained);
    const Result<Program> made = programs_.add(code, isLevels ? kResponseCount : responseOf(run), chainSize_);
    if (!made) return made.error();
    program = *made;
    return {};
}

const Program& Kernels::turnProgramOf(const PassRun& run) const {
    return isOfLevels(*run.first) ? madeLevels_ : madeChained_[std::size_t(run.first->kind)][responseOf(run)];
}

// A cluster takes less than a stick to begin; to sum up, a device that is a CPU goes through its members by turns. A
// node of neighbours has eight boxes to read, half a kilobyte: many are too much for one workgroup.
bool Kernels::isShort(const Pass& pass) const {
    const bool isOfClusters = isOfLevels(pass) && traitsOf(pass.kind).items == Items::Clusters;
    const bool readsGroups = !traits_.isCpu && pass.kind == PassKind::BoundNeighbours;
    if (readsGroups) return 4 * std::uint64_t(pass.count) <= chainedItems_;
    if (!isOfClusters) return (isOfLevels(pass) || canBeChained(pass.kind)) && pass.count <= chainedItems_;
    const bool goesByMembers = traits_.isCpu && pass.kind == PassKind::SumClusters;
    return std::uint64_t(pass.count) * (goesByMembers ? mostMembers_ : 1) <= 2 * std::uint64_t(chainedItems_);
}

// As the workgroup's invocations share it. Clusters go through their members, bends through their links, tensors
// through the entries of their blocks; every loop goes round once more to see that it is over, and those that are not
// taken do as well.
std::uint64_t Kernels::loopsOf(const Pass& pass) const {
    constexpr std::uint64_t kEntries = 10;
    const Items items = traitsOf(pass.kind).items;
    const auto membersOf = [&](const Pass& ofLevels) -> std::uint64_t {
        if (ofLevels.kind == PassKind::CarryTensions) return mostTensions_;
        return items == Items::Clusters ? mostMembers_ : 0u;
    };
    const std::uint64_t inner = isOfLevels(pass)                 ? 4 + membersOf(pass)
                                : items == Items::NeighbourNodes ? 2 * (2 + std::uint64_t(kNeighbourGroup))
                                : items == Items::Bends          ? 2 + std::uint64_t(mostLinks_)
                                : items == Items::TensorRows     ? (kEntries + 1) * (3 + std::uint64_t(mostBlocks_))
                                                                 : 0;
    return 2 + (std::uint64_t(pass.count) + chainSize_ - 1) / chainSize_ * (1 + inner);
}

bool Kernels::join(PassRun& run, const Pass& pass, const PassConstants& constants) const {
    if (!follows(run, pass, constants)) return false;
    const std::uint64_t loops = (run.count == 1 ? loopsOf(*run.first) : run.loops) + loopsOf(pass);
    if (loops > mostLoops_) return false;
    run = {run.first, &pass, run.count + 1, run.constants, loops};
    return true;
}

bool Kernels::follows(const PassRun& run, const Pass& pass, const PassConstants& constants) const {
    if (run.count == 0 || !isShort(*run.first) || !isShort(pass)) return false;
    const bool isLevels = isOfLevels(pass);
    if (isOfLevels(*run.first) != isLevels || (run.first->kind != pass.kind && !isLevels)) return false;
    const std::optional<std::uint32_t> last = chain_->numberOf(run.last), next = chain_->numberOf(&pass);
    return last && next && *next == *last + 1 && areAlike(run.constants, constants);
}

std::uint32_t Kernels::itemsAtOnce(const PassRun& run) const {
    if (run.count != 1) return ~0u;
    const Pass& pass = *run.first;
    if (!programOf(pass).pipeline) return ~0u;  // always goes in a chain
    const double work = work_.ofItem(pass.kind, run.constants);
    const std::uint32_t inGroup = itemsInGroupOf(pass);
    if (pass.kind == PassKind::FindNeighbours && inGroup == kNeighbourGroup)  // maybe together: groups are never cut
        return std::min(pliant::itemsAtOnce(traits_, work * inGroup, 1), ~0u / inGroup) * inGroup;
    const bool takesGroups = pass.kind == PassKind::SweepTiles && tileForm_ == TileForm::Workgroup;
    return pliant::itemsAtOnce(traits_, work, takesGroups ? 1 : inGroup);
}

void Kernels::dispatch(VkCommandBuffer commands, const PassRun& run) const {
    if (run.first->kind == PassKind::SweepTiles && tileForm_ == TileForm::Workgroup)
        return programs_.dispatchGroups(commands, programOf(*run.first), run.constants.count, &run.constants);
    if (run.count == 1) return programs_.dispatch(commands, programOf(*run.first), run.constants.count, &run.constants);
    PassConstants constants = run.constants;
    constants.first = *chain_->numberOf(run.first);
    constants.count = run.count;
    programs_.dispatchGroups(commands, turnProgramOf(run), 1, &constants);
}

void Kernels::dispatchIndirect(VkCommandBuffer commands, const PassRun& run, VkBuffer groups,
                               VkDeviceSize offset) const {
    programs_.dispatchIndirect(commands, programOf(*run.first), groups, offset, &run.constants);
}

// All in one row.
std::optional<std::uint32_t> Kernels::groupsOnDevice(const PassRun& run) const {
    const Pass& pass = *run.first;
    const Items items = traitsOf(pass.kind).items;
    if (items != Items::Involved && items != Items::Pushed) return std::nullopt;
    if (run.constants.count != pass.count || (pass.count - 1) / passSize_ >= mostGroups_) return std::nullopt;
    return items == Items::Involved ? kInvolved : kPushed;
}

}  // namespace pliant
