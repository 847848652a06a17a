#include "viewer/device.h"

#include "pliant/fail.h"
#include "pliant/gpu/device_choice.h"
#include "pliant/gpu/instance.h"
#include "pliant/gpu/vulkan_error.h"
#include "pliant/say.h"

namespace pliant::viewer {
namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

VKAPI_ATTR VkBool32 VKAPI_CALL passMessageOn(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                                             const VkDebugUtilsMessengerCallbackDataEXT* data, void* user) {
    (*static_cast<const std::function<void(std::string_view)>*>(user))(data->pMessage);
    return VK_FALSE;
}

}  // namespace

Error Device::error(VkResult result, std::string_view call, std::string_view object) const {
    return vulkanError(result, call, object, properties.deviceName);
}

Result<std::unique_ptr<Device>> Device::create(const DeviceOptions& options) {
    std::unique_ptr<Device> made(new Device);
    if (Status status = made->createInstance(options); !status) return status.error();
    if (Status status = made->createMessenger(options); !status) return status.error();
    if (options.window.makeSurface) {
        const VkResult result = options.window.makeSurface(made->instance, &made->surface);
        if (result != VK_SUCCESS) return fail("the window has no Vulkan surface: {}", nameOf(result));
    }
    if (Status status = made->choose(options); !status) return status.error();
    if (Status status = made->createDevice(); !status) return status.error();
    if (Status status = made->createCommands(); !status) return status.error();
    if (Status status = made->lend(); !status) return status.error();
    return made;
}

