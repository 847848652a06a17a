#include "pliant/gpu/instance.h"

#include <algorithm>
#include <cstring>
#include <mutex>

#include "pliant/fail.h"
#include "pliant/gpu/device_choice.h"
#include "pliant/gpu/vulkan_error.h"
#include "pliant/say.h"

namespace pliant {
namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

VKAPI_ATTR VkBool32 VKAPI_CALL passMessageOn(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                                             const VkDebugUtilsMessengerCallbackDataEXT* data, void* user) {
    (*static_cast<const std::function<void(std::string_view)>*>(user))(data->pMessage);
    return VK_FALSE;
}

std::uint64_t largestLocalHeap(const VkPhysicalDeviceMemoryProperties& memory) {
    std::uint64_t largest = 0;
    for (std::uint32_t i = 0; i < memory.memoryHeapCount; ++i) {
        const bool isLocal = memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT;
        if (isLocal) largest = std::max<std::uint64_t>(largest, memory.memoryHeaps[i].size);
    }
    return largest;
}

// Everything that vkCreateInstance is told; the structs point at each other, so it stays where it is.
struct InstanceRequest {
    VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    VkValidationFeatureEnableEXT synchronization = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
    VkValidationFeaturesEXT features{VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT};
    std::vector<const char*> extensions;
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};

    // `isPortable`: drivers that lack some of Vulkan (MoltenVK) are to be listed, too.
    InstanceRequest(bool validation, bool isPortable) {
        application.pApplicationName = "pliant";
        application.apiVersion = VK_API_VERSION_1_2;
        info.pApplicationInfo = &application;
        if (isPortable) {
            extensions.push_back(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
            info.flags = VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR;
        }
        if (validation) addValidation();
        info.enabledExtensionCount = static_cast<std::uint32_t>(extensions.size());
        info.ppEnabledExtensionNames = extensions.data();
    }
    InstanceRequest(const InstanceRequest&) = delete;

  private:
    void addValidation() {
        features.enabledValidationFeatureCount = 1;
        features.pEnabledValidationFeatures = &synchronization;
        info.pNext = &features;
        info.enabledLayerCount = 1;
        info.ppEnabledLayerNames = &kValidationLayer;
        extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
        extensions.push_back(VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME);
    }
};

bool contains(const std::vector<VkExtensionProperties>& extensions, const char* name) {
    return std::any_of(extensions.begin(), extensions.end(), [&](const VkExtensionProperties& extension) {
        return std::strcmp(extension.extensionName, name) == 0;
    });
}

// volk has one set of globals for all devices.
std::mutex volkMutex;

PFN_vkGetInstanceProcAddr openVulkanLoader() {
    const std::lock_guard lock(volkMutex);
    return pliantOpenVulkanLoader();
}

}  // namespace

