#include "device.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace your_renderer {
namespace {

[[noreturn]] void end(const char* what, const char* why) {
    std::fprintf(stderr, "your_renderer: %s: %s\n", what, why);
    std::exit(1);
}

VKAPI_ATTR VkBool32 VKAPI_CALL countMessage(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                                            const VkDebugUtilsMessengerCallbackDataEXT* data, void* messages) {
    ++*static_cast<std::atomic<int>*>(messages);
    std::fprintf(stderr, "validation: %s\n", data->pMessage);
    return VK_FALSE;
}

}  // namespace

void check(VkResult result, const char* call) {
    if (result == VK_SUCCESS || result == VK_SUBOPTIMAL_KHR) return;
    if (result == VK_ERROR_DEVICE_LOST) end(call, "the device is lost");
    if (result == VK_ERROR_LAYER_NOT_PRESENT) end(call, "the validation layer is not installed");
    char number[32];
    std::snprintf(number, sizeof(number), "VkResult %d", int(result));
    end(call, number);
}

Device::Device(GLFWwindow* window, std::atomic<int>* messages) {
    if (volkInitialize() != VK_SUCCESS) end("volkInitialize", "this machine has no Vulkan loader");
    makeInstance(messages != nullptr);
    if (messages) watchMessages(messages);
    if (window) check(glfwCreateWindowSurface(instance, window, nullptr, &surface), "glfwCreateWindowSurface");
    choosePhysicalDevice();
    makeDevice();
}

void Device::makeInstance(bool validation) {
    std::vector<const char*> extensions, layers;
    std::uint32_t count = 0;
    const char** ofWindows = glfwGetRequiredInstanceExtensions(&count);  // null where GLFW is not in use
    if (ofWindows) extensions.assign(ofWindows, ofWindows + count);

    const VkValidationFeatureEnableEXT synchronization = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
    VkValidationFeaturesEXT features{VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT};
    features.enabledValidationFeatureCount = 1;
    features.pEnabledValidationFeatures = &synchronization;
    if (validation) {
        layers.push_back("VK_LAYER_KHRONOS_validation");
        extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
        extensions.push_back(VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME);
    }

    VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.pApplicationName = "your_renderer";
    application.apiVersion = kApiVersion;
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.pNext = validation ? &features : nullptr;
    info.pApplicationInfo = &application;
    info.enabledLayerCount = std::uint32_t(layers.size());
    info.ppEnabledLayerNames = layers.data();
    info.enabledExtensionCount = std::uint32_t(extensions.size());
    info.ppEnabledExtensionNames = extensions.data();
    check(vkCreateInstance(&info, nullptr, &instance), "vkCreateInstance");
    volkLoadInstance(instance);
}

