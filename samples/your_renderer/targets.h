#pragma once

#include <optional>
#include <vector>

#include "device.h"

namespace your_renderer {

inline constexpr std::uint32_t kFramesInFlight = 2;

/// The images that are drawn into: those of a window's swapchain or, without a window, one for each frame in flight.
class Targets {
  public:
    Targets(const Device& device, GLFWwindow* window);
    ~Targets();
    Targets(const Targets&) = delete;

    /// (Re)makes everything that has the window's size, and waits for what is in flight. False where the window has
    /// no size at present, because it is minimised.
    bool resize(VkRenderPass renderPass);
    bool fitWindow() const;

    /// The image to draw into, ready when `acquired` is signalled (without a window: at once). None: resize.
    std::optional<std::uint32_t> acquire(std::uint32_t frame, VkSemaphore acquired) const;
    /// Shows the image when rendered(image) is signalled. False: resize.
    bool present(std::uint32_t image) const;

    bool isOffscreen() const { return window_ == nullptr; }
    VkFormat format() const { return format_; }
    VkExtent2D extent() const { return extent_; }
    VkImage image(std::uint32_t index) const { return images_[index]; }
    VkFramebuffer framebuffer(std::uint32_t index) const { return framebuffers_[index]; }
    VkSemaphore rendered(std::uint32_t index) const { return rendered_[index]; }

    static constexpr VkFormat kDepthFormat = VK_FORMAT_D16_UNORM;  // the one that every device has

  private:
    VkExtent2D windowSize() const;
    VkSurfaceCapabilitiesKHR capabilities() const;
    void makeSwapchain(const VkSurfaceCapabilitiesKHR& can);
    void makeOffscreen(VkRenderPass renderPass);
    void makeDepth();
    void makeFramebuffer(VkRenderPass renderPass, VkImageView colour);
    void destroyWhatHasASize();

    const Device& device_;
    GLFWwindow* window_;
    VkSurfaceFormatKHR surfaceFormat_{};
    VkFormat format_ = VK_FORMAT_R8G8B8A8_SRGB;
    VkExtent2D extent_{640, 480};
    VkExtent2D windowSize_{};  // when resize() was called last
    VkSwapchainKHR swapchain_ = VK_NULL_HANDLE;
    std::vector<VkImage> images_;
    std::vector<Image> offscreen_;    // what images_ are without a window
    std::vector<VkImageView> views_;  // of a swapchain's images
    std::vector<VkFramebuffer> framebuffers_;
    std::vector<VkSemaphore> rendered_;  // per image: it is free again when that image is handed out again
    Image depth_;                        // one for all frames: the render pass keeps them apart
};

}  // namespace your_renderer
