#pragma once

// Stands between Pliant and Vulkan: counts calls, and answers some of them as a test wants it.

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "pliant/gpu/volk_private.h"

namespace pliant::test {

struct VulkanSpy {
    /// What becomes of dispatches that are recorded under a condition.
    enum class Condition { AsItIs, AlwaysFalse, AlwaysTrue };
    inline static Condition condition = Condition::AsItIs;
    inline static int leftOut = 0;  ///< of calls["vkCmdDispatch"], for AlwaysFalse

    inline static std::map<std::string, int> calls;       ///< by name, of those that are watched
    inline static std::int64_t allocations = 0;           ///< vkAllocateMemory less vkFreeMemory
    inline static int submitsUntilLost = -1;              ///< so many more vkQueueSubmit succeed; negative: all
    inline static std::uint32_t apiVersion = 0;           ///< that the device claims; 0: its own
    inline static bool computes = true;                   ///< whether its queue families say that they do
    inline static std::uint32_t storageBuffers = 0;       ///< per kernel, that the device claims; 0: its own
    inline static bool hasSmallestLimits = false;         ///< that Vulkan 1.2 allows for what Pliant needs
    inline static bool hasTimestamps = true;              ///< whether its queue families say that they have
    inline static std::uint32_t largestWorkgroup = 0;     ///< that a pipeline was created with
    inline static std::uint32_t largestShared = 0;        ///< likewise, vec4 in shared memory
    inline static std::uint32_t mostLanes = 0;            ///< likewise, invocations that share an item
    inline static std::uint32_t mostGroups = 0;           ///< that were dispatched along an axis
    inline static VkDeviceSize largestStorageBuffer = 0;  ///< that was created [bytes]
    inline static VkBufferUsageFlags usage = 0;           ///< that buffers were created with, all together
    inline static VkBufferUsageFlags hiddenUsage = 0;     ///< that the driver is not told of
    inline static std::string unknown;                    ///< a function that Vulkan is to know nothing of
    inline static int waitsUntilLost = -1;                ///< as submitsUntilLost, of vkWaitForFences
    inline static std::uint64_t memoryBytes = 0;          ///< of every heap, that the device claims; 0: its own
    inline static std::uint32_t storageBufferBytes = 0;   ///< largest, that the device claims; 0: its own
    inline static std::uint32_t sharedMemoryBytes = 0;    ///< per workgroup, that the device claims; 0: its own
    inline static bool keepsPipelines = false;   ///< whether caches of pipelines grow by 16 bytes for each new one
    inline static std::vector<char> cacheGiven;  ///< what the last cache of pipelines was to begin with

    inline static VkPipelineCache lastCache = VK_NULL_HANDLE;  ///< that pipelines were made through
    inline static bool isPortable = false;                     ///< whether devices claim to have only a part of Vulkan
    inline static VkInstanceCreateFlags instanceFlags = 0;     ///< that the last instance was created with
    inline static std::vector<std::string> deviceExtensions;   ///< likewise the last device

    static void reset() {
        condition = Condition::AsItIs;
        leftOut = 0;
        isUnderCondition = false;
        isPortable = false;
        instanceFlags = 0;
        deviceExtensions.clear();
        calls.clear();
        submitsUntilLost = -1;
        apiVersion = 0;
        computes = true;
        storageBuffers = 0;
        unknown.clear();
        waitsUntilLost = -1;
        memoryBytes = 0;
        storageBufferBytes = 0;
        sharedMemoryBytes = 0;
        keepsPipelines = false;
        cacheGiven.clear();
        hasSmallestLimits = false;
        hasTimestamps = true;
        largestWorkgroup = largestShared = mostLanes = mostGroups = 0;
        largestStorageBuffer = 0;
        usage = hiddenUsage = 0;
    }

    /// How many of the objects that were created have not been destroyed.
    static int alive() {
        int count = 0;
        for (const auto& [name, number] : calls) {
            if (name.starts_with("vkCreate")) count += number;
            if (name.starts_with("vkDestroy")) count -= number;
        }
        return count;
    }

    static PFN_vkGetInstanceProcAddr loader() {
        static const PFN_vkGetInstanceProcAddr real = pliantOpenVulkanLoader();
        return real;
    }

