#include "viewer/images.h"

#include <algorithm>

#include "pliant/fail.h"
#include "pliant/gpu/programs.h"

namespace pliant::viewer {
namespace {

Status checkExtent(const Device& device, VkExtent2D extent, std::string_view name) {
    const VkPhysicalDeviceLimits& limits = device.properties.limits;
    const std::uint32_t widest = std::min(limits.maxImageDimension2D, limits.maxFramebufferWidth);
    const std::uint32_t highest = std::min(limits.maxImageDimension2D, limits.maxFramebufferHeight);
    if (extent.width == 0 || extent.height == 0) {
        return fail("the {} would be {} x {}: both sides must be at least 1", name, extent.width, extent.height);
    }
    if (extent.width > widest || extent.height > highest) {
        return fail("the {} would be {} x {}, but '{}' draws at most {} x {}", name, extent.width, extent.height,
                    device.properties.deviceName, widest, highest);
    }
    return {};
}

Status createMemory(Device& device, OwnedImage& made, std::string_view name) {
    VkMemoryRequirements needs;
    device.vk.vkGetImageMemoryRequirements(device.device, made.image, &needs);
    VkMemoryAllocateInfo info{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    info.allocationSize = needs.size;
    const auto fits = [&](std::uint32_t type, VkMemoryPropertyFlags wanted) {
        return (needs.memoryTypeBits & (1u << type)) &&
               (device.memory.memoryTypes[type].propertyFlags & wanted) == wanted;
    };
    // Vulkan promises a type for every image, though not that it is local.
    for (std::uint32_t type = device.memory.memoryTypeCount; type-- > 0;)
        if (fits(type, 0)) info.memoryTypeIndex = type;
    for (std::uint32_t type = device.memory.memoryTypeCount; type-- > 0;)
        if (fits(type, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT)) info.memoryTypeIndex = type;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    VkResult result = device.vk.vkAllocateMemory(device.device, &info, nullptr, &memory);
    if (result != VK_SUCCESS) {
        return device.error(result, fmt::format("vkAllocateMemory of {} bytes", needs.size), name);
    }
    made.memory = {device.device, memory, device.vk.vkFreeMemory};
    result = device.vk.vkBindImageMemory(device.device, made.image, memory, 0);
    if (result != VK_SUCCESS) return device.error(result, "vkBindImageMemory", name);
    return {};
}

Status createView(Device& device, const ImageRequest& request, OwnedImage& made, std::string_view name) {
    VkImageViewCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    info.image = made.image;
    info.viewType = VK_IMAGE_VIEW_TYPE_2D;
    info.format = request.viewFormat != VK_FORMAT_UNDEFINED ? request.viewFormat : request.format;
    info.subresourceRange = {request.aspect, 0, 1, 0, 1};
    VkImageView view = VK_NULL_HANDLE;
    const VkResult result = device.vk.vkCreateImageView(device.device, &info, nullptr, &view);
    if (result != VK_SUCCESS) return device.error(result, "vkCreateImageView", name);
    made.view = {device.device, view, device.vk.vkDestroyImageView};
    return {};
}

}  // namespace

Result<OwnedImage> createImage(Device& device, const ImageRequest& request, std::string_view name) {
    if (Status status = checkExtent(device, request.extent, name); !status) return status.error();
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    if (request.viewFormat != VK_FORMAT_UNDEFINED) info.flags = VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT;
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = request.format;
    info.extent = {request.extent.width, request.extent.height, 1};
    info.mipLevels = 1;
    info.arrayLayers = 1;
    info.samples = request.samples;
    info.usage = request.usage;
    VkImage image = VK_NULL_HANDLE;
    const VkResult result = device.vk.vkCreateImage(device.device, &info, nullptr, &image);
    if (result != VK_SUCCESS) return device.error(result, "vkCreateImage", name);
    OwnedImage made;
    made.image = {device.device, image, device.vk.vkDestroyImage};
    if (Status status = createMemory(device, made, name); !status) return status.error();
    if (Status status = createView(device, request, made, name); !status) return status.error();
    return made;
}

void recordCopyToHost(const Device& device, VkCommandBuffer commands, VkImage image, VkExtent2D extent,
                      const Buffer& host) {
    VkBufferImageCopy region{};
    region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    region.imageExtent = {extent.width, extent.height, 1};
    device.vk.vkCmdCopyImageToBuffer(commands, image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, host.handle, 1, &region);
    recordBarrier(*device.gpu, commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                  VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
}

VkFormat depthFormatOf(const Device& device) {
    VkFormatProperties properties;
    device.vkGetPhysicalDeviceFormatProperties(device.physicalDevice, VK_FORMAT_D32_SFLOAT, &properties);
    const bool isThere = properties.optimalTilingFeatures & VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT;
    return isThere ? VK_FORMAT_D32_SFLOAT : VK_FORMAT_X8_D24_UNORM_PACK32;  // Vulkan promises one of them
}

}  // namespace pliant::viewer
