#pragma once

// An application with a Vulkan device of its own, as small as can be. It includes vulkan.h, in C99, before or after
// pliant.h.

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

enum { kReadBackBytes = 1 << 16 };

typedef struct Application {
    PFN_vkGetInstanceProcAddr getInstanceProcAddr;
    VkInstance instance;
    VkPhysicalDevice physicalDevice;
    VkDevice device;
    VkQueue queue;
    uint32_t queueFamily;
    VkCommandPool pool;
    VkCommandBuffer commands;
    VkBuffer readBack;
    VkDeviceMemory memory;
    void* mapped;
} Application;

/// 1, or 0 and a line that says what is not there.
int openApplication(Application* application);
void closeApplication(Application* application);

/// A command buffer that is being recorded; and its execution, waited for.
VkCommandBuffer beginCommands(Application* application);
void runCommands(Application* application);

/// Records a copy of what compute shaders have written, of at most kReadBackBytes, to `mapped`.
void recordReadBack(Application* application, VkBuffer buffer, VkDeviceSize sizeBytes);
