#pragma once

#include "pliant/gpu/volk_private.h"
#include "pliant/result.h"

namespace pliant {

// The name of the result code, "VK_ERROR_DEVICE_LOST".
const char* nameOf(VkResult result);

ErrorKind kindOf(VkResult result);

// "vkCreateBuffer for the sticks on 'llvmpipe' failed: VK_ERROR_OUT_OF_DEVICE_MEMORY"
Error vulkanError(VkResult result, std::string_view call, std::string_view object, std::string_view device);

}  // namespace pliant
