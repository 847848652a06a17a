#include "targets.h"

#include <algorithm>
#include <array>

namespace your_renderer {
namespace {

VkSurfaceFormatKHR chooseFormat(const Device& device) {
    std::uint32_t count = 0;
    const char* call = "vkGetPhysicalDeviceSurfaceFormatsKHR";
    check(vkGetPhysicalDeviceSurfaceFormatsKHR(device.physicalDevice, device.surface, &count, nullptr), call);
    std::vector<VkSurfaceFormatKHR> formats(count);
    check(vkGetPhysicalDeviceSurfaceFormatsKHR(device.physicalDevice, device.surface, &count, formats.data()), call);
    for (const VkSurfaceFormatKHR& format : formats) {
        if (format.format == VK_FORMAT_B8G8R8A8_SRGB || format.format == VK_FORMAT_R8G8B8A8_SRGB) return format;
    }
    return formats.front();
}

}  // namespace

Targets::Targets(const Device& device, GLFWwindow* window) : device_(device), window_(window) {
    if (isOffscreen()) return;
    surfaceFormat_ = chooseFormat(device);
    format_ = surfaceFormat_.format;
}

Targets::~Targets() {
    destroyWhatHasASize();
    if (swapchain_) vkDestroySwapchainKHR(device_.handle, swapchain_, nullptr);
}

bool Targets::resize(VkRenderPass renderPass) {
    if (isOffscreen()) {
        makeOffscreen(renderPass);
        return true;
    }
    windowSize_ = windowSize();
    const VkSurfaceCapabilitiesKHR can = capabilities();
    constexpr std::uint32_t kAsYouLike = ~0u;
    extent_ = can.currentExtent.width == kAsYouLike ? windowSize_ : can.currentExtent;
    if (extent_.width == 0 || extent_.height == 0) return false;
    check(vkDeviceWaitIdle(device_.handle), "vkDeviceWaitIdle");
    destroyWhatHasASize();
    makeSwapchain(can);
    makeDepth();
    for (const VkImage image : images_) {
        views_.push_back(device_.makeView(image, format_, VK_IMAGE_ASPECT_COLOR_BIT));
        makeFramebuffer(renderPass, views_.back());
        VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
        check(vkCreateSemaphore(device_.handle, &info, nullptr, &rendered_.emplace_back()), "vkCreateSemaphore");
    }
    return true;
}

void Targets::makeOffscreen(VkRenderPass renderPass) {
    makeDepth();
    for (std::uint32_t i = 0; i < kFramesInFlight; ++i) {
        constexpr VkImageUsageFlags kUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
        offscreen_.push_back(device_.makeImage(extent_, format_, kUsage, VK_IMAGE_ASPECT_COLOR_BIT));
        images_.push_back(offscreen_.back().handle);
        makeFramebuffer(renderPass, offscreen_.back().view);
    }
}

void Targets::makeDepth() {
    depth_ = device_.makeImage(extent_, kDepthFormat, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT,
                               VK_IMAGE_ASPECT_DEPTH_BIT);
}

VkExtent2D Targets::windowSize() const {
    int width = 0, height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    return {std::uint32_t(width), std::uint32_t(height)};
}

VkSurfaceCapabilitiesKHR Targets::capabilities() const {
    VkSurfaceCapabilitiesKHR can;
    check(vkGetPhysicalDeviceSurfaceCapabilitiesKHR(device_.physicalDevice, device_.surface, &can),
          "vkGetPhysicalDeviceSurfaceCapabilitiesKHR");
    return can;
}

// Not every window system says so itself.
bool Targets::fitWindow() const {
    if (framebuffers_.empty()) return false;
    if (isOffscreen()) return true;
    const VkExtent2D size = windowSize();
    return size.width == windowSize_.width && size.height == windowSize_.height;
}

void Targets::makeSwapchain(const VkSurfaceCapabilitiesKHR& can) {
    VkSwapchainCreateInfoKHR info{VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR};
    info.surface = device_.surface;
    info.minImageCount = can.minImageCount + 1;
    if (can.maxImageCount > 0) info.minImageCount = std::min(info.minImageCount, can.maxImageCount);
    info.imageFormat = surfaceFormat_.format;
    info.imageColorSpace = surfaceFormat_.colorSpace;
    info.imageExtent = extent_;
    info.imageArrayLayers = 1;
    info.imageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    info.preTransform = can.currentTransform;
    info.compositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
    info.presentMode = VK_PRESENT_MODE_FIFO_KHR;
    info.clipped = VK_TRUE;
    info.oldSwapchain = swapchain_;
    VkSwapchainKHR made = VK_NULL_HANDLE;
    check(vkCreateSwapchainKHR(device_.handle, &info, nullptr, &made), "vkCreateSwapchainKHR");
    if (swapchain_) vkDestroySwapchainKHR(device_.handle, swapchain_, nullptr);
    swapchain_ = made;

    std::uint32_t count = 0;
    check(vkGetSwapchainImagesKHR(device_.handle, swapchain_, &count, nullptr), "vkGetSwapchainImagesKHR");
    images_.resize(count);
    check(vkGetSwapchainImagesKHR(device_.handle, swapchain_, &count, images_.data()), "vkGetSwapchainImagesKHR");
}

void Targets::makeFramebuffer(VkRenderPass renderPass, VkImageView colour) {
    const std::array<VkImageView, 2> attachments = {colour, depth_.view};
    VkFramebufferCreateInfo info{VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO};
    info.renderPass = renderPass;
    info.attachmentCount = std::uint32_t(attachments.size());
    info.pAttachments = attachments.data();
    info.width = extent_.width;
    info.height = extent_.height;
    info.layers = 1;
    check(vkCreateFramebuffer(device_.handle, &info, nullptr, &framebuffers_.emplace_back()), "vkCreateFramebuffer");
}

void Targets::destroyWhatHasASize() {
    for (const VkFramebuffer framebuffer : framebuffers_)
        vkDestroyFramebuffer(device_.handle, framebuffer, nullptr);
    for (const VkImageView view : views_)
        vkDestroyImageView(device_.handle, view, nullptr);
    for (const VkSemaphore semaphore : rendered_)
        vkDestroySemaphore(device_.handle, semaphore, nullptr);
    for (const Image& image : offscreen_)
        device_.destroy(image);
    device_.destroy(depth_);
    framebuffers_.clear();
    views_.clear();
    rendered_.clear();
    offscreen_.clear();
    images_.clear();
    depth_ = {};
}

std::optional<std::uint32_t> Targets::acquire(std::uint32_t frame, VkSemaphore acquired) const {
    if (isOffscreen()) return frame;
    std::uint32_t image = 0;
    const VkResult result = vkAcquireNextImageKHR(device_.handle, swapchain_, ~0ull, acquired, VK_NULL_HANDLE, &image);
    if (result == VK_ERROR_OUT_OF_DATE_KHR) return std::nullopt;
    check(result, "vkAcquireNextImageKHR");
    return image;
}

bool Targets::present(std::uint32_t image) const {
    if (isOffscreen()) return true;
    VkPresentInfoKHR info{VK_STRUCTURE_TYPE_PRESENT_INFO_KHR};
    info.waitSemaphoreCount = 1;
    info.pWaitSemaphores = &rendered_[image];
    info.swapchainCount = 1;
    info.pSwapchains = &swapchain_;
    info.pImageIndices = &image;
    const VkResult result = vkQueuePresentKHR(device_.queue, &info);
    if (result == VK_ERROR_OUT_OF_DATE_KHR || result == VK_SUBOPTIMAL_KHR) return false;
    check(result, "vkQueuePresentKHR");
    return true;
}

}  // namespace your_renderer
