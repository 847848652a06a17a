#pragma once

#include "gpu/context.h"

namespace pliant {

/// Vulkan has no empty buffers.
inline constexpr std::uint64_t kLeastBufferBytes = 16;

/// A Vulkan buffer with memory of its own; released with its owner. Movable.
struct Buffer {
    std::shared_ptr<Gpu> gpu;
    VkBuffer handle = VK_NULL_HANDLE;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    VkDeviceSize sizeBytes = 0;  ///< at least kLeastBufferBytes
    void* mapped = nullptr;      ///< of a staging buffer

    Buffer() = default;
    Buffer(Buffer&& other) noexcept { swap(other); }
    Buffer& operator=(Buffer&& other) noexcept {
        swap(other);
        return *this;
    }
    ~Buffer();
    void swap(Buffer& other) noexcept;
};

/// Whether a kernel of this device can read a buffer of that size; both numbers are named where not.
Status checkSize(const DeviceInfo& device, std::uint64_t sizeBytes, std::string_view name);

/// In the device's own memory. Kernels, copies, vertex input and indices may use it. `name` is for errors.
Result<Buffer> createDeviceBuffer(const std::shared_ptr<Gpu>& gpu, VkDeviceSize sizeBytes, std::string_view name);

/// In memory that the host sees, mapped for as long as it lives; the source and target of copies,
/// and of indirect dispatches.
Result<Buffer> createStagingBuffer(const std::shared_ptr<Gpu>& gpu, VkDeviceSize sizeBytes);

}  // namespace pliant
