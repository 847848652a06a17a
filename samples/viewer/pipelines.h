#pragma once

#include <array>

#include "viewer/owned.h"
#include "viewer/shader_code.h"

namespace pliant::viewer {

enum class PipelineName {
    MeasureBounds,
    MeasureStretch,
    CastCloth,  // into a light's depth map
    CastTube,
    CastSolid,
    Cloth,
    Crease,
    Tube,
    RopeEnd,
    Shell,
    Solid,
    Ground,
    Sky,
    Line,
    Dot,
    FlatBackground,  // these lie on each other in the order in which they are drawn
    FlatFace,
    FlatLine,
    FlatSolid,
    FlatDot,
};
inline constexpr std::size_t kPipelineCount = std::size_t(PipelineName::FlatDot) + 1;

class Pipelines {
  public:
    /// Errors: Vulkan calls that fail.
    Status create(Device& device, VkPipelineLayout layout, VkRenderPass picturePass, VkRenderPass shadowPass);
    VkPipeline operator[](PipelineName name) const { return pipelines_[std::size_t(name)]; }

  private:
    std::array<Owned<VkPipeline>, kPipelineCount> pipelines_;
};

}  // namespace pliant::viewer
