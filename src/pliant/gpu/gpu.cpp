#include "pliant/gpu/gpu.h"

#include <bit>
#include <optional>

#include "pliant/fail.h"
#include "pliant/gpu/context.h"
#include "pliant/gpu/device_choice.h"
#include "pliant/gpu/pass_work.h"
#include "pliant/gpu/pipelines.h"
#include "pliant/gpu/programs.h"
#include "pliant/gpu/vulkan_error.h"

namespace pliant {
namespace {

Error noDevice(const std::vector<DeviceInfo>& infos, const std::string& wanted) {
    if (wanted.empty())
        return failAs(ErrorKind::Unsupported, "no Vulkan 1.2 device that computes; devices: {}", listOf(infos));
    return failAs(ErrorKind::Unsupported, "no Vulkan 1.2 device '{}'; devices: {}", wanted, listOf(infos));
}

Status createDevice(Gpu::Context& context) {
    const std::uint32_t family = *context.instance->computeFamily(context.physicalDevice);
    context.queueFamily = family;
    context.timestampBits = context.instance->queueFamilies(context.physicalDevice)[family].timestampValidBits;
    const float priority = 1.0f;
    VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queue.queueFamilyIndex = family;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    const Instance& instance = *context.instance;
    std::vector<const char*> extensions;
    if (instance.hasExtension(context.physicalDevice, kPortabilitySubset)) extensions.push_back(kPortabilitySubset);
    VkPhysicalDeviceConditionalRenderingFeaturesEXT conditional{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CONDITIONAL_RENDERING_FEATURES_EXT};
    conditional.conditionalRendering = VK_TRUE;
    if (instance.hasExtension(context.physicalDevice, VK_EXT_CONDITIONAL_RENDERING_EXTENSION_NAME)) {
        extensions.push_back(VK_EXT_CONDITIONAL_RENDERING_EXTENSION_NAME);
        info.pNext = &conditional;
        context.hasConditionalRendering = true;
    }
    info.enabledExtensionCount = static_cast<std::uint32_t>(extensions.size());
    info.ppEnabledExtensionNames = extensions.data();
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

// What an application may get wrong about its own device.
Status checkHandles(const BorrowedDevice& borrowed) {
    const std::pair<const char*, bool> handles[] = {{"getInstanceProcAddr", borrowed.getInstanceProcAddr != nullptr},
                                                    {"instance", borrowed.instance != nullptr},
                                                    {"physicalDevice", borrowed.physicalDevice != nullptr},
                                                    {"device", borrowed.device != nullptr}};
    for (const auto& [name, isThere] : handles) {
        if (!isThere) return fail("BorrowedDevice::{} is null", name);
    }
    return {};
}

std::string versionText(std::uint32_t version) {
    return fmt::format("{}.{}", VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version));
}

Status checkDevice(const Instance& instance, const BorrowedDevice& borrowed) {
    VkPhysicalDeviceProperties properties;
    instance.vkGetPhysicalDeviceProperties(borrowed.physicalDevice, &properties);
    const std::string name = properties.deviceName;
    if (borrowed.apiVersion < VK_API_VERSION_1_2) {
        return fail("BorrowedDevice::apiVersion is {}; the instance of '{}' must be created for Vulkan 1.2 or later",
                    versionText(borrowed.apiVersion), name);
    }
    if (properties.apiVersion < VK_API_VERSION_1_2)
        return failAs(ErrorKind::Unsupported, "'{}' has Vulkan {}; 1.2 or later is needed", name,
                      versionText(properties.apiVersion));
    const std::uint32_t buffers = properties.limits.maxPerStageDescriptorStorageBuffers;
    if (buffers < kStorageBuffersNeeded) {
        return failAs(ErrorKind::Unsupported,
                      "'{}' has {} storage buffers per kernel (maxPerStageDescriptorStorageBuffers); {} are needed",
                      name, buffers, kStorageBuffersNeeded);
    }
    const std::vector<VkQueueFamilyProperties> families = instance.queueFamilies(borrowed.physicalDevice);
    if (borrowed.queueFamily >= families.size()) {
        return fail("BorrowedDevice::queueFamily is {}, but '{}' has {} (0 to {})", borrowed.queueFamily, name,
                    families.size(), families.size() - 1);
    }
    if (families[borrowed.queueFamily].queueFlags & VK_QUEUE_COMPUTE_BIT) return {};
    return fail("queue family {} of '{}' does not compute (VK_QUEUE_COMPUTE_BIT)", borrowed.queueFamily, name);
}

Status check(const GpuTraits& traits) {
    constexpr double kHighestRate = 1e18;
    for (const std::uint32_t size : {traits.passWorkgroup, traits.stickWorkgroup, traits.chainWorkgroup}) {
        if (!std::has_single_bit(size) || size < kSmallestWorkgroup || size > kLargestWorkgroup)
            return fail("GpuTraits: a workgroup of {}; it must be a power of two from {} to {}", size,
                        kSmallestWorkgroup, kLargestWorkgroup);
    }
    if (!std::has_single_bit(traits.contactLanes) || traits.contactLanes > kLargestWorkgroup)
        return fail("GpuTraits::contactLanes is {}; it must be a power of two from 1 to {}", traits.contactLanes,
                    kLargestWorkgroup);
    if (traits.mostLoops < kLeastLoops)
        return fail("GpuTraits::mostLoops is {}; it must be at least {}", traits.mostLoops, kLeastLoops);
    if (!(traits.sticksPerSecond >= 1.0 && traits.sticksPerSecond <= kHighestRate))
        return fail("GpuTraits::sticksPerSecond is {}; it must be from 1 to {}", traits.sticksPerSecond, kHighestRate);
    constexpr double kLeastRate = double(kLeastLoops) / kLongestDispatch;
    if (!(traits.loopsPerSecond >= kLeastRate && traits.loopsPerSecond <= kHighestRate))
        return fail("GpuTraits::loopsPerSecond is {}; it must be from {} to {}", traits.loopsPerSecond, kLeastRate,
                    kHighestRate);
    if (traits.itemOrder > ItemOrder::Shuffled) return fail("there is no order of items {}", int(traits.itemOrder));
    return {};
}

void readLimits(Gpu::Context& context) {
    VkPhysicalDeviceProperties properties;
    context.instance->vkGetPhysicalDeviceProperties(context.physicalDevice, &properties);
    context.limits = properties.limits;
    context.instance->vkGetPhysicalDeviceMemoryProperties(context.physicalDevice, &context.memory);
    VkPhysicalDeviceMaintenance3Properties maintenance{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES};
    VkPhysicalDeviceProperties2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &maintenance, {}};
    context.instance->vkGetPhysicalDeviceProperties2(context.physicalDevice, &all);
    context.maxAllocationBytes = maintenance.maxMemoryAllocationSize;
}

void openPipelineCache(Gpu::Context& context, const GpuOptions& options) {
    VkPhysicalDeviceProperties properties;
    context.instance->vkGetPhysicalDeviceProperties(context.physicalDevice, &properties);
    const PipelineCacheKey key = pipelineCacheKey(properties, context.info.sameBits);
    context.pipelineCache.open(context.device, context.vk, key, options.pipelineCache);
}

}  // namespace

