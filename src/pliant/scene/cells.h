#pragma once

#include "pliant/scene/tet_body.h"

namespace pliant {

/// A regular grid of cells that lies along the axes. Cell (x, y, z) has the number (z * counts[1] + y) * counts[0] + x.
struct CellGrid {
    glm::dvec3 low{0.0};   ///< [m], lowest corner
    glm::dvec3 size{1.0};  ///< [m], of a cell
    std::array<std::uint32_t, 3> counts{};

    std::size_t cellCount() const { return std::size_t(counts[0]) * counts[1] * counts[2]; }
    std::size_t cellAt(std::size_t x, std::size_t y, std::size_t z) const {
        return (z * counts[1] + y) * counts[0] + x;
    }
    glm::dvec3 corner(std::size_t x, std::size_t y, std::size_t z) const {
        return low + size * glm::dvec3(double(x), double(y), double(z));
    }
};

/// Corners of the five tetrahedra of a cell, by their bits, 1: along x, 2: along y, 4: along z: one in the middle and
/// four at corners, in every other cell the other way round, so that neighbours meet in the same triangles.
using CellTets = std::array<std::array<std::uint32_t, 4>, 5>;
const CellTets& tetsOfCell(std::uint32_t x, std::uint32_t y, std::uint32_t z);

/// All cells as tetrahedra. Corners are numbered as the grid has them: x first, then y, then z.
TetMesh cutCells(const CellGrid& grid);

}  // namespace pliant
