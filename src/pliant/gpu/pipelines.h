#pragma once

#include <map>
#include <mutex>
#include <tuple>

#include "pliant/gpu/bindings.h"
#include "pliant/gpu/context.h"

namespace pliant {

/// What a kernel is made for.
struct KernelUse {
    std::span<const std::uint32_t> code;  ///< lives as long as the program
    std::uint32_t constantBytes = 0;      ///< of its push constants
    std::uint32_t variant = 0;            ///< constant_id 1
    std::uint32_t workgroupSize = 0;      ///< constant_id 0
    std::uint32_t sharedCount = 1;        ///< constant_id 2
    std::uint32_t lanes = 1;              ///< constant_id 4
};

/// How the buffers of a kernel are bound, whatever it is made for.
struct KernelLayout {
    std::vector<KernelBinding> bindings;
    VkDescriptorSetLayout set = VK_NULL_HANDLE;
    VkPipelineLayout pipeline = VK_NULL_HANDLE;
};

/// The compute pipelines of a Gpu: each is made when it is asked for first, and stays, for all solvers and surfaces.
/// Those may be created by several threads at once: of all that they share, this alone changes.
class Pipelines {
  public:
    explicit Pipelines(const Gpu::Context& context) : context_(context) {}
    ~Pipelines();
    Pipelines(const Pipelines&) = delete;
    Pipelines& operator=(const Pipelines&) = delete;

    /// `name` is for errors: "the solver's kernels". Both: a Vulkan call that fails.
    Result<const KernelLayout*> layoutOf(std::span<const std::uint32_t> code, std::uint32_t constantBytes,
                                         const char* name);
    Result<VkPipeline> find(const KernelUse& use, const char* name);

  private:
    Result<const KernelLayout*> layoutWhileLocked(std::span<const std::uint32_t> code, std::uint32_t constantBytes,
                                                  const char* name);
    Status make(KernelLayout& layout, std::uint32_t constantBytes, const char* name) const;
    Result<VkPipeline> make(const KernelUse& use, const KernelLayout& layout, const char* name) const;

    const Gpu::Context& context_;
    std::mutex mutex_;                                      // of both maps, whose items stay where they are
    std::map<const std::uint32_t*, KernelLayout> layouts_;  // by the code
    std::map<std::tuple<const std::uint32_t*, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>, VkPipeline>
        pipelines_;
};

}  // namespace pliant
