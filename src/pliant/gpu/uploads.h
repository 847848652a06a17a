#pragma once

#include <vector>

#include "pliant/gpu/buffer.h"

namespace pliant {

/// Data on their way into device buffers, in memory that the host sees. On a device of our own they arrive when
/// finish() returns; on a borrowed one they wait here for record() and release().
class Uploads {
  public:
    explicit Uploads(std::shared_ptr<Gpu> gpu) : gpu_(std::move(gpu)) {}

    /// Copies `contents`; nothing is done for 0 bytes. Errors: Vulkan calls that fail.
    Status add(const Buffer& target, const void* contents, std::uint64_t sizeBytes);

    /// Errors: Vulkan calls that fail.
    Status finish();

    /// Takes over those of another, in place of those for the same buffers. All that has not been released is recorded
    /// anew: the commands that had it may have been thrown away.
    void append(Uploads other);

    /// What every function that records asks first. Errors: a null command buffer, uploads that have not been recorded;
    /// `call` is named.
    Status check(VkCommandBuffer commands, const char* call) const;

    /// Records the copies that have not been recorded yet, after whatever has used the buffers, and before all kernels
    /// and copies that follow. Errors: a null command buffer.
    Status record(VkCommandBuffer commands);

    /// Frees what has been recorded, and executed since.
    void release();

  private:
    struct Item {
        Buffer staging;
        VkBuffer target = VK_NULL_HANDLE;
    };
    std::shared_ptr<Gpu> gpu_;
    std::vector<Item> items_;
    std::size_t recorded_ = 0;  // the first so many
};

}  // namespace pliant
