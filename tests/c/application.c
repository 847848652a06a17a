#include "application.h"

#include <dlfcn.h>
#include <pliant/pliant.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OF_INSTANCE(X)                          \
    X(vkDestroyInstance)                        \
    X(vkEnumeratePhysicalDevices)               \
    X(vkGetPhysicalDeviceProperties)            \
    X(vkGetPhysicalDeviceQueueFamilyProperties) \
    X(vkGetPhysicalDeviceMemoryProperties)      \
    X(vkCreateDevice)                           \
    X(vkDestroyDevice)                          \
    X(vkDeviceWaitIdle)                         \
    X(vkGetDeviceQueue)                         \
    X(vkCreateCommandPool)                      \
    X(vkDestroyCommandPool)                     \
    X(vkAllocateCommandBuffers)                 \
    X(vkBeginCommandBuffer)                     \
    X(vkEndCommandBuffer)                       \
    X(vkQueueSubmit)                            \
    X(vkQueueWaitIdle)                          \
    X(vkCreateBuffer)                           \
    X(vkDestroyBuffer)                          \
    X(vkGetBufferMemoryRequirements)            \
    X(vkAllocateMemory)                         \
    X(vkFreeMemory)                             \
    X(vkBindBufferMemory)                       \
    X(vkMapMemory)                              \
    X(vkCmdPipelineBarrier)                     \
    X(vkCmdCopyBuffer)

#define DECLARE(name) static PFN_##name name;
OF_INSTANCE(DECLARE)

static void check(VkResult result, const char* call) {
    if (result == VK_SUCCESS) return;
    printf("%s: VkResult %d\n", call, (int)result);
    exit(1);
}

static int openInstance(Application* a) {
    void* loader = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!loader) return 0;
    void* entry = dlsym(loader, "vkGetInstanceProcAddr");
    memcpy(&a->getInstanceProcAddr, &entry, sizeof entry);  // ISO C has no cast from an object to a function
    const PFN_vkCreateInstance create = (PFN_vkCreateInstance)a->getInstanceProcAddr(NULL, "vkCreateInstance");
    VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO, NULL, NULL, 0, NULL, 0, VK_API_VERSION_1_2};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
    if (create(&info, NULL, &a->instance) != VK_SUCCESS) return 0;
#define LOAD(name) name = (PFN_##name)a->getInstanceProcAddr(a->instance, #name);
    OF_INSTANCE(LOAD)
    return 1;
}

static int findDevice(Application* a) {
    VkPhysicalDevice devices[8];
    VkQueueFamilyProperties families[16];
    uint32_t count = 8;
    vkEnumeratePhysicalDevices(a->instance, &count, devices);
    for (uint32_t i = 0; i < count; ++i) {
        VkPhysicalDeviceProperties properties;
        vkGetPhysicalDeviceProperties(devices[i], &properties);
        if (properties.apiVersion < VK_API_VERSION_1_2) continue;
        uint32_t familyCount = 16;
        vkGetPhysicalDeviceQueueFamilyProperties(devices[i], &familyCount, families);
        for (uint32_t family = 0; family < familyCount; ++family) {
            if (!(families[family].queueFlags & VK_QUEUE_COMPUTE_BIT)) continue;
            a->physicalDevice = devices[i];
            a->queueFamily = family;
            return 1;
        }
    }
    return 0;
}

static void makeDevice(Application* a) {
    const float priority = 1.0f;
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueFamilyIndex = a->queueFamily,
                                     .queueCount = 1,
                                     .pQueuePriorities = &priority};
    VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue};
    check(vkCreateDevice(a->physicalDevice, &info, NULL, &a->device), "vkCreateDevice");
    vkGetDeviceQueue(a->device, a->queueFamily, 0, &a->queue);
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                    .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                    .queueFamilyIndex = a->queueFamily};
    check(vkCreateCommandPool(a->device, &pool, NULL, &a->pool), "vkCreateCommandPool");
    VkCommandBufferAllocateInfo commands = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                            .commandPool = a->pool,
                                            .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                            .commandBufferCount = 1};
    check(vkAllocateCommandBuffers(a->device, &commands, &a->commands), "vkAllocateCommandBuffers");
}

static uint32_t visibleMemory(Application* a, uint32_t allowed) {
    const VkMemoryPropertyFlags wanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(a->physicalDevice, &memory);
    uint32_t type = 0;
    while (!(allowed >> type & 1) || (memory.memoryTypes[type].propertyFlags & wanted) != wanted)
        ++type;  // Vulkan promises one
    return type;
}

static void makeReadBack(Application* a) {
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = kReadBackBytes,
                               .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    VkMemoryRequirements needs;
    check(vkCreateBuffer(a->device, &info, NULL, &a->readBack), "vkCreateBuffer");
    vkGetBufferMemoryRequirements(a->device, a->readBack, &needs);
    VkMemoryAllocateInfo memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                   .allocationSize = needs.size,
                                   .memoryTypeIndex = visibleMemory(a, needs.memoryTypeBits)};
    check(vkAllocateMemory(a->device, &memory, NULL, &a->memory), "vkAllocateMemory");
    check(vkBindBufferMemory(a->device, a->readBack, a->memory, 0), "vkBindBufferMemory");
    check(vkMapMemory(a->device, a->memory, 0, VK_WHOLE_SIZE, 0, &a->mapped), "vkMapMemory");
}

int openApplication(Application* a) {
    memset(a, 0, sizeof *a);
    if (!openInstance(a) || !findDevice(a)) {
        printf("no Vulkan 1.2 device that computes\n");
        return 0;
    }
    makeDevice(a);
    makeReadBack(a);
    return 1;
}

void closeApplication(Application* a) {
    vkDeviceWaitIdle(a->device);
    vkDestroyBuffer(a->device, a->readBack, NULL);
    vkFreeMemory(a->device, a->memory, NULL);
    vkDestroyCommandPool(a->device, a->pool, NULL);
    vkDestroyDevice(a->device, NULL);
    vkDestroyInstance(a->instance, NULL);
}

VkCommandBuffer beginCommands(Application* a) {
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                     .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    check(vkBeginCommandBuffer(a->commands, &info), "vkBeginCommandBuffer");
    return a->commands;
}

void runCommands(Application* a) {
    check(vkEndCommandBuffer(a->commands), "vkEndCommandBuffer");
    VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &a->commands};
    check(vkQueueSubmit(a->queue, 1, &info, VK_NULL_HANDLE), "vkQueueSubmit");
    check(vkQueueWaitIdle(a->queue), "vkQueueWaitIdle");
}

static void barrier(Application* a, VkPipelineStageFlags from, VkAccessFlags written, VkPipelineStageFlags to,
                    VkAccessFlags read) {
    VkMemoryBarrier memory = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, NULL, written, read};
    vkCmdPipelineBarrier(a->commands, from, to, 0, 1, &memory, 0, NULL, 0, NULL);
}

void recordReadBack(Application* a, VkBuffer buffer, VkDeviceSize sizeBytes) {
    const VkPipelineStageFlags ours = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
    const VkBufferCopy region = {0, 0, sizeBytes};
    barrier(a, ours, VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT,
            VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT);
    vkCmdCopyBuffer(a->commands, buffer, a->readBack, 1, &region);
    barrier(a, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_HOST_BIT,
            VK_ACCESS_HOST_READ_BIT);
}
