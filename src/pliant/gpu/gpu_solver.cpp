#include "pliant/gpu/gpu_solver.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <utility>

#include "pliant/fail.h"
#include "pliant/gpu/buffer_plan.h"
#include "pliant/gpu/gpu_obstacle.h"
#include "pliant/gpu/kernel_code.h"
#include "pliant/gpu/step_recorder.h"
#include "pliant/gpu/step_recordings.h"
#include "pliant/gpu/tiles.h"
#include "pliant/gpu/uploads.h"
#include "pliant/shared/sleep.h"

namespace pliant {
namespace {

Status checkKinds(const Schedule& schedule) {
    for (const std::vector<Pass>* passes : passLists(schedule)) {
        for (const Pass& pass : *passes) {
            if (!kernelCode(pass.kind, KernelForm::Single).empty()) continue;
            return failAs(ErrorKind::Unsupported, "{} of {} {}s runs on the CPU alone, as backward Euler does",
                          nameOf(pass.kind), pass.count, nameOf(traitsOf(pass.kind).items));
        }
    }
    return {};
}

// As the kernels are told, 0 where they choose.
Status checkWorkgroupSize(const Gpu& gpu, std::uint32_t size) {
    const std::uint32_t most =
        std::min({kLargestWorkgroup, gpu.info().maxWorkgroupSize, gpu.context().limits.maxComputeWorkGroupSize[0]});
    if (size == 0 || (std::has_single_bit(size) && size >= kSmallestWorkgroup && size <= most)) return {};
    return fail("a workgroup size of {}; on '{}' it must be a power of two from {} to {}, or 0", size, gpu.info().name,
                kSmallestWorkgroup, most);
}

// SleepStates of shaders/buffers/sleep.glsl.
std::vector<std::uint32_t> sleepWords(const std::vector<std::uint32_t>& states, const SolverCounts& counts) {
    const auto isAwake = [](std::uint32_t state) { return state != kAsleep; };
    const auto awake = states.empty() ? 1 : std::count_if(states.begin(), states.end(), isAwake);
    std::vector<std::uint32_t> words{static_cast<std::uint32_t>(awake), static_cast<std::uint32_t>(counts.lost),
                                     static_cast<std::uint32_t>(counts.crowded)};
    words.insert(words.end(), states.begin(), states.end());
    return words;
}

}  // namespace

struct GpuSolver::State {
    std::shared_ptr<Gpu> gpu;
    SchedulePtr schedule;
    DeviceBuffers buffers;
    Uploads uploads;
    Buffer readBack;
    std::optional<Progress> readBackProgress;  // at the time when the read-back was recorded
    Kernels kernels;
    WholeBodies wholeBodies;
    HostInputs inputs;  // both on a device of our own
    StepRecordings recordings;
    Progress progress;
    bool isInMidst = false;  // of a step that was stopped or has failed

    // Of the last step: memory for the next.
    StepPlan plan;
    StepScript script;
    RecorderRoom room;

    State(const std::shared_ptr<Gpu>& g, const SchedulePtr& s)
        : gpu(g), schedule(s), uploads(g), progress(initialProgress(*s)) {}

    StepParts parts() { return {*gpu, *schedule, buffers, kernels, wholeBodies, room}; }

