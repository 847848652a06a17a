#pragma once

#include "scene/cells.h"

namespace pliant {

/// Triangles in space.
struct TriangleMesh {
    std::vector<glm::dvec3> points;      ///< [m]
    std::vector<std::uint32_t> corners;  ///< three per triangle
};

/// Per cell 1 if its centre is inside the closed mesh: where the mesh winds around it, either way. So of two shells,
/// one in the other, the inner one bounds a hole if it faces the other way; shells that overlap count as one. Casts a
/// ray along every row of cells; takes time in proportion to cells and to the cells that triangles cover.
std::vector<std::uint8_t> cellsInside(const TriangleMesh& mesh, const CellGrid& grid);

/// Finds places on a mesh near the corners of a grid.
class NearbySurface {
  public:
    /// `mesh` must outlive it.
    NearbySurface(const TriangleMesh& mesh, const CellGrid& grid);

    /// The place on the mesh nearest to a corner of the grid, if any is within the eight cells around that.
    std::optional<glm::dvec3> nearestTo(const std::array<std::uint32_t, 3>& corner) const;

  private:
    const TriangleMesh& mesh_;
    CellGrid grid_;
    std::vector<std::uint32_t> first_;      // per cell, and one more: where its triangles start
    std::vector<std::uint32_t> triangles_;  // that may reach into it
};

}  // namespace pliant