Error Gpu::Context::error(VkResult result, std::string_view call, std::string_view object) const {
    return vulkanError(result, call, object, info.name);
}

Status Gpu::Context::checkOurs() const {
    if (isBorrowed) return fail("'{}' is borrowed: what is recorded is submitted by its owner", info.name);
    if (isLost) return failAs(ErrorKind::DeviceLost, "'{}' was lost (VK_ERROR_DEVICE_LOST)", info.name);
    return {};
}

Status Gpu::Context::checkIdle() const {
    if (Status status = checkOurs(); !status) return status;
    if (isRecording) return fail("a command buffer of '{}' has been begun and not submitted yet", info.name);
    return {};
}

Status Gpu::Context::check(VkResult result, std::string_view call) {
    if (result == VK_SUCCESS) return {};
    isLost |= result == VK_ERROR_DEVICE_LOST;
    return error(result, call, "the solver");
}

Gpu::Context::~Context() {
    pipelines.reset();
    if (!device || isBorrowed) return;
    if (!isLost) pipelineCache.save();
    pipelineCache.close();
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
    const std::optional<std::uint32_t> chosen = chooseDevice(infos, options.device);
    if (!chosen) return noDevice(infos, options.device);

    context->physicalDevice = (*devices)[*chosen];
    context->info = infos[*chosen];
    context->traits = options.traits.value_or(traitsOf(context->info));
    if (Status status = check(context->traits); !status) return status.error();
    readLimits(*context);
    if (Status status = createDevice(*context); !status) return status.error();
    openPipelineCache(*context, options);
    context->pipelines = std::make_unique<Pipelines>(*context);
    return std::shared_ptr<Gpu>(new Gpu(std::move(context)));
}

