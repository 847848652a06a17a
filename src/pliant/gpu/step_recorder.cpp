#include "pliant/gpu/step_recorder.h"

#include <algorithm>
#include <utility>

#include "pliant/gpu/gpu_obstacle.h"

namespace pliant {

Status StepRecorder::record(VkCommandBuffer commands, const NextPart& nextPart) {
    commands_ = commands;
    nextPart_ = nextPart ? &nextPart : nullptr;
    begin();
    if (takesWhole_) recordWholeBodies();
    const bool isDone = takesWhole_ && parts_.schedule.wholeFirst == 0;
    if (status_) isDone ? recordEnd() : recordPasses();
    return status_;
}

void StepRecorder::recordPasses() {
    replay(
        parts_.schedule, plan_, [&](std::uint32_t substep) { beginSubstep(substep); },
        [&](const Pass& pass, const PassConstants& constants) { addPass(pass, constants); }, [&] { return !status_; });
    finishRun();
}

// What is left where all bodies are whole ones.
void StepRecorder::recordEnd() {
    replayEnd(parts_.schedule, plan_,
              [&](const Pass& pass, const PassConstants& constants) { addPass(pass, constants); });
    finishRun();
}

void StepRecorder::recordWholeBodies() {
    const auto pinCount = inputs_ ? inputs_->pinRoom(plan_) : static_cast<std::uint32_t>(plan_.pins.size());
    const std::uint32_t mostSubsteps = parts_.wholeBodies.mostSubsteps(plan_);
    WholePart& part = parts_.room.whole;
    const auto recordPart = [&] {
        if (nextPart_ && part.firstSubstep > 0) goOnInNextPart();
        if (!status_) return false;
        writeBetweenPasses([&] {
            update<WholeSubstep>(kWholeSubsteps, part.substeps);
            if (part.constants.colliderCount > 0) writeColliders(part.firstSubstep, part.constants.substeps);
            if (!plan_.frames.empty()) writeFrames(part.firstSubstep, part.constants.substeps);
        });
        recordBodies(part);
        return bool(status_);
    };
    forEachWholePart(parts_.schedule, plan_, pinCount, mostSubsteps, part, std::ref(recordPart));
    if (!status_) return;
    barrierBeforePass(VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
    needsBarrier_ = false;
}

// In parts that end in time.
void StepRecorder::recordBodies(WholePart& part) {
    const std::uint32_t first = part.constants.first, count = part.constants.count;
    const std::uint32_t most = parts_.wholeBodies.bodiesAtOnce(plan_, part.constants.substeps);
    forEachPart(first, count, most, [&](std::uint32_t firstOfPart, std::uint32_t countOfPart) {
        if (firstOfPart > first) makeRoom();
        if (!status_) return;
        if (std::exchange(needsBarrier_, true)) barrierBeforePass(VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
        part.constants.first = firstOfPart;
        part.constants.count = countOfPart;
        parts_.wholeBodies.dispatch(commands_, part);
        ++dispatchCount_;
        if (timer_) timer_->mark(commands_, PassKind::SweepTiles);
    });
    part.constants.first = first;
    part.constants.count = count;
}

// What a step begins with: it sees what kernels and copies recorded before it have written.
void StepRecorder::begin() {
    barrierBeforePass(kOurStages);
    writeInputs();
    beginSkipping();
    placeObstacles();
}

bool StepRecorder::maySkip(const StepParts& parts, const StepPlan& plan) {
    return parts.gpu.context().hasConditionalRendering && parts.gpu.traits().skipsSleep &&
           parts.schedule.sleeperCount > 0 && (plan.constants.flags & kWakes) == 0;
}

// From here on kernels run only if some sleeper is awake: how many are is the first word of their states. Copies are
// not left out.
void StepRecorder::beginSkipping() {
    if (!isSkipping_) return;
    recordBarrier(parts_.gpu, commands_, kOurStages, kOurWrites, VK_PIPELINE_STAGE_CONDITIONAL_RENDERING_BIT_EXT,
                  VK_ACCESS_CONDITIONAL_RENDERING_READ_BIT_EXT);
    VkConditionalRenderingBeginInfoEXT info{VK_STRUCTURE_TYPE_CONDITIONAL_RENDERING_BEGIN_INFO_EXT};
    info.buffer = parts_.buffers[kSleepStates].handle;
    parts_.gpu.context().vk.vkCmdBeginConditionalRenderingEXT(commands_, &info);
}

// What follows may change that word.
void StepRecorder::endSkipping() {
    if (!isSkipping_) return;
    parts_.gpu.context().vk.vkCmdEndConditionalRenderingEXT(commands_);
    recordBarrier(parts_.gpu, commands_, VK_PIPELINE_STAGE_CONDITIONAL_RENDERING_BIT_EXT, 0,
                  VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0);
}

// Colliders stand still or are written anew for every substep, as frames are.
void StepRecorder::beginSubstep(std::uint32_t substep) {
    const bool wantsColliders = plan_.constants.colliderCount > 0 && (substep == 0 || plan_.inputsMove);
    if (!wantsColliders && plan_.frames.empty()) return;
    finishRun();
    if (!status_) return;
    writeBetweenPasses([&] {
        if (wantsColliders) writeColliders(substep, 1);
        if (!plan_.frames.empty()) writeFrames(substep, 1);
    });
}

// Whole bodies come last in each pass. Pins are sorted out by the kernel: recorded commands are played again with
// others.
void StepRecorder::addPass(const Pass& pass, PassConstants constants) {
    if (pass.kind == PassKind::WatchCalm) {  // who sleeps is looked at in any case
        finishRun();
        endSkipping();
        isSkipping_ = false;
    }
    if (pass.kind == PassKind::MovePins) constants.firstUnpinned = takesWhole_ ? parts_.schedule.wholeFirst : kNowhere;
    else if (takesWhole_) constants.count -= pass.wholeCount;
    if (constants.count == 0) return;
    const bool isCut = constants.count < pass.count;  // passes that are chained are so with all their items
    if (pass.kind == PassKind::SweepTiles) return addSweeps(pass, constants);
    if (!isCut && parts_.kernels.join(run_, pass, constants)) return;
    finishRun();
    run_ = {&pass, &pass, 1, constants};
    if (isCut) finishRun();
}

// As many at once as the device can make.
void StepRecorder::addSweeps(const Pass& pass, PassConstants constants) {
    for (std::uint32_t left = constants.sweeps; left > 0; left -= constants.sweeps) {
        constants.sweeps = std::min(left, parts_.kernels.sweepsAtOnce());
        finishRun();
        run_ = {&pass, &pass, 1, constants};
        constants.flags &= ~kFirstIteration;
    }
    finishRun();
}

// A pass that may take too long goes in parts. They need no barrier between them, but have one: whoever checks commands
// sees that they write to the same buffer, and not that it is to other places.
void StepRecorder::finishRun() {
    const PassRun run = std::exchange(run_, {});
    if (run.count != 1) return record(run);
    PassRun part = run;
    forEachPart(run.constants.first, run.constants.count, itemsAtOnce(run),
                [&](std::uint32_t first, std::uint32_t count) {
                    part.constants.first = first;
                    part.constants.count = count;
                    record(part);
                });
}

// There are never many pins.
std::uint32_t StepRecorder::itemsAtOnce(const PassRun& run) const {
    return run.first->kind == PassKind::MovePins ? ~0u : parts_.kernels.itemsAtOnce(run);
}

// In one dispatch.
void StepRecorder::record(const PassRun& run) {
    if (run.count == 0) return;
    makeRoom();
    if (!status_) return;
    if (std::exchange(needsBarrier_, true)) barrierBeforePass(VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
    dispatch(run);
    ++dispatchCount_;
}

// For one more dispatch.
void StepRecorder::makeRoom() {
    if (status_ && nextPart_ && dispatchCount_ == kMostDispatches) goOnInNextPart();
}

void StepRecorder::goOnInNextPart() {
    endSkipping();
    const Result<VkCommandBuffer> next = (*nextPart_)();
    if (!next) {
        status_ = next.error();
        isSkipping_ = false;  // nothing may be recorded any more
        return;
    }
    commands_ = *next;
    dispatchCount_ = 0;
    needsBarrier_ = false;
    barrierBeforePass(VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
    beginSkipping();
}

void StepRecorder::dispatch(const PassRun& run) {
    const Kernels& kernels = parts_.kernels;
    if (const ObstacleInput* input = obstacleOf(run)) {
        input->obstacle->recordMove(commands_, run.constants);
    } else if (inputs_ && run.first->kind == PassKind::MovePins) {
        PassRun pins = run;
        pins.constants.count = inputs_->pinRoom(plan_);
        kernels.dispatchIndirect(commands_, pins, inputs_->dispatchOfPins(), 0);
    } else if (const auto groups = kernels.groupsOnDevice(run)) {
        kernels.dispatchIndirect(commands_, run, parts_.buffers[*groups].handle, 0);
    } else {
        kernels.dispatch(commands_, run);
    }
    if (run.last->kind == PassKind::FindNeighbours || run.last->kind == PassKind::CountTouches) countsChanged_ = true;
    if (timer_) timer_->mark(commands_, run.last->kind);
}

// What the run moves, if it is such an obstacle.
const ObstacleInput* StepRecorder::obstacleOf(const PassRun& run) const {
    for (std::size_t i = 0; i < plan_.moveObstacles.size(); ++i)
        if (run.first == &plan_.moveObstacles[i]) return &plan_.obstacles[i];
    return nullptr;
}

// No two write to the same place, but for a count that is atomic.
void StepRecorder::placeObstacles() {
    for (const ObstacleInput& input : plan_.obstacles) {
        input.obstacle->recordPlaces(commands_, input.offset);
        ++dispatchCount_;
        needsBarrier_ = true;
        if (timer_) timer_->mark(commands_, std::nullopt);
    }
}

// The step's inputs, where there are any.
void StepRecorder::writeInputs() {
    if (plan_.pins.empty() && !plan_.tethers && !plan_.strands && !plan_.tensorBlocks) return;
    writeBetweenPasses([&] {
        if (inputs_) return inputs_->recordPins(commands_, plan_, parts_.buffers[kPins]);
        update<PinRecord>(kPins, plan_.pins);
        if (plan_.tethers) update<Tether>(kTethers, *plan_.tethers);
        if (plan_.strands) update<Strand>(kStrands, *plan_.strands);
        if (plan_.tensorBlocks) update<TensorBlock>(kTensorBlocks, *plan_.tensorBlocks);
    });
}

void StepRecorder::writeColliders(std::uint32_t firstSubstep, std::uint32_t substeps) {
    if (inputs_) return inputs_->recordColliders(commands_, plan_, firstSubstep, substeps, parts_.buffers[kColliders]);
    const std::size_t times = plan_.inputsMove ? substeps : 1u, inOne = plan_.colliderRecordCount();
    std::vector<ColliderRecord>& records = parts_.room.colliders;
    records.resize(times * inOne);
    for (std::uint32_t i = 0; i < times; ++i)
        plan_.collidersIn(firstSubstep + i, records.data() + i * inOne);
    update<ColliderRecord>(kColliders, records);
}

void StepRecorder::writeFrames(std::uint32_t firstSubstep, std::uint32_t substeps) {
    if (inputs_) return inputs_->recordFrames(commands_, plan_, firstSubstep, substeps, parts_.buffers[kFrames]);
    const std::size_t inOne = plan_.frameRecordCount();
    std::vector<FrameRecord>& records = parts_.room.frames;
    records.resize(substeps * inOne);
    for (std::uint32_t i = 0; i < substeps; ++i)
        plan_.framesIn(firstSubstep + i, records.data() + i * inOne);
    update<FrameRecord>(kFrames, records);
}

// Writes records into a buffer from the command buffer itself, in pieces as large as Vulkan allows.
template <class T>
void StepRecorder::update(std::uint32_t buffer, std::span<const T> records) const {
    constexpr std::size_t kPiece = 65536 / sizeof(T);
    for (std::size_t first = 0; first < records.size(); first += kPiece) {
        const std::size_t count = std::min(kPiece, records.size() - first);
        parts_.gpu.context().vk.vkCmdUpdateBuffer(commands_, parts_.buffers[buffer].handle, first * sizeof(T),
                                                  count * sizeof(T), records.data() + first);
    }
}

// Between kernels before and kernels after, with copies in between: `write` records them.
template <class Write>
void StepRecorder::writeBetweenPasses(Write&& write) {
    recordBarrier(parts_.gpu, commands_, kOurStages, kOurWrites, VK_PIPELINE_STAGE_TRANSFER_BIT,
                  VK_ACCESS_TRANSFER_WRITE_BIT);
    write();
    barrierBeforePass(kOurStages);
    needsBarrier_ = false;
    if (timer_) timer_->mark(commands_, std::nullopt);
}

// Kernels after this see what kernels and copies before it have written, and do not overtake their reads. Some say how
// many workgroups others are to have: a GPU's front end waits for that as long as a dispatch takes, so it does only
// where that may have changed.
void StepRecorder::barrierBeforePass(VkPipelineStageFlags from) {
    const VkAccessFlags written =
        VK_ACCESS_SHADER_WRITE_BIT | (from & VK_PIPELINE_STAGE_TRANSFER_BIT ? VK_ACCESS_TRANSFER_WRITE_BIT : 0);
    const bool changed = std::exchange(countsChanged_, false);
    const VkPipelineStageFlags counts = changed ? VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT : 0;
    const VkAccessFlags readsCounts = changed ? VK_ACCESS_INDIRECT_COMMAND_READ_BIT : 0;
    recordBarrier(parts_.gpu, commands_, from, written, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | counts,
                  VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | readsCounts);
}

}  // namespace pliant