    /// To be given as anybody's vkGetInstanceProcAddr.
    static PFN_vkVoidFunction VKAPI_PTR getInstanceProcAddr(VkInstance instance, const char* name) {
        if (name == unknown) return nullptr;
        const PFN_vkVoidFunction real = loader()(instance, name);
        if (!std::strcmp(name, "vkGetDeviceProcAddr")) {
            getDeviceProcAddrReal = reinterpret_cast<PFN_vkGetDeviceProcAddr>(real);
            return reinterpret_cast<PFN_vkVoidFunction>(getDeviceProcAddr);
        }
        if (!std::strcmp(name, "vkGetPhysicalDeviceProperties")) {
            propertiesReal = reinterpret_cast<PFN_vkGetPhysicalDeviceProperties>(real);
            return reinterpret_cast<PFN_vkVoidFunction>(getProperties);
        }
        if (!std::strcmp(name, "vkGetPhysicalDeviceMemoryProperties")) {
            memoryReal = reinterpret_cast<PFN_vkGetPhysicalDeviceMemoryProperties>(real);
            return reinterpret_cast<PFN_vkVoidFunction>(getMemory);
        }
        if (!std::strcmp(name, "vkGetPhysicalDeviceQueueFamilyProperties")) {
            familiesReal = reinterpret_cast<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(real);
            return reinterpret_cast<PFN_vkVoidFunction>(getFamilies);
        }
        if (!std::strcmp(name, "vkCreateInstance")) {
            createInstanceReal = reinterpret_cast<PFN_vkCreateInstance>(real);
            return reinterpret_cast<PFN_vkVoidFunction>(createInstance);
        }
        if (!std::strcmp(name, "vkCreateDevice")) {
            createDeviceReal = reinterpret_cast<PFN_vkCreateDevice>(real);
            return reinterpret_cast<PFN_vkVoidFunction>(createDevice);
        }
        if (!std::strcmp(name, "vkEnumerateDeviceExtensionProperties")) {
            extensionsReal = reinterpret_cast<PFN_vkEnumerateDeviceExtensionProperties>(real);
            return reinterpret_cast<PFN_vkVoidFunction>(enumerateExtensions);
        }
        return real;
    }

  private:
    inline static PFN_vkCreateInstance createInstanceReal;
    inline static PFN_vkCreateDevice createDeviceReal;
    inline static PFN_vkEnumerateDeviceExtensionProperties extensionsReal;

    static VkResult VKAPI_PTR createInstance(const VkInstanceCreateInfo* info, const VkAllocationCallbacks* callbacks,
                                             VkInstance* instance) {
        instanceFlags = info->flags;
        return createInstanceReal(info, callbacks, instance);
    }
    static VkResult VKAPI_PTR createDevice(VkPhysicalDevice device, const VkDeviceCreateInfo* info,
                                           const VkAllocationCallbacks* callbacks, VkDevice* made) {
        deviceExtensions.assign(info->ppEnabledExtensionNames,
                                info->ppEnabledExtensionNames + info->enabledExtensionCount);
        VkDeviceCreateInfo known = *info;
        if (isPortable) known.enabledExtensionCount = 0;  // which the device does not have in truth
        return createDeviceReal(device, &known, callbacks, made);
    }
    static VkResult VKAPI_PTR enumerateExtensions(VkPhysicalDevice device, const char* layer, std::uint32_t* count,
                                                  VkExtensionProperties* properties) {
        if (!isPortable) return extensionsReal(device, layer, count, properties);
        *count = 1;
        if (properties) *properties = {"VK_KHR_portability_subset", 1};
        return VK_SUCCESS;
    }

    inline static int pipelinesBefore = 0;
    inline static PFN_vkGetDeviceProcAddr getDeviceProcAddrReal;
    inline static PFN_vkGetPhysicalDeviceProperties propertiesReal;
    inline static PFN_vkGetPhysicalDeviceQueueFamilyProperties familiesReal;
    inline static PFN_vkGetPhysicalDeviceMemoryProperties memoryReal;

