#pragma once

#include <array>
#include <cstdint>
#include <glm/vec2.hpp>
#include <optional>
#include <vector>

namespace pliant {

/// A closed line in the plane; counter-clockwise where nothing else is said. All of this is computed in double, which
/// is exact for coordinates of similar size.
using Polygon = std::vector<glm::vec2>;

/// Positive for counter-clockwise.
double areaOf(const Polygon& polygon);

/// Two edges that touch, other than neighbours at the point they share; the lower first. Edge i runs from point i to
/// the next. None: the polygon is simple. Fast where few edges lie one above another: they are sorted along x.
std::optional<std::array<std::uint32_t, 2>> touchingEdges(const Polygon& polygon);

/// Cuts a simple polygon into triangles, all counter-clockwise and with an area, which use every point: ears are
/// clipped, shortest diagonal first. Points may lie straight between their neighbours. Time grows with the square of
/// their number.
std::vector<std::array<std::uint32_t, 3>> triangulate(const Polygon& polygon);

/// Per point the one across the inside: of the edge that the point meets first, looking along its inner bisector, the
/// end that is nearer to where it meets. A point that sees none, or only its neighbours, has itself.
std::vector<std::uint32_t> opposites(const Polygon& polygon);

}  // namespace pliant
