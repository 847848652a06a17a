#pragma once

#include <array>

#include "viewer/renderer.h"
#include "viewer/swapchain.h"

namespace pliant::viewer {

/// One frame that is being made.
struct Frame {
    std::uint32_t index = 0;  ///< 0 ... Renderer::kFramesInFlight - 1
    VkCommandBuffer commands = VK_NULL_HANDLE;
    VkImage target = VK_NULL_HANDLE;  ///< of the window
    std::uint32_t image = 0;          ///< its number
};

/// Hands out frames, and shows them in the window. Where the window has changed, the swapchain is made anew.
class Screen {
  public:
    /// Errors: those of Swapchain::create().
    static Result<std::unique_ptr<Screen>> create(Device& device, VkExtent2D pixels);
    ~Screen();
    Screen(const Screen&) = delete;

    /// Waits until the frame's earlier use is done, and begins its commands. None: there is nothing to draw on just
    /// now. Errors: Vulkan calls that fail.
    Result<std::optional<Frame>> begin(VkExtent2D pixels);
    /// Submits and presents it; the window's image is first touched by transfer commands.
    Status end(const Frame& frame);

    /// Until nothing is in flight.
    Status wait();

    const Swapchain& swapchain() const { return *swapchain_; }
    /// Grows when the swapchain has been made anew; nothing is in flight at the first frame after it.
    std::uint64_t generation() const { return generation_; }

  private:
    explicit Screen(Device& device) : device_(device) {}
    struct InFlight {
        VkCommandPool pool = VK_NULL_HANDLE;
        VkCommandBuffer commands = VK_NULL_HANDLE;
        VkFence done = VK_NULL_HANDLE;
        VkSemaphore acquired = VK_NULL_HANDLE;
    };
    Status createInFlight(InFlight& frame);
    Status recreate(VkExtent2D pixels);
    Status beginCommands(const InFlight& frame);
    Status submit(const Frame& frame);
    Status present(const Frame& frame);

    Device& device_;
    std::unique_ptr<Swapchain> swapchain_;
    std::array<InFlight, Renderer::kFramesInFlight> inFlight_{};
    std::uint32_t next_ = 0;
    VkExtent2D pixels_{};  // for which the swapchain was made
    bool isStale_ = false;
    std::uint64_t generation_ = 1;
};

}  // namespace pliant::viewer
