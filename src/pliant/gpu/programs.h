#pragma once

#include <map>
#include <span>
#include <vector>

#include "pliant/gpu/buffer.h"
#include "pliant/gpu/pipelines.h"

namespace pliant {

/// Sizes that workgroups may have: powers of two. The one in the middle is small enough for every device (Vulkan
/// promises 128), and a multiple of every common subgroup size.
inline constexpr std::uint32_t kSmallestWorkgroup = 8;
inline constexpr std::uint32_t kCommonWorkgroup = 64;
inline constexpr std::uint32_t kLargestWorkgroup = 1024;

/// A kernel with its buffers, ready to be dispatched.
struct Program {
    VkPipeline pipeline = VK_NULL_HANDLE;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkDescriptorSet set = VK_NULL_HANDLE;
    std::uint32_t itemsInGroup = 0;  ///< that a workgroup takes
};

/// Kernels over one table of buffers: what a kernel binds to a number is the buffer with this number.
class Programs {
  public:
    /// `name` is for errors: "the solver's kernels". Texels have numbers of their own, see shared/bindings.h.
    void create(const std::shared_ptr<Gpu>& gpu, std::vector<VkBuffer> buffers, std::uint32_t constantBytes,
                const char* name);
    /// Bytes of a buffer that kernels see as the whole of the one with this number. Before add().
    void bindPart(std::uint32_t number, const VkDescriptorBufferInfo& part) { parts_[number] = part; }
    ~Programs();

    Programs() = default;
    Programs(const Programs&) = delete;
    Programs& operator=(const Programs&) = delete;

    /// A program of this code, for as long as this lives. A workgroup takes so many items, each by so many invocations.
    /// Errors: a Vulkan call that fails.
    Result<Program> add(std::span<const std::uint32_t> code, std::uint32_t variant = 0,
                        std::uint32_t itemsInGroup = kCommonWorkgroup, std::uint32_t sharedCount = 1,
                        std::uint32_t lanes = 1);

    /// Records `count` items, at least 1. `constants` are as many bytes as create() was told.
    void dispatch(VkCommandBuffer commands, const Program& program, std::uint32_t count, const void* constants) const;

    /// The same for so many workgroups.
    void dispatchGroups(VkCommandBuffer commands, const Program& program, std::uint32_t groups,
                        const void* constants) const;

    /// The same for as many as a VkDispatchIndirectCommand says: so many bytes from the beginning of a buffer.
    void dispatchIndirect(VkCommandBuffer commands, const Program& program, VkBuffer groups, VkDeviceSize offset,
                          const void* constants) const;

  private:
    Result<VkDescriptorSet> createSet(const KernelLayout& layout);
    Status writeSet(VkDescriptorSet set, const KernelLayout& layout);
    Result<VkBufferView> viewOf(std::uint32_t number);
    void prepare(VkCommandBuffer commands, const Program& program, const void* constants) const;

    std::shared_ptr<Gpu> gpu_;
    std::vector<VkBuffer> buffers_;
    std::map<std::uint32_t, VkDescriptorBufferInfo> parts_;  // in place of those
    const char* name_ = "";
    std::uint32_t constantBytes_ = 0;
    std::vector<VkDescriptorPool> pools_;                  // one per set
    std::map<const KernelLayout*, VkDescriptorSet> sets_;  // of the kernels so far
    std::map<std::uint32_t, VkBufferView> views_;          // of the texels so far
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
