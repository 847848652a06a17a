#define VOLK_IMPLEMENTATION
#include "two_queues.h"

#include <cstdio>
#include <cstdlib>

namespace async_compute {
namespace {

[[noreturn]] void end(const char* why) {
    std::fprintf(stderr, "async_compute: %s\n", why);
    std::exit(1);
}

VKAPI_ATTR VkBool32 VKAPI_CALL countMessage(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                                            const VkDebugUtilsMessengerCallbackDataEXT* data, void* messages) {
    ++*static_cast<std::atomic<int>*>(messages);
    std::fprintf(stderr, "validation: %s\n", data->pMessage);
    return VK_FALSE;
}

}  // namespace

void check(VkResult result, const char* call) {
    if (result == VK_SUCCESS) return;
    std::fprintf(stderr, "async_compute: %s: VkResult %d\n", call, int(result));
    std::exit(1);
}

TwoQueues::TwoQueues(bool useOne, std::atomic<int>* messages) {
    if (volkInitialize() != VK_SUCCESS) end("this machine has no Vulkan loader");
    makeInstance(messages);
    std::uint32_t count = 0;
    check(vkEnumeratePhysicalDevices(instance, &count, nullptr), "vkEnumeratePhysicalDevices");
    std::vector<VkPhysicalDevice> candidates(count);
    check(vkEnumeratePhysicalDevices(instance, &count, candidates.data()), "vkEnumeratePhysicalDevices");
    for (const VkPhysicalDevice candidate : candidates) {
        if (!physicalDevice && findFamilies(candidate, useOne)) physicalDevice = candidate;
    }
    if (!physicalDevice) end("no Vulkan 1.2 device that draws and computes");
    makeDevice(useOne);
}

void TwoQueues::makeInstance(std::atomic<int>* messages) {
    const char* layer = "VK_LAYER_KHRONOS_validation";
    const char* extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME, VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME};
    const VkValidationFeatureEnableEXT synchronization = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
    VkValidationFeaturesEXT features{VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT};
    features.enabledValidationFeatureCount = 1;
    features.pEnabledValidationFeatures = &synchronization;
    VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.apiVersion = kApiVersion;
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.pApplicationInfo = &application;
    if (messages) {
        info.pNext = &features;
        info.enabledLayerCount = 1;
        info.ppEnabledLayerNames = &layer;
        info.enabledExtensionCount = 2;
        info.ppEnabledExtensionNames = extensions;
    }
    check(vkCreateInstance(&info, nullptr, &instance), "vkCreateInstance");
    volkLoadInstance(instance);
    if (!messages) return;
    VkDebugUtilsMessengerCreateInfoEXT watch{VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
    watch.messageSeverity =
        VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    watch.messageType =
        VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
    watch.pfnUserCallback = countMessage;
    watch.pUserData = messages;
    check(vkCreateDebugUtilsMessengerEXT(instance, &watch, nullptr, &messenger_), "vkCreateDebugUtilsMessengerEXT");
}

// To draw: the first family that can. To compute: one that cannot draw, or a second queue of the same family, or the
// same queue.
bool TwoQueues::findFamilies(VkPhysicalDevice candidate, bool useOne) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(candidate, &properties);
    if (properties.apiVersion < kApiVersion) return false;
    std::uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(candidate, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(candidate, &count, families.data());
    constexpr VkQueueFlags kBoth = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
    std::uint32_t drawing = 0;
    while (drawing < count && (families[drawing].queueFlags & kBoth) != kBoth)
        ++drawing;
    if (drawing == count) return false;
    graphics.family = compute.family = drawing;
    if (useOne) return true;
    computeIndex_ = families[drawing].queueCount > 1 ? 1 : 0;
    for (std::uint32_t family = 0; family < count; ++family) {
        if ((families[family].queueFlags & kBoth) != VK_QUEUE_COMPUTE_BIT) continue;
        compute.family = family;
        computeIndex_ = 0;
        break;
    }
    return true;
}

void TwoQueues::makeDevice(bool useOne) {
    const float priorities[] = {1.0f, 1.0f};
    VkDeviceQueueCreateInfo queues[2] = {{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO},
                                         {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO}};
    queues[0].queueFamilyIndex = graphics.family;
    queues[0].queueCount = areOfTwoFamilies() || useOne ? 1 : computeIndex_ + 1;
    queues[1].queueFamilyIndex = compute.family;
    queues[1].queueCount = 1;
    queues[0].pQueuePriorities = queues[1].pQueuePriorities = priorities;
    VkPhysicalDeviceTimelineSemaphoreFeatures timelines{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES};
    timelines.timelineSemaphore = VK_TRUE;  // our own wish, which every device of Vulkan 1.2 grants
    VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    info.pNext = &timelines;
    info.queueCreateInfoCount = areOfTwoFamilies() ? 2 : 1;
    info.pQueueCreateInfos = queues;
    check(vkCreateDevice(physicalDevice, &info, nullptr, &handle), "vkCreateDevice");
    volkLoadDevice(handle);
    vkGetDeviceQueue(handle, graphics.family, 0, &graphics.handle);
    vkGetDeviceQueue(handle, compute.family, computeIndex_, &compute.handle);
}

TwoQueues::~TwoQueues() {
    for (const VkCommandPool pool : pools_)
        vkDestroyCommandPool(handle, pool, nullptr);
    for (const VkSemaphore semaphore : semaphores_)
        vkDestroySemaphore(handle, semaphore, nullptr);
    for (const HostBuffer& buffer : buffers_) {
        vkDestroyBuffer(handle, buffer.handle, nullptr);
        vkFreeMemory(handle, buffer.memory, nullptr);
    }
    vkDestroyDevice(handle, nullptr);
    if (messenger_) vkDestroyDebugUtilsMessengerEXT(instance, messenger_, nullptr);
    vkDestroyInstance(instance, nullptr);
}

VkCommandBuffer TwoQueues::makeCommands(const Queue& queue) {
    VkCommandPoolCreateInfo info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    info.queueFamilyIndex = queue.family;
    check(vkCreateCommandPool(handle, &info, nullptr, &pools_.emplace_back()), "vkCreateCommandPool");
    VkCommandBufferAllocateInfo allocate{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    allocate.commandPool = pools_.back();
    allocate.commandBufferCount = 1;
    VkCommandBuffer commands = VK_NULL_HANDLE;
    check(vkAllocateCommandBuffers(handle, &allocate, &commands), "vkAllocateCommandBuffers");
    return commands;
}

VkSemaphore TwoQueues::makeTimeline() {
    VkSemaphoreTypeCreateInfo type{VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO};
    type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
    const VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, &type, 0};
    check(vkCreateSemaphore(handle, &info, nullptr, &semaphores_.emplace_back()), "vkCreateSemaphore");
    return semaphores_.back();
}

HostBuffer TwoQueues::makeHostBuffer(VkDeviceSize sizeBytes) {
    HostBuffer& buffer = buffers_.emplace_back();
    buffer.sizeBytes = sizeBytes;
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = sizeBytes;
    info.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    check(vkCreateBuffer(handle, &info, nullptr, &buffer.handle), "vkCreateBuffer");
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(handle, buffer.handle, &needs);
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(physicalDevice, &memory);
    constexpr VkMemoryPropertyFlags kHost = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkMemoryAllocateInfo allocate{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocate.allocationSize = needs.size;
    const auto fits = [&](std::uint32_t type) {
        return (needs.memoryTypeBits >> type & 1) && (memory.memoryTypes[type].propertyFlags & kHost) == kHost;
    };
    while (!fits(allocate.memoryTypeIndex))  // Vulkan promises that there is one
        ++allocate.memoryTypeIndex;
    check(vkAllocateMemory(handle, &allocate, nullptr, &buffer.memory), "vkAllocateMemory");
    check(vkBindBufferMemory(handle, buffer.handle, buffer.memory, 0), "vkBindBufferMemory");
    void* mapped = nullptr;
    check(vkMapMemory(handle, buffer.memory, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
    buffer.mapped = mapped;
    return buffer;
}

void TwoQueues::begin(VkCommandBuffer commands) {
    VkCommandBufferBeginInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    check(vkBeginCommandBuffer(commands, &info), "vkBeginCommandBuffer");
}

void TwoQueues::recordCopy(VkCommandBuffer commands, VkBuffer from, const HostBuffer& to) {
    const VkBufferCopy region{0, 0, to.sizeBytes};
    vkCmdCopyBuffer(commands, from, to.handle, 1, &region);
    VkMemoryBarrier toHost{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    toHost.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    toHost.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &toHost, 0,
                         nullptr, 0, nullptr);
}

void TwoQueues::submit(const Queue& queue, VkCommandBuffer commands, const Moment& wait, VkPipelineStageFlags waiting,
                       const Moment& done) {
    check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    VkTimelineSemaphoreSubmitInfo values{VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO};
    VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO, &values};
    info.commandBufferCount = 1;
    info.pCommandBuffers = &commands;
    info.waitSemaphoreCount = values.waitSemaphoreValueCount = wait.semaphore ? 1 : 0;
    info.pWaitSemaphores = &wait.semaphore;
    values.pWaitSemaphoreValues = &wait.value;
    info.pWaitDstStageMask = &waiting;
    info.signalSemaphoreCount = values.signalSemaphoreValueCount = done.semaphore ? 1 : 0;
    info.pSignalSemaphores = &done.semaphore;
    values.pSignalSemaphoreValues = &done.value;
    check(vkQueueSubmit(queue.handle, 1, &info, VK_NULL_HANDLE), "vkQueueSubmit");
}

void TwoQueues::waitFor(const Moment& moment) const {
    VkSemaphoreWaitInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO};
    info.semaphoreCount = 1;
    info.pSemaphores = &moment.semaphore;
    info.pValues = &moment.value;
    check(vkWaitSemaphores(handle, &info, ~0ull), "vkWaitSemaphores");
}

}  // namespace async_compute
