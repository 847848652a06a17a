#pragma once

// Stands between Pliant and Vulkan: counts calls, and answers some of them as a test wants it.

#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "gpu/volk_private.h"

namespace pliant::test {

struct VulkanSpy {
    inline static std::map<std::string, int> calls;      ///< by name, of those that are watched
    inline static std::int64_t allocations = 0;          ///< vkAllocateMemory less vkFreeMemory
    inline static int submitsUntilLost = -1;             ///< so many more vkQueueSubmit succeed; negative: all
    inline static std::uint32_t apiVersion = 0;          ///< that the device claims; 0: its own
    inline static bool computes = true;                  ///< whether its queue families say that they do
    inline static std::uint32_t storageBuffers = 0;      ///< per kernel, that the device claims; 0: its own
    inline static std::string unknown;                   ///< a function that Vulkan is to know nothing of
    inline static int waitsUntilLost = -1;               ///< as submitsUntilLost, of vkWaitForFences
    inline static std::uint64_t memoryBytes = 0;         ///< of every heap, that the device claims; 0: its own
    inline static std::uint32_t storageBufferBytes = 0;  ///< largest, that the device claims; 0: its own
    inline static bool keepsPipelines = false;   ///< whether caches of pipelines grow by 16 bytes for each new one
    inline static std::vector<char> cacheGiven;  ///< what the last cache of pipelines was to begin with

    static void reset() {
        calls.clear();
        submitsUntilLost = -1;
        apiVersion = 0;
        computes = true;
        storageBuffers = 0;
        unknown.clear();
        waitsUntilLost = -1;
        memoryBytes = 0;
        storageBufferBytes = 0;
        keepsPipelines = false;
        cacheGiven.clear();
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
        return real;
    }

  private:
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
    }
    static void VKAPI_PTR getMemory(VkPhysicalDevice device, VkPhysicalDeviceMemoryProperties* memory) {
        memoryReal(device, memory);
        for (std::uint32_t i = 0; memoryBytes != 0 && i < memory->memoryHeapCount; ++i)
            memory->memoryHeaps[i].size = memoryBytes;
    }
    static void VKAPI_PTR getFamilies(VkPhysicalDevice device, std::uint32_t* count,
                                      VkQueueFamilyProperties* families) {
        familiesReal(device, count, families);
        for (std::uint32_t i = 0; families && !computes && i < *count; ++i)
            families[i].queueFlags &= ~VkQueueFlags(VK_QUEUE_COMPUTE_BIT);
    }

#define PLIANT_WATCHED(X)           \
    X(vkCmdCopyBuffer)              \
    X(vkCmdUpdateBuffer)            \
    X(vkCmdFillBuffer)              \
    X(vkCmdDispatch)                \
    X(vkCmdPipelineBarrier)         \
    X(vkGetDeviceQueue)             \
    X(vkQueueWaitIdle)              \
    X(vkDeviceWaitIdle)             \
    X(vkMapMemory)                  \
    X(vkCreateBuffer)               \
    X(vkDestroyBuffer)              \
    X(vkCreateShaderModule)         \
    X(vkDestroyShaderModule)        \
    X(vkCreatePipelineLayout)       \
    X(vkDestroyPipelineLayout)      \
    X(vkCreateComputePipelines)     \
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
    PLIANT_REAL_OF(vkQueueSubmit)
    PLIANT_REAL_OF(vkWaitForFences)
    PLIANT_REAL_OF(vkAllocateMemory)
    PLIANT_REAL_OF(vkFreeMemory)
    PLIANT_REAL_OF(vkCreatePipelineCache)
    PLIANT_REAL_OF(vkGetPipelineCacheData)
#undef PLIANT_REAL_OF

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
        std::size_t headerSize = sizeof(VkPipelineCacheHeaderVersionOne);
        const int pipelines = calls["vkCreateComputePipelines"] - pipelinesBefore;
        const std::size_t wanted =
            cacheGiven.empty() ? headerSize + 16 * static_cast<std::size_t>(pipelines) : cacheGiven.size();
        if (!data) {
            *size = wanted;
            return VK_SUCCESS;
        }
        std::memset(data, 7, *size);
        return vkGetPipelineCacheDataReal(device, cache, &headerSize, data) < 0 ? VK_INCOMPLETE : VK_SUCCESS;
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
        if (!std::strcmp(name, "vkWaitForFences")) {
            vkWaitForFencesReal = reinterpret_cast<PFN_vkWaitForFences>(real);
            return reinterpret_cast<PFN_vkVoidFunction>(waitForFences);
        }
        if (!std::strcmp(name, "vkQueueSubmit")) {
            vkQueueSubmitReal = reinterpret_cast<PFN_vkQueueSubmit>(real);
            return reinterpret_cast<PFN_vkVoidFunction>(queueSubmit);
        }
        if (!std::strcmp(name, "vkAllocateMemory")) {
            vkAllocateMemoryReal = reinterpret_cast<PFN_vkAllocateMemory>(real);
            return reinterpret_cast<PFN_vkVoidFunction>(allocateMemory);
        }
        if (!std::strcmp(name, "vkCreatePipelineCache")) {
            vkCreatePipelineCacheReal = reinterpret_cast<PFN_vkCreatePipelineCache>(real);
            return reinterpret_cast<PFN_vkVoidFunction>(createPipelineCache);
        }
        if (!std::strcmp(name, "vkGetPipelineCacheData")) {
            vkGetPipelineCacheDataReal = reinterpret_cast<PFN_vkGetPipelineCacheData>(real);
            return reinterpret_cast<PFN_vkVoidFunction>(getPipelineCacheData);
        }
        if (!std::strcmp(name, "vkFreeMemory")) {
            vkFreeMemoryReal = reinterpret_cast<PFN_vkFreeMemory>(real);
            return reinterpret_cast<PFN_vkVoidFunction>(freeMemory);
        }
        return real;
    }
};

}  // namespace pliant::test
