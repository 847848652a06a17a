#include "viewer/screen.h"

namespace pliant::viewer {
namespace {

constexpr const char* kObject = "the window";
constexpr std::uint64_t kForever = ~std::uint64_t(0);
constexpr std::uint64_t kPatience = 500'000'000;  // [ns], for an image of a window that may be hidden

}  // namespace

Result<std::unique_ptr<Screen>> Screen::create(Device& device, VkExtent2D pixels) {
    std::unique_ptr<Screen> made(new Screen(device));
    Result<std::unique_ptr<Swapchain>> swapchain = Swapchain::create(device, pixels);
    if (!swapchain) return swapchain.error();
    made->swapchain_ = std::move(*swapchain);
    made->pixels_ = pixels;
    for (InFlight& frame : made->inFlight_) {
        if (Status status = made->createInFlight(frame); !status) return status.error();
    }
    return made;
}

Status Screen::createInFlight(InFlight& frame) {
    VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    pool.queueFamilyIndex = device_.queueFamily;
    VkResult result = device_.vk.vkCreateCommandPool(device_.device, &pool, nullptr, &frame.pool);
    if (result != VK_SUCCESS) return device_.error(result, "vkCreateCommandPool", kObject);
    VkCommandBufferAllocateInfo commands{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    commands.commandPool = frame.pool;
    commands.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    commands.commandBufferCount = 1;
    result = device_.vk.vkAllocateCommandBuffers(device_.device, &commands, &frame.commands);
    if (result != VK_SUCCESS) return device_.error(result, "vkAllocateCommandBuffers", kObject);
    VkFenceCreateInfo fence{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    fence.flags = VK_FENCE_CREATE_SIGNALED_BIT;
    result = device_.vk.vkCreateFence(device_.device, &fence, nullptr, &frame.done);
    if (result != VK_SUCCESS) return device_.error(result, "vkCreateFence", kObject);
    const VkSemaphoreCreateInfo semaphore{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    result = device_.vk.vkCreateSemaphore(device_.device, &semaphore, nullptr, &frame.acquired);
    if (result != VK_SUCCESS) return device_.error(result, "vkCreateSemaphore", kObject);
    return {};
}

Status Screen::recreate(VkExtent2D pixels) {
    if (Status status = wait(); !status) return status;
    if (Status status = swapchain_->recreate(pixels); !status) return status;
    pixels_ = pixels;
    isStale_ = false;
    ++generation_;
    return {};
}

Result<std::optional<Frame>> Screen::begin(VkExtent2D pixels) {
    if (pixels.width == 0 || pixels.height == 0) return std::optional<Frame>();
    const bool hasChanged = pixels.width != pixels_.width || pixels.height != pixels_.height;
    if (isStale_ || hasChanged || swapchain_->isEmpty()) {
        if (Status status = recreate(pixels); !status) return status.error();
        if (swapchain_->isEmpty()) return std::optional<Frame>();
    }
    const InFlight& own = inFlight_[next_];
    VkResult result = device_.vk.vkWaitForFences(device_.device, 1, &own.done, VK_TRUE, kForever);
    if (result != VK_SUCCESS) return device_.error(result, "vkWaitForFences", kObject);
    Frame frame{next_, own.commands};
    result = device_.vk.vkAcquireNextImageKHR(device_.device, swapchain_->handle, kPatience, own.acquired,
                                              VK_NULL_HANDLE, &frame.image);
    if (result == VK_TIMEOUT || result == VK_NOT_READY) return std::optional<Frame>();
    isStale_ = result == VK_SUBOPTIMAL_KHR || result == VK_ERROR_OUT_OF_DATE_KHR;
    if (result == VK_ERROR_OUT_OF_DATE_KHR) return std::optional<Frame>();
    if (result != VK_SUCCESS && result != VK_SUBOPTIMAL_KHR) {
        return device_.error(result, "vkAcquireNextImageKHR", kObject);
    }
    frame.target = swapchain_->images[frame.image];
    if (Status status = beginCommands(own); !status) return status.error();
    return std::optional(frame);
}

Status Screen::beginCommands(const InFlight& frame) {
    VkResult result = device_.vk.vkResetCommandPool(device_.device, frame.pool, 0);
    if (result != VK_SUCCESS) return device_.error(result, "vkResetCommandPool", kObject);
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    result = device_.vk.vkBeginCommandBuffer(frame.commands, &begin);
    if (result != VK_SUCCESS) return device_.error(result, "vkBeginCommandBuffer", kObject);
    return {};
}

Status Screen::end(const Frame& frame) {
    const VkResult result = device_.vk.vkEndCommandBuffer(frame.commands);
    if (result != VK_SUCCESS) return device_.error(result, "vkEndCommandBuffer", kObject);
    if (Status status = submit(frame); !status) return status;
    next_ = (next_ + 1) % Renderer::kFramesInFlight;
    return present(frame);
}

Status Screen::submit(const Frame& frame) {
    const InFlight& own = inFlight_[frame.index];
    VkResult result = device_.vk.vkResetFences(device_.device, 1, &own.done);
    if (result != VK_SUCCESS) return device_.error(result, "vkResetFences", kObject);
    const VkPipelineStageFlags copying = VK_PIPELINE_STAGE_TRANSFER_BIT;
    VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    submit.waitSemaphoreCount = 1;
    submit.pWaitSemaphores = &own.acquired;
    submit.pWaitDstStageMask = &copying;
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &frame.commands;
    submit.signalSemaphoreCount = 1;
    submit.pSignalSemaphores = &swapchain_->drawn[frame.image];
    result = device_.vk.vkQueueSubmit(device_.queue, 1, &submit, own.done);
    if (result != VK_SUCCESS) return device_.error(result, "vkQueueSubmit", kObject);
    return {};
}

Status Screen::present(const Frame& frame) {
    VkPresentInfoKHR info{VK_STRUCTURE_TYPE_PRESENT_INFO_KHR};
    info.waitSemaphoreCount = 1;
    info.pWaitSemaphores = &swapchain_->drawn[frame.image];
    info.swapchainCount = 1;
    info.pSwapchains = &swapchain_->handle;
    info.pImageIndices = &frame.image;
    const VkResult result = device_.vk.vkQueuePresentKHR(device_.queue, &info);
    const bool needsAnother = result == VK_SUBOPTIMAL_KHR || result == VK_ERROR_OUT_OF_DATE_KHR;
    if (needsAnother) isStale_ = true;
    if (result != VK_SUCCESS && !needsAnother) return device_.error(result, "vkQueuePresentKHR", kObject);
    return {};
}

Status Screen::wait() {
    const VkResult result = device_.vk.vkDeviceWaitIdle(device_.device);
    if (result != VK_SUCCESS) return device_.error(result, "vkDeviceWaitIdle", kObject);
    return {};
}

Screen::~Screen() {
    device_.vk.vkDeviceWaitIdle(device_.device);  // a lost device has nothing in flight
    for (const InFlight& frame : inFlight_) {
        if (frame.acquired) device_.vk.vkDestroySemaphore(device_.device, frame.acquired, nullptr);
        if (frame.done) device_.vk.vkDestroyFence(device_.device, frame.done, nullptr);
        if (frame.pool) device_.vk.vkDestroyCommandPool(device_.device, frame.pool, nullptr);
    }
}

}  // namespace pliant::viewer
