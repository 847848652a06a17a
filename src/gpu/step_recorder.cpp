#include "gpu/step_recorder.h"

#include <algorithm>
#include <utility>

namespace pliant {
namespace {

// Whether b, recorded right after a, may run at the same time: neighbours in the list, of one kind and colour. The same
// pass again, in the next iteration, is not.
bool areIndependent(const Pass* a, const Pass* b) {
    return b == a + 1 && a->kind == b->kind && a->colour == b->colour;
}

}  // namespace

Status StepRecorder::record(VkCommandBuffer commands, const NextPart& nextPart) {
    commands_ = commands;
    begin();
    Status status;
    const auto run = [&](const Pass& pass, const PassConstants& constants) {
        if (status && nextPart && dispatchCount_ == kMostDispatches) {
            const Result<VkCommandBuffer> next = nextPart();
            if (next) goOnIn(*next);
            else status = next.error();
        }
        if (status) recordPass(pass, constants);
    };
    const auto substep = [&](std::uint32_t index) {
        if (status) beginSubstep(index);
    };
    replay(parts_.schedule, plan_, substep, run);
    return status;
}

// What a step begins with: it sees what kernels and copies recorded before it have written.
void StepRecorder::begin() {
    barrierBeforePass(kOurStages);
    writeInputs();
}

void StepRecorder::goOnIn(VkCommandBuffer commands) {
    commands_ = commands;
    dispatchCount_ = 0;
    before_ = nullptr;
    barrierBeforePass(VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
}

// Colliders stand still or are written anew for every substep.
void StepRecorder::beginSubstep(std::uint32_t substep) {
    if (plan_.constants.colliderCount == 0 || (substep > 0 && !plan_.collidersMove)) return;
    writeBetweenPasses([&] { writeColliders(substep); });
}

void StepRecorder::recordPass(const Pass& pass, const PassConstants& constants) {
    const Pass* before = std::exchange(before_, &pass);
    if (before && !areIndependent(before, &pass)) barrierBeforePass(VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
    if (!before || kernelSetOf(before->kind) != kernelSetOf(pass.kind)) parts_.kernels.bind(commands_, pass);
    dispatch(pass, constants);
    ++dispatchCount_;
}

void StepRecorder::dispatch(const Pass& pass, PassConstants constants) {
    if (!inputs_ || pass.kind != PassKind::MovePins) return parts_.kernels.dispatch(commands_, pass, constants);
    constants.count = inputs_->pinRoom(plan_);
    parts_.kernels.dispatchIndirect(commands_, pass, constants, inputs_->dispatchOfPins());
}

// The step's inputs, where there are any.
void StepRecorder::writeInputs() {
    if (plan_.pins.empty() && !plan_.tethers) return;
    writeBetweenPasses([&] {
        if (inputs_) return inputs_->recordPins(commands_, plan_, parts_.buffers[kPins]);
        update<PinRecord>(kPins, plan_.pins);
        if (plan_.tethers) update<Tether>(kTethers, *plan_.tethers);
    });
}

void StepRecorder::writeColliders(std::uint32_t substep) {
    if (inputs_) return inputs_->recordColliders(commands_, plan_, substep, parts_.buffers[kColliders]);
    update<ColliderRecord>(kColliders, plan_.collidersIn(substep));
}

// Writes records into a buffer from the command buffer itself, in pieces as large as Vulkan allows.
template <class T>
void StepRecorder::update(BufferSlot slot, const std::vector<T>& records) const {
    constexpr std::size_t kPiece = 65536 / sizeof(T);
    for (std::size_t first = 0; first < records.size(); first += kPiece) {
        const std::size_t count = std::min(kPiece, records.size() - first);
        parts_.gpu.context().vk.vkCmdUpdateBuffer(commands_, parts_.buffers[slot].handle, first * sizeof(T),
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
    before_ = nullptr;
}

// Kernels after this see what kernels and copies before it have written, and do not overtake their reads.
void StepRecorder::barrierBeforePass(VkPipelineStageFlags from) const {
    const VkAccessFlags written =
        VK_ACCESS_SHADER_WRITE_BIT | (from & VK_PIPELINE_STAGE_TRANSFER_BIT ? VK_ACCESS_TRANSFER_WRITE_BIT : 0);
    recordBarrier(parts_.gpu, commands_, from, written, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                  VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
}

}  // namespace pliant
