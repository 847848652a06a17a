#pragma once

// volk with none of its names showing. Its function pointers are globals with the names of Vulkan's own functions:
// beside an application that has a volk of its own, or that links the loader, they would collide. So volk_private.c
// gives each of them a prefix, nobody else touches them (include no volk.c), and device functions go through a table
// per device.

#include <volk.h>

#ifdef __cplusplus
extern "C" {
#endif

// Opens the Vulkan loader, once. Null if this machine has none.
PFN_vkGetInstanceProcAddr pliantOpenVulkanLoader(void);

// Fills the table with the device's own functions.
void pliantLoadDeviceTable(PFN_vkGetInstanceProcAddr getInstanceProcAddr, VkInstance instance, VkDevice device,
                           struct VolkDeviceTable* table);

#ifdef __cplusplus
}
#endif
