#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "commands.h"
#include "device_answers.h"
#include "pliant/gpu/gpu.h"
#include "report.h"

namespace pliant::cli {
namespace {

double toMiB(std::uint64_t bytes) {
    return double(bytes) / (1024.0 * 1024.0);
}

void printDevice(const DeviceInfo& d) {
    fmt::print("{}: {}\n", d.index, d.name);
    fmt::print("   {}, Vulkan {}, {}{}\n", d.type, d.api, d.driver, d.usable ? "" : " (not usable: needs Vulkan 1.2)");
    fmt::print("   memory {:.0f} MiB, storage buffer {:.0f} MiB, shared memory {} KiB, workgroup {}, subgroup {}\n",
               toMiB(d.memoryBytes), toMiB(d.maxStorageBufferBytes), d.maxSharedMemoryBytes / 1024, d.maxWorkgroupSize,
               d.subgroupSize);
    fmt::print("   same bits as the CPU: {}\n", d.sameBits ? "guaranteed (rounds to nearest even)" : "not guaranteed");
}

nlohmann::ordered_json toJson(const DeviceInfo& d) {
    return {{"index", d.index},
            {"name", d.name},
            {"type", d.type},
            {"driver", d.driver},
            {"api", d.api},
            {"same_bits", d.sameBits},
            {"usable", d.usable},
            {"memory_bytes", d.memoryBytes},
            {"max_storage_buffer_bytes", d.maxStorageBufferBytes},
            {"max_shared_memory_bytes", d.maxSharedMemoryBytes},
            {"max_workgroup_size", d.maxWorkgroupSize},
            {"subgroup_size", d.subgroupSize}};
}

// What it answers beyond that; it has to be opened for it.
Result<nlohmann::ordered_json> toJsonWithAnswers(const DeviceInfo& info) {
    nlohmann::ordered_json json = toJson(info);
    if (!info.usable) return json;
    GpuOptions options;
    options.device = std::to_string(info.index);
    const Result<std::shared_ptr<Gpu>> gpu = Gpu::create(options);
    if (!gpu) return gpu.error();
    json["answers"] = answersOf(**gpu);
    return json;
}

Result<int> showDevices(bool json, bool all) {
    const Result<std::vector<DeviceInfo>> devices = listDevices();
    if (!devices) return devices.error();
    if (json || all) {
        nlohmann::ordered_json list = nlohmann::ordered_json::array();
        for (const DeviceInfo& device : *devices) {
            const Result<nlohmann::ordered_json> one = all ? toJsonWithAnswers(device) : toJson(device);
            if (!one) return one.error();
            list.push_back(*one);
        }
        printReport({{"devices", list}});
        return 0;
    }
    for (const DeviceInfo& device : *devices)
        printDevice(device);
    if (devices->empty()) fmt::print("no Vulkan devices (software Vulkan: Debian's mesa-vulkan-drivers)\n");
    return 0;
}

}  // namespace

void addDevicesCommand(CLI::App& app, Command& chosen) {
    CLI::App* command = app.add_subcommand("devices", "List the Vulkan devices and what they promise");
    auto json = std::make_shared<bool>(false);
    command->add_flag("--json", *json, "Print one JSON object and nothing else on standard output");
    auto all = std::make_shared<bool>(false);
    command->add_flag("--all", *all, "As --json, with limits, kinds of memory, queues, rounding modes and extensions");
    command->callback([&chosen, json, all] { chosen = [json, all] { return showDevices(*json, *all); }; });
}

}  // namespace pliant::cli
