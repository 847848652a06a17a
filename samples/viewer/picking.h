#pragma once

#include <optional>
#include <span>

#include "pliant/surface/surface.h"
#include "viewer/camera.h"

namespace pliant::viewer {

/// What a ray meets first.
struct Pick {
    std::uint32_t particle = 0;  ///< of the scene: the nearest corner of the triangle, or end of the line, that is met
    float distance = 0.0f;       ///< from the ray's origin to the particle, along the ray [m]
};

/// Looks at all triangles, and at lines. `tolerance` [rad, seen from the origin] is how far beside them a person may
/// point: a line that is met within a quarter of it hides what is behind; where nothing is met at all, the line or
/// corner that is seen nearest within the tolerance is taken; of a vertex that particles carry, the nearest of them.
/// Places are those of verticesOf(); what is no number is never met.
std::optional<Pick> pick(const Ray& ray, float tolerance, const Surface& surface, const Schedule& schedule,
                         std::span<const vec3> places);

/// The ornament that the ray meets first, no farther away than `nearest` [m]: the particle that it is drawn at.
/// `positions` are in the scene's order.
std::optional<Pick> pickOrnament(const Ray& ray, std::span<const samples::Ornament> ornaments,
                                 std::span<const vec3> positions, float nearest);

}  // namespace pliant::viewer