void Device::watchMessages(std::atomic<int>* messages) {
    VkDebugUtilsMessengerCreateInfoEXT info{VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
    info.messageSeverity =
        VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
    info.pfnUserCallback = countMessage;
    info.pUserData = messages;
    check(vkCreateDebugUtilsMessengerEXT(instance, &info, nullptr, &messenger_), "vkCreateDebugUtilsMessengerEXT");
}

// The first device of Vulkan 1.2 with a queue for everything.
void Device::choosePhysicalDevice() {
    std::uint32_t count = 0;
    check(vkEnumeratePhysicalDevices(instance, &count, nullptr), "vkEnumeratePhysicalDevices");
    std::vector<VkPhysicalDevice> candidates(count);
    check(vkEnumeratePhysicalDevices(instance, &count, candidates.data()), "vkEnumeratePhysicalDevices");
    for (const VkPhysicalDevice candidate : candidates) {
        VkPhysicalDeviceProperties properties;
        vkGetPhysicalDeviceProperties(candidate, &properties);
        if (properties.apiVersion < kApiVersion || !findQueueFamily(candidate)) continue;
        physicalDevice = candidate;
        vkGetPhysicalDeviceMemoryProperties(candidate, &memory_);
        std::printf("drawing and simulating on %s\n", properties.deviceName);
        return;
    }
    end("vkEnumeratePhysicalDevices", "no Vulkan 1.2 device with a queue that draws, computes and presents");
}

bool Device::findQueueFamily(VkPhysicalDevice candidate) {
    std::uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(candidate, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(candidate, &count, families.data());
    constexpr VkQueueFlags kBoth = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
    for (queueFamily = 0; queueFamily < count; ++queueFamily) {
        VkBool32 presents = VK_TRUE;
        if (surface) {
            check(vkGetPhysicalDeviceSurfaceSupportKHR(candidate, queueFamily, surface, &presents),
                  "vkGetPhysicalDeviceSurfaceSupportKHR");
        }
        if ((families[queueFamily].queueFlags & kBoth) == kBoth && presents) return true;
    }
    return false;
}

void Device::makeDevice() {
    const float priority = 1.0f;
    VkDeviceQueueCreateInfo queues{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queues.queueFamilyIndex = queueFamily;
    queues.queueCount = 1;
    queues.pQueuePriorities = &priority;
    const char* swapchain = VK_KHR_SWAPCHAIN_EXTENSION_NAME;
    VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queues;
    info.enabledExtensionCount = surface ? 1 : 0;
    info.ppEnabledExtensionNames = &swapchain;
    check(vkCreateDevice(physicalDevice, &info, nullptr, &handle), "vkCreateDevice");
    volkLoadDevice(handle);
    vkGetDeviceQueue(handle, queueFamily, 0, &queue);
}

Device::~Device() {
    vkDestroyDevice(handle, nullptr);
    if (surface) vkDestroySurfaceKHR(instance, surface, nullptr);
    if (messenger_) vkDestroyDebugUtilsMessengerEXT(instance, messenger_, nullptr);
    vkDestroyInstance(instance, nullptr);
}

VkDeviceMemory Device::allocate(const VkMemoryRequirements& needs, VkMemoryPropertyFlags properties) const {
    VkMemoryAllocateInfo info{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    info.allocationSize = needs.size;
    for (std::uint32_t i = 0; i < memory_.memoryTypeCount; ++i) {
        const bool fits = (needs.memoryTypeBits >> i & 1) != 0;
        if (!fits || (memory_.memoryTypes[i].propertyFlags & properties) != properties) continue;
        info.memoryTypeIndex = i;
        VkDeviceMemory memory = VK_NULL_HANDLE;
        check(vkAllocateMemory(handle, &info, nullptr, &memory), "vkAllocateMemory");
        return memory;
    }
    end("vkAllocateMemory", "no memory of the kind that is needed");
}

Buffer Device::makeHostBuffer(VkDeviceSize sizeBytes, VkBufferUsageFlags usage) const {
    Buffer buffer;
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = sizeBytes;
    info.usage = usage;
    check(vkCreateBuffer(handle, &info, nullptr, &buffer.handle), "vkCreateBuffer");
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(handle, buffer.handle, &needs);
    buffer.memory = allocate(needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
    check(vkBindBufferMemory(handle, buffer.handle, buffer.memory, 0), "vkBindBufferMemory");
    check(vkMapMemory(handle, buffer.memory, 0, VK_WHOLE_SIZE, 0, &buffer.mapped), "vkMapMemory");
    return buffer;
}

Image Device::makeImage(VkExtent2D extent, VkFormat format, VkImageUsageFlags usage, VkImageAspectFlags aspect) const {
    Image image;
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = format;
    info.extent = {extent.width, extent.height, 1};
    info.mipLevels = 1;
    info.arrayLayers = 1;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage = usage;
    check(vkCreateImage(handle, &info, nullptr, &image.handle), "vkCreateImage");
    VkMemoryRequirements needs;
    vkGetImageMemoryRequirements(handle, image.handle, &needs);
    image.memory = allocate(needs, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    check(vkBindImageMemory(handle, image.handle, image.memory, 0), "vkBindImageMemory");
    image.view = makeView(image.handle, format, aspect);
    return image;
}

VkImageView Device::makeView(VkImage image, VkFormat format, VkImageAspectFlags aspect) const {
    VkImageViewCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    info.image = image;
    info.viewType = VK_IMAGE_VIEW_TYPE_2D;
    info.format = format;
    info.subresourceRange = {aspect, 0, 1, 0, 1};
    VkImageView view = VK_NULL_HANDLE;
    check(vkCreateImageView(handle, &info, nullptr, &view), "vkCreateImageView");
    return view;
}

void Device::destroy(const Buffer& buffer) const {
    vkDestroyBuffer(handle, buffer.handle, nullptr);
    vkFreeMemory(handle, buffer.memory, nullptr);
}

void Device::destroy(const Image& image) const {
    vkDestroyImageView(handle, image.view, nullptr);
    vkDestroyImage(handle, image.handle, nullptr);
    vkFreeMemory(handle, image.memory, nullptr);
}

}  // namespace your_renderer
