#pragma once

#include "viewer/device.h"

namespace pliant::viewer {

/// Whether blue comes first.
bool isSwapped(VkFormat format);

/// The window's images. Pictures are copied into them.
class Swapchain {
  public:
    /// Errors: the surface has no format of eight bits or cannot be copied to, Vulkan calls that fail.
    static Result<std::unique_ptr<Swapchain>> create(Device& device, VkExtent2D pixels);
    ~Swapchain();
    Swapchain(const Swapchain&) = delete;

    /// Made anew for the window's present size; nothing may be in flight. Without images (isEmpty()) while that has no
    /// area.
    Status recreate(VkExtent2D pixels);
    bool isEmpty() const { return handle == VK_NULL_HANDLE; }

    VkSwapchainKHR handle = VK_NULL_HANDLE;
    VkSurfaceFormatKHR format{};
    VkExtent2D extent{};
    std::vector<VkImage> images;
    std::vector<VkSemaphore> drawn;  ///< per image: what presenting waits for

  private:
    explicit Swapchain(Device& device) : device_(device) {}
    Status chooseFormat();
    Status createHandle(const VkSurfaceCapabilitiesKHR& surface, VkSwapchainKHR old);
    Status takeImages();
    void destroySemaphores();

    Device& device_;
};

}  // namespace pliant::viewer
