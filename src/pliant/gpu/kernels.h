#pragma once

#include <array>

#include "pliant/gpu/pass_chain.h"
#include "pliant/gpu/pass_work.h"
#include "pliant/gpu/programs.h"
#include "pliant/gpu/solver_options.h"
#include "pliant/schedule/schedule.h"
#include "pliant/shared/bindings.h"

namespace pliant {

/// The buffers of a solver, by their numbers.
using DeviceBuffers = std::array<Buffer, kBufferCount>;

/// Their handles, for Programs.
std::vector<VkBuffer> handlesOf(const DeviceBuffers& buffers);

/// One pass, or several that follow each other and are run by one workgroup: a chain.
struct PassRun {
    const Pass* first = nullptr;
    const Pass* last = nullptr;
    std::uint32_t count = 0;
    PassConstants constants{};  ///< those of the first; of one pass that runs alone, `count` may be smaller
    std::uint64_t loops = 0;    ///< of an invocation, where there are several passes
};

/// The programs of one solver.
class Kernels {
  public:
    /// Makes those that some step of the schedule's passes runs: by their lists, none for what is always chained, or
    /// is not there. Errors: a Vulkan call that fails.
    Status create(const std::shared_ptr<Gpu>& gpu, const Schedule& schedule, const DeviceBuffers& buffers,
                  const GpuSolverOptions& options);

    /// Puts a pass at the end of a run, if one workgroup may run them all.
    bool join(PassRun& run, const Pass& pass, const PassConstants& constants) const;

    /// Items that a dispatch of a pass may take, so that it ends in time; of a chain all.
    std::uint32_t itemsAtOnce(const PassRun& run) const;

    /// Sweeps over tiles that a dispatch may make.
    std::uint32_t sweepsAtOnce() const { return sweepsAtOnce_; }

    /// Records one dispatch.
    void dispatch(VkCommandBuffer commands, const PassRun& run) const;

    /// The same, of one pass, with as many workgroups as a buffer says: see Programs::dispatchIndirect().
    void dispatchIndirect(VkCommandBuffer commands, const PassRun& run, VkBuffer groups, VkDeviceSize offset) const;

    /// The buffer that begins with how many workgroups a run needs, if the device itself says so.
    std::optional<std::uint32_t> groupsOnDevice(const PassRun& run) const;

    std::uint32_t itemsInGroupOf(const Pass& pass) const { return programOf(pass).itemsInGroup; }

    /// What kChain is to hold.
    const std::vector<ChainedPass>& chainRecords() const { return chain_->records(); }

  private:
    const Program& programOf(const Pass& pass) const { return made_[std::size_t(pass.kind)][pass.response]; }
    Status createPrograms(const Gpu& gpu, const std::vector<Pass>& passes, bool withoutWhole);
    Status createProgram(const Gpu& gpu, const Pass& pass);
    std::uint32_t lanesOn(const Gpu& gpu, std::uint32_t size) const;
    Status createSearch(Program& program);
    Status createOfGroups(Program& program, std::span<const std::uint32_t> code);
    std::span<const std::uint32_t> codeOf(PassKind kind) const;
    Status createSweep(const Gpu& gpu, const Schedule& schedule, const GpuSolverOptions& options);
    Status createChainProgram(const PassRun& run);
    const Program& turnProgramOf(const PassRun& run) const;
    bool isShort(const Pass& pass) const;
    bool follows(const PassRun& run, const Pass& pass, const PassConstants& constants) const;
    std::uint64_t loopsOf(const Pass& pass) const;

    Programs programs_;
    // By kind and response.
    std::array<std::array<Program, kResponseCount>, kPassKindCount> made_{};
    // The same for chained passes that all have one response, and behind them for passes of several.
    std::array<std::array<Program, kResponseCount + 1>, kPassKindCount> madeChained_{};
    Program madeLevels_;  // and for those over coarse levels
    std::optional<PassChain> chain_;
    std::uint32_t chainedItems_ = 0, chainSize_ = 0, passSize_ = 0, stickSize_ = 0, mostGroups_ = 0;
    std::uint32_t sweepsAtOnce_ = 0;
    std::uint64_t mostLoops_ = 0;
    std::uint32_t mostLinks_ = 0;     // of a bend
    std::uint32_t mostTensions_ = 0;  // that a stick is given
    std::uint32_t mostBlocks_ = 0;    // of a tensor
    std::uint32_t mostMembers_ = 0;   // of a cluster
    GpuTraits traits_;
    PassWork work_;
    TileForm tileForm_ = TileForm::Workgroup;
    bool hasFrames_ = false;
    bool readsTexels_ = false;  // Integrate, outside of frames
};

}  // namespace pliant