Status Device::createInstance(const DeviceOptions& options) {
    getInstanceProcAddr = pliantOpenVulkanLoader();
    if (!getInstanceProcAddr)
        return failAs(ErrorKind::Unsupported, "this machine has no Vulkan loader (libvulkan.so.1)");
    VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.pApplicationName = "pliant viewer";
    application.apiVersion = VK_API_VERSION_1_2;
    std::vector<const char*> extensions = options.window.instanceExtensions;
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.pApplicationInfo = &application;
    if (listsPortableDrivers(getInstanceProcAddr)) {
        extensions.push_back(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
        info.flags = VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR;
    }

    const VkValidationFeatureEnableEXT synchronization = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
    VkValidationFeaturesEXT features{VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT};
    features.enabledValidationFeatureCount = 1;
    features.pEnabledValidationFeatures = &synchronization;
    if (options.validation) {
        info.pNext = &features;
        info.enabledLayerCount = 1;
        info.ppEnabledLayerNames = &kValidationLayer;
        extensions.insert(extensions.end(),
                          {VK_EXT_DEBUG_UTILS_EXTENSION_NAME, VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME});
    }
    info.enabledExtensionCount = static_cast<std::uint32_t>(extensions.size());
    info.ppEnabledExtensionNames = extensions.data();

    const auto create = reinterpret_cast<PFN_vkCreateInstance>(getInstanceProcAddr(nullptr, "vkCreateInstance"));
    const VkResult result = create(&info, nullptr, &instance);
    if (result == VK_ERROR_INCOMPATIBLE_DRIVER) {
        return failAs(ErrorKind::Unsupported,
                      "this machine has no Vulkan driver (software Vulkan: Debian's mesa-vulkan-drivers)");
    }
    if (result == VK_ERROR_LAYER_NOT_PRESENT) return fail("the validation layer {} is not installed", kValidationLayer);
    if (result != VK_SUCCESS) return fail("vkCreateInstance failed: {}", nameOf(result));
#define PLIANT_LOAD(name) name = reinterpret_cast<PFN_##name>(getInstanceProcAddr(instance, #name));
    PLIANT_VIEWER_INSTANCE_FUNCTIONS(PLIANT_LOAD)
#undef PLIANT_LOAD
    return {};
}

Status Device::createMessenger(const DeviceOptions& options) {
    if (!options.validation) return {};
    onMessage_ = options.onValidationMessage;
    if (!onMessage_) onMessage_ = [](std::string_view text) { say("{}\n", text); };
    VkDebugUtilsMessengerCreateInfoEXT info{VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
    info.messageSeverity =
        VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
    info.pfnUserCallback = passMessageOn;
    info.pUserData = &onMessage_;
    const VkResult result = vkCreateDebugUtilsMessengerEXT(instance, &info, nullptr, &messenger_);
    if (result != VK_SUCCESS) return fail("vkCreateDebugUtilsMessengerEXT failed: {}", nameOf(result));
    return {};
}

// The first family that draws and computes, and presents where there is a window.
std::optional<std::uint32_t> Device::familyOf(VkPhysicalDevice candidate) const {
    std::uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(candidate, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(candidate, &count, families.data());
    constexpr VkQueueFlags kNeeded = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
    for (std::uint32_t i = 0; i < count; ++i) {
        VkBool32 presents = VK_TRUE;
        if (surface && vkGetPhysicalDeviceSurfaceSupportKHR(candidate, i, surface, &presents) != VK_SUCCESS) continue;
        if ((families[i].queueFlags & kNeeded) == kNeeded && presents) return i;
    }
    return std::nullopt;
}

Status Device::choose(const DeviceOptions& options) {
    std::uint32_t count = 0;
    VkResult result = vkEnumeratePhysicalDevices(instance, &count, nullptr);
    std::vector<VkPhysicalDevice> candidates(count);
    if (result == VK_SUCCESS && count > 0) result = vkEnumeratePhysicalDevices(instance, &count, candidates.data());
    if (result != VK_SUCCESS) return fail("vkEnumeratePhysicalDevices failed: {}", nameOf(result));

    std::vector<DeviceInfo> infos(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        VkPhysicalDeviceProperties found;
        vkGetPhysicalDeviceProperties(candidates[i], &found);
        infos[i].index = i;
        infos[i].name = found.deviceName;
        infos[i].type = nameOf(found.deviceType);
        infos[i].usable = found.apiVersion >= VK_API_VERSION_1_2 && familyOf(candidates[i]);
    }
    const std::optional<std::uint32_t> chosen = chooseDevice(infos, options.device);
    if (!chosen) {
        return failAs(ErrorKind::Unsupported,
                      "no Vulkan 1.2 device{} that computes and draws{} on one queue; devices: {}",
                      options.device.empty() ? "" : fmt::format(" '{}'", options.device),
                      surface ? " into this window" : "", listOf(infos));
    }
    physicalDevice = candidates[*chosen];
    vkGetPhysicalDeviceProperties(physicalDevice, &properties);
    queueFamily = *familyOf(physicalDevice);
    return {};
}

// Extensions are a window's, what a driver that lacks some of Vulkan wants to hear, and, for the library, what leaves
// out steps of what sleeps, where there is any.
Status Device::createDevice() {
    const float priority = 1.0f;
    VkDeviceQueueCreateInfo queueInfo{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queueInfo.queueFamilyIndex = queueFamily;
    queueInfo.queueCount = 1;
    queueInfo.pQueuePriorities = &priority;
    std::vector<const char*> extensions;
    if (surface) extensions.push_back(VK_KHR_SWAPCHAIN_EXTENSION_NAME);
    const std::unique_ptr<Instance> known = Instance::borrow(getInstanceProcAddr, instance);
    if (known->hasExtension(physicalDevice, kPortabilitySubset)) extensions.push_back(kPortabilitySubset);
    hasConditionalRendering_ = known->hasExtension(physicalDevice, VK_EXT_CONDITIONAL_RENDERING_EXTENSION_NAME);
    if (hasConditionalRendering_) extensions.push_back(VK_EXT_CONDITIONAL_RENDERING_EXTENSION_NAME);
    VkPhysicalDeviceConditionalRenderingFeaturesEXT conditional{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CONDITIONAL_RENDERING_FEATURES_EXT};
    conditional.conditionalRendering = VK_TRUE;
    VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    if (hasConditionalRendering_) info.pNext = &conditional;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queueInfo;
    info.enabledExtensionCount = static_cast<std::uint32_t>(extensions.size());
    info.ppEnabledExtensionNames = extensions.data();
    const VkResult result = vkCreateDevice(physicalDevice, &info, nullptr, &device);
    if (result != VK_SUCCESS) return error(result, "vkCreateDevice", "the viewer");
    pliantLoadDeviceTable(getInstanceProcAddr, instance, device, &vk);
    vk.vkGetDeviceQueue(device, queueFamily, 0, &queue);
    vkGetPhysicalDeviceMemoryProperties(physicalDevice, &memory);
    return {};
}

Status Device::createCommands() {
    VkCommandPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    poolInfo.queueFamilyIndex = queueFamily;
    VkResult result = vk.vkCreateCommandPool(device, &poolInfo, nullptr, &pool_);
    if (result != VK_SUCCESS) return error(result, "vkCreateCommandPool", "the viewer");
    VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    info.commandPool = pool_;
    info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    info.commandBufferCount = 1;
    result = vk.vkAllocateCommandBuffers(device, &info, &commands_);
    if (result != VK_SUCCESS) return error(result, "vkAllocateCommandBuffers", "the viewer");
    const VkFenceCreateInfo fenceInfo{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    result = vk.vkCreateFence(device, &fenceInfo, nullptr, &fence_);
    if (result != VK_SUCCESS) return error(result, "vkCreateFence", "the viewer");
    return {};
}

Status Device::lend() {
    BorrowedDevice lent;
    lent.getInstanceProcAddr = getInstanceProcAddr;
    lent.instance = instance;
    lent.physicalDevice = physicalDevice;
    lent.device = device;
    lent.apiVersion = VK_API_VERSION_1_2;
    lent.queueFamily = queueFamily;
    lent.hasConditionalRendering = hasConditionalRendering_;
    Result<std::shared_ptr<Gpu>> borrowed = Gpu::borrow(lent);
    if (!borrowed) return borrowed.error();
    gpu = std::move(*borrowed);
    return {};
}

Status Device::submitAndWait(const std::function<Status(VkCommandBuffer)>& record) {
    if (Status status = begin(); !status) return status;
    if (Status status = record(commands_); !status) return status;  // the next reset takes back what was recorded
    return submit();
}

Result<VkCommandBuffer> Device::nextPart() {
    if (Status status = submit(); !status) return status.error();
    if (Status status = begin(); !status) return status.error();
    return commands_;
}

Status Device::begin() {
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    VkResult result = vk.vkResetCommandPool(device, pool_, 0);
    if (result != VK_SUCCESS) return error(result, "vkResetCommandPool", "the viewer");
    result = vk.vkBeginCommandBuffer(commands_, &begin);
    if (result != VK_SUCCESS) return error(result, "vkBeginCommandBuffer", "the viewer");
    return {};
}

Status Device::submit() {
    VkResult result = vk.vkEndCommandBuffer(commands_);
    if (result != VK_SUCCESS) return error(result, "vkEndCommandBuffer", "the viewer");

    VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands_;
    result = vk.vkQueueSubmit(queue, 1, &submit, fence_);
    if (result != VK_SUCCESS) return error(result, "vkQueueSubmit", "the viewer");
    result = vk.vkWaitForFences(device, 1, &fence_, VK_TRUE, ~std::uint64_t(0));
    if (result != VK_SUCCESS) return error(result, "vkWaitForFences", "the viewer");
    result = vk.vkResetFences(device, 1, &fence_);
    if (result != VK_SUCCESS) return error(result, "vkResetFences", "the viewer");
    return {};
}

Device::~Device() {
    gpu.reset();
    if (fence_) vk.vkDestroyFence(device, fence_, nullptr);
    if (pool_) vk.vkDestroyCommandPool(device, pool_, nullptr);
    if (device) vk.vkDestroyDevice(device, nullptr);
    if (surface) vkDestroySurfaceKHR(instance, surface, nullptr);
    if (messenger_) vkDestroyDebugUtilsMessengerEXT(instance, messenger_, nullptr);
    if (instance) vkDestroyInstance(instance, nullptr);
}

}  // namespace pliant::viewer
