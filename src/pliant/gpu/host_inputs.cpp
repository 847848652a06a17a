#include "pliant/gpu/host_inputs.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace pliant {
namespace {

// In the buffer: the dispatch, pins, colliders, frames.
constexpr std::uint64_t kPinsAt = 16;
constexpr std::uint32_t kFewestPins = 64;
constexpr std::size_t kMostColliderRecords = 2048;
constexpr std::size_t kMostFrameSubsteps = 64;

std::size_t colliderRecordCount(const StepPlan& plan) {
    return plan.colliderRecordCount() * (plan.inputsMove ? plan.substeps : 1u);
}

std::uint64_t collidersAt(std::uint32_t mostPins) {
    return kPinsAt + mostPins * sizeof(PinRecord);
}

std::uint64_t framesAt(std::uint32_t mostPins) {
    return collidersAt(mostPins) + kMostColliderRecords * sizeof(ColliderRecord);
}

}  // namespace

Status HostInputs::create(const std::shared_ptr<Gpu>& gpu, const Schedule& schedule) {
    mostPins_ = static_cast<std::uint32_t>(std::min(schedule.particles.size(), kMostPinInputs));
    const std::uint64_t records = schedule.frames.empty() ? 0 : kMostFrameSubsteps * (1 + schedule.frames.size());
    Result<Buffer> made = createStagingBuffer(gpu, framesAt(mostPins_) + records * sizeof(FrameRecord));
    if (!made) return made.error();
    buffer_ = std::move(*made);
    return {};
}

bool HostInputs::fit(const StepPlan& plan) const {
    const bool isUsual =
        !plan.tethers && !plan.strands && !plan.tensorBlocks && plan.releasePins.count == 0 && plan.obstacles.empty();
    const bool hasRoomForFrames = plan.frames.empty() || plan.substeps <= kMostFrameSubsteps;
    return isUsual && hasRoomForFrames && colliderRecordCount(plan) <= kMostColliderRecords;
}

std::uint32_t HostInputs::pinRoom(const StepPlan& plan) const {
    const auto count = static_cast<std::uint32_t>(plan.pins.size());
    return count == 0 ? 0 : std::min(mostPins_, std::max(std::bit_ceil(count), kFewestPins));
}

void HostInputs::write(const StepPlan& plan, std::uint32_t pinsPerWorkgroup) {
    auto* bytes = static_cast<std::byte*>(buffer_.mapped);
    const auto count = static_cast<std::uint32_t>(plan.pins.size());
    const VkDispatchIndirectCommand dispatch{(count + pinsPerWorkgroup - 1) / pinsPerWorkgroup, 1, 1};
    std::memcpy(bytes, &dispatch, sizeof(dispatch));
    auto* pins = reinterpret_cast<PinRecord*>(bytes + kPinsAt);
    std::copy(plan.pins.begin(), plan.pins.end(), pins);
    std::fill(pins + count, pins + pinRoom(plan), PinRecord{.particle = kNowhere});
    auto* colliders = reinterpret_cast<ColliderRecord*>(bytes + collidersAt(mostPins_));
    for (std::uint32_t substep = 0; substep < (plan.inputsMove ? plan.substeps : 1u); ++substep)
        plan.collidersIn(substep, colliders + substep * plan.colliderRecordCount());
    auto* frames = reinterpret_cast<FrameRecord*>(bytes + framesAt(mostPins_));
    for (std::uint32_t substep = 0; substep < plan.substeps; ++substep)
        plan.framesIn(substep, frames + substep * plan.frameRecordCount());
}

void HostInputs::recordPins(VkCommandBuffer commands, const StepPlan& plan, const Buffer& target) const {
    copy(commands, kPinsAt, pinRoom(plan) * sizeof(PinRecord), target);
}

void HostInputs::recordColliders(VkCommandBuffer commands, const StepPlan& plan, std::uint32_t firstSubstep,
                                 std::uint32_t substeps, const Buffer& target) const {
    const std::uint64_t sizeBytes = plan.colliderRecordCount() * sizeof(ColliderRecord);
    copy(commands, collidersAt(mostPins_) + (plan.inputsMove ? firstSubstep : 0u) * sizeBytes,
         (plan.inputsMove ? substeps : 1u) * sizeBytes, target);
}

void HostInputs::recordFrames(VkCommandBuffer commands, const StepPlan& plan, std::uint32_t firstSubstep,
                              std::uint32_t substeps, const Buffer& target) const {
    const std::uint64_t sizeBytes = plan.frameRecordCount() * sizeof(FrameRecord);
    copy(commands, framesAt(mostPins_) + firstSubstep * sizeBytes, substeps * sizeBytes, target);
}

void HostInputs::copy(VkCommandBuffer commands, std::uint64_t from, std::uint64_t sizeBytes,
                      const Buffer& target) const {
    const VkBufferCopy region{from, 0, sizeBytes};
    target.gpu->context().vk.vkCmdCopyBuffer(commands, buffer_.handle, target.handle, 1, &region);
}

}  // namespace pliant
