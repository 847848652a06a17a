#include "gpu/gpu.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "gpu/context.h"
#include "gpu/vulkan_error.h"

namespace pliant {
namespace {

std::string lowerCase(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

std::optional<std::uint32_t> parseIndex(const std::string& text) {
    std::uint32_t index = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
    const bool isNumber = error == std::errc() && end == text.data() + text.size();
    return isNumber ? std::optional(index) : std::nullopt;
}

// Lower is better.
std::size_t rankOf(const DeviceInfo& info) {
    constexpr std::array<std::string_view, 4> kBestFirst = {"discrete GPU", "integrated GPU", "virtual GPU", "CPU"};
    return static_cast<std::size_t>(std::find(kBestFirst.begin(), kBestFirst.end(), info.type) - kBestFirst.begin());
}

std::string listOf(const std::vector<DeviceInfo>& infos) {
    std::string list;
    for (const DeviceInfo& info : infos) {
        list += fmt::format("{}{} '{}'{}", list.empty() ? "" : ", ", info.index, info.name,
                            info.usable ? "" : " (not usable)");
    }
    return list.empty() ? "none" : list;
}

Result<std::uint32_t> chooseDevice(const std::vector<DeviceInfo>& infos, const std::string& wanted) {
    const std::optional<std::uint32_t> index = parseIndex(wanted);
    const std::string part = lowerCase(wanted);
    const DeviceInfo* best = nullptr;
    for (const DeviceInfo& info : infos) {
        const bool matches = index ? info.index == *index : lowerCase(info.name).find(part) != std::string::npos;
        if (!matches || !info.usable) continue;
        if (!best || rankOf(info) < rankOf(*best)) best = &info;
    }
    if (best) return best->index;
    if (wanted.empty()) return fail("no Vulkan 1.2 device that computes; devices: {}", listOf(infos));
    return fail("no Vulkan 1.2 device '{}'; devices: {}", wanted, listOf(infos));
}

Status createDevice(Gpu::Context& context) {
    const std::uint32_t family = *context.instance->computeFamily(context.physicalDevice);
    const float priority = 1.0f;
    VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queue.queueFamilyIndex = family;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    const Instance& instance = *context.instance;
    VkResult result = instance.vkCreateDevice(context.physicalDevice, &info, nullptr, &context.device);
    if (result != VK_SUCCESS) return context.error(result, "vkCreateDevice", "the solver");
    instance.loadDeviceTable(context.device, context.vk);
    context.vk.vkGetDeviceQueue(context.device, family, 0, &context.queue);

    VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    pool.queueFamilyIndex = family;
    result = context.vk.vkCreateCommandPool(context.device, &pool, nullptr, &context.commandPool);
    if (result != VK_SUCCESS) return context.error(result, "vkCreateCommandPool", "the solver");

    VkCommandBufferAllocateInfo commands{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    commands.commandPool = context.commandPool;
    commands.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    commands.commandBufferCount = 1;
    result = context.vk.vkAllocateCommandBuffers(context.device, &commands, &context.commands);
    if (result != VK_SUCCESS) return context.error(result, "vkAllocateCommandBuffers", "the solver");

    VkFenceCreateInfo fence{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    result = context.vk.vkCreateFence(context.device, &fence, nullptr, &context.fence);
    if (result != VK_SUCCESS) return context.error(result, "vkCreateFence", "the solver");
    return {};
}

}  // namespace

Error Gpu::Context::error(VkResult result, std::string_view call, std::string_view object) const {
    return vulkanError(result, call, object, info.name);
}

Gpu::Context::~Context() {
    if (!device) return;
    if (fence) vk.vkDestroyFence(device, fence, nullptr);
    if (commandPool) vk.vkDestroyCommandPool(device, commandPool, nullptr);
    vk.vkDestroyDevice(device, nullptr);
}

Result<std::shared_ptr<Gpu>> Gpu::create(const GpuOptions& options) {
    auto context = std::make_unique<Context>();
    Result<std::unique_ptr<Instance>> instance = Instance::create(options);
    if (!instance) return instance.error();
    context->instance = std::move(*instance);

    const Result<std::vector<VkPhysicalDevice>> devices = context->instance->physicalDevices();
    if (!devices) return devices.error();
    std::vector<DeviceInfo> infos;
    for (const VkPhysicalDevice device : *devices) {
        infos.push_back(context->instance->describe(device, static_cast<std::uint32_t>(infos.size())));
    }
    const Result<std::uint32_t> chosen = chooseDevice(infos, options.device);
    if (!chosen) return chosen.error();

    context->physicalDevice = (*devices)[*chosen];
    context->info = infos[*chosen];
    VkPhysicalDeviceProperties properties;
    context->instance->vkGetPhysicalDeviceProperties(context->physicalDevice, &properties);
    context->limits = properties.limits;
    context->instance->vkGetPhysicalDeviceMemoryProperties(context->physicalDevice, &context->memory);
    if (Status status = createDevice(*context); !status) return status.error();
    return std::shared_ptr<Gpu>(new Gpu(std::move(context)));
}

Gpu::Gpu(std::unique_ptr<Context> context) : context_(std::move(context)) {}
Gpu::~Gpu() = default;

const DeviceInfo& Gpu::info() const {
    return context_->info;
}

Status Gpu::submitAndWait(const std::function<Status(VkCommandBuffer)>& record) {
    const Result<VkCommandBuffer> commands = begin();
    if (!commands) return commands.error();
    if (Status status = record(*commands); !status) return status;  // begin() resets what was recorded
    return submitAndWait();
}

Result<VkCommandBuffer> Gpu::begin() {
    const Context& c = *context_;
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    VkResult result = c.vk.vkResetCommandPool(c.device, c.commandPool, 0);
    if (result != VK_SUCCESS) return c.error(result, "vkResetCommandPool", "the solver");
    result = c.vk.vkBeginCommandBuffer(c.commands, &begin);
    if (result != VK_SUCCESS) return c.error(result, "vkBeginCommandBuffer", "the solver");
    return c.commands;
}

Status Gpu::submitAndWait() {
    const Context& c = *context_;
    VkResult result = c.vk.vkEndCommandBuffer(c.commands);
    if (result != VK_SUCCESS) return c.error(result, "vkEndCommandBuffer", "the solver");
    VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &c.commands;
    result = c.vk.vkQueueSubmit(c.queue, 1, &submit, c.fence);
    if (result != VK_SUCCESS) return c.error(result, "vkQueueSubmit", "the solver");
    result = c.vk.vkWaitForFences(c.device, 1, &c.fence, VK_TRUE, ~std::uint64_t(0));
    if (result != VK_SUCCESS) return c.error(result, "vkWaitForFences", "the solver");
    result = c.vk.vkResetFences(c.device, 1, &c.fence);
    if (result != VK_SUCCESS) return c.error(result, "vkResetFences", "the solver");
    return {};
}

}  // namespace pliant
