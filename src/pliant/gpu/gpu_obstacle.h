#pragma once

#include "pliant/export.h"
#include "pliant/gpu/gpu_solver.h"
#include "pliant/scene/obstacle.h"

namespace pliant {

struct PassConstants;

/// Where an obstacle's vertices are in a buffer of the caller's: three floats each [m], in the order in which
/// addObstacle() took them.
struct VertexSource {
    /// Of the solver's device and with VK_BUFFER_USAGE_STORAGE_BUFFER_BIT; it must live as long as the obstacle.
    VkBuffer buffer = nullptr;
    std::uint64_t offset = 0;     ///< [bytes] of the first vertex, a multiple of 4
    std::uint64_t sizeBytes = 0;  ///< of the buffer: behind it nothing is read
    std::uint32_t stride = 12;    ///< [bytes] from one to the next, a multiple of 4 from 12 to 1024
};

/// An obstacle that goes where its vertices are in device memory, such as a character that a kernel of the renderer's
/// has skinned: nothing goes over the host, and the number of its particles has no limit of its own. Steps move it that
/// name it in StepInputs::obstacles; in others it rests. It gets the bits that moveObstacle() gives it for the same
/// floats.
///
/// A kernel at the beginning of the step reads the buffer. It waits for earlier compute and transfer writes in the
/// queue; what else has written there wants a barrier to COMPUTE_SHADER, SHADER_READ before the step is recorded. A
/// barrier COMPUTE_SHADER, 0 -> the next writer's stage, 0 keeps that from overwriting what is still to be read. A
/// buffer of another queue family is handed over before, as Vulkan wants it.
///
/// Nobody looks at the floats on the host: a particle with a vertex that is not finite, or beyond 1e9 m, stays where it
/// is in that step and is counted in Snapshot::lost.
class PLIANT_API GpuObstacle {
  public:
    /// Of a solver of that scene. Errors: what is not this scene's obstacle, a scene of another number of particles, no
    /// buffer, a stride or an offset that breaks the rules above, a buffer without room for the vertices, one above the
    /// device's limit for kernels, a Vulkan call that fails.
    static Result<GpuObstacle> create(const GpuSolver& solver, const Scene& scene, const Obstacle& obstacle,
                                      const VertexSource& source);

    /// On a borrowed device, once after create(), as those of GpuSolver.
    Status recordUpload(VkCommandBuffer commands);
    /// After the commands of recordUpload() have been executed: gives back the host memory that they copied from.
    void releaseUpload();

    GpuObstacle(GpuObstacle&&) noexcept;             ///< what is moved from can only be assigned to or destroyed
    GpuObstacle& operator=(GpuObstacle&&) noexcept;  ///< likewise
    /// No step that moves it may be in flight. Once its solver is gone it can only be destroyed.
    ~GpuObstacle();

  private:
    friend class GpuSolver;
    friend class StepRecorder;
    struct State;
    explicit GpuObstacle(std::unique_ptr<State> state);

    // Of a step: what it moves, and whether it may. `positions`: the solver's.
    static Status plan(const StepInputs& inputs, VkBuffer positions, const Progress& progress, StepPlan& plan);
    Status check(std::uint64_t offset, VkBuffer positions, const Progress& progress) const;
    Status checkUpload(VkCommandBuffer commands) const;
    void recordPlaces(VkCommandBuffer commands, std::uint64_t offset) const;
    void recordMove(VkCommandBuffer commands, const PassConstants& constants) const;

    std::unique_ptr<State> state_;
};

}  // namespace pliant
