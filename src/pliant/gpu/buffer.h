#pragma once

#include <span>

#include "pliant/gpu/context.h"

namespace pliant {

/// Vulkan has no empty buffers.
inline constexpr std::uint64_t kLeastBufferBytes = 16;

/// An allocation, released with the last buffer in it.
struct DeviceMemory {
    std::shared_ptr<Gpu> gpu;
    VkDeviceMemory handle = VK_NULL_HANDLE;

    explicit DeviceMemory(std::shared_ptr<Gpu> g) : gpu(std::move(g)) {}
    ~DeviceMemory();
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;
};

/// A Vulkan buffer; released with its owner. Movable.
struct Buffer {
    std::shared_ptr<Gpu> gpu;
    VkBuffer handle = VK_NULL_HANDLE;
    std::shared_ptr<DeviceMemory> memory;
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

/// Buffers in the device's own memory, which kernels, copies, vertex input and indices may use. They share as few
/// allocations as the device's limits allow: one, if all of them together are not above maxMemoryAllocationSize.
class BufferGroup {
  public:
    /// One more, in `target` once they are created. `name` is for errors. `also`: usage beside that of all.
    void add(Buffer& target, VkDeviceSize sizeBytes, std::string_view name, VkBufferUsageFlags also = 0);

    /// All of them. Errors: a buffer above the device's limit; a Vulkan call that fails, then none is there.
    Status create(const std::shared_ptr<Gpu>& gpu);

  private:
    struct Wish {
        Buffer* target;
        VkDeviceSize sizeBytes;
        std::string name;
        VkBufferUsageFlags also = 0;
        Buffer made = {};
        VkDeviceSize offset = 0;  // in the allocation of its group
    };
    Status createGroup(const std::shared_ptr<Gpu>& gpu, std::span<Wish> group, VkDeviceSize sizeBytes,
                       std::uint32_t allowedTypes);

    std::vector<Wish> wishes_;
};

/// One buffer like these, in an allocation of its own.
Result<Buffer> createDeviceBuffer(const std::shared_ptr<Gpu>& gpu, VkDeviceSize sizeBytes, std::string_view name);

/// In memory that the host sees, mapped for as long as it lives; the source and target of copies,
/// and of indirect dispatches.
Result<Buffer> createStagingBuffer(const std::shared_ptr<Gpu>& gpu, VkDeviceSize sizeBytes);

}  // namespace pliant
