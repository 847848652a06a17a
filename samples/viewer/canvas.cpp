#include "viewer/canvas.h"

#include "viewer/swapchain.h"

namespace pliant::viewer {
namespace {

constexpr VkImageSubresourceRange kWhole{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
constexpr VkImageSubresourceLayers kLayer{VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};

}  // namespace

VkFormat Canvas::sceneFormat(VkFormat window) {
    return isSwapped(window) ? VK_FORMAT_B8G8R8A8_SRGB : VK_FORMAT_R8G8B8A8_SRGB;
}

VkFormat Canvas::panelFormat(VkFormat window) {
    return isSwapped(window) ? VK_FORMAT_B8G8R8A8_UNORM : VK_FORMAT_R8G8B8A8_UNORM;
}

Result<std::unique_ptr<Canvas>> Canvas::create(Device& device, VkFormat window, VkExtent2D extent) {
    std::unique_ptr<Canvas> made(new Canvas(device));
    made->window_ = window;
    made->extent = extent;
    ImageRequest request;
    request.format = sceneFormat(window);
    request.viewFormat = panelFormat(window);
    request.extent = extent;
    request.usage =
        VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    Result<OwnedImage> image = createImage(device, request, "window's picture");
    if (!image) return image.error();
    made->image_ = std::move(*image);
    return made;
}

struct Canvas::Change {
    VkImageLayout from, to;
    VkAccessFlags before, after;
    VkPipelineStageFlags next;
};

// After earlier copies.
void Canvas::recordChange(VkCommandBuffer commands, VkImage image, const Change& change) const {
    VkImageMemoryBarrier barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
    barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = image;
    barrier.subresourceRange = kWhole;
    barrier.srcAccessMask = change.before;
    barrier.dstAccessMask = change.after;
    barrier.oldLayout = change.from;
    barrier.newLayout = change.to;
    device_.vk.vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, change.next, 0, 0, nullptr, 0, nullptr, 1,
                                    &barrier);
}

void Canvas::recordScene(VkCommandBuffer commands, VkImage scene, VkExtent2D sceneExtent) const {
    const auto corner = [](VkExtent2D e) { return VkOffset3D{int(e.width), int(e.height), 1}; };
    recordChange(commands, image_.image,
                 {VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 0, VK_ACCESS_TRANSFER_WRITE_BIT,
                  VK_PIPELINE_STAGE_TRANSFER_BIT});
    VkImageBlit region{};
    region.srcSubresource = region.dstSubresource = kLayer;
    region.srcOffsets[1] = corner(sceneExtent);
    region.dstOffsets[1] = corner(extent);
    const bool isSame = sceneExtent.width == extent.width && sceneExtent.height == extent.height;
    device_.vk.vkCmdBlitImage(commands, scene, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, image_.image,
                              VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region,
                              isSame ? VK_FILTER_NEAREST : VK_FILTER_LINEAR);
    // The panel is drawn after it; and so is the next picture of the scene.
    recordChange(
        commands, image_.image,
        {VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_ACCESS_TRANSFER_WRITE_BIT,
         VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
         VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT});
}

void Canvas::recordCopy(VkCommandBuffer commands, VkImage target) const {
    recordChange(commands, target,
                 {VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 0, VK_ACCESS_TRANSFER_WRITE_BIT,
                  VK_PIPELINE_STAGE_TRANSFER_BIT});
    VkImageCopy region{};
    region.srcSubresource = region.dstSubresource = kLayer;
    region.extent = {extent.width, extent.height, 1};
    device_.vk.vkCmdCopyImage(commands, image_.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, target,
                              VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
    recordChange(commands, target,
                 {VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR, VK_ACCESS_TRANSFER_WRITE_BIT,
                  0, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT});
}

Status Canvas::recordReadBack(VkCommandBuffer commands) {
    Result<Buffer> host = createStagingBuffer(device_.gpu, VkDeviceSize(4) * extent.width * extent.height);
    if (!host) return host.error();
    host_ = std::move(*host);
    recordCopyToHost(device_, commands, image_.image, extent, host_);
    return {};
}

Image Canvas::readBack() const {
    const std::size_t bytes = std::size_t(4) * extent.width * extent.height;
    const auto* mapped = static_cast<const std::uint8_t*>(host_.mapped);
    Image image{extent.width, extent.height, std::vector<std::uint8_t>(mapped, mapped + bytes)};
    for (std::size_t i = 0; i < bytes; i += 4) {
        if (isSwapped(window_)) std::swap(image.pixels[i], image.pixels[i + 2]);
        image.pixels[i + 3] = 255;
    }
    return image;
}

}  // namespace pliant::viewer
