#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

namespace pliant {

/// Which vertices lie at the same place. Groups are numbered by their first vertex.
struct Weld {
    std::vector<std::uint32_t> groupOfVertex;  ///< per vertex
    std::vector<std::uint32_t> firstVertex;    ///< per group: the lowest vertex in it
};

/// Groups vertices of equal position; -0 equals +0. Coordinates must be finite.
Weld weldVertices(const std::vector<glm::vec3>& vertices);

}  // namespace pliant
