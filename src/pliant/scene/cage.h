#pragma once

#include "pliant/scene/pieces.h"

namespace pliant {

/// Tetrahedra around and within a mesh, that carry it.
struct Cage {
    CellGrid grid;
    Pieces pieces;
    PieceLists piecesOfCorner;
    TetMesh mesh;                         ///< of the filled pieces, five each
    std::vector<std::uint32_t> firstTet;  ///< per piece, if it is filled

    /// Tetrahedra of the filled pieces that have a corner in common with this one, its own first.
    std::vector<std::uint32_t> tetsNear(std::uint32_t piece) const;
};

/// All that the mesh touches or has inside, as tetrahedra. The outer corners are drawn onto the mesh, each as far as
/// every tetrahedron keeps a fifth of its volume, so that the cage touches a floor where the mesh does. Each is as full
/// as its piece, but not much emptier than others: nothing is so light and weak beside what it hangs on that the step
/// could not hold it.
Cage cageAround(const TriangleMesh& surface, const std::vector<Hole>& holes, const CellGrid& grid);

}  // namespace pliant
