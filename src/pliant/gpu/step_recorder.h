#pragma once

#include <functional>

#include "pliant/gpu/host_inputs.h"
#include "pliant/gpu/kernels.h"
#include "pliant/gpu/pass_timer.h"
#include "pliant/gpu/whole_bodies.h"
#include "pliant/schedule/step_plan.h"

namespace pliant {

/// Memory of a recorder that the next one uses again.
struct RecorderRoom {
    std::vector<ColliderRecord> colliders;
    std::vector<FrameRecord> frames;
    WholePart whole;
};

/// What steps are recorded from. All of it outlives the recorder.
struct StepParts {
    const Gpu& gpu;
    const Schedule& schedule;
    const DeviceBuffers& buffers;
    const Kernels& kernels;
    const WholeBodies& wholeBodies;
    RecorderRoom& room;
};

/// Turns one planned step into commands: inputs, passes, and the barriers between them. It submits nothing.
class StepRecorder {
  public:
    StepRecorder(const StepParts& parts, const StepPlan& plan)
        : parts_(parts), plan_(plan), takesWhole_(parts.wholeBodies.take(plan)), isSkipping_(maySkip(parts, plan)) {}

    /// The step's inputs are copied from here whenever the commands run; else they are in the commands.
    void copyInputsFrom(const HostInputs& inputs) { inputs_ = &inputs; }

    /// Timestamps are recorded too; begin() and collect() are the caller's.
    void measureWith(PassTimer& timer) { timer_ = &timer; }

    /// A command buffer to go on in. Whatever has been recorded so far comes before what is recorded in it.
    using NextPart = std::function<Result<VkCommandBuffer>()>;

    /// Records all of it. Where `nextPart` is given, a command buffer gets kMostDispatches and no more, and one part of
    /// what whole bodies go through. Errors: those of `nextPart`.
    Status record(VkCommandBuffer commands, const NextPart& nextPart = {});

    /// So many that neither a command buffer nor the time that the device is busy with one grows without bound.
    static constexpr std::uint32_t kMostDispatches = 8192;

  private:
    static bool maySkip(const StepParts& parts, const StepPlan& plan);
    void begin();
    void beginSkipping();
    void endSkipping();
    void recordWholeBodies();
    void recordBodies(WholePart& part);
    void recordPasses();
    void recordEnd();
    void beginSubstep(std::uint32_t substep);
    void addPass(const Pass& pass, PassConstants constants);
    void addSweeps(const Pass& pass, PassConstants constants);
    void finishRun();
    std::uint32_t itemsAtOnce(const PassRun& run) const;
    void record(const PassRun& run);
    void makeRoom();
    void goOnInNextPart();
    void dispatch(const PassRun& run);

    const ObstacleInput* obstacleOf(const PassRun& run) const;
    void placeObstacles();

    void writeInputs();
    void writeColliders(std::uint32_t firstSubstep, std::uint32_t substeps);
    void writeFrames(std::uint32_t firstSubstep, std::uint32_t substeps);
    template <class T>
    void update(std::uint32_t buffer, std::span<const T> records) const;
    template <class Write>
    void writeBetweenPasses(Write&& write);
    void barrierBeforePass(VkPipelineStageFlags from);

    const StepParts parts_;
    const StepPlan& plan_;
    const bool takesWhole_;  // whole bodies go by themselves
    bool isSkipping_;        // what is recorded is left out by the device while all sleeps
    const HostInputs* inputs_ = nullptr;
    PassTimer* timer_ = nullptr;
    const NextPart* nextPart_ = nullptr;  // none, or one to be called
    Status status_;

    // Of the command buffer in hand.
    VkCommandBuffer commands_ = VK_NULL_HANDLE;
    std::uint32_t dispatchCount_ = 0;
    bool needsBarrier_ = false;   // a pass has been recorded since the last one
    bool countsChanged_ = false;  // and one that says how many workgroups others are to have
    PassRun run_;                 // that may still grow, and is recorded after it
};

}  // namespace pliant
