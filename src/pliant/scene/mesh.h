#pragma once

#include "pliant/export.h"
#include "pliant/scene/fabric.h"

namespace pliant {

/// A body from a surface mesh of polygons.
///  - Vertices at equal positions are welded into one particle; Body::vertexParticles keeps the user's numbering.
///  - Every edge is a structural stick.
///  - Corners two apart in a face of four or more corners are joined by a shear stick: both diagonals of a quad.
///  - Across every edge that two faces share, the corners next to the edge's ends are joined by a bending stick: the
///    opposite corners of two triangles, the corners two apart along the rows and columns of a grid of quads.
/// A pair of particles is joined once: structural goes before shear, shear before bending.
/// Legal though odd: edges shared by many faces, several components, repeated faces, and vertices used by no face: they
/// become no particles, but keep their numbers (Body::looseVertices).
struct MeshDescription {
    std::string name = "mesh";               ///< for files and errors
    std::vector<vec3> vertices;              ///< [m]
    std::vector<std::uint32_t> faceSizes;    ///< per face: number of corners, at least 3
    std::vector<std::uint32_t> faceCorners;  ///< all corners, face after face: indices into vertices
    float arealDensity = 0.15f;              ///< [kg/m^2]; a face's mass is shared equally by its corners
    StickMaterial structural;                ///< of all edges
    StickMaterial shear;                     ///< of diagonals of faces
    StickMaterial bend;                      ///< of sticks across edges that two faces share
    std::optional<Fabric>
        fabric;  ///< instead of the density and the three materials above: the sticks of a piece of it, at any
                 ///< resolution, and the bends of bendsOfMesh() in place of bending sticks. Edges of
                 ///< triangles after Van Gelder 1998, which fits a Poisson ratio of 1/3
};

/// Adds the mesh and returns the index of its body. Errors, each with the index of the face or vertex: no faces, a face
/// of fewer than three corners, a corner out of range or used twice by a face, an edge of more than 64 faces (each pair
/// of them bends), a coordinate that is not finite or too large, no area, or next to none, a fabric or a material out
/// of its range. On error the scene is as before.
PLIANT_API Result<std::uint32_t> addMesh(Scene& scene, const MeshDescription& mesh);

}  // namespace pliant
