#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "pliant/gpu/gpu.h"
#include "pliant/gpu/volk_private.h"

namespace pliant {

/// What compiled kernels are good for: one driver of one device, and these kernels.
struct PipelineCacheKey {
    std::uint32_t vendor = 0;
    std::uint32_t device = 0;
    std::uint32_t driverVersion = 0;
    std::array<std::uint8_t, VK_UUID_SIZE> uuid{};  ///< VkPhysicalDeviceProperties::pipelineCacheUUID
    std::uint64_t kernels = 0;                      ///< hash of all of them

    /// Of the file that is kept in the folder.
    std::string fileName() const;
};

PipelineCacheKey pipelineCacheKey(const VkPhysicalDeviceProperties& device, bool sameBits);

/// $XDG_CACHE_HOME/pliant or ~/.cache/pliant; none where the environment names neither.
std::optional<std::filesystem::path> userCacheFolder();

/// What a file says: a line of our own, with the length and a checksum over key and data, then Vulkan's data. Drivers
/// are not asked to make sense of bytes that they have not written.
std::vector<std::byte> packPipelineCache(const PipelineCacheKey& key, std::span<const std::byte> data);

/// The data again; empty where the file is damaged, or was made for another key.
std::vector<std::byte> unpackPipelineCache(const PipelineCacheKey& key, std::span<const std::byte> file);

/// A VkPipelineCache that outlives the program. Compiling goes on without it where it cannot be read or written, and
/// nobody hears of it.
class PipelineCache {
  public:
    /// Begins with what the file in `folder` holds; that of the user where it is empty, nothing where there is none.
    void open(VkDevice device, const VolkDeviceTable& vk, const PipelineCacheKey& key,
              const std::optional<std::filesystem::path>& folder);

    /// Writes the file, if the cache has grown since it was opened.
    void save() const;

    VkPipelineCache handle() const { return handle_; }

    PipelineCache() = default;
    PipelineCache(const PipelineCache&) = delete;
    PipelineCache& operator=(const PipelineCache&) = delete;
    void close();

  private:
    std::vector<std::byte> data() const;

    VkDevice device_ = VK_NULL_HANDLE;
    const VolkDeviceTable* vk_ = nullptr;
    PipelineCacheKey key_;
    std::filesystem::path file_;
    VkPipelineCache handle_ = VK_NULL_HANDLE;
    std::size_t openedBytes_ = 0;
};

}  // namespace pliant
