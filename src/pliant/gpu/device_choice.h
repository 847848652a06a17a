#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pliant/gpu/gpu.h"
#include "pliant/gpu/volk_private.h"

namespace pliant {

// As DeviceInfo::type names it.
const char* nameOf(VkPhysicalDeviceType type);

// Of the usable devices that `wanted` means (GpuOptions::device) the best: discrete before integrated, virtual, CPU;
// the first of several. None if there is none.
std::optional<std::uint32_t> chooseDevice(const std::vector<DeviceInfo>& infos, const std::string& wanted);

// For errors: "0 'one', 1 'other' (not usable)", or "none".
std::string listOf(const std::vector<DeviceInfo>& infos);

}  // namespace pliant
