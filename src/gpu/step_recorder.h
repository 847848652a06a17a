#pragma once

#include <functional>

#include "gpu/host_inputs.h"
#include "gpu/kernels.h"
#include "schedule/step_plan.h"

namespace pliant {

/// What steps are recorded from. All of it outlives the recorder.
struct StepParts {
    const Gpu& gpu;
    const Schedule& schedule;
    const DeviceBuffers& buffers;
    const Kernels& kernels;
};

/// Turns one planned step into commands: inputs, passes, and the barriers between them. It submits nothing.
class StepRecorder {
  public:
    /// `inputs`: where the step's inputs are copied from whenever the commands run; null: they are in the commands.
    StepRecorder(const StepParts& parts, const StepPlan& plan, const HostInputs* inputs = nullptr)
        : parts_(parts), plan_(plan), inputs_(inputs) {}

    /// A command buffer to go on in. Whatever has been recorded so far comes before what is recorded in it.
    using NextPart = std::function<Result<VkCommandBuffer>()>;

    /// Records all of it. Where `nextPart` is given, a command buffer gets kMostDispatches and no more. Errors: those
    /// of `nextPart`.
    Status record(VkCommandBuffer commands, const NextPart& nextPart = {});

    /// So many that neither a command buffer nor the time that the device is busy with one grows without bound.
    static constexpr std::uint32_t kMostDispatches = 8192;

  private:
    void begin();
    void beginSubstep(std::uint32_t substep);
    void recordPass(const Pass& pass, const PassConstants& constants);
    void goOnIn(VkCommandBuffer commands);

    void dispatch(const Pass& pass, PassConstants constants);
    void writeInputs();
    void writeColliders(std::uint32_t substep);
    template <class T>
    void update(BufferSlot slot, const std::vector<T>& records) const;
    template <class Write>
    void writeBetweenPasses(Write&& write);
    void barrierBeforePass(VkPipelineStageFlags from) const;

    const StepParts parts_;
    const StepPlan& plan_;
    const HostInputs* const inputs_;
    VkCommandBuffer commands_ = VK_NULL_HANDLE;
    const Pass* before_ = nullptr;     // since the last barrier for all that has been recorded, in this command buffer
    std::uint32_t dispatchCount_ = 0;  // in this command buffer
};

}  // namespace pliant
