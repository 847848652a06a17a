#pragma once

#include <functional>
#include <memory>

#include "pliant/export.h"
#include "pliant/gpu/gpu.h"
#include "pliant/gpu/solver_options.h"
#include "pliant/gpu/step_profile.h"
#include "pliant/schedule/memory.h"
#include "pliant/schedule/step_plan.h"
#include "pliant/state/snapshot.h"

namespace pliant {

/// Device memory that a solver of this schedule takes, known without a device: what its buffers take, those that it has
/// no use for left out; and the bytes of all.
PLIANT_API std::vector<MemoryUse> deviceMemory(const Schedule& schedule);
/// The sum of deviceMemory() [bytes].
PLIANT_API std::uint64_t deviceBytes(const Schedule& schedule);

/// Replays a schedule on a Vulkan device. Positions stay in device memory; everything is allocated at creation.
/// On a device whose info().sameBits holds, every particle has the bits that CpuSolver gives it.
class PLIANT_API GpuSolver {
  public:
    /// Starts in the scene's own state. Errors: no device or schedule, particles that backward Euler moves, a workgroup
    /// size that is none or above the device's limit, tiles that its limits do not allow, a buffer above the device's
    /// limit or more than its memory in all (both numbers are named, nothing has been allocated), a Vulkan call that
    /// fails (out of memory says how much was asked for).
    static Result<GpuSolver> create(std::shared_ptr<Gpu> gpu, SchedulePtr schedule,
                                    const GpuSolverOptions& options = {});

    /// On a borrowed device, once after create() and after each restore(): records the copies that bring the state to
    /// the device, and what makes it visible to steps recorded later for the same queue. On a device of our own nothing
    /// is left to do. Errors: a null command buffer.
    Status recordUpload(VkCommandBuffer commands);

    /// After the commands of recordUpload() have been executed: gives back the host memory that they copied from.
    void releaseUpload();

    /// One step, submitted (a very long one in parts) and waited for. Its commands are kept, and submitted again where
    /// a step differs in its pins, colliders and frames of reference alone; a step that pins or releases particles, or
    /// moves a GpuObstacle, has commands of its own. `shouldStop`, if any, is asked between the parts of a long step;
    /// where it says so the step ends there, with an error. Other errors: those of planStep(), a borrowed device, a
    /// Vulkan call that fails. After an error in the midst of a step restore() must bring back a state before the next.
    /// Nothing is allocated on the host but by the driver, unless the step has more inputs than any before it, its
    /// commands are to be kept and were not, or it pins or releases particles of a scene with tethers or ropes, which
    /// are measured anew. recordStep() allocates for the first and the last of these alone.
    Status step(const StepSettings& settings = {}, const StepInputs& inputs = {},
                const std::function<bool()>& shouldStop = {});

    /// The same, with a look at where the time goes. Errors: also a queue without timestamps.
    Result<StepProfile> profileStep(const StepSettings& settings = {}, const StepInputs& inputs = {});

    /// Records one step into a command buffer of the caller's, outside of a render pass and of conditional rendering,
    /// and does nothing else; compute pipeline, compute descriptor sets and push constants are ours afterwards. The
    /// state it speaks of is that after all steps recorded so far, so each recorded step must be submitted once, in
    /// order. The first commands wait for earlier compute and transfer writes in the queue; inputs travel in the
    /// command buffer (vkCmdUpdateBuffer), and a step that pins or releases particles measures the tethers anew and
    /// records the whole table. After the last commands positions() has been written by the compute stage with
    /// shader-write access; the caller's barrier makes that visible to what reads it, and keeps the next step from
    /// overtaking it. Errors: those of planStep(), a null command buffer, recordUpload() left out; nothing is recorded
    /// then. A command buffer that is not being recorded is for the validation layer to tell. A step that is too long
    /// for one command buffer, of thousands of substeps, is recorded in parts where `nextPart` is given: it takes what
    /// has been recorded so far, to be submitted before the rest, and gives a command buffer to go on in. Its errors
    /// end the step in its midst; restore() must bring back a state then.
    Status recordStep(VkCommandBuffer commands, const StepSettings& settings = {}, const StepInputs& inputs = {},
                      const std::function<Result<VkCommandBuffer>()>& nextPart = {});

    /// One vec4 per particle, in schedule order (Schedule::sceneParticle): position [m], inverse mass [1/kg].
    /// Usage: storage, vertex, index, transfer source and destination.
    VkBuffer positions() const;

    /// The state after the last step, read back and put in the scene's order. Waits. Errors: a borrowed device, a
    /// step that was stopped in its midst, a device that has ended loops before their time (GpuTraits::mostLoops), a
    /// Vulkan call that fails.
    Result<Snapshot> snapshot() const;

    /// The same in two halves, for a borrowed device: records the copies into memory that the host sees; and after
    /// those commands have been executed, makes a snapshot of it. One at a time; steps recorded in between do not
    /// disturb it. Errors: a null command buffer, recordUpload() left out; no recordSnapshot() before.
    Status recordSnapshot(VkCommandBuffer commands);
    /// The second half: the state that recordSnapshot() copied, in the scene's order.
    Result<Snapshot> recordedSnapshot() const;

    /// Goes on from a snapshot of the same scene, of either backend. On a device of our own it waits; on a borrowed one
    /// recordUpload() follows, which then brings everything that has not been released: also where an earlier upload
    /// was thrown away. Nothing that was recorded may be in flight. Errors: those of toSolverState() (nothing has
    /// changed then), a Vulkan call that fails.
    Status restore(const Snapshot& snapshot);

    /// The scene's frames of reference after the last step that was recorded.
    const std::vector<FrameState>& frames() const;

    const std::shared_ptr<Gpu>& gpu() const;  ///< what it was created on
    const SchedulePtr& schedule() const;      ///< what it replays

    GpuSolver(GpuSolver&&) noexcept;             ///< what is moved from can only be assigned to or destroyed
    GpuSolver& operator=(GpuSolver&&) noexcept;  ///< likewise
    ~GpuSolver();  ///< gives all device memory back; waits for nothing, so nothing of it may be in flight

  private:
    friend class GpuObstacle;
    std::vector<VkBuffer> bufferHandles() const;  // by the numbers of shared/bindings.h

    struct State;
    explicit GpuSolver(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace pliant
