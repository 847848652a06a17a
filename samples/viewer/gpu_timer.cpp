#include "viewer/gpu_timer.h"

namespace pliant::viewer {
namespace {

constexpr double kShareOfNew = 0.1;

std::uint32_t timestampBits(const Device& device) {
    std::uint32_t count = 0;
    device.vkGetPhysicalDeviceQueueFamilyProperties(device.physicalDevice, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    device.vkGetPhysicalDeviceQueueFamilyProperties(device.physicalDevice, &count, families.data());
    return families[device.queueFamily].timestampValidBits;
}

}  // namespace

Result<std::unique_ptr<GpuTimer>> GpuTimer::create(Device& device) {
    std::unique_ptr<GpuTimer> made(new GpuTimer(device));
    const std::uint32_t bits = timestampBits(device);
    if (bits == 0) return made;
    made->mask_ = bits >= 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << bits) - 1;
    made->tickMs_ = double(device.properties.limits.timestampPeriod) * 1e-6;
    VkQueryPoolCreateInfo info{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    info.queryCount = kStamps * Renderer::kFramesInFlight;
    const VkResult result = device.vk.vkCreateQueryPool(device.device, &info, nullptr, &made->queries_);
    if (result != VK_SUCCESS) return device.error(result, "vkCreateQueryPool", "the timer");
    return made;
}

GpuTimer::~GpuTimer() {
    if (queries_) device_.vk.vkDestroyQueryPool(device_.device, queries_, nullptr);
}

void GpuTimer::begin(VkCommandBuffer commands, std::uint32_t frame) {
    inFlight_[frame] = {};
    if (!measures()) return;
    device_.vk.vkCmdResetQueryPool(commands, queries_, frame * kStamps, kStamps);
    device_.vk.vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, queries_, frame * kStamps);
}

void GpuTimer::end(VkCommandBuffer commands, std::uint32_t frame, Stage stage, bool hasWork) {
    if (!measures()) return;
    const auto index = static_cast<std::uint32_t>(stage);
    inFlight_[frame].hasWork[index] = hasWork;
    inFlight_[frame].isComplete = index + 1 == kStageCount;
    device_.vk.vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, queries_,
                                   frame * kStamps + index + 1);
}

void GpuTimer::collect(std::uint32_t frame) {
    lastMs_ = {};
    if (!measures() || !inFlight_[frame].isComplete) return;
    std::array<std::uint64_t, kStamps> stamps{};
    const VkResult result =
        device_.vk.vkGetQueryPoolResults(device_.device, queries_, frame * kStamps, kStamps, sizeof(stamps),
                                         stamps.data(), sizeof(stamps[0]), VK_QUERY_RESULT_64_BIT);
    if (result != VK_SUCCESS) return;  // not there: the frame was never submitted
    for (std::size_t i = 0; i < kStageCount; ++i) {
        if (!inFlight_[frame].hasWork[i]) continue;
        const double ms = double((stamps[i + 1] - stamps[i]) & mask_) * tickMs_;
        lastMs_[i] = ms;
        meansMs_[i] = meansMs_[i] > 0.0 ? meansMs_[i] + kShareOfNew * (ms - meansMs_[i]) : ms;
    }
}

}  // namespace pliant::viewer
