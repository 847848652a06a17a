#pragma once

#include "pliant/gpu/buffer.h"
#include "viewer/owned.h"

namespace pliant::viewer {

/// An image with memory and a view of its own.
struct OwnedImage {
    Owned<VkDeviceMemory> memory;
    Owned<VkImage> image;
    Owned<VkImageView> view;
};

struct ImageRequest {
    VkFormat format = VK_FORMAT_UNDEFINED;
    VkFormat viewFormat = VK_FORMAT_UNDEFINED;  ///< of the view, where it is another
    VkExtent2D extent{};
    VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
    VkImageUsageFlags usage = 0;
    VkImageAspectFlags aspect = VK_IMAGE_ASPECT_COLOR_BIT;
};

/// In the device's own memory. Errors: a side of 0 or above the device's limit (both numbers are named), Vulkan
/// calls that fail.
Result<OwnedImage> createImage(Device& device, const ImageRequest& request, std::string_view name);

/// Copies an image of four bytes a pixel in VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, which earlier commands have made
/// ready for that, to be read by the host after the commands have been executed.
void recordCopyToHost(const Device& device, VkCommandBuffer commands, VkImage image, VkExtent2D extent,
                      const Buffer& host);

/// The best format for depth that the device has.
VkFormat depthFormatOf(const Device& device);

}  // namespace pliant::viewer