bool listsPortableDrivers(PFN_vkGetInstanceProcAddr load) {
    const auto enumerate = reinterpret_cast<PFN_vkEnumerateInstanceExtensionProperties>(
        load(nullptr, "vkEnumerateInstanceExtensionProperties"));
    std::uint32_t count = 0;
    if (!enumerate || enumerate(nullptr, &count, nullptr) != VK_SUCCESS) return false;
    std::vector<VkExtensionProperties> extensions(count);
    enumerate(nullptr, &count, extensions.data());
    return contains(extensions, VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
}

void Instance::loadDeviceTable(VkDevice device, VolkDeviceTable& table) const {
    const std::lock_guard lock(volkMutex);
    pliantLoadDeviceTable(getInstanceProcAddr, handle, device, &table);
}

Result<std::unique_ptr<Instance>> Instance::create(const GpuOptions& options) {
    std::unique_ptr<Instance> instance(new Instance);
    const bool hasLoader = options.getInstanceProcAddr != nullptr;
    instance->getInstanceProcAddr = hasLoader ? options.getInstanceProcAddr : openVulkanLoader();
    if (!instance->getInstanceProcAddr)
        return failAs(ErrorKind::Unsupported, "this machine has no Vulkan loader (libvulkan.so.1)");
    const PFN_vkGetInstanceProcAddr load = instance->getInstanceProcAddr;

    const InstanceRequest request(options.validation, listsPortableDrivers(load));
    const auto createInstance = reinterpret_cast<PFN_vkCreateInstance>(load(nullptr, "vkCreateInstance"));
    const VkResult result = createInstance(&request.info, nullptr, &instance->handle);
    if (result == VK_ERROR_INCOMPATIBLE_DRIVER) {
        return failAs(ErrorKind::Unsupported,
                      "this machine has no Vulkan driver (software Vulkan: Debian's mesa-vulkan-drivers)");
    }
    if (result == VK_ERROR_LAYER_NOT_PRESENT)
        return failAs(ErrorKind::Unsupported, "the validation layer {} is not installed", kValidationLayer);
    if (result != VK_SUCCESS) return failAs(kindOf(result), "vkCreateInstance failed: {}", nameOf(result));

    instance->isOurs_ = true;
    instance->loadFunctions();
    if (!options.validation) return instance;
    instance->onMessage_ = options.onValidationMessage;
    if (!instance->onMessage_) instance->onMessage_ = [](std::string_view text) { say("{}\n", text); };
    VkDebugUtilsMessengerCreateInfoEXT info{VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
    info.messageSeverity =
        VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
    info.pfnUserCallback = passMessageOn;
    info.pUserData = &instance->onMessage_;
    const VkResult made =
        instance->vkCreateDebugUtilsMessengerEXT(instance->handle, &info, nullptr, &instance->messenger_);
    if (made != VK_SUCCESS) return failAs(kindOf(made), "vkCreateDebugUtilsMessengerEXT failed: {}", nameOf(made));
    return instance;
}

std::unique_ptr<Instance> Instance::borrow(PFN_vkGetInstanceProcAddr getInstanceProcAddr, VkInstance handle) {
    std::unique_ptr<Instance> instance(new Instance);
    instance->getInstanceProcAddr = getInstanceProcAddr;
    instance->handle = handle;
    instance->loadFunctions();
    return instance;
}

Status Instance::checkBorrowed() const {
    for (const char* name :
         {"vkGetPhysicalDeviceProperties", "vkGetPhysicalDeviceProperties2", "vkGetPhysicalDeviceMemoryProperties",
          "vkGetPhysicalDeviceQueueFamilyProperties", "vkGetDeviceProcAddr"}) {
        if (!getInstanceProcAddr(handle, name))
            return fail("BorrowedDevice::getInstanceProcAddr does not know {}", name);
    }
    return {};
}

void Instance::loadFunctions() {
#define PLIANT_LOAD(name) name = reinterpret_cast<PFN_##name>(getInstanceProcAddr(handle, #name));
    PLIANT_INSTANCE_FUNCTIONS(PLIANT_LOAD)
#undef PLIANT_LOAD
}

Instance::~Instance() {
    if (messenger_) vkDestroyDebugUtilsMessengerEXT(handle, messenger_, nullptr);
    if (isOurs_) vkDestroyInstance(handle, nullptr);
}

Result<std::vector<VkPhysicalDevice>> Instance::physicalDevices() const {
    std::uint32_t count = 0;
    VkResult result = vkEnumeratePhysicalDevices(handle, &count, nullptr);
    std::vector<VkPhysicalDevice> devices(count);
    if (result == VK_SUCCESS && count > 0) result = vkEnumeratePhysicalDevices(handle, &count, devices.data());
    if (result != VK_SUCCESS && result != VK_INCOMPLETE) {
        return failAs(kindOf(result), "vkEnumeratePhysicalDevices failed: {}", nameOf(result));
    }
    devices.resize(count);
    return devices;
}

std::vector<VkQueueFamilyProperties> Instance::queueFamilies(VkPhysicalDevice device) const {
    std::uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
    return families;
}

std::optional<std::uint32_t> Instance::computeFamily(VkPhysicalDevice device) const {
    const std::vector<VkQueueFamilyProperties> families = queueFamilies(device);
    for (std::uint32_t i = 0; i < families.size(); ++i) {
        if (families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) return i;
    }
    return std::nullopt;
}

bool Instance::hasExtension(VkPhysicalDevice device, const char* name) const {
    std::uint32_t count = 0;
    if (vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr) != VK_SUCCESS) return false;
    std::vector<VkExtensionProperties> extensions(count);
    vkEnumerateDeviceExtensionProperties(device, nullptr, &count, extensions.data());
    return contains(extensions, name);
}

DeviceInfo Instance::describe(VkPhysicalDevice device, std::uint32_t index) const {
    VkPhysicalDeviceProperties basic;
    vkGetPhysicalDeviceProperties(device, &basic);
    DeviceInfo info;
    info.index = index;
    info.name = basic.deviceName;
    info.type = nameOf(basic.deviceType);
    info.api = fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(basic.apiVersion), VK_API_VERSION_MINOR(basic.apiVersion),
                           VK_API_VERSION_PATCH(basic.apiVersion));
    info.usable = basic.apiVersion >= VK_API_VERSION_1_2 && computeFamily(device).has_value() &&
                  basic.limits.maxPerStageDescriptorStorageBuffers >= kStorageBuffersNeeded;
    info.maxStorageBufferBytes = basic.limits.maxStorageBufferRange;
    info.maxSharedMemoryBytes = basic.limits.maxComputeSharedMemorySize;
    info.maxWorkgroupSize = basic.limits.maxComputeWorkGroupInvocations;
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(device, &memory);
    info.memoryBytes = largestLocalHeap(memory);
    if (basic.apiVersion < VK_API_VERSION_1_2) return info;

    VkPhysicalDeviceFloatControlsProperties floats{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES};
    VkPhysicalDeviceDriverProperties driver{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES, &floats, {}, {}, {}, {}};
    VkPhysicalDeviceSubgroupProperties subgroup{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES, &driver, {}, {}, {}, {}};
    VkPhysicalDeviceProperties2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &subgroup, {}};
    vkGetPhysicalDeviceProperties2(device, &all);
    info.driver = fmt::format("{} {}", driver.driverName, driver.driverInfo);
    info.subgroupSize = subgroup.subgroupSize;
    info.sameBits = floats.shaderRoundingModeRTEFloat32 && floats.shaderSignedZeroInfNanPreserveFloat32;
    return info;
}

Result<std::vector<DeviceInfo>> listDevices() {
    const Result<std::unique_ptr<Instance>> instance = Instance::create({});
    if (!instance) return instance.error();
    const Result<std::vector<VkPhysicalDevice>> devices = (*instance)->physicalDevices();
    if (!devices) return devices.error();
    std::vector<DeviceInfo> infos;
    for (const VkPhysicalDevice device : *devices) {
        infos.push_back((*instance)->describe(device, static_cast<std::uint32_t>(infos.size())));
    }
    return infos;
}

}  // namespace pliant
