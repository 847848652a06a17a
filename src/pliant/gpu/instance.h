#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "pliant/gpu/gpu.h"
#include "pliant/gpu/volk_private.h"

namespace pliant {

inline constexpr std::uint32_t kStorageBuffersNeeded = 16;  // Vulkan promises 4 only

// What has only a part of Vulkan says so, and then it must be enabled.
inline constexpr const char* kPortabilitySubset = "VK_KHR_portability_subset";

// Whether an instance can be asked to list drivers that lack some of Vulkan, as MoltenVK does.
bool listsPortableDrivers(PFN_vkGetInstanceProcAddr load);

// The functions that belong to an instance, loaded for it alone. Those of a device are in VolkDeviceTable.
#define PLIANT_INSTANCE_FUNCTIONS(X)            \
    X(vkDestroyInstance)                        \
    X(vkEnumeratePhysicalDevices)               \
    X(vkGetPhysicalDeviceProperties)            \
    X(vkGetPhysicalDeviceProperties2)           \
    X(vkGetPhysicalDeviceMemoryProperties)      \
    X(vkGetPhysicalDeviceQueueFamilyProperties) \
    X(vkEnumerateDeviceExtensionProperties)     \
    X(vkCreateDevice)                           \
    X(vkCreateDebugUtilsMessengerEXT)           \
    X(vkDestroyDebugUtilsMessengerEXT)

// A Vulkan instance: one of our own, with a validation layer if asked for, or the application's.
class Instance {
  public:
    static Result<std::unique_ptr<Instance>> create(const GpuOptions& options);
    static std::unique_ptr<Instance> borrow(PFN_vkGetInstanceProcAddr getInstanceProcAddr, VkInstance handle);
    ~Instance();

    Result<std::vector<VkPhysicalDevice>> physicalDevices() const;
    DeviceInfo describe(VkPhysicalDevice device, std::uint32_t index) const;
    // What Gpu::borrow() needs of an instance of the application's, by name.
    Status checkBorrowed() const;
    std::vector<VkQueueFamilyProperties> queueFamilies(VkPhysicalDevice device) const;
    // The first queue family that computes, or none.
    std::optional<std::uint32_t> computeFamily(VkPhysicalDevice device) const;
    bool hasExtension(VkPhysicalDevice device, const char* name) const;
    void loadDeviceTable(VkDevice device, VolkDeviceTable& table) const;
    bool isValidated() const { return messenger_ != VK_NULL_HANDLE; }

    PFN_vkGetInstanceProcAddr getInstanceProcAddr = nullptr;
    VkInstance handle = VK_NULL_HANDLE;
#define PLIANT_DECLARE(name) PFN_##name name = nullptr;
    PLIANT_INSTANCE_FUNCTIONS(PLIANT_DECLARE)
#undef PLIANT_DECLARE

  private:
    Instance() = default;
    void loadFunctions();
    bool isOurs_ = false;
    std::function<void(std::string_view)> onMessage_;
    VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
};

}  // namespace pliant
