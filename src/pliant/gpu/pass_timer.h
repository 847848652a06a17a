#pragma once

#include <optional>

#include "pliant/gpu/context.h"
#include "pliant/gpu/step_profile.h"

namespace pliant {

/// Puts timestamps between the passes of a step.
class PassTimer {
  public:
    /// For at most so many marks between begin() and collect(). Errors: a borrowed device, a queue without timestamps,
    /// a Vulkan call that fails.
    Status create(const std::shared_ptr<Gpu>& gpu, std::uint32_t mostMarks);
    ~PassTimer();

    PassTimer() = default;
    PassTimer(const PassTimer&) = delete;
    PassTimer& operator=(const PassTimer&) = delete;

    /// Time runs from here, in a command buffer that nothing is recorded in yet.
    void begin(VkCommandBuffer commands);

    /// What has been recorded since the last mark was a dispatch of this kind; none: copies of inputs.
    void mark(VkCommandBuffer commands, std::optional<PassKind> kind);

    /// After the commands have been executed: adds up what they took. Errors: a Vulkan call that fails.
    Status collect();

    const StepProfile& profile() const { return profile_; }

  private:
    void add(std::optional<PassKind> kind, double timeMs);

    std::shared_ptr<Gpu> gpu_;
    VkQueryPool pool_ = VK_NULL_HANDLE;
    std::uint32_t queryCount_ = 0;
    std::vector<std::optional<PassKind>> marks_;
    StepProfile profile_;
};

}  // namespace pliant
