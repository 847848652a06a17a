#include "volk_names.h"  // generated: vkCreateBuffer is pliant_vkCreateBuffer in here

#define VOLK_IMPLEMENTATION
#include "volk_private.h"

PFN_vkGetInstanceProcAddr pliantOpenVulkanLoader(void) {
    return volkInitialize() == VK_SUCCESS ? vkGetInstanceProcAddr : NULL;
}

void pliantLoadDeviceTable(PFN_vkGetInstanceProcAddr getInstanceProcAddr, VkInstance instance, VkDevice device,
                           struct VolkDeviceTable* table) {
    volkInitializeCustom(getInstanceProcAddr);
    volkLoadInstanceOnly(instance);
    volkLoadDeviceTable(table, device);
}
