#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

namespace pliant {

/// Triangles between points of a triangle, as round as these let them be: Delaunay's, by insertion and flips (Lawson
/// 1977, "Software for C1 surface interpolation"). `corners` are those of the triangle [m], not on one line. Each point
/// has the weights of the three, of sum 1, 0 for that across from an edge that it lies on; no two are the same. Numbers
/// are those of corners, 0 to 2, and 3 and more for points; all triangles go round as the corners do.
std::vector<std::array<std::uint32_t, 3>> triangulate(const std::array<glm::dvec3, 3>& corners,
                                                      const std::vector<glm::dvec3>& points);

}  // namespace pliant
