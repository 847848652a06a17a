#pragma once

#include <array>

#include "gpu/buffer.h"
#include "schedule/schedule.h"

namespace pliant {

/// The buffers that kernels see, in the order of their bindings in shaders/kernel.glsl.
enum BufferSlot {
    kParticles,
    kPrevious,
    kSticks,
    kMultipliers,
    kScratch,
    kRowFirst,
    kRowEntries,
    kShares,
    kDampings,
    kBends,
    kTethers,
    kTriangles,
    kPins,
    kColliders,
    kCounters,
    kBendNumbers,
    kBufferCount
};

using DeviceBuffers = std::array<Buffer, kBufferCount>;

/// The pipelines of one solver, and the descriptor set that binds its buffers to them.
class Kernels {
  public:
    /// Makes the pipelines that the schedule's passes need. Errors: a Vulkan call that fails.
    Status create(const std::shared_ptr<Gpu>& gpu, const Schedule& schedule, const DeviceBuffers& buffers);
    ~Kernels();

    Kernels() = default;
    Kernels(const Kernels&) = delete;
    Kernels& operator=(const Kernels&) = delete;

    /// Binds what all passes share; once, before the first dispatch().
    void bind(VkCommandBuffer commands) const;

    /// Records one pass.
    void dispatch(VkCommandBuffer commands, const Pass& pass, const PassConstants& constants) const;

  private:
    Status createLayouts();
    Status createDescriptorSet(const DeviceBuffers& buffers);
    Status createPipeline(const Pass& pass);
    VkPipeline& pipelineOf(const Pass& pass) { return pipelines_[std::size_t(pass.kind)][pass.response]; }

    std::shared_ptr<Gpu> gpu_;
    VkDescriptorSetLayout setLayout_ = VK_NULL_HANDLE;
    VkPipelineLayout layout_ = VK_NULL_HANDLE;
    VkDescriptorPool pool_ = VK_NULL_HANDLE;
    VkDescriptorSet set_ = VK_NULL_HANDLE;
    std::array<std::array<VkPipeline, kStickResponseCount>, kPassKindCount> pipelines_{};
};

}  // namespace pliant
