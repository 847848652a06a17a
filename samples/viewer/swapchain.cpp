#include "viewer/swapchain.h"

#include <algorithm>

#include "pliant/fail.h"

namespace pliant::viewer {
namespace {

constexpr const char* kObject = "the window";

std::uint32_t imageCountFor(const VkSurfaceCapabilitiesKHR& surface) {
    const std::uint32_t wanted = std::max(surface.minImageCount + 1, 3u);
    return surface.maxImageCount > 0 ? std::min(wanted, surface.maxImageCount) : wanted;
}

// Where the surface leaves the size to the application, it says 0xffffffff.
VkExtent2D extentFor(const VkSurfaceCapabilitiesKHR& surface, VkExtent2D pixels) {
    if (surface.currentExtent.width != ~0u) return surface.currentExtent;
    const auto within = [](std::uint32_t size, std::uint32_t low, std::uint32_t high) {
        return size == 0 ? 0 : std::clamp(size, low, high);
    };
    return {within(pixels.width, surface.minImageExtent.width, surface.maxImageExtent.width),
            within(pixels.height, surface.minImageExtent.height, surface.maxImageExtent.height)};
}

VkCompositeAlphaFlagBitsKHR compositeFor(const VkSurfaceCapabilitiesKHR& surface) {
    for (const VkCompositeAlphaFlagBitsKHR alpha :
         {VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR, VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR,
          VK_COMPOSITE_ALPHA_PRE_MULTIPLIED_BIT_KHR}) {
        if (surface.supportedCompositeAlpha & alpha) return alpha;
    }
    return VK_COMPOSITE_ALPHA_POST_MULTIPLIED_BIT_KHR;
}

}  // namespace

bool isSwapped(VkFormat format) {
    return format == VK_FORMAT_B8G8R8A8_SRGB || format == VK_FORMAT_B8G8R8A8_UNORM;
}

Result<std::unique_ptr<Swapchain>> Swapchain::create(Device& device, VkExtent2D pixels) {
    std::unique_ptr<Swapchain> made(new Swapchain(device));
    if (Status status = made->chooseFormat(); !status) return status.error();
    if (Status status = made->recreate(pixels); !status) return status.error();
    return made;
}

// Bits are copied as they are, so it does not matter whether the format itself says sRGB.
Status Swapchain::chooseFormat() {
    std::uint32_t count = 0;
    VkResult result =
        device_.vkGetPhysicalDeviceSurfaceFormatsKHR(device_.physicalDevice, device_.surface, &count, nullptr);
    std::vector<VkSurfaceFormatKHR> formats(count);
    if (result == VK_SUCCESS && count > 0) {
        result = device_.vkGetPhysicalDeviceSurfaceFormatsKHR(device_.physicalDevice, device_.surface, &count,
                                                              formats.data());
    }
    if (result != VK_SUCCESS) return device_.error(result, "vkGetPhysicalDeviceSurfaceFormatsKHR", kObject);
    const auto found = std::find_if(formats.begin(), formats.end(), [](const VkSurfaceFormatKHR& f) {
        return isSwapped(f.format) || f.format == VK_FORMAT_R8G8B8A8_SRGB || f.format == VK_FORMAT_R8G8B8A8_UNORM;
    });
    if (found == formats.end()) return fail("the window has no format of eight bits ({} others)", count);
    format = *found;
    return {};
}

Status Swapchain::recreate(VkExtent2D pixels) {
    VkSurfaceCapabilitiesKHR surface;
    const VkResult result =
        device_.vkGetPhysicalDeviceSurfaceCapabilitiesKHR(device_.physicalDevice, device_.surface, &surface);
    if (result != VK_SUCCESS) return device_.error(result, "vkGetPhysicalDeviceSurfaceCapabilitiesKHR", kObject);
    extent = extentFor(surface, pixels);
    destroySemaphores();
    const VkSwapchainKHR old = std::exchange(handle, VK_NULL_HANDLE);
    const bool hasArea = extent.width > 0 && extent.height > 0;
    Status status = hasArea ? createHandle(surface, old) : Status();
    if (old) device_.vk.vkDestroySwapchainKHR(device_.device, old, nullptr);
    if (!status || !hasArea) return status;
    return takeImages();
}

Status Swapchain::createHandle(const VkSurfaceCapabilitiesKHR& surface, VkSwapchainKHR old) {
    const bool canBeWritten = (surface.supportedUsageFlags & VK_IMAGE_USAGE_TRANSFER_DST_BIT) != 0;
    if (!canBeWritten) return fail("pictures cannot be copied into this window");
    VkSwapchainCreateInfoKHR info{VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR};
    info.surface = device_.surface;
    info.minImageCount = imageCountFor(surface);
    info.imageFormat = format.format;
    info.imageColorSpace = format.colorSpace;
    info.imageExtent = extent;
    info.imageArrayLayers = 1;
    info.imageUsage = VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    info.preTransform = surface.currentTransform;
    info.compositeAlpha = compositeFor(surface);
    info.presentMode = VK_PRESENT_MODE_FIFO_KHR;  // the one that there always is
    info.clipped = VK_TRUE;
    info.oldSwapchain = old;
    const VkResult result = device_.vk.vkCreateSwapchainKHR(device_.device, &info, nullptr, &handle);
    if (result != VK_SUCCESS) return device_.error(result, "vkCreateSwapchainKHR", kObject);
    return {};
}

Status Swapchain::takeImages() {
    std::uint32_t count = 0;
    VkResult result = device_.vk.vkGetSwapchainImagesKHR(device_.device, handle, &count, nullptr);
    images.resize(count);
    if (result == VK_SUCCESS) {
        result = device_.vk.vkGetSwapchainImagesKHR(device_.device, handle, &count, images.data());
    }
    if (result != VK_SUCCESS) return device_.error(result, "vkGetSwapchainImagesKHR", kObject);
    drawn.resize(count, VK_NULL_HANDLE);
    for (VkSemaphore& semaphore : drawn) {
        const VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
        result = device_.vk.vkCreateSemaphore(device_.device, &info, nullptr, &semaphore);
        if (result != VK_SUCCESS) return device_.error(result, "vkCreateSemaphore", kObject);
    }
    return {};
}

void Swapchain::destroySemaphores() {
    for (const VkSemaphore semaphore : drawn)
        device_.vk.vkDestroySemaphore(device_.device, semaphore, nullptr);
    drawn.clear();
    images.clear();
}

Swapchain::~Swapchain() {
    destroySemaphores();
    if (handle) device_.vk.vkDestroySwapchainKHR(device_.device, handle, nullptr);
}

}  // namespace pliant::viewer
