#pragma once

#include <array>
#include <functional>

#include "pliant/gpu/context.h"
#include "pliant/gpu/kernels.h"
#include "pliant/schedule/step_plan.h"

namespace pliant {

/// All that the commands of a step depend on but its inputs, as numbers: two steps with equal scripts have the same
/// commands. `pinRoom` is HostInputs::pinRoom(). Written in place of what `script` held. False if the step takes more
/// than StepRecorder::kMostDispatches, were none of its passes chained: it has no script then.
using StepScript = std::vector<std::uint32_t>;
bool writeScript(const Schedule& schedule, const StepPlan& plan, std::uint32_t pinRoom, const Kernels& kernels,
                 StepScript& script);

/// Command buffers of steps, kept to be submitted again. On a device of our own.
class StepRecordings {
  public:
    /// Errors: a Vulkan call that fails.
    Status create(const std::shared_ptr<Gpu>& gpu);
    ~StepRecordings();

    StepRecordings() = default;
    StepRecordings(const StepRecordings&) = delete;
    StepRecordings& operator=(const StepRecordings&) = delete;

    /// The commands of a step with this script; null if there are none yet.
    VkCommandBuffer find(const StepScript& script);

    /// `record` records them, in the place of those that have not been used for longest. None of them may be in flight.
    /// Errors: those of `record`, a Vulkan call that fails.
    Result<VkCommandBuffer> add(const StepScript& script, const std::function<Status(VkCommandBuffer)>& record);

  private:
    // Bends do not run in every substep, and steps of one length may be followed by others: a handful.
    static constexpr std::uint32_t kMostRecordings = 12;

    struct Recording {
        VkCommandBuffer commands = VK_NULL_HANDLE;
        StepScript script;  // empty: nothing is recorded
        std::uint64_t lastUse = 0;
    };

    Status begin(Recording& recording);

    std::shared_ptr<Gpu> gpu_;
    VkCommandPool pool_ = VK_NULL_HANDLE;
    std::array<Recording, kMostRecordings> recordings_;
    std::uint64_t useCount_ = 0;
};

}  // namespace pliant
