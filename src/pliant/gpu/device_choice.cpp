#include "pliant/gpu/device_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace pliant {
namespace {

std::string lowerCase(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

std::optional<std::uint32_t> parseIndex(const std::string& text) {
    std::uint32_t index = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
    const bool isNumber = error == std::errc() && end == text.data() + text.size();
    return isNumber ? std::optional(index) : std::nullopt;
}

// Lower is better.
std::size_t rankOf(const DeviceInfo& info) {
    constexpr std::array<std::string_view, 4> kBestFirst = {"discrete GPU", "integrated GPU", "virtual GPU", "CPU"};
    return static_cast<std::size_t>(std::find(kBestFirst.begin(), kBestFirst.end(), info.type) - kBestFirst.begin());
}

}  // namespace

const char* nameOf(VkPhysicalDeviceType type) {
    switch (type) {
        case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: return "discrete GPU";
        case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: return "integrated GPU";
        case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU: return "virtual GPU";
        case VK_PHYSICAL_DEVICE_TYPE_CPU: return "CPU";
        default: return "other";
    }
}

std::optional<std::uint32_t> chooseDevice(const std::vector<DeviceInfo>& infos, const std::string& wanted) {
    const std::optional<std::uint32_t> index = parseIndex(wanted);
    const std::string part = lowerCase(wanted);
    const DeviceInfo* best = nullptr;
    for (const DeviceInfo& info : infos) {
        const bool matches = index ? info.index == *index : lowerCase(info.name).find(part) != std::string::npos;
        if (!matches || !info.usable) continue;
        if (!best || rankOf(info) < rankOf(*best)) best = &info;
    }
    return best ? std::optional(best->index) : std::nullopt;
}

std::string listOf(const std::vector<DeviceInfo>& infos) {
    std::string list;
    for (const DeviceInfo& info : infos) {
        list += fmt::format("{}{} '{}'{}", list.empty() ? "" : ", ", info.index, info.name,
                            info.usable ? "" : " (not usable)");
    }
    return list.empty() ? "none" : list;
}

}  // namespace pliant
