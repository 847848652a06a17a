#pragma once

#include <cstdint>
#include <glm/common.hpp>
#include <glm/vec3.hpp>
#include <vector>

namespace pliant {

/// Triangles in space.
struct TriangleMesh {
    std::vector<glm::dvec3> points;      ///< [m]
    std::vector<std::uint32_t> corners;  ///< three per triangle
};

struct Triangle3 {
    glm::dvec3 a, b, c;
    glm::dvec3 low() const { return glm::min(a, glm::min(b, c)); }
    glm::dvec3 high() const { return glm::max(a, glm::max(b, c)); }
};

inline Triangle3 triangleOf(const TriangleMesh& mesh, std::size_t index) {
    const auto x = [&](std::size_t corner) { return mesh.points[mesh.corners[3 * index + corner]]; };
    return {x(0), x(1), x(2)};
}

}  // namespace pliant
