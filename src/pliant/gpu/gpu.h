#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pliant/export.h"
#include "pliant/gpu/traits.h"
#include "pliant/gpu/vulkan_handles.h"
#include "pliant/result.h"

namespace pliant {

/// What there is to know about a Vulkan device before choosing it.
struct DeviceInfo {
    std::uint32_t index = 0;  ///< in the order in which Vulkan lists them; 0 for a borrowed one
    std::string name;         ///< as the driver gives it
    std::string type;         ///< "discrete GPU", "integrated GPU", "virtual GPU", "CPU" or "other"
    std::string driver;       ///< name and version
    std::string api;          ///< highest version of Vulkan, "1.3.230"
    bool usable = false;      ///< Vulkan 1.2 or later, a queue that computes, 16 storage buffers per kernel
    bool sameBits = false;  ///< rounds to nearest even and keeps NaN when asked to: results equal the CPU's bit by bit
    std::uint64_t memoryBytes = 0;            ///< largest device-local heap
    std::uint64_t maxStorageBufferBytes = 0;  ///< largest buffer a kernel can read
    std::uint32_t maxSharedMemoryBytes = 0;   ///< per workgroup
    std::uint32_t maxWorkgroupSize = 0;       ///< invocations
    std::uint32_t subgroupSize = 0;           ///< invocations that the device runs in step
};

/// Every Vulkan device of this machine. Errors: no Vulkan loader, no instance.
PLIANT_API Result<std::vector<DeviceInfo>> listDevices();

/// Which device a Gpu of our own takes, and how.
struct GpuOptions {
    std::string
        device;  ///< index, or a part of the name, any case; empty: the best (discrete before integrated ... CPU)
    bool validation = false;  ///< Khronos validation layer with synchronization validation; its absence is an error
    std::function<void(std::string_view)>
        onValidationMessage;  ///< called for each warning and error; default: standard error
    PFN_vkGetInstanceProcAddr getInstanceProcAddr = nullptr;  ///< where Vulkan begins; null: the machine's loader

    /// Folder for what the driver has compiled, so that the next program need not wait for it: a file per driver and
    /// version of Pliant, written when the Gpu goes. Empty: $XDG_CACHE_HOME/pliant or ~/.cache/pliant; none: nothing is
    /// kept. A folder or file that cannot be used is as none.
    std::optional<std::filesystem::path> pipelineCache = std::filesystem::path();

    std::optional<GpuTraits> traits;  ///< how it is driven; none: traitsOf(it)
};

/// A device that an application has created for itself, without asking for anything on our behalf: no layer, extension
/// or feature. It must outlive the Gpu, its solvers and its surfaces, and stays the application's.
struct BorrowedDevice {
    PFN_vkGetInstanceProcAddr getInstanceProcAddr = nullptr;  ///< the application's loader; volk's or the linked one
    VkInstance instance = nullptr;                            ///< what the two below were made from
    VkPhysicalDevice physicalDevice = nullptr;                ///< what the device was made from
    VkDevice device = nullptr;                                ///< where the solvers live; never waited for
    std::uint32_t apiVersion = 0;             ///< VkApplicationInfo::apiVersion that the instance was created with
    std::uint32_t queueFamily = 0;            ///< of the queues that our commands will be submitted to; it must compute
    VkPipelineCache pipelineCache = nullptr;  ///< our kernels are compiled through it; may be null

    // What the device was created with, as nobody can ask it. Surfaces need the first two where VertexLayout asks for
    // them.
    bool hasBufferDeviceAddress = false;     ///< the feature bufferDeviceAddress
    bool hasAccelerationStructures = false;  ///< VK_KHR_acceleration_structure, and its feature accelerationStructure
    /// VK_EXT_conditional_rendering, and its feature conditionalRendering: then steps of what sleeps cost next to
    /// nothing (scene/sleep.h). No conditional rendering may be active where steps are recorded.
    bool hasConditionalRendering = false;
};

/// A Vulkan device: one of our own, without a window, or the application's. Shared by its solvers and released after
/// the last of them, with all pipelines that they have asked for. For one thread at a time; a borrowed one for any
/// number, if each solver, with its surfaces, and each command buffer is used by one at a time. Not to be kept in a
/// static: drivers and layers take themselves down when the program ends, some before its statics, and who still holds
/// a device then crashes. Let it go before main() returns.
class PLIANT_API Gpu {
  public:
    /// Errors: no Vulkan loader or device, no usable device of that name or index (those that there are, are listed), a
    /// Vulkan call that fails (it is named).
    static Result<std::shared_ptr<Gpu>> create(const GpuOptions& options = {});

    /// Works with the application's own device. Nothing is ever submitted or waited for, no queue is taken and no
    /// thread started, no file read or written: solvers and surfaces only record, see GpuSolver::recordUpload().
    /// Errors: a null handle (it is named), Vulkan below 1.2, no such queue family or one that does not compute, fewer
    /// than 16 storage buffers per kernel, conditional rendering where the device has none.
    static Result<std::shared_ptr<Gpu>> borrow(const BorrowedDevice& borrowed);

    const DeviceInfo& info() const;   ///< of the device that was chosen or lent
    const GpuTraits& traits() const;  ///< as GpuOptions::traits has them, or traitsOf() chose
    bool isBorrowed() const;          ///< whether it is the application's

    /// Records into a command buffer of the device's own queue, submits it and waits until it is done. Errors: a
    /// borrowed device, what `record` returns (nothing is submitted then), a Vulkan call that fails. Once the device is
    /// lost all further calls say so.
    Status submitAndWait(const std::function<Status(VkCommandBuffer)>& record);

    /// The same in two halves: an empty command buffer, ready to be recorded; and its submission. There is one at a
    /// time: until it is submitted, all that submits by itself (step(), snapshot(), restore(), creating solvers) is an
    /// error.
    Result<VkCommandBuffer> begin();
    /// The second half: submits what was recorded since begin(), and waits.
    Status submitAndWait();

    /// Submits commands that have been recorded before, and waits until they are done. Errors: those of begin().
    Status submitAndWait(VkCommandBuffer recorded);

    /// For the library's own use: gpu/context.h.
    struct Context;
    const Context& context() const { return *context_; }  ///< for the library's own use

    ~Gpu();  ///< releases a device of our own; writes the pipeline cache

  private:
    explicit Gpu(std::unique_ptr<Context> context);
    std::unique_ptr<Context> context_;
};

}  // namespace pliant
