#pragma once

#include <nlohmann/json.hpp>

#include "pliant/gpu/gpu.h"

namespace pliant::cli {

/// All that a device may answer otherwise than the next one: limits, kinds of memory, queues, subgroups, rounding
/// modes, extensions. Names are those of Vulkan.
nlohmann::ordered_json answersOf(const Gpu& gpu);

}  // namespace pliant::cli
