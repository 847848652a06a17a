#pragma once

#include "pliant/scene/cells.h"
#include "pliant/scene/holes.h"

namespace pliant {

/// A cell has 4 x 4 x 4 parts; a bit says something of each of them.
inline constexpr std::uint32_t kCellParts = 4;
using CellMask = std::uint64_t;

/// Of a part, by its place in partsOf() or in its cell.
inline CellMask partBit(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    return CellMask(1) << (x % kCellParts + kCellParts * (y % kCellParts + kCellParts * (z % kCellParts)));
}

/// The grid whose cells are the parts of this one's.
CellGrid partsOf(const CellGrid& grid);

/// Where in it the part is that a point lies in, or that is next to a point outside.
std::array<std::uint32_t, 3> partAt(const CellGrid& parts, const glm::dvec3& point);

/// The cell of a part.
inline std::size_t cellOfPart(const CellGrid& grid, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    return grid.cellAt(x / kCellParts, y / kCellParts, z / kCellParts);
}

struct Inside {
    std::vector<CellMask> parts;  ///< per cell those whose middle is inside
    double volume = 0.0;          ///< of what is inside [m^3]; not only counted in parts
};

/// What is inside the mesh: where its generalized winding number is above a half, either way.
/// So of two shells, one in the other, the inner one bounds a hollow if it faces the other way; shells that overlap
/// count as one; over a hole the inside ends in a lid. Casts a ray along every row of parts, and adds what holes take
/// away: takes time in proportion to parts, to the parts that triangles cover, and to cells times edges of holes
/// nearby.
Inside insideOf(const TriangleMesh& mesh, const std::vector<Hole>& holes, const CellGrid& grid);

/// Per cell the parts that triangles reach into, or that lie against them.
std::vector<CellMask> partsTouched(const TriangleMesh& mesh, const CellGrid& grid);

}  // namespace pliant
