#pragma once

#include <array>

#include "pipeline.h"

namespace your_renderer {

/// Draws frame after frame, two of them in flight: while the device works on one the host records the next.
class Renderer {
  public:
    /// Without a window it draws offscreen.
    Renderer(const Device& device, GLFWwindow* window, Cloth& cloth);
    ~Renderer();
    Renderer(const Renderer&) = delete;

    /// Once, before the first frame.
    pliant::Status uploadCloth();

    /// One frame, `seconds` after the one before. A minimised window is left alone. Errors: those of the cloth.
    pliant::Status drawFrame(double seconds);

    VkExtent2D extent() const { return targets_.extent(); }  ///< of the pictures

    /// The share of the last frame's pixels that are not ground. Offscreen only; waits.
    double coverage();

  private:
    struct Frame {
        VkCommandPool pool = VK_NULL_HANDLE;
        VkCommandBuffer commands = VK_NULL_HANDLE;
        VkFence done = VK_NULL_HANDLE;
        VkSemaphore acquired = VK_NULL_HANDLE;
    };
    void makeFrame(Frame& frame);
    void begin(const Frame& frame);
    void submit(const Frame& frame, std::uint32_t image);
    void submitAndWait(const Frame& frame);

    const Device& device_;
    Cloth& cloth_;
    Targets targets_;
    Pipeline pipeline_;
    std::array<Frame, kFramesInFlight> frames_;
    std::uint64_t frameCount_ = 0;
    bool fits_ = false;  // the targets have the window's size
};

}  // namespace your_renderer
