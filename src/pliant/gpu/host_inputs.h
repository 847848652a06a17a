#pragma once

#include "pliant/gpu/buffer.h"
#include "pliant/schedule/step_plan.h"

namespace pliant {

/// The inputs of a step in memory that the host sees, so that commands recorded once can copy those of every step:
/// pins, colliders and frames of reference, and how many workgroups the pins take. On a device of our own.
class HostInputs {
  public:
    /// Room for kMostPinInputs pins, or one per particle, and for 2,048 colliders, counted anew for every substep if
    /// they move or are seen from several frames, and for the frames of 64 substeps. Errors: a Vulkan call that fails.
    Status create(const std::shared_ptr<Gpu>& gpu, const Schedule& schedule);

    /// Whether there is room for those of this step, and they are of a kind that goes through here: pins that come, go
    /// or are released are rare, and recorded with their step, as are obstacles whose vertices are on the device.
    bool fit(const StepPlan& plan) const;

    /// Commands are recorded for so many pins, 0 or a power of two where the particles allow it, so that a few more or
    /// fewer need no new ones. Records that no pin has say so in PinRecord::particle.
    std::uint32_t pinRoom(const StepPlan& plan) const;

    /// For commands submitted after it. Nothing that reads here may be in flight.
    void write(const StepPlan& plan, std::uint32_t pinsPerWorkgroup);

    void recordPins(VkCommandBuffer commands, const StepPlan& plan, const Buffer& target) const;

    /// Those of one substep, or of several if they move.
    void recordColliders(VkCommandBuffer commands, const StepPlan& plan, std::uint32_t firstSubstep,
                         std::uint32_t substeps, const Buffer& target) const;

    /// The same of frames of reference.
    void recordFrames(VkCommandBuffer commands, const StepPlan& plan, std::uint32_t firstSubstep,
                      std::uint32_t substeps, const Buffer& target) const;

    /// VkDispatchIndirectCommand over the pins, at offset 0.
    VkBuffer dispatchOfPins() const { return buffer_.handle; }

  private:
    void copy(VkCommandBuffer commands, std::uint64_t from, std::uint64_t sizeBytes, const Buffer& target) const;

    Buffer buffer_;
    std::uint32_t mostPins_ = 0;
};

}  // namespace pliant
