#pragma once

// The few Vulkan handles that public headers mention, declared as vulkan_core.h declares them. Including vulkan.h there
// would decide for the application whether it wants prototypes, and volk refuses to be included after one that has
// them.
typedef struct VkInstance_T* VkInstance;
typedef struct VkPhysicalDevice_T* VkPhysicalDevice;
typedef struct VkDevice_T* VkDevice;
typedef struct VkBuffer_T* VkBuffer;
typedef struct VkCommandBuffer_T* VkCommandBuffer;
typedef struct VkPipelineCache_T* VkPipelineCache;
typedef void (*PFN_vkVoidFunction)(void);
typedef PFN_vkVoidFunction (*PFN_vkGetInstanceProcAddr)(VkInstance instance, const char* name);
