#pragma once

#include <array>

#include "gpu/programs.h"
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

/// The pipelines of one solver.
class Kernels {
  public:
    /// Makes the pipelines that the schedule's passes need. Errors: a Vulkan call that fails.
    Status create(const std::shared_ptr<Gpu>& gpu, const Schedule& schedule, const DeviceBuffers& buffers);

    /// Binds what all passes share; once, before the first dispatch().
    void bind(VkCommandBuffer commands) const { programs_.bind(commands); }

    /// Records one pass.
    void dispatch(VkCommandBuffer commands, const Pass& pass, const PassConstants& constants) const;

  private:
    Programs programs_;
    std::array<std::array<VkPipeline, kStickResponseCount>, kPassKindCount> pipelines_{};
};

}  // namespace pliant
