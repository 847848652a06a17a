#include "device_answers.h"

#include <vector>

#include "pliant/gpu/context.h"

namespace pliant::cli {
namespace {

using Json = nlohmann::ordered_json;

// {"name", struct.name} for a member of this name.
#define PLIANT_MEMBER(of, name) \
    { #name, of.name }

Json limitsOf(const VkPhysicalDeviceLimits& limits) {
    return {PLIANT_MEMBER(limits, maxComputeWorkGroupCount),
            PLIANT_MEMBER(limits, maxComputeWorkGroupSize),
            PLIANT_MEMBER(limits, maxComputeWorkGroupInvocations),
            PLIANT_MEMBER(limits, maxComputeSharedMemorySize),
            PLIANT_MEMBER(limits, maxStorageBufferRange),
            PLIANT_MEMBER(limits, maxPerStageDescriptorStorageBuffers),
            PLIANT_MEMBER(limits, maxPerStageResources),
            PLIANT_MEMBER(limits, maxTexelBufferElements),
            PLIANT_MEMBER(limits, maxPushConstantsSize),
            PLIANT_MEMBER(limits, maxMemoryAllocationCount),
            PLIANT_MEMBER(limits, minStorageBufferOffsetAlignment),
            PLIANT_MEMBER(limits, minTexelBufferOffsetAlignment),
            PLIANT_MEMBER(limits, nonCoherentAtomSize),
            PLIANT_MEMBER(limits, timestampPeriod),
            {"timestampComputeAndGraphics", limits.timestampComputeAndGraphics == VK_TRUE}};
}

Json memoryOf(const VkPhysicalDeviceMemoryProperties& memory) {
    Json types = Json::array();
    for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
        const VkMemoryType& type = memory.memoryTypes[i];
        const auto has = [&](VkMemoryPropertyFlags flag) { return (type.propertyFlags & flag) != 0; };
        types.push_back({{"heap", type.heapIndex},
                         {"heap_bytes", memory.memoryHeaps[type.heapIndex].size},
                         {"device_local", has(VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT)},
                         {"host_visible", has(VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT)},
                         {"host_coherent", has(VK_MEMORY_PROPERTY_HOST_COHERENT_BIT)},
                         {"host_cached", has(VK_MEMORY_PROPERTY_HOST_CACHED_BIT)}});
    }
    return types;
}

Json queuesOf(const std::vector<VkQueueFamilyProperties>& families) {
    Json queues = Json::array();
    for (const VkQueueFamilyProperties& family : families) {
        const auto has = [&](VkQueueFlags flag) { return (family.queueFlags & flag) != 0; };
        queues.push_back({{"count", family.queueCount},
                          {"graphics", has(VK_QUEUE_GRAPHICS_BIT)},
                          {"compute", has(VK_QUEUE_COMPUTE_BIT)},
                          {"transfer", has(VK_QUEUE_TRANSFER_BIT)},
                          {"timestamp_bits", family.timestampValidBits}});
    }
    return queues;
}

Json floatControlsOf(const VkPhysicalDeviceFloatControlsProperties& floats) {
    return {{"shaderRoundingModeRTEFloat32", floats.shaderRoundingModeRTEFloat32 == VK_TRUE},
            {"shaderRoundingModeRTZFloat32", floats.shaderRoundingModeRTZFloat32 == VK_TRUE},
            {"shaderSignedZeroInfNanPreserveFloat32", floats.shaderSignedZeroInfNanPreserveFloat32 == VK_TRUE},
            {"shaderDenormPreserveFloat32", floats.shaderDenormPreserveFloat32 == VK_TRUE},
            {"shaderDenormFlushToZeroFloat32", floats.shaderDenormFlushToZeroFloat32 == VK_TRUE},
            {"roundingModeIndependence", int(floats.roundingModeIndependence)},
            {"denormBehaviorIndependence", int(floats.denormBehaviorIndependence)}};
}

Json extensionsOf(const Gpu::Context& c) {
    std::uint32_t count = 0;
    c.instance->vkEnumerateDeviceExtensionProperties(c.physicalDevice, nullptr, &count, nullptr);
    std::vector<VkExtensionProperties> extensions(count);
    c.instance->vkEnumerateDeviceExtensionProperties(c.physicalDevice, nullptr, &count, extensions.data());
    Json names = Json::array();
    for (const VkExtensionProperties& extension : extensions)
        names.push_back(extension.extensionName);
    return names;
}

}  // namespace

nlohmann::ordered_json answersOf(const Gpu& gpu) {
    const Gpu::Context& c = gpu.context();
    VkPhysicalDeviceFloatControlsProperties floats{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES};
    VkPhysicalDeviceSubgroupProperties subgroup{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES, &floats, {}, {}, {}, {}};
    VkPhysicalDeviceProperties2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &subgroup, {}};
    c.instance->vkGetPhysicalDeviceProperties2(c.physicalDevice, &all);
    return {{"vendor_id", all.properties.vendorID},
            {"device_id", all.properties.deviceID},
            {"driver_version", all.properties.driverVersion},
            {"limits", limitsOf(c.limits)},
            {"max_allocation_bytes", c.maxAllocationBytes},
            {"memory_types", memoryOf(c.memory)},
            {"queue_families", queuesOf(c.instance->queueFamilies(c.physicalDevice))},
            {"subgroup",
             {{"size", subgroup.subgroupSize},
              {"stages", subgroup.supportedStages},
              {"operations", subgroup.supportedOperations}}},
            {"float_controls", floatControlsOf(floats)},
            {"extensions", extensionsOf(c)}};
}

#undef PLIANT_MEMBER

}  // namespace pliant::cli