    static void VKAPI_PTR getProperties(VkPhysicalDevice device, VkPhysicalDeviceProperties* properties) {
        propertiesReal(device, properties);
        if (apiVersion != 0) properties->apiVersion = apiVersion;
        if (storageBuffers != 0) properties->limits.maxPerStageDescriptorStorageBuffers = storageBuffers;
        if (storageBufferBytes != 0) properties->limits.maxStorageBufferRange = storageBufferBytes;
        if (hasSmallestLimits) makeSmallest(properties->limits);
        if (sharedMemoryBytes != 0) properties->limits.maxComputeSharedMemorySize = sharedMemoryBytes;
    }
    static void VKAPI_PTR getMemory(VkPhysicalDevice device, VkPhysicalDeviceMemoryProperties* memory) {
        memoryReal(device, memory);
        for (std::uint32_t i = 0; memoryBytes != 0 && i < memory->memoryHeapCount; ++i)
            memory->memoryHeaps[i].size = memoryBytes;
    }
    static void makeSmallest(VkPhysicalDeviceLimits& limits) {
        limits.maxStorageBufferRange = 1u << 27;
        limits.maxPushConstantsSize = 128;
        limits.maxPerStageDescriptorStorageBuffers = 16;  // of those that Pliant runs on
        limits.maxComputeSharedMemorySize = 16384;
        limits.maxComputeWorkGroupInvocations = 128;
        for (std::uint32_t& count : limits.maxComputeWorkGroupCount)
            count = 65535;
        limits.maxComputeWorkGroupSize[0] = limits.maxComputeWorkGroupSize[1] = 128;
        limits.maxComputeWorkGroupSize[2] = 64;
    }
    static void VKAPI_PTR getFamilies(VkPhysicalDevice device, std::uint32_t* count,
                                      VkQueueFamilyProperties* families) {
        familiesReal(device, count, families);
        for (std::uint32_t i = 0; families && !computes && i < *count; ++i)
            families[i].queueFlags &= ~VkQueueFlags(VK_QUEUE_COMPUTE_BIT);
        for (std::uint32_t i = 0; families && !hasTimestamps && i < *count; ++i)
            families[i].timestampValidBits = 0;
    }

#define PLIANT_WATCHED(X)           \
    X(vkCmdCopyBuffer)              \
    X(vkCmdUpdateBuffer)            \
    X(vkCmdFillBuffer)              \
    X(vkCmdPipelineBarrier)         \
    X(vkGetDeviceQueue)             \
    X(vkQueueWaitIdle)              \
    X(vkDeviceWaitIdle)             \
    X(vkMapMemory)                  \
    X(vkDestroyBuffer)              \
    X(vkCreateBufferView)           \
    X(vkDestroyBufferView)          \
    X(vkCreateShaderModule)         \
    X(vkDestroyShaderModule)        \
    X(vkCreatePipelineLayout)       \
    X(vkDestroyPipelineLayout)      \
    X(vkDestroyPipeline)            \
    X(vkDestroyPipelineCache)       \
    X(vkCreateDescriptorPool)       \
    X(vkDestroyDescriptorPool)      \
    X(vkCreateDescriptorSetLayout)  \
    X(vkDestroyDescriptorSetLayout) \
    X(vkCreateCommandPool)          \
    X(vkCreateFence)
#define PLIANT_REAL_OF(name) inline static PFN_##name name##Real;
    PLIANT_WATCHED(PLIANT_REAL_OF)
    PLIANT_REAL_OF(vkCmdDispatch)
    PLIANT_REAL_OF(vkCmdDispatchIndirect)
    PLIANT_REAL_OF(vkCmdBeginConditionalRenderingEXT)
    PLIANT_REAL_OF(vkCmdEndConditionalRenderingEXT)
    PLIANT_REAL_OF(vkCreateBuffer)
    PLIANT_REAL_OF(vkCreateComputePipelines)
    PLIANT_REAL_OF(vkQueueSubmit)
    PLIANT_REAL_OF(vkWaitForFences)
    PLIANT_REAL_OF(vkAllocateMemory)
    PLIANT_REAL_OF(vkFreeMemory)
    PLIANT_REAL_OF(vkCreatePipelineCache)
    PLIANT_REAL_OF(vkGetPipelineCacheData)
#undef PLIANT_REAL_OF

