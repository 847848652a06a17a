#pragma once

// GLFW declares its Vulkan functions if it is included behind Vulkan.
#include <volk.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <atomic>
#include <cstdint>

namespace your_renderer {

inline constexpr std::uint32_t kApiVersion = VK_API_VERSION_1_2;

/// Says which call has failed, and ends the program. VK_SUCCESS and VK_SUBOPTIMAL_KHR have not.
void check(VkResult result, const char* call);

struct Buffer {
    VkBuffer handle = VK_NULL_HANDLE;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    void* mapped = nullptr;
};

struct Image {
    VkImage handle = VK_NULL_HANDLE;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    VkImageView view = VK_NULL_HANDLE;
};

/// The Vulkan that an application brings along: an instance, a device, and one queue that draws, computes and
/// presents. It asks for nothing on Pliant's behalf.
class Device {
  public:
    /// Without a window nothing can be presented. With `messages` the validation layer is on, with synchronization
    /// validation, and counts its messages there.
    Device(GLFWwindow* window, std::atomic<int>* messages);
    ~Device();
    Device(const Device&) = delete;

    Buffer makeHostBuffer(VkDeviceSize sizeBytes, VkBufferUsageFlags usage) const;
    Image makeImage(VkExtent2D extent, VkFormat format, VkImageUsageFlags usage, VkImageAspectFlags aspect) const;
    VkImageView makeView(VkImage image, VkFormat format, VkImageAspectFlags aspect) const;
    void destroy(const Buffer& buffer) const;
    void destroy(const Image& image) const;

    VkInstance instance = VK_NULL_HANDLE;
    VkSurfaceKHR surface = VK_NULL_HANDLE;
    VkPhysicalDevice physicalDevice = VK_NULL_HANDLE;
    VkDevice handle = VK_NULL_HANDLE;
    VkQueue queue = VK_NULL_HANDLE;
    std::uint32_t queueFamily = 0;

  private:
    void makeInstance(bool validation);
    void watchMessages(std::atomic<int>* messages);
    void choosePhysicalDevice();
    bool findQueueFamily(VkPhysicalDevice candidate);
    void makeDevice();
    VkDeviceMemory allocate(const VkMemoryRequirements& needs, VkMemoryPropertyFlags properties) const;

    VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
    VkPhysicalDeviceMemoryProperties memory_{};
};

}  // namespace your_renderer
