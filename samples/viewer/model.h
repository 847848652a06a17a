#pragma once

#include "pliant/gpu/gpu_surface.h"
#include "scenes/scenes.h"
#include "viewer/device.h"

namespace pliant::viewer {

/// A scene on the device: its solver, what is drawn of it, and what the renderer adds (pattern coordinates, ropes
/// as tubes, per particle a number to be shown as colour).
class Model {
  public:
    /// Uploads and waits. Errors: more vertices than the device can number, those of GpuSolver, GpuSurface and of
    /// Vulkan calls.
    static Result<std::unique_ptr<Model>> create(Device& device, samples::SampleScene sample, SchedulePtr schedule);
    ~Model();

    /// Records one step, and what is drawn after it (normals); `nextPart` and errors as of GpuSolver::recordStep().
    Status recordStep(VkCommandBuffer commands, const StepSettings& settings, const StepInputs& inputs,
                      const std::function<Result<VkCommandBuffer>()>& nextPart = {});
    Status recordVertices(VkCommandBuffer commands);

    /// Waits; the scene's order.
    Result<Snapshot> snapshot();
    /// The same: where the particles are in the world.
    Result<std::vector<vec3>> places();
    /// Where colliders stand that may be given in frames of reference, as these are after the last step.
    std::vector<Collider> inWorld(const std::vector<Collider>& colliders) const;
    /// Waits; the state, and the vertices that go with it.
    Status restore(const Snapshot& snapshot);

    /// A number per particle of the scene, 0 ... 1, for Show::Heat; carried vertices take it from their particles.
    /// Waits.
    Status setHeat(const std::vector<float>& heat);
    /// Lines that Show::Contacts draws: their ends in the world [m], two by two, at most one line per particle. Waits.
    Status setNeedles(const std::vector<vec4>& ends);

    const samples::SampleScene& sample() const;
    const SchedulePtr& schedule() const;
    GpuSolver& solver();
    const GpuSurface& surface() const;

    struct Buffers;  // for the renderer, in model_buffers.h
    const Buffers& buffers() const;

  private:
    Model();
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace pliant::viewer
