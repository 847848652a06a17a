#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pliant/gpu/gpu.h"
#include "pliant/gpu/volk_private.h"

namespace pliant::viewer {

// The functions that belong to an instance, loaded for it alone; those of surfaces are null without a window.
#define PLIANT_VIEWER_INSTANCE_FUNCTIONS(X)      \
    X(vkDestroyInstance)                         \
    X(vkEnumeratePhysicalDevices)                \
    X(vkGetPhysicalDeviceProperties)             \
    X(vkGetPhysicalDeviceMemoryProperties)       \
    X(vkGetPhysicalDeviceQueueFamilyProperties)  \
    X(vkGetPhysicalDeviceFormatProperties)       \
    X(vkCreateDevice)                            \
    X(vkCreateDebugUtilsMessengerEXT)            \
    X(vkDestroyDebugUtilsMessengerEXT)           \
    X(vkDestroySurfaceKHR)                       \
    X(vkGetPhysicalDeviceSurfaceSupportKHR)      \
    X(vkGetPhysicalDeviceSurfaceCapabilitiesKHR) \
    X(vkGetPhysicalDeviceSurfaceFormatsKHR)

/// What a window needs of a device; empty without one.
struct WindowNeeds {
    std::vector<const char*> instanceExtensions;
    std::function<VkResult(VkInstance, VkSurfaceKHR*)> makeSurface;
};

struct DeviceOptions {
    std::string device;                                         ///< as GpuOptions::device
    bool validation = false;                                    ///< as GpuOptions::validation
    std::function<void(std::string_view)> onValidationMessage;  ///< as GpuOptions::onValidationMessage
    WindowNeeds window;
};

/// The renderer's own Vulkan device, with one queue that draws, computes and presents. It is lent to the library as any
/// application's would be: `gpu` is borrowed from it.
class Device {
  public:
    /// Errors: no Vulkan, no device of that name that draws and computes on one queue (and presents), a call that
    /// fails.
    static Result<std::unique_ptr<Device>> create(const DeviceOptions& options);
    ~Device();
    Device(const Device&) = delete;

    /// Records into a command buffer of its own, submits it and waits.
    Status submitAndWait(const std::function<Status(VkCommandBuffer)>& record);

    /// While such a command buffer is being recorded: submits what is in it, waits, and begins the next part of it.
    Result<VkCommandBuffer> nextPart();

    Error error(VkResult result, std::string_view call, std::string_view object) const;

#define PLIANT_DECLARE(name) PFN_##name name = nullptr;
    PLIANT_VIEWER_INSTANCE_FUNCTIONS(PLIANT_DECLARE)
#undef PLIANT_DECLARE
    VolkDeviceTable vk{};  ///< the device's functions
    PFN_vkGetInstanceProcAddr getInstanceProcAddr = nullptr;
    VkInstance instance = VK_NULL_HANDLE;
    VkSurfaceKHR surface = VK_NULL_HANDLE;  ///< destroyed with the device
    VkPhysicalDevice physicalDevice = VK_NULL_HANDLE;
    VkDevice device = VK_NULL_HANDLE;
    VkQueue queue = VK_NULL_HANDLE;
    std::uint32_t queueFamily = 0;
    VkPhysicalDeviceProperties properties{};
    VkPhysicalDeviceMemoryProperties memory{};
    std::shared_ptr<Gpu> gpu;

  private:
    Device() = default;
    Status createInstance(const DeviceOptions& options);
    Status createMessenger(const DeviceOptions& options);
    Status choose(const DeviceOptions& options);
    std::optional<std::uint32_t> familyOf(VkPhysicalDevice candidate) const;
    Status createDevice();
    Status createCommands();
    Status lend();
    Status begin();
    Status submit();

    std::function<void(std::string_view)> onMessage_;
    VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
    VkCommandPool pool_ = VK_NULL_HANDLE;
    VkCommandBuffer commands_ = VK_NULL_HANDLE;
    VkFence fence_ = VK_NULL_HANDLE;
    bool hasConditionalRendering_ = false;
};

}  // namespace pliant::viewer
