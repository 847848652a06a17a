#include "gpu/host_inputs.h"

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
    const bool isUsual = !plan.tethers && plan.releasePins.count == 0;
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
    std::vector<PinRecord> pins = plan.pins;
    pins.resize(pinRoom(plan), PinRecord{.particle = kNowhere});
    if (!pins.empty()) std::memcpy(bytes + kPinsAt, pins.data(), pins.size() * sizeof(PinRecord));
    std::byte* to = bytes + collidersAt(mostPins_);
    for (std::uint32_t substep = 0; substep < (plan.inputsMove ? plan.substeps : 1u); ++substep) {
        const std::vector<ColliderRecord> records = plan.collidersIn(substep);
        if (!records.empty()) std::memcpy(to, records.data(), records.size() * sizeof(ColliderRecord));
        to += records.size() * sizeof(ColliderRecord);
    }
    to = bytes + framesAt(mostPins_);
    for (std::uint32_t substep = 0; substep < plan.substeps && !plan.frames.empty(); ++substep) {
        const std::vector<FrameRecord> records = plan.framesIn(substep);
        std::memcpy(to, records.data(), records.size() * sizeof(FrameRecord));
        to += records.size() * sizeof(FrameRecord);
    }
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
