#pragma once

#include <span>
#include <vector>

#include "gpu/buffer.h"

namespace pliant {

/// Sizes that workgroups may have: powers of two. The one in the middle is small enough for every device (Vulkan
/// promises 128), and a multiple of every common subgroup size.
inline constexpr std::uint32_t kSmallestWorkgroup = 8;
inline constexpr std::uint32_t kCommonWorkgroup = 64;
inline constexpr std::uint32_t kLargestWorkgroup = 1024;

struct Pipeline {
    VkPipeline handle = VK_NULL_HANDLE;
    std::uint32_t workgroupSize = 0;  ///< invocations
};

/// A storage buffer that kernels read as texels, too.
struct TexelView {
    VkBuffer buffer = VK_NULL_HANDLE;
    VkFormat format = VK_FORMAT_UNDEFINED;
};

/// Compute pipelines that share one set of storage buffers, bound to 0, 1, 2 ..., texels behind them, and one block of
/// push constants.
class Programs {
  public:
    /// `name` is for errors: "the solver's kernels". Errors: a Vulkan call that fails.
    Status create(const std::shared_ptr<Gpu>& gpu, std::span<const VkBuffer> buffers, std::uint32_t constantBytes,
                  const char* name, std::span<const TexelView> texels = {});
    ~Programs();

    Programs() = default;
    Programs(const Programs&) = delete;
    Programs& operator=(const Programs&) = delete;

    /// A pipeline of this code, for as long as the programs live; the workgroup's size is constant_id 0, `variant` is
    /// constant_id 1, `sharedCount` constant_id 2. Errors: a Vulkan call that fails.
    Result<Pipeline> add(std::span<const std::uint32_t> code, std::uint32_t variant = 0,
                         std::uint32_t workgroupSize = kCommonWorkgroup, std::uint32_t sharedCount = 1);

    /// Binds the buffers; once, before the first dispatch().
    void bind(VkCommandBuffer commands) const;

    /// Records `count` invocations, at least 1. `constants` are as many bytes as create() was told.
    void dispatch(VkCommandBuffer commands, const Pipeline& pipeline, std::uint32_t count, const void* constants) const;

    /// The same for so many workgroups.
    void dispatchGroups(VkCommandBuffer commands, const Pipeline& pipeline, std::uint32_t groups,
                        const void* constants) const;

    /// The same for as many as the VkDispatchIndirectCommand at the beginning of a buffer says.
    void dispatchIndirect(VkCommandBuffer commands, const Pipeline& pipeline, VkBuffer groups,
                          const void* constants) const;

  private:
    Status createLayouts(std::uint32_t bufferCount, std::uint32_t texelCount);
    Status createViews(std::span<const TexelView> texels);
    Status createDescriptorSet(std::span<const VkBuffer> buffers);
    void writeDescriptors(std::span<const VkBuffer> buffers) const;
    void prepare(VkCommandBuffer commands, const Pipeline& pipeline, const void* constants) const;

    std::shared_ptr<Gpu> gpu_;
    const char* name_ = "";
    std::uint32_t constantBytes_ = 0;
    VkDescriptorSetLayout setLayout_ = VK_NULL_HANDLE;
    VkPipelineLayout layout_ = VK_NULL_HANDLE;
    VkDescriptorPool pool_ = VK_NULL_HANDLE;
    VkDescriptorSet set_ = VK_NULL_HANDLE;
    std::vector<VkBufferView> views_;  // of the texels
    std::vector<VkPipeline> pipelines_;
};

/// What solvers and surfaces use buffers in, and how.
inline constexpr VkPipelineStageFlags kOurStages =
    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
inline constexpr VkAccessFlags kOurReads = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_TRANSFER_READ_BIT;
inline constexpr VkAccessFlags kOurWrites = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;

/// Everything in the queue before it that fits `from` and `written` comes before everything after it that fits `to` and
/// `used`.
void recordBarrier(const Gpu& gpu, VkCommandBuffer commands, VkPipelineStageFlags from, VkAccessFlags written,
                   VkPipelineStageFlags to, VkAccessFlags used);

}  // namespace pliant