    static void VKAPI_PTR dispatch(VkCommandBuffer commands, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
        ++calls["vkCmdDispatch"];
        mostGroups = std::max({mostGroups, x, y, z});
        if (!isLeftOut()) return vkCmdDispatchReal(commands, x, y, z);
        ++leftOut;
    }
    static void VKAPI_PTR dispatchIndirect(VkCommandBuffer commands, VkBuffer buffer, VkDeviceSize offset) {
        if (!isLeftOut()) vkCmdDispatchIndirectReal(commands, buffer, offset);
    }
    inline static bool isUnderCondition = false;
    static bool isLeftOut() {
        return isUnderCondition && condition == Condition::AlwaysFalse;
    }
    static void VKAPI_PTR beginCondition(VkCommandBuffer commands, const VkConditionalRenderingBeginInfoEXT* info) {
        ++calls["vkCmdBeginConditionalRenderingEXT"];
        isUnderCondition = true;
        if (condition == Condition::AsItIs) vkCmdBeginConditionalRenderingEXTReal(commands, info);
    }
    static void VKAPI_PTR endCondition(VkCommandBuffer commands) {
        ++calls["vkCmdEndConditionalRenderingEXT"];
        isUnderCondition = false;
        if (condition == Condition::AsItIs) vkCmdEndConditionalRenderingEXTReal(commands);
    }
    static VkResult VKAPI_PTR createBuffer(VkDevice device, const VkBufferCreateInfo* info,
                                           const VkAllocationCallbacks* callbacks, VkBuffer* buffer) {
        ++calls["vkCreateBuffer"];
        if (info->usage & VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)
            largestStorageBuffer = std::max(largestStorageBuffer, info->size);
        usage |= info->usage;
        VkBufferCreateInfo told = *info;
        told.usage &= ~hiddenUsage;
        return vkCreateBufferReal(device, &told, callbacks, buffer);
    }
    // constant_id 0 is the size of a workgroup, constant_id 2 how many vec4 it shares, constant_id 4 how many of its
    // invocations share an item.
    static VkResult VKAPI_PTR createPipelines(VkDevice device, VkPipelineCache cache, std::uint32_t count,
                                              const VkComputePipelineCreateInfo* infos,
                                              const VkAllocationCallbacks* callbacks, VkPipeline* pipelines) {
        ++calls["vkCreateComputePipelines"];
        lastCache = cache;
        for (std::uint32_t i = 0; i < count; ++i) {
            const VkSpecializationInfo& constants = *infos[i].stage.pSpecializationInfo;
            for (std::uint32_t e = 0; e < constants.mapEntryCount; ++e) {
                const VkSpecializationMapEntry& entry = constants.pMapEntries[e];
                std::uint32_t value = 0;
                std::memcpy(&value, static_cast<const char*>(constants.pData) + entry.offset, sizeof(value));
                if (entry.constantID == 0) largestWorkgroup = std::max(largestWorkgroup, value);
                if (entry.constantID == 2) largestShared = std::max(largestShared, value);
                if (entry.constantID == 4) mostLanes = std::max(mostLanes, value);
            }
        }
        return vkCreateComputePipelinesReal(device, cache, count, infos, callbacks, pipelines);
    }
    static VkResult VKAPI_PTR waitForFences(VkDevice device, std::uint32_t count, const VkFence* fences, VkBool32 all,
                                            std::uint64_t timeout) {
        ++calls["vkWaitForFences"];
        const VkResult result = vkWaitForFencesReal(device, count, fences, all, timeout);
        if (waitsUntilLost == 0) return VK_ERROR_DEVICE_LOST;
        if (waitsUntilLost > 0) --waitsUntilLost;
        return result;
    }
    static VkResult VKAPI_PTR queueSubmit(VkQueue queue, std::uint32_t count, const VkSubmitInfo* submits,
                                          VkFence fence) {
        ++calls["vkQueueSubmit"];
        if (submitsUntilLost == 0) return VK_ERROR_DEVICE_LOST;
        if (submitsUntilLost > 0) --submitsUntilLost;
        return vkQueueSubmitReal(queue, count, submits, fence);
    }
    static VkResult VKAPI_PTR allocateMemory(VkDevice device, const VkMemoryAllocateInfo* info,
                                             const VkAllocationCallbacks* callbacks, VkDeviceMemory* memory) {
        ++allocations;
        return vkAllocateMemoryReal(device, info, callbacks, memory);
    }
    static void VKAPI_PTR freeMemory(VkDevice device, VkDeviceMemory memory, const VkAllocationCallbacks* callbacks) {
        --allocations;
        vkFreeMemoryReal(device, memory, callbacks);
    }

