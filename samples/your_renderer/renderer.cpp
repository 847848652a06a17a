#include "renderer.h"

#include <cstring>

namespace your_renderer {

Renderer::Renderer(const Device& device, GLFWwindow* window, Cloth& cloth)
    : device_(device), cloth_(cloth), targets_(device, window), pipeline_(device, targets_, cloth) {
    for (Frame& frame : frames_)
        makeFrame(frame);
}

Renderer::~Renderer() {
    vkDeviceWaitIdle(device_.handle);
    for (const Frame& frame : frames_) {
        vkDestroySemaphore(device_.handle, frame.acquired, nullptr);
        vkDestroyFence(device_.handle, frame.done, nullptr);
        vkDestroyCommandPool(device_.handle, frame.pool, nullptr);
    }
}

void Renderer::makeFrame(Frame& frame) {
    VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    pool.flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT;
    pool.queueFamilyIndex = device_.queueFamily;
    check(vkCreateCommandPool(device_.handle, &pool, nullptr, &frame.pool), "vkCreateCommandPool");
    VkCommandBufferAllocateInfo commands{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    commands.commandPool = frame.pool;
    commands.commandBufferCount = 1;
    check(vkAllocateCommandBuffers(device_.handle, &commands, &frame.commands), "vkAllocateCommandBuffers");
    VkFenceCreateInfo fence{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    fence.flags = VK_FENCE_CREATE_SIGNALED_BIT;
    check(vkCreateFence(device_.handle, &fence, nullptr, &frame.done), "vkCreateFence");
    VkSemaphoreCreateInfo semaphore{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    check(vkCreateSemaphore(device_.handle, &semaphore, nullptr, &frame.acquired), "vkCreateSemaphore");
}

pliant::Status Renderer::uploadCloth() {
    begin(frames_[0]);
    if (pliant::Status status = cloth_.recordUpload(frames_[0].commands); !status) return status;
    submitAndWait(frames_[0]);
    cloth_.releaseUpload();
    return {};
}

// Waits until the frame that was recorded here last is done.
void Renderer::begin(const Frame& frame) {
    check(vkWaitForFences(device_.handle, 1, &frame.done, VK_TRUE, ~0ull), "vkWaitForFences");
    check(vkResetCommandPool(device_.handle, frame.pool, 0), "vkResetCommandPool");
    VkCommandBufferBeginInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    check(vkBeginCommandBuffer(frame.commands, &info), "vkBeginCommandBuffer");
}

pliant::Status Renderer::drawFrame(double seconds) {
    if (!fits_ || !targets_.fitWindow()) fits_ = targets_.resize(pipeline_.renderPass());
    if (!fits_) return {};
    const auto index = std::uint32_t(frameCount_ % kFramesInFlight);
    const Frame& frame = frames_[index];
    begin(frame);
    const std::optional<std::uint32_t> image = targets_.acquire(index, frame.acquired);
    fits_ = image.has_value();
    if (!fits_) return {};
    if (pliant::Status status = cloth_.recordMotion(frame.commands, seconds); !status) return status;
    pipeline_.record(frame.commands, targets_.framebuffer(*image), targets_.extent(), cloth_);
    submit(frame, *image);
    fits_ = targets_.present(*image);
    ++frameCount_;
    return {};
}

void Renderer::submit(const Frame& frame, std::uint32_t image) {
    check(vkEndCommandBuffer(frame.commands), "vkEndCommandBuffer");
    check(vkResetFences(device_.handle, 1, &frame.done), "vkResetFences");
    VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    info.commandBufferCount = 1;
    info.pCommandBuffers = &frame.commands;
    const VkPipelineStageFlags drawing =
        VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;  // the cloth need not wait for the image
    const VkSemaphore rendered = targets_.isOffscreen() ? VK_NULL_HANDLE : targets_.rendered(image);
    if (!targets_.isOffscreen()) {
        info.waitSemaphoreCount = info.signalSemaphoreCount = 1;
        info.pWaitSemaphores = &frame.acquired;
        info.pWaitDstStageMask = &drawing;
        info.pSignalSemaphores = &rendered;
    }
    check(vkQueueSubmit(device_.queue, 1, &info, frame.done), "vkQueueSubmit");
}

void Renderer::submitAndWait(const Frame& frame) {
    check(vkEndCommandBuffer(frame.commands), "vkEndCommandBuffer");
    check(vkResetFences(device_.handle, 1, &frame.done), "vkResetFences");
    VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    info.commandBufferCount = 1;
    info.pCommandBuffers = &frame.commands;
    check(vkQueueSubmit(device_.queue, 1, &info, frame.done), "vkQueueSubmit");
    check(vkWaitForFences(device_.handle, 1, &frame.done, VK_TRUE, ~0ull), "vkWaitForFences");
}

double Renderer::coverage() {
    const auto last = std::uint32_t((frameCount_ + kFramesInFlight - 1) % kFramesInFlight);
    const VkExtent2D extent = targets_.extent();
    const std::size_t pixelCount = std::size_t(extent.width) * extent.height;
    const Buffer picture = device_.makeHostBuffer(4 * pixelCount, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    const Frame& frame = frames_[frameCount_ % kFramesInFlight];
    begin(frame);
    VkBufferImageCopy region{};
    region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    region.imageExtent = {extent.width, extent.height, 1};
    vkCmdCopyImageToBuffer(frame.commands, targets_.image(last), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, picture.handle,
                           1, &region);
    VkMemoryBarrier toHost{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    toHost.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    toHost.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
    vkCmdPipelineBarrier(frame.commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &toHost, 0,
                         nullptr, 0, nullptr);
    submitAndWait(frame);

    const auto* pixels = static_cast<const std::uint32_t*>(picture.mapped);
    std::size_t covered = 0;
    for (std::size_t i = 0; i < pixelCount; ++i)
        covered += pixels[i] != pixels[0];  // the first is ground
    device_.destroy(picture);
    return double(covered) / double(pixelCount);
}

}  // namespace your_renderer
