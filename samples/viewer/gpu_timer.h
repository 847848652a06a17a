#pragma once

#include <array>

#include "viewer/renderer.h"

namespace pliant::viewer {

enum class Stage { Simulate, Normals, Draw };
inline constexpr std::size_t kStageCount = 3;

/// How long the device works on the stages of a frame.
class GpuTimer {
  public:
    /// A device without timestamps gives a timer that measures nothing. Errors: Vulkan calls that fail.
    static Result<std::unique_ptr<GpuTimer>> create(Device& device);
    ~GpuTimer();
    GpuTimer(const GpuTimer&) = delete;

    bool measures() const { return queries_ != VK_NULL_HANDLE; }

    /// Around the stages, which follow each other. A stage that has nothing to do is left out of the means.
    void begin(VkCommandBuffer commands, std::uint32_t frame);
    void end(VkCommandBuffer commands, std::uint32_t frame, Stage stage, bool hasWork);

    /// Takes in what a frame has measured, once its commands have been executed.
    void collect(std::uint32_t frame);

    /// What collect() has just taken in; 0 where the stage had no work.
    double lastMs(Stage stage) const { return lastMs_[static_cast<std::size_t>(stage)]; }

    /// Of about the last ten frames that had work for the stage; 0 before the first.
    double meanMs(Stage stage) const { return meansMs_[static_cast<std::size_t>(stage)]; }
    void forget() { meansMs_ = {}; }

  private:
    explicit GpuTimer(Device& device) : device_(device) {}
    static constexpr std::uint32_t kStamps = kStageCount + 1;
    struct InFlight {
        bool isComplete = false;
        std::array<bool, kStageCount> hasWork{};
    };

    Device& device_;
    VkQueryPool queries_ = VK_NULL_HANDLE;
    double tickMs_ = 0.0;
    std::uint64_t mask_ = 0;  // of the bits that count
    std::array<InFlight, Renderer::kFramesInFlight> inFlight_{};
    std::array<double, kStageCount> lastMs_{};
    std::array<double, kStageCount> meansMs_{};
};

}  // namespace pliant::viewer
