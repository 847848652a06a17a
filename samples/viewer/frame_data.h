#pragma once

#include <array>

#include "viewer/model_buffers.h"
#include "viewer/renderer.h"
#include "viewer/shaders/view.h"

namespace pliant::viewer {

/// What is drawn of a view's colliders: those of finite size, and the grounds. Where no collider is a plane there
/// is a ground under the scene.
struct ShownSolids {
    std::vector<Solid> solids;  ///< finite ones first
    std::vector<Shape> shapes;  ///< of those
    std::uint32_t groundCount = 0;
};
ShownSolids solidsOf(const View& view, const Model::Buffers& model);

FrameData frameDataOf(const View& view, const Model::Buffers& model, VkExtent2D extent, bool encodes);

/// Per light the lowest and highest coordinate along each of its axes, as bounds.glsl keeps them: of the colliders
/// alone.
using BoundsData = std::array<std::uint32_t, 6 * kLightCount>;
BoundsData boundsOf(const View& view, const FrameData& frame);

}  // namespace pliant::viewer
