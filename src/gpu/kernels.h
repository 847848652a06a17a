#pragma once

#include <array>

#include "gpu/programs.h"
#include "schedule/schedule.h"

namespace pliant {

/// The buffers of a solver. Kernels see those of their set, see kernelSets().
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
    kShapes,
    kShapeMembers,
    kChunks,
    kBodySums,
    kShapeTurns,
    kEnclosures,
    kEnclosureMembers,
    kEnclosurePairs,
    kTetrahedra,
    kTetMultipliers,
    kVelocities,
    kStages,
    kSpringFirst,
    kSpringEnds,
    kOutlines,
    kOutlinePoints,
    kOutlineSpace,
    kOutlineStates,
    kOutlinePlaces,
    kOutlineTable,
    kOutlineContacts,
    kOutlineSums,
    kTiles,
    kTileRuns,
    kTileSticks,
    kBufferCount
};

using DeviceBuffers = std::array<Buffer, kBufferCount>;

/// Kernels that see the same buffers. A device has few bindings, at least 16 of those that Pliant runs on.
struct KernelSet {
    const char* name;               ///< for errors
    std::vector<BufferSlot> slots;  ///< in the order of the bindings in the kernels' common header
};

/// All sets, and which of them the kernel of a pass belongs to.
const std::vector<KernelSet>& kernelSets();
std::size_t kernelSetOf(PassKind kind);

/// The pipelines of one solver.
class Kernels {
  public:
    /// Makes the pipelines that the schedule's passes need. `workgroupSize` is that of all of them; 0: chosen for each.
    /// Errors: a Vulkan call that fails.
    Status create(const std::shared_ptr<Gpu>& gpu, const Schedule& schedule, const DeviceBuffers& buffers,
                  std::uint32_t workgroupSize);

    /// Binds the buffers of a pass, before the first dispatch() of its set and after one of another.
    void bind(VkCommandBuffer commands, const Pass& pass) const;

    /// Records one pass.
    void dispatch(VkCommandBuffer commands, const Pass& pass, const PassConstants& constants) const;

    /// The same with as many workgroups as a buffer says, see Programs::dispatchIndirect().
    void dispatchIndirect(VkCommandBuffer commands, const Pass& pass, const PassConstants& constants,
                          VkBuffer groups) const;

    std::uint32_t workgroupSizeOf(const Pass& pass) const { return pipelineOf(pass).workgroupSize; }

  private:
    const Pipeline& pipelineOf(const Pass& pass) const { return pipelines_[std::size_t(pass.kind)][pass.response]; }
    Status createPrograms(const std::shared_ptr<Gpu>& gpu, std::size_t set, const DeviceBuffers& buffers);

    std::vector<std::unique_ptr<Programs>> programs_;  // per set; null where the schedule has no use for it
    std::array<std::array<Pipeline, kStickResponseCount>, kPassKindCount> pipelines_{};
};

}  // namespace pliant