    // The driver itself never sees what a test has made up.
    static VkResult VKAPI_PTR createPipelineCache(VkDevice device, const VkPipelineCacheCreateInfo* info,
                                                  const VkAllocationCallbacks* callbacks, VkPipelineCache* cache) {
        const char* given = static_cast<const char*>(info->pInitialData);
        cacheGiven.assign(given, given + info->initialDataSize);
        VkPipelineCacheCreateInfo empty = *info;
        if (keepsPipelines) empty.initialDataSize = 0;
        ++calls["vkCreatePipelineCache"];
        pipelinesBefore = calls["vkCreateComputePipelines"];
        return vkCreatePipelineCacheReal(device, &empty, callbacks, cache);
    }
    static VkResult VKAPI_PTR getPipelineCacheData(VkDevice device, VkPipelineCache cache, std::size_t* size,
                                                   void* data) {
        if (!keepsPipelines) return vkGetPipelineCacheDataReal(device, cache, size, data);
        const std::size_t headerSize = sizeof(VkPipelineCacheHeaderVersionOne);
        const int pipelines = calls["vkCreateComputePipelines"] - pipelinesBefore;
        const std::size_t wanted =
            cacheGiven.empty() ? headerSize + 16 * static_cast<std::size_t>(pipelines) : cacheGiven.size();
        if (!data) {
            *size = wanted;
            return VK_SUCCESS;
        }
        std::memset(data, 7, *size);
        // Some drivers write nothing where there is no room for all that they have.
        std::size_t realSize = 0;
        if (vkGetPipelineCacheDataReal(device, cache, &realSize, nullptr) < 0) return VK_INCOMPLETE;
        std::vector<char> real(realSize);
        if (vkGetPipelineCacheDataReal(device, cache, &realSize, real.data()) != VK_SUCCESS) return VK_INCOMPLETE;
        std::copy_n(real.begin(), std::min(headerSize, realSize), static_cast<char*>(data));
        return VK_SUCCESS;
    }

    // A function of the same signature that counts and calls the real one.
    template <auto* real, const char* const* name, class Function>
    struct Counted;
    template <auto* real, const char* const* name, class R, class... Args>
    struct Counted<real, name, R(VKAPI_PTR*)(Args...)> {
        static R VKAPI_PTR call(Args... args) {
            ++calls[*name];
            return (*real)(args...);
        }
    };

    static PFN_vkVoidFunction VKAPI_PTR getDeviceProcAddr(VkDevice device, const char* name) {
        if (name == unknown) return nullptr;
        const PFN_vkVoidFunction real = getDeviceProcAddrReal(device, name);
#define PLIANT_COUNT(function)                                                                                \
    if (!std::strcmp(name, #function)) {                                                                      \
        static constexpr const char* kName = #function;                                                       \
        function##Real = reinterpret_cast<PFN_##function>(real);                                              \
        return reinterpret_cast<PFN_vkVoidFunction>(&Counted<&function##Real, &kName, PFN_##function>::call); \
    }
        PLIANT_WATCHED(PLIANT_COUNT)
#undef PLIANT_COUNT
#undef PLIANT_WATCHED
#define PLIANT_ANSWER(function, answer)                          \
    if (!std::strcmp(name, #function)) {                         \
        function##Real = reinterpret_cast<PFN_##function>(real); \
        return reinterpret_cast<PFN_vkVoidFunction>(answer);     \
    }
        PLIANT_ANSWER(vkCmdDispatch, dispatch)
        PLIANT_ANSWER(vkCmdDispatchIndirect, dispatchIndirect)
        PLIANT_ANSWER(vkCmdBeginConditionalRenderingEXT, beginCondition)
        PLIANT_ANSWER(vkCmdEndConditionalRenderingEXT, endCondition)
        PLIANT_ANSWER(vkCreateBuffer, createBuffer)
        PLIANT_ANSWER(vkCreateComputePipelines, createPipelines)
        PLIANT_ANSWER(vkWaitForFences, waitForFences)
        PLIANT_ANSWER(vkQueueSubmit, queueSubmit)
        PLIANT_ANSWER(vkAllocateMemory, allocateMemory)
        PLIANT_ANSWER(vkFreeMemory, freeMemory)
        PLIANT_ANSWER(vkCreatePipelineCache, createPipelineCache)
        PLIANT_ANSWER(vkGetPipelineCacheData, getPipelineCacheData)
#undef PLIANT_ANSWER
        return real;
    }
};

}  // namespace pliant::test
