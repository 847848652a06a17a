#pragma once

#include "scene/tet_body.h"

namespace pliant {

/// A closed surface mesh, filled with cells of tetrahedra. Vertices at equal positions count as one.
struct LatticeDescription {
    std::string name = "lattice";
    std::vector<vec3> vertices;              ///< [m]
    std::vector<std::uint32_t> faceSizes;    ///< per face: number of corners, at least 3
    std::vector<std::uint32_t> faceCorners;  ///< all corners, face after face: indices into vertices
    float cellSize = 0.1f;                   ///< [m], edge of the cubes; those whose centre is inside are filled
    TetMaterial material;
};

/// Adds a body that fills the mesh: cubes of five tetrahedra, their outer corners drawn onto the surface as far as
/// every tetrahedron keeps a fifth of its volume. What is thinner than a cell may be left out. Its faces are its own,
/// not those of the mesh. Errors: no faces, a bad corner or coordinate, a mesh that is not closed (an edge is named),
/// a cell size that is not positive or gives too many cells or none, those of addTetMesh(). On error the scene is as
/// before.
Result<std::uint32_t> addLattice(Scene& scene, const LatticeDescription& lattice);

}  // namespace pliant
