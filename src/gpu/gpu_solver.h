#pragma once

#include <memory>

#include "gpu/gpu.h"
#include "schedule/step_plan.h"
#include "state/snapshot.h"

namespace pliant {

/// Bytes of device memory that a solver of this schedule takes, known without a device.
std::uint64_t deviceBytes(const Schedule& schedule);

/// Replays a schedule on a Vulkan device. Positions stay in device memory; everything is allocated at creation.
/// On a device whose info().sameBits holds, every particle has the bits that CpuSolver gives it.
class GpuSolver {
  public:
    /// Starts in the scene's own state. Errors: a buffer above the device's limit (both numbers are named), a Vulkan call
    /// that fails (out of memory says how much was asked for).
    static Result<GpuSolver> create(std::shared_ptr<Gpu> gpu, SchedulePtr schedule);

    /// One step, submitted (a very long one in parts) and waited for. Errors: those of planStep(), a Vulkan call that fails.
    Status step(const StepSettings& settings = {}, const StepInputs& inputs = {});

    /// Records one step into a command buffer of the caller's and does nothing else; the state it speaks of is that after all
    /// steps recorded so far, so each recorded step must be submitted once, in order. The first commands wait for earlier
    /// compute and transfer writes in the queue; inputs travel in the command buffer (vkCmdUpdateBuffer), and a step that pins
    /// or releases particles measures the tethers anew and records the whole table. After the last commands positions() has
    /// been written by the compute stage with shader-write access; the caller's barrier makes that visible to what reads it,
    /// and keeps the next step from overtaking it. Errors: those of planStep(); nothing is recorded then.
    Status recordStep(VkCommandBuffer commands, const StepSettings& settings = {}, const StepInputs& inputs = {});

    /// One vec4 per particle, in schedule order (Schedule::sceneParticle): position [m], inverse mass [1/kg].
    /// Usage: storage, vertex, transfer source.
    VkBuffer positions() const;

    /// The state after the last step, read back and put in the scene's order. Waits. Errors: a Vulkan call that fails.
    Result<Snapshot> snapshot() const;

    /// Goes on from a snapshot of the same scene, of either backend. Waits; no recorded step may be in flight.
    /// Errors: those of toSolverState() (nothing has changed then), a Vulkan call that fails.
    Status restore(const Snapshot& snapshot);

    GpuSolver(GpuSolver&&) noexcept;
    GpuSolver& operator=(GpuSolver&&) noexcept;
    ~GpuSolver();

  private:
    struct State;
    explicit GpuSolver(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace pliant
