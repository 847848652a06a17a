#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

namespace pliant {

/// Per point its place along a space-filling curve through their common cube, of 2^16 cells along an edge: that of
/// Morton 1966, "A Computer Oriented Geodetic Data Base", whose numbers are the bits of x, y and z in turns. Points of
/// one cell are in their own order. Cells by + - * / in double, places in whole numbers: every machine finds the same.
std::vector<std::uint32_t> placesAlongCurve(const std::vector<glm::vec3>& points);

}  // namespace pliant
