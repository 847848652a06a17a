#pragma once

#include "pliant/export.h"
#include "pliant/scene/tet_body.h"

namespace pliant {

/// A surface mesh that is to be filled with cells of tetrahedra. Vertices at equal positions count as one.
struct LatticeDescription {
    std::string name = "lattice";            ///< for files and errors
    std::vector<vec3> vertices;              ///< [m]
    std::vector<std::uint32_t> faceSizes;    ///< per face: number of corners, at least 3
    std::vector<std::uint32_t> faceCorners;  ///< all corners, face after face: indices into vertices
    float cellSize = 0.1f;                   ///< [m], edge of the cells, at most: they end where the mesh does
    TetMaterial material;                    ///< of the cells
};

/// Adds a body that fills the mesh and carries it as its skin, vertex by vertex and face by face.
///  - Every part of the mesh is in a cell or, where it is a layer of less than half a cell, next to one; nothing is
///    left out, however thin. Outer corners of cells are drawn onto the mesh as far as every tetrahedron keeps a fifth
///    of its volume.
///  - The mass is that of what is inside the mesh, and cells weigh and resist by as much of them as is; but one that is
///    emptier than a 32nd counts as that much, or what hangs on it could not be held. Particles weigh in proportion to
///    the root of their share: one of a corner, which has little, is not so light that it swings.
///  - Parts of the mesh that keep half a cell apart are not glued together; nearer ones may be.
///  - Inside is where the generalized winding number is above a half: holes are bridged, shells may overlap, and
///    triangles may face the wrong way here and there. What is open as a sheet is has no inside, and is refused.
///  - Vertices that belong to no face go along with the nearest cell.
/// Errors: no faces, a bad corner or coordinate, a mesh without an inside (its largest hole is named), a cell size that
/// is not positive or gives too many cells, those of addTetMesh(). On error the scene is as before.
PLIANT_API Result<std::uint32_t> addLattice(Scene& scene, const LatticeDescription& lattice);

}  // namespace pliant
