#include "pliant/python/device.h"

namespace pliant::python {
namespace {

const Fields<DeviceInfo>& infoFields() {
    static const Fields<DeviceInfo> fields{
        {"index", &DeviceInfo::index, "in the order in which Vulkan lists them"},
        {"name", &DeviceInfo::name, "as the driver gives it"},
        {"type", &DeviceInfo::type, "'discrete GPU', 'integrated GPU', 'virtual GPU', 'CPU' or 'other'"},
        {"driver", &DeviceInfo::driver, "name and version"},
        {"api", &DeviceInfo::api, "highest version of Vulkan"},
        {"usable", &DeviceInfo::usable, "has what the solver needs"},
        {"same_bits", &DeviceInfo::sameBits, "results equal the CPU's bit by bit"},
        {"memory_bytes", &DeviceInfo::memoryBytes, "largest device-local heap"},
        {"max_storage_buffer_bytes", &DeviceInfo::maxStorageBufferBytes, "largest buffer a kernel can read"},
        {"max_shared_memory_bytes", &DeviceInfo::maxSharedMemoryBytes, "per workgroup"},
        {"max_workgroup_size", &DeviceInfo::maxWorkgroupSize, "invocations"},
        {"subgroup_size", &DeviceInfo::subgroupSize, "invocations"},
    };
    return fields;
}

const Fields<GpuOptions>& optionFields() {
    static const Fields<GpuOptions> fields{
        {"device", &GpuOptions::device, "index, or a part of the name; '': the best there is"},
        {"validation", &GpuOptions::validation, "Khronos validation layer; its messages go to standard error"},
        {"pipeline_cache", "folder for what the driver has compiled; '': the user's cache; None: nothing is kept",
         [](py::handle from, const std::string& what, GpuOptions& to) {
             std::optional<std::string> path;
             read(from, what, path);
             to.pipelineCache.reset();
             if (path) to.pipelineCache = std::filesystem::path(*path);
         },
         [](const GpuOptions& from) {
             return from.pipelineCache ? show(from.pipelineCache->string()) : py::object(py::none());
         }},
    };
    return fields;
}

std::shared_ptr<Device> makeDevice(const py::kwargs& keywords) {
    GpuOptions options;
    readFields(keywords, "Gpu", optionFields(), options);
    Result<std::shared_ptr<Gpu>> made = [&] {
        const py::gil_scoped_release whileItStarts;
        return Gpu::create(options);
    }();
    return std::shared_ptr<Device>(new Device{take(std::move(made))});
}

py::list devices() {
    py::list list;
    const auto found = [] {
        const py::gil_scoped_release whileItLooks;
        return listDevices();
    }();
    for (const DeviceInfo& info : take(found))
        list.append(py::cast(info));
    return list;
}

}  // namespace

void bindGpu(py::module_& module) {
    bindResult<DeviceInfo>(module, "DeviceInfo", "What there is to know about a Vulkan device.", infoFields());
    py::class_<Device, std::shared_ptr<Device>> gpu(
        module, "Gpu", "A Vulkan device, shared by its solvers and released after the last of them.");
    gpu.def(py::init(&makeDevice),
            docOf("__init__", "self", optionFields(), "Opens a device, without a window.").c_str());
    gpu.def_property_readonly(
        "info", [](const Device& of) { return of.gpu->info(); }, "What it is.");
    module.def("list_devices", &devices,
               docOf("list_devices()", "Every Vulkan device of this machine; a list.").c_str());
}

}  // namespace pliant::python
