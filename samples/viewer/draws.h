#pragma once

#include "viewer/bindings.h"
#include "viewer/frame_data.h"
#include "viewer/pipelines.h"
#include "viewer/targets.h"

namespace pliant::viewer {

/// One picture being recorded: what it needs, in order of use.
struct Drawing {
    Device& device;
    VkCommandBuffer commands;
    const Pipelines& pipelines;
    const Targets& targets;
    VkPipelineLayout layout;
    VkDescriptorSet set;
    VkBuffer solidMesh;
    const Model& model;
    const View& view;
    const ShownSolids& solids;
    std::uint32_t markerCount;  ///< of the dots; the highlighted one is behind them
};

/// Bounds, and strains where they are shown.
void recordMeasuring(const Drawing& drawing);
void recordShadows(const Drawing& drawing);
/// Inside the picture's render pass.
void recordPicture(const Drawing& drawing);
void recordFlatPicture(const Drawing& drawing);

}  // namespace pliant::viewer
