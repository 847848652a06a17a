#pragma once

#include <array>
#include <span>
#include <vector>

#include "pliant/scene/obstacle.h"

namespace pliant {

/// The particles of an obstacle, as points on its triangles: first those that others touch, then vertices that are near
/// one of these.
struct ObstaclePoints {
    std::vector<ObstaclePoint> points;
    std::vector<std::uint32_t> pointOfVertex;  ///< per particle that the mesh alone would have
    std::uint32_t touched = 0;                 ///< how many others touch
    /// Between points that others touch, as Body::touchFaces has them. They follow the surface where points lie on it:
    /// of a vertex, or a point on an edge, that is near another point that one is taken, so that needles become edges.
    std::vector<std::array<std::uint32_t, 3>> faces;
};

/// `body` is that of the mesh alone, whose vertices are at `vertices` [m]; points are `spacing` [m] from each other.
ObstaclePoints pointsOf(const Body& body, const std::vector<vec3>& positions, const std::vector<vec3>& vertices,
                        float spacing);

/// Where a point is, of vertices that are there.
vec3 placeOf(const ObstaclePoint& point, std::span<const vec3> vertices);

}  // namespace pliant
