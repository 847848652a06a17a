#pragma once

#include "pliant/gpu/gpu.h"
#include "pliant/gpu/instance.h"
#include "pliant/gpu/pipeline_cache.h"

namespace pliant {

class Pipelines;

/// The handles behind a Gpu. Members are destroyed by ~Context in the order that Vulkan asks for.
struct Gpu::Context {
    std::unique_ptr<Instance> instance;
    VkPhysicalDevice physicalDevice = VK_NULL_HANDLE;
    VkDevice device = VK_NULL_HANDLE;
    bool isBorrowed = false;
    bool isLost = false;

    // Of our own device only.
    bool isRecording = false;
    VkQueue queue = VK_NULL_HANDLE;
    std::uint32_t queueFamily = 0;
    std::uint32_t timestampBits = 0;  // 0: no timestamps
    VkCommandPool commandPool = VK_NULL_HANDLE;
    VkCommandBuffer commands = VK_NULL_HANDLE;
    VkFence fence = VK_NULL_HANDLE;
    PipelineCache pipelineCache;

    bool hasBufferDeviceAddress = false;  // as its owner says
    bool hasAccelerationStructures = false;
    bool hasConditionalRendering = false;
    VkPipelineCache borrowedCache = VK_NULL_HANDLE;
    VkPipelineCache cache() const { return isBorrowed ? borrowedCache : pipelineCache.handle(); }
    std::unique_ptr<Pipelines> pipelines;

    VolkDeviceTable vk{};
    DeviceInfo info;
    GpuTraits traits;
    VkPhysicalDeviceLimits limits{};
    VkPhysicalDeviceMemoryProperties memory{};
    VkDeviceSize maxAllocationBytes = 0;

    Status checkOurs() const;
    Status checkIdle() const;  // and that nothing is being recorded in `commands`
    // Of the device's own queue. A lost device stays lost.
    Status check(VkResult result, std::string_view call);
    Error error(VkResult result, std::string_view call, std::string_view object) const;
    ~Context();
};

}  // namespace pliant
