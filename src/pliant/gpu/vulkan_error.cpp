#include "pliant/gpu/vulkan_error.h"

#include "pliant/fail.h"

namespace pliant {

const char* nameOf(VkResult result) {
#define PLIANT_NAME(code) \
    case code: return #code;
    switch (result) {
        PLIANT_NAME(VK_SUCCESS)
        PLIANT_NAME(VK_NOT_READY)
        PLIANT_NAME(VK_TIMEOUT)
        PLIANT_NAME(VK_INCOMPLETE)
        PLIANT_NAME(VK_ERROR_OUT_OF_HOST_MEMORY)
        PLIANT_NAME(VK_ERROR_OUT_OF_DEVICE_MEMORY)
        PLIANT_NAME(VK_ERROR_INITIALIZATION_FAILED)
        PLIANT_NAME(VK_ERROR_DEVICE_LOST)
        PLIANT_NAME(VK_ERROR_MEMORY_MAP_FAILED)
        PLIANT_NAME(VK_ERROR_LAYER_NOT_PRESENT)
        PLIANT_NAME(VK_ERROR_EXTENSION_NOT_PRESENT)
        PLIANT_NAME(VK_ERROR_FEATURE_NOT_PRESENT)
        PLIANT_NAME(VK_ERROR_INCOMPATIBLE_DRIVER)
        PLIANT_NAME(VK_ERROR_TOO_MANY_OBJECTS)
        PLIANT_NAME(VK_ERROR_FRAGMENTED_POOL)
        PLIANT_NAME(VK_ERROR_OUT_OF_POOL_MEMORY)
        PLIANT_NAME(VK_ERROR_UNKNOWN)
        default: return "an unknown VkResult";
    }
#undef PLIANT_NAME
}

ErrorKind kindOf(VkResult result) {
    switch (result) {
        case VK_ERROR_OUT_OF_HOST_MEMORY:
        case VK_ERROR_OUT_OF_DEVICE_MEMORY:
        case VK_ERROR_OUT_OF_POOL_MEMORY:
        case VK_ERROR_FRAGMENTED_POOL:
        case VK_ERROR_MEMORY_MAP_FAILED:
        case VK_ERROR_TOO_MANY_OBJECTS: return ErrorKind::OutOfMemory;
        case VK_ERROR_DEVICE_LOST: return ErrorKind::DeviceLost;
        default: return ErrorKind::Unsupported;
    }
}

Error vulkanError(VkResult result, std::string_view call, std::string_view object, std::string_view device) {
    return failAs(kindOf(result), "{} for {} on '{}' failed: {} ({})", call, object, device, nameOf(result),
                  static_cast<int>(result));
}

}  // namespace pliant
