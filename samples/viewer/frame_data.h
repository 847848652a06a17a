#pragma once

#include <array>

#include "viewer/model_buffers.h"
#include "viewer/renderer.h"
#include "viewer/shaders/view.h"

namespace pliant::viewer {

/// What is drawn of a view's colliders and a scene's ornaments: those of finite size, and the grounds. Where no
/// collider is a plane there is a ground under the scene, unless the picture is flat.
struct ShownSolids {
    std::vector<Solid> solids;          ///< colliders of finite size first, then ornaments, then grounds
    std::vector<ColliderShape> shapes;  ///< of those of finite size
    std::uint32_t ornamentCount = 0;    ///< of those
    std::uint32_t groundCount = 0;
};
ShownSolids solidsOf(const View& view, const Model& model);

FrameData frameDataOf(const View& view, const Model& model, VkExtent2D extent, bool encodes);

/// Per light the lowest and highest coordinate along each of its axes, as bounds.glsl keeps them: of the colliders
/// alone.
using BoundsData = std::array<std::uint32_t, 6 * kLightCount>;
BoundsData boundsOf(const View& view, const FrameData& frame);

}  // namespace pliant::viewer
