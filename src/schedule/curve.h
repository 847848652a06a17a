#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

namespace pliant {

/// Per point its place along a Hilbert curve through their common cube, of 2^16 cells along an edge; points of one cell
/// in their own order. Points whose places are near each other are near each other, and there are no jumps. In whole
/// numbers, so that every machine finds the same (Hilbert 1891; Skilling 2004, "Programming the Hilbert curve").
std::vector<std::uint32_t> placesAlongCurve(const std::vector<glm::vec3>& points);

}  // namespace pliant
