#pragma once

/// @file
/// The few Vulkan handles that public headers mention, declared as vulkan_core.h declares them. Including vulkan.h
/// there would decide for the application whether it wants prototypes, and volk refuses to be included after one that
/// has them.

typedef struct VkInstance_T* VkInstance;              ///< Vulkan as a program has opened it
typedef struct VkPhysicalDevice_T* VkPhysicalDevice;  ///< a device as Vulkan lists it
typedef struct VkDevice_T* VkDevice;                  ///< a device as a program has opened it
typedef struct VkBuffer_T* VkBuffer;                  ///< a piece of a device's memory
typedef struct VkCommandBuffer_T* VkCommandBuffer;    ///< commands that are recorded and then submitted
typedef struct VkPipelineCache_T* VkPipelineCache;    ///< what a driver has compiled
typedef void (*PFN_vkVoidFunction)(void);             ///< any function of Vulkan, to be cast to its own type
/// Looks up a function of Vulkan by its name; null where there is none.
typedef PFN_vkVoidFunction (*PFN_vkGetInstanceProcAddr)(VkInstance instance, const char* name);