Result<std::shared_ptr<Gpu>> Gpu::borrow(const BorrowedDevice& borrowed) {
    if (Status status = checkHandles(borrowed); !status) return status.error();
    auto context = std::make_unique<Context>();
    context->instance = Instance::borrow(borrowed.getInstanceProcAddr, borrowed.instance);
    if (Status status = context->instance->checkBorrowed(); !status) return status.error();
    if (Status status = checkDevice(*context->instance, borrowed); !status) return status.error();
    context->isBorrowed = true;
    context->physicalDevice = borrowed.physicalDevice;
    context->device = borrowed.device;
    context->info = context->instance->describe(borrowed.physicalDevice, 0);
    context->traits = traitsOf(context->info);
    readLimits(*context);
    context->instance->loadDeviceTable(borrowed.device, context->vk);
    context->borrowedCache = borrowed.pipelineCache;
    context->hasBufferDeviceAddress = borrowed.hasBufferDeviceAddress;
    context->hasAccelerationStructures = borrowed.hasAccelerationStructures;
    context->hasConditionalRendering = borrowed.hasConditionalRendering;
    if (context->hasConditionalRendering && !context->vk.vkCmdBeginConditionalRenderingEXT)
        return fail("BorrowedDevice::hasConditionalRendering, but the device knows no conditional rendering");
    context->pipelines = std::make_unique<Pipelines>(*context);
    return std::shared_ptr<Gpu>(new Gpu(std::move(context)));
}

Gpu::Gpu(std::unique_ptr<Context> context) : context_(std::move(context)) {}
Gpu::~Gpu() = default;

const DeviceInfo& Gpu::info() const {
    return context_->info;
}

const GpuTraits& Gpu::traits() const {
    return context_->traits;
}

bool Gpu::isBorrowed() const {
    return context_->isBorrowed;
}

Status Gpu::submitAndWait(const std::function<Status(VkCommandBuffer)>& record) {
    const Result<VkCommandBuffer> commands = begin();
    if (!commands) return commands.error();
    if (Status status = record(*commands); !status) {
        context_->isRecording = false;  // begin() resets what was recorded
        return status;
    }
    return submitAndWait();
}

Result<VkCommandBuffer> Gpu::begin() {
    Context& c = *context_;
    if (Status status = c.checkIdle(); !status) return status.error();
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    if (Status status = c.check(c.vk.vkResetCommandPool(c.device, c.commandPool, 0), "vkResetCommandPool"); !status)
        return status.error();
    if (Status status = c.check(c.vk.vkBeginCommandBuffer(c.commands, &begin), "vkBeginCommandBuffer"); !status)
        return status.error();
    c.isRecording = true;
    return c.commands;
}

Status Gpu::submitAndWait() {
    Context& c = *context_;
    if (Status status = c.checkOurs(); !status) return status;
    if (!c.isRecording) return fail("no command buffer of '{}' has been begun", c.info.name);
    c.isRecording = false;
    if (Status status = c.check(c.vk.vkEndCommandBuffer(c.commands), "vkEndCommandBuffer"); !status) return status;
    return submitAndWait(c.commands);
}

Status Gpu::submitAndWait(VkCommandBuffer commands) {
    Context& c = *context_;
    if (Status status = c.checkIdle(); !status) return status;
    VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands;
    Status status = c.check(c.vk.vkQueueSubmit(c.queue, 1, &submit, c.fence), "vkQueueSubmit");
    if (status)
        status = c.check(c.vk.vkWaitForFences(c.device, 1, &c.fence, VK_TRUE, ~std::uint64_t(0)), "vkWaitForFences");
    if (status) status = c.check(c.vk.vkResetFences(c.device, 1, &c.fence), "vkResetFences");
    return status;
}

}  // namespace pliant
