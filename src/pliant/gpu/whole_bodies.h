#pragma once

#include <functional>

#include "pliant/gpu/kernels.h"
#include "pliant/schedule/step_plan.h"

namespace pliant {

/// So many substeps go into one dispatch over whole bodies at most, and so many colliders, counted anew for every
/// substep if they move.
inline constexpr std::uint32_t kMostWholeSubsteps = 256;
inline constexpr std::uint32_t kMostWholeColliders = 2048;

/// A step, or a part of one that is too long, as whole bodies go through it in one dispatch.
struct WholePart {
    WholeConstants constants;
    std::vector<WholeSubstep> substeps;
    std::uint32_t firstSubstep = 0;  ///< of the step
};

/// Calls run() for all parts of the step in order, with each in `part` and of at most so many substeps; what is in them
/// is what replay() says, until run() says false. The pins are to have `pinCount` records, at least those of the plan.
void forEachWholePart(const Schedule& schedule, const StepPlan& plan, std::uint32_t pinCount,
                      std::uint32_t mostSubsteps, WholePart& part, const std::function<bool()>& run);

/// How often the loops of an invocation go round at most, for a part of a step over the largest bodies.
struct WholeLoops {
    std::uint64_t particles = 0;  ///< of a body, each of these
    std::uint64_t triangles = 0;
    std::uint64_t row = 0;  ///< triangles of a particle
    std::uint64_t sticks = 0;
    std::uint64_t levels = 0;
    std::uint64_t bends = 0;
    std::uint64_t elements = 0;

    std::uint64_t inSubstep(const StepPlan& plan) const;
};

/// What a whole body has.
struct WholeCounts {
    double particles = 0.0, triangles = 0.0, sticks = 0.0, levels = 0.0, bends = 0.0, elements = 0.0;
};

/// The kernel that takes whole bodies through all passes of a step: a workgroup takes one, or an invocation does.
class WholeBodies {
  public:
    /// Makes the kernel if the schedule has whole bodies and the device room for them. Errors: a Vulkan call that
    /// fails.
    Status create(const std::shared_ptr<Gpu>& gpu, const Schedule& schedule, const DeviceBuffers& buffers,
                  const GpuSolverOptions& options);

    /// Whether the whole bodies of a step go through here; else they go pass after pass, as all else.
    bool take(const StepPlan& plan) const { return program_.pipeline && plan.hasWhole && mostSubsteps(plan) > 0; }

    /// In one dispatch.
    std::uint32_t mostSubsteps(const StepPlan& plan) const;

    /// So many bodies, so that it ends in time.
    std::uint32_t bodiesAtOnce(const StepPlan& plan, std::uint32_t substeps) const;

    /// Records one part. Substeps, colliders and pins are in their buffers.
    void dispatch(VkCommandBuffer commands, const WholePart& part) const;

  private:
    std::unique_ptr<Programs> programs_;
    Program program_;
    TileForm form_ = TileForm::Workgroup;
    std::uint64_t mostLoops_ = 0;
    WholeLoops loops_;
    GpuTraits traits_;
    PassWork work_;
    WholeCounts counts_;
};

}  // namespace pliant
