#pragma once

#include <array>

#include "gpu/kernel_code.h"
#include "gpu/programs.h"
#include "gpu/solver_options.h"
#include "gpu/turns.h"
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
    kRestraints,
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
    kTurns,
    kWholeSubsteps,
    kCarry,
    kFrames,
    kFrameOf,
    kBufferCount
};

using DeviceBuffers = std::array<Buffer, kBufferCount>;

/// Kernels that see the same buffers. A device has few bindings, at least 16 of those that Pliant runs on.
struct KernelSet {
    const char* name;               ///< for errors
    std::vector<BufferSlot> slots;  ///< in the order of the bindings in the kernels' common header
    std::vector<std::pair<BufferSlot, VkFormat>> texels = {};  ///< bound behind them
};

/// All sets, and which of them the kernel of a pass belongs to, in scenes without frames of reference.
const std::vector<KernelSet>& kernelSets();
std::size_t kernelSetOf(PassKind kind);

/// One pass, or several that follow each other and are run in turn by one workgroup.
struct PassRun {
    const Pass* first = nullptr;
    const Pass* last = nullptr;
    std::uint32_t count = 0;
    PassConstants constants{};  ///< those of the first; of one pass that runs alone, `count` may be smaller
    std::uint64_t loops = 0;    ///< of an invocation, where there are several passes
};

/// The pipelines of one solver.
class Kernels {
  public:
    /// Makes the pipelines that the schedule's passes need. Errors: a Vulkan call that fails.
    Status create(const std::shared_ptr<Gpu>& gpu, const Schedule& schedule, const DeviceBuffers& buffers,
                  const GpuSolverOptions& options);

    /// Puts a pass at the end of a run, if one workgroup may run them all.
    bool join(PassRun& run, const Pass& pass, const PassConstants& constants) const;

    /// Sweeps over tiles that a dispatch may make.
    std::uint32_t sweepsAtOnce() const { return sweepsAtOnce_; }

    /// The set that has the kernels of a run.
    std::size_t setOf(const PassRun& run) const;

    /// Binds the buffers of a set, before the first dispatch of its kernels and after one of another.
    void bind(VkCommandBuffer commands, std::size_t set) const;

    /// Records one dispatch.
    void dispatch(VkCommandBuffer commands, const PassRun& run) const;

    /// The same, of one pass, with as many workgroups as a buffer says: see Programs::dispatchIndirect().
    void dispatchIndirect(VkCommandBuffer commands, const PassRun& run, VkBuffer groups) const;

    std::uint32_t workgroupSizeOf(const Pass& pass) const { return pipelineOf(pass).workgroupSize; }

    /// What kTurns is to hold.
    const std::vector<PassTurn>& turnRecords() const { return turns_->records(); }

  private:
    const Pipeline& pipelineOf(const Pass& pass) const { return pipelines_[std::size_t(pass.kind)][pass.response]; }
    Status createPipeline(const std::shared_ptr<Gpu>& gpu, const DeviceBuffers& buffers, const Pass& pass,
                          std::uint32_t workgroupSize);
    Status createSweep(const std::shared_ptr<Gpu>& gpu, const Schedule& schedule, const DeviceBuffers& buffers,
                       const GpuSolverOptions& options);
    Status createTurns(const std::shared_ptr<Gpu>& gpu, const Schedule& schedule, const DeviceBuffers& buffers,
                       const GpuSolverOptions& options);
    Status createTurnPipeline(const std::shared_ptr<Gpu>& gpu, const DeviceBuffers& buffers, const PassRun& run,
                              std::uint32_t workgroupSize);
    const Pipeline& turnPipelineOf(const PassRun& run) const;
    bool isShort(const Pass& pass) const;
    bool follows(const PassRun& run, const Pass& pass, const PassConstants& constants) const;
    std::uint64_t loopsOf(const Pass& pass) const;
    Status createPrograms(const std::shared_ptr<Gpu>& gpu, std::size_t set, const DeviceBuffers& buffers);

    std::vector<std::unique_ptr<Programs>> programs_;  // per set; null where the schedule has no use for it
    std::array<std::array<Pipeline, kStickResponseCount>, kPassKindCount> pipelines_{};
    std::optional<Turns> turns_;
    std::uint32_t itemsInTurn_ = 0, turnSize_ = 0;
    std::uint32_t sweepsAtOnce_ = 0;
    std::uint64_t mostLoops_ = 0;
    TileForm tileForm_ = TileForm::Workgroup;
    bool hasFrames_ = false;
    // Per kernel: for passes that all have one response, and behind them for passes of several.
    std::array<std::array<Pipeline, kStickResponseCount + 1>, kTurnKernelCount> turnPipelines_{};
};

}  // namespace pliant
