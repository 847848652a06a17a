#pragma once

#include <array>
#include <memory>

#include "device.h"
#include "pliant/gpu/gpu_surface.h"

namespace your_renderer {

/// A cloth in gusty wind: all of this application that knows Pliant, which comes in at the five places of cloth.cpp
/// that are marked "Pliant 1 of 5" to "5 of 5".
class Cloth {
  public:
    /// Between its steps the cloth is drawn where it is `interpolate`d to be, or else where the last step has left
    /// it.
    static pliant::Result<std::unique_ptr<Cloth>> create(const Device& device, bool interpolate);
    ~Cloth();

    /// Once, before the first frame. The commands must have been executed before releaseUpload().
    pliant::Status recordUpload(VkCommandBuffer commands);
    void releaseUpload();

    /// Records what has happened in so many seconds, outside of a render pass.
    pliant::Status recordMotion(VkCommandBuffer commands, double seconds);

    /// What the pipeline reads: positions, normals and texture coordinates, one binding and location each.
    std::array<VkVertexInputBindingDescription, 3> bindings() const;
    std::array<VkVertexInputAttributeDescription, 3> attributes() const;
    void recordDraw(VkCommandBuffer commands) const;

  private:
    Cloth(const Device& device, pliant::GpuSolver solver, pliant::GpuSurface surface);
    void makeTexturePlaces();

    const Device& device_;
    pliant::GpuSolver solver_;
    pliant::GpuSurface surface_;
    Buffer texturePlaces_;
    double time_ = 0.0;         // simulated so far [s]
    double unsimulated_ = 0.0;  // and not yet, less than a step [s]
};

}  // namespace your_renderer