    Status createBuffers();
    Status uploadChain();
    Status checkWhole() const;
    Status planNext(const StepSettings& settings, const StepInputs& stepInputs);
    Status finish(const Status& done);
    Status run(const std::function<bool()>& shouldStop);
    Status runInParts(const std::function<bool()>& shouldStop, PassTimer* timer = nullptr);
    Status stage(const SolverState& restored, const SolverCounts& counts);
    void recordReadBack(VkCommandBuffer commands);
};

// Filled one by one, so that a device of our own needs host memory for one of them at a time.
Status GpuSolver::State::createBuffers() {
    const std::array<BufferPlan, kBufferCount> plans = planBuffers(*schedule);
    if (Status status = checkRoom(gpu->info(), plans); !status) return status;
    Result<Buffer> visible = createStagingBuffer(gpu, readBackBytes(*schedule));
    if (!visible) return visible.error();
    readBack = std::move(*visible);
    BufferGroup group;
    const VkBufferUsageFlags decides =
        gpu->context().hasConditionalRendering ? VK_BUFFER_USAGE_CONDITIONAL_RENDERING_BIT_EXT : 0;
    for (std::size_t slot = 0; slot < kBufferCount; ++slot)
        group.add(buffers[slot], plans[slot].sizeBytes, plans[slot].name, slot == kSleepStates ? decides : 0);
    if (Status status = group.create(gpu); !status) return status;
    for (std::size_t slot = 0; slot < kBufferCount; ++slot) {
        const bool isFilled = plans[slot].contents || plans[slot].isZero;
        if (!isFilled && !gpu->traits().isMemoryDirty) continue;
        const std::vector<std::byte> same(plans[slot].contents ? 0 : plans[slot].sizeBytes,
                                          std::byte(isFilled ? 0x00 : 0xff));
        const void* contents = plans[slot].contents ? plans[slot].contents : same.data();
        const Status added = uploads.add(buffers[slot], contents, plans[slot].sizeBytes - plans[slot].spareBytes);
        if (!added) return added;
        if (Status status = uploads.finish(); !status) return status;
    }
    const std::vector<vec4> atRest(schedule->particles.size() - schedule->firstForced, vec4(0.0f));
    if (Status status = uploads.add(buffers[kVelocities], atRest.data(), velocityBytes(*schedule)); !status)
        return status;
    const std::uint64_t tetherBytes = schedule->tethers.size() * sizeof(Tether);
    if (Status status = uploads.add(buffers[kTethers], schedule->tethers.data(), tetherBytes); !status) return status;
    if (schedule->sleeperCount > 0) return uploads.finish();  // the first step wakes all
    const std::vector<std::uint32_t> awake = sleepWords({}, {});
    if (Status status = uploads.add(buffers[kSleepStates], awake.data(), kSleepHead * sizeof(awake[0])); !status)
        return status;
    return uploads.finish();
}

Status GpuSolver::State::uploadChain() {
    const std::vector<ChainedPass>& chain = kernels.chainRecords();
    const Status status = uploads.add(buffers[kChain], chain.data(), chain.size() * sizeof(ChainedPass));
    return status ? uploads.finish() : status;
}

// One behind the other: particles, previous positions, carries, velocities, turns of shapes, sleepers, counters.
void GpuSolver::State::recordReadBack(VkCommandBuffer commands) {
    recordBarrier(*gpu, commands, kOurStages, kOurWrites, VK_PIPELINE_STAGE_TRANSFER_BIT,
                  VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT);
    VkDeviceSize end = 0;
    const auto append = [&](std::uint32_t number, VkDeviceSize sizeBytes) {
        const VkBufferCopy copy{0, end, sizeBytes};
        if (sizeBytes > 0)
            gpu->context().vk.vkCmdCopyBuffer(commands, buffers[number].handle, readBack.handle, 1, &copy);
        end += sizeBytes;
    };
    const VkDeviceSize sizeBytes = schedule->particles.size() * sizeof(vec4);
    append(kParticles, sizeBytes);
    append(kPrevious, sizeBytes);
    append(kCarry, sizeBytes);
    append(kVelocities, velocityBytes(*schedule));
    append(kShapeTurns, schedule->shapes.size() * sizeof(vec4));
    append(kSleepAnchors, schedule->sleepers.size() * sizeof(vec4));
    append(kSleepStates, sleepStateBytes(*schedule));
    append(kCounters, kCountCount * sizeof(std::uint32_t));
    append(kNeighbourState, contactNoteBytes(*schedule));
    recordBarrier(*gpu, commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                  VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
    readBackProgress = progress;
}

Result<GpuSolver> GpuSolver::create(std::shared_ptr<Gpu> gpu, SchedulePtr schedule, const GpuSolverOptions& options) {
    if (!gpu) return fail("there is no device");
    if (!schedule) return fail("there is no schedule");
    if (Status status = checkKinds(*schedule); !status) return status.error();
    if (Status status = checkWorkgroupSize(*gpu, options.workgroupSize); !status) return status.error();
    const TileForm tileForm = tileFormOn(*gpu, *schedule, options.tileForm);
    if (Status status = checkTiles(*gpu, *schedule, tileForm); !status) return status.error();
    auto state = std::make_unique<State>(gpu, schedule);
    if (Status status = state->createBuffers(); !status) return status.error();
    const Status made = state->kernels.create(gpu, *schedule, state->buffers, options);
    if (!made) return made.error();
    if (Status status = state->uploadChain(); !status) return status.error();
    const Status whole = state->wholeBodies.create(gpu, *schedule, state->buffers, options);
    if (!whole) return whole.error();
    if (gpu->isBorrowed()) return GpuSolver(std::move(state));
    if (Status status = state->inputs.create(gpu, *schedule); !status) return status.error();
    if (Status status = state->recordings.create(gpu); !status) return status.error();
    return GpuSolver(std::move(state));
}

// Commands are recorded when they are needed for the first time.
Status GpuSolver::State::run(const std::function<bool()>& shouldStop) {
    const bool isKept = inputs.fit(plan) && writeScript(*schedule, plan, inputs.pinRoom(plan), kernels, script);
    if (!isKept) return runInParts(shouldStop);
    inputs.write(plan, kernels.itemsInGroupOf(plan.movePins));
    if (const VkCommandBuffer commands = recordings.find(script)) return gpu->submitAndWait(commands);
    const Result<VkCommandBuffer> commands = recordings.add(script, [&](VkCommandBuffer empty) {
        StepRecorder recorder(parts(), plan);
        recorder.copyInputsFrom(inputs);
        return recorder.record(empty);
    });
    if (!commands) return commands.error();
    return gpu->submitAndWait(*commands);
}

// Long steps, and those with inputs that are rare, are recorded for once. So are those that are measured: then `timer`
// is given.
Status GpuSolver::State::runInParts(const std::function<bool()>& shouldStop, PassTimer* timer) {
    const auto begin = [&]() -> Result<VkCommandBuffer> {
        Result<VkCommandBuffer> commands = gpu->begin();
        if (commands && timer) timer->begin(*commands);
        return commands;
    };
    const auto submit = [&]() -> Status {
        Status status = gpu->submitAndWait();
        if (status && timer) status = timer->collect();
        return status;
    };
    const Result<VkCommandBuffer> first = begin();
    if (!first) return first.error();
    StepRecorder recorder(parts(), plan);
    if (timer) recorder.measureWith(*timer);
    const auto nextPart = [&]() -> Result<VkCommandBuffer> {
        if (Status status = submit(); !status) return status.error();
        if (shouldStop && shouldStop()) return failAs(ErrorKind::Stopped, "the step was stopped in its midst");
        return begin();
    };
    const Status recorded = recorder.record(*first, std::ref(nextPart));
    return recorded ? submit() : recorded;
}

Status GpuSolver::State::checkWhole() const {
    if (isInMidst) return fail("the last step was stopped in its midst; restore() a state first");
    return {};
}

Status GpuSolver::State::planNext(const StepSettings& settings, const StepInputs& stepInputs) {
    if (Status status = checkWhole(); !status) return status;
    Status status = planStep(*schedule, settings, stepInputs, progress, plan);
    if (status) status = GpuObstacle::plan(stepInputs, buffers[kParticles].handle, progress, plan);
    isInMidst = bool(status);  // until finish(), also if something throws
    return status;
}

// What becomes of a step that has been run or recorded.
Status GpuSolver::State::finish(const Status& done) {
    isInMidst = !done;
    if (done) advance(progress, plan);
    plan.tethers.reset();
    plan.strands.reset();
    plan.tensorBlocks.reset();
    return done;
}

Status GpuSolver::step(const StepSettings& settings, const StepInputs& inputs,
                       const std::function<bool()>& shouldStop) {
    if (Status status = state_->gpu->context().checkIdle(); !status) return status;
    if (Status status = state_->planNext(settings, inputs); !status) return status;
    return state_->finish(state_->run(shouldStop));
}

Result<StepProfile> GpuSolver::profileStep(const StepSettings& settings, const StepInputs& inputs) {
    if (Status status = state_->gpu->context().checkIdle(); !status) return status.error();
    PassTimer timer;  // inputs are copied once before each dispatch, at most
    if (Status status = timer.create(state_->gpu, 2 * StepRecorder::kMostDispatches + 2); !status)
        return status.error();
    if (Status status = state_->planNext(settings, inputs); !status) return status.error();
    const Status done = state_->finish(state_->runInParts({}, &timer));
    if (!done) return done.error();
    return timer.profile();
}

Status GpuSolver::recordStep(VkCommandBuffer commands, const StepSettings& settings, const StepInputs& inputs,
                             const std::function<Result<VkCommandBuffer>()>& nextPart) {
    if (Status status = state_->uploads.check(commands, "recordStep"); !status) return status;
    for (const ObstacleInput& input : inputs.obstacles) {
        if (!input.obstacle) continue;
        if (Status status = input.obstacle->checkUpload(commands); !status) return status;
    }
    if (Status status = state_->planNext(settings, inputs); !status) return status;
    return state_->finish(StepRecorder(state_->parts(), state_->plan).record(commands, nextPart));
}

std::vector<VkBuffer> GpuSolver::bufferHandles() const {
    return handlesOf(state_->buffers);
}

VkBuffer GpuSolver::positions() const {
    return state_->buffers[kParticles].handle;
}

const std::vector<FrameState>& GpuSolver::frames() const {
    return state_->progress.frames;
}

const std::shared_ptr<Gpu>& GpuSolver::gpu() const {
    return state_->gpu;
}

const SchedulePtr& GpuSolver::schedule() const {
    return state_->schedule;
}

Status GpuSolver::recordUpload(VkCommandBuffer commands) {
    return state_->uploads.record(commands);
}

void GpuSolver::releaseUpload() {
    state_->uploads.release();
}

Result<Snapshot> GpuSolver::snapshot() const {
    if (Status status = state_->gpu->context().checkIdle(); !status) return status.error();
    if (Status status = state_->checkWhole(); !status) return status.error();
    const Status status = state_->gpu->submitAndWait([&](VkCommandBuffer commands) -> Status {
        state_->recordReadBack(commands);
        return {};
    });
    if (!status) return status.error();
    return recordedSnapshot();
}

Status GpuSolver::recordSnapshot(VkCommandBuffer commands) {
    if (Status status = state_->uploads.check(commands, "recordSnapshot"); !status) return status;
    if (Status status = state_->checkWhole(); !status) return status;
    state_->recordReadBack(commands);
    return {};
}

Result<Snapshot> GpuSolver::recordedSnapshot() const {
    if (!state_->readBackProgress) return fail("recordedSnapshot() before recordSnapshot()");
    const auto* particles = static_cast<const vec4*>(state_->readBack.mapped);
    const std::size_t count = state_->schedule->particles.size();
    const vec4* carry = particles + 2 * count;
    const vec4* velocities = carry + count;
    const vec4* turns = velocities + (count - state_->schedule->firstForced);
    std::uint32_t counts[kCountCount + kStrays] = {};  // and what contacts note
    const vec4* anchors = turns + state_->schedule->shapes.size();
    const auto* head = reinterpret_cast<const std::uint32_t*>(anchors + state_->schedule->sleepers.size());
    const std::uint32_t* sleepers = head + (state_->schedule->sleepers.empty() ? 0 : kSleepHead);
    std::memcpy(counts, sleepers + state_->schedule->sleeperCount,
                kCountCount * sizeof(std::uint32_t) + contactNoteBytes(*state_->schedule));
    if (counts[kCountOfCutShort] != 0)
        return failAs(ErrorKind::Unsupported,
                      "'{}' has ended loops before their time, in {} bodies or parts of steps: a GpuTraits::mostLoops "
                      "that is too high; GpuSolverOptions::wholeBodies = false needs fewer",
                      state_->gpu->info().name, counts[kCountOfCutShort]);
    return toSnapshot(*state_->schedule, {particles, particles + count, carry, velocities, turns, anchors, sleepers},
                      *state_->readBackProgress, {counts[kCountOfLost], counts[kCountCount + kCrowdedCount]});
}

// Everything is staged before anything is changed.
Status GpuSolver::State::stage(const SolverState& restored, const SolverCounts& counts) {
    const std::uint64_t sizeBytes = restored.particles.size() * sizeof(vec4);
    const std::uint64_t tetherBytes = restored.tethers.size() * sizeof(Tether);
    Uploads staged(gpu);
    if (Status status = staged.add(buffers[kParticles], restored.particles.data(), sizeBytes); !status) return status;
    if (Status status = staged.add(buffers[kPrevious], restored.previous.data(), sizeBytes); !status) return status;
    if (Status status = staged.add(buffers[kCarry], restored.carry.data(), sizeBytes); !status) return status;
    const std::uint64_t forcedBytes = velocityBytes(*schedule);
    if (Status status = staged.add(buffers[kVelocities], restored.velocities.data(), forcedBytes); !status)
        return status;
    if (Status status = staged.add(buffers[kTethers], restored.tethers.data(), tetherBytes); !status) return status;
    const std::uint64_t strandBytes = restored.strands.size() * sizeof(Strand);
    if (Status status = staged.add(buffers[kStrands], restored.strands.data(), strandBytes); !status) return status;
    const std::uint64_t blockBytes = restored.tensorBlocks.size() * sizeof(TensorBlock);
    if (Status s = staged.add(buffers[kTensorBlocks], restored.tensorBlocks.data(), blockBytes); !s) return s;
    const std::uint64_t turnBytes = restored.shapeTurns.size() * sizeof(vec4);
    if (Status status = staged.add(buffers[kShapeTurns], restored.shapeTurns.data(), turnBytes); !status) return status;
    const std::uint64_t anchorBytes = restored.sleepAnchors.size() * sizeof(vec4);
    if (Status s = staged.add(buffers[kSleepAnchors], restored.sleepAnchors.data(), anchorBytes); !s) return s;
    const std::vector<std::uint32_t> sleepers = sleepWords(restored.sleepStates, counts);
    const std::uint64_t sleeperBytes = sleepers.size() * sizeof(sleepers[0]);
    if (Status s = staged.add(buffers[kSleepStates], sleepers.data(), sleeperBytes); !s) return s;
    const std::uint32_t counted[kCountCount] = {static_cast<std::uint32_t>(counts.lost)};
    if (Status status = staged.add(buffers[kCounters], counted, sizeof(counted)); !status) return status;
    const auto plans = planBuffers(*schedule);
    std::uint32_t noted[kStrays] = {};  // lists are made anew
    noted[kCrowdedCount] = static_cast<std::uint32_t>(counts.crowded);
    if (Status s = staged.add(buffers[kNeighbourState], noted, contactNoteBytes(*schedule)); !s) return s;
    // A step that was stopped in its midst has left something there.
    for (const std::uint32_t number : {kOutlineTable, kOutlineSums, kCuts, kFaceTouches}) {
        const std::vector<std::uint8_t> zeros(isInMidst ? plans[number].sizeBytes : 0, 0);
        if (Status status = staged.add(buffers[number], zeros.data(), zeros.size()); !status) return status;
    }
    uploads.append(std::move(staged));
    return uploads.finish();
}

Status GpuSolver::restore(const Snapshot& snapshot) {
    Result<SolverState> restored = toSolverState(*state_->schedule, snapshot);
    if (!restored) return restored.error();
    if (Status status = state_->stage(*restored, {snapshot.lost, snapshot.crowded}); !status) return status;
    state_->progress = std::move(restored->progress);
    state_->isInMidst = false;
    return {};
}

GpuSolver::GpuSolver(std::unique_ptr<State> state) : state_(std::move(state)) {}
GpuSolver::GpuSolver(GpuSolver&&) noexcept = default;
GpuSolver& GpuSolver::operator=(GpuSolver&&) noexcept = default;
GpuSolver::~GpuSolver() = default;

}  // namespace pliant
