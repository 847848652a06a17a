#pragma once

#include <array>
#include <glm/vec3.hpp>

#include "pliant/export.h"
#include "pliant/scene/scene.h"

namespace pliant {

/// What a body of tetrahedra is made of. None of the numbers depends on how finely it is cut.
struct TetMaterial {
    float density = 1000.0f;  ///< [kg/m^3]
    /// Of sticks along all edges. Of a compliant one [m/N] so much longer gets a cube of 1 m that is pulled by 1 N
    /// across two of its faces: 1 / (Young's modulus [N/m^2] times 1 m). Of Hooke ones the inverse of that. In cells
    /// of five tetrahedra it is 1.2 times as stiff along the axes of the cells. Without the tetrahedra's own
    /// stiffness Poisson's ratio is about 1/4.
    StickMaterial edge;
    /// Of the tetrahedra: 1 / bulk modulus [m^2/N], 0 ... 1e6; 0 keeps their volumes as well as the step allows,
    /// which also stiffens the body against bending: there are more tetrahedra than corners (locking).
    float bulkCompliance = 0.0f;
};

/// Tetrahedra before they are particles of a scene, the corners of each as in SceneTet.
struct TetMesh {
    std::vector<glm::dvec3> points;                  ///< [m]; every one is a corner
    std::vector<std::array<std::uint32_t, 4>> tets;  ///< four indices of points each
    /// Per tetrahedron how much of it is material: so much of the mass and the stiffness of a full one. Empty: all are
    /// full.
    std::vector<double> shares;

    double shareOf(std::size_t tet) const { return shares.empty() ? 1.0 : shares[tet]; }  ///< that of `shares`, or 1
};

/// Volume, positive for corners in the order of SceneTet [m^3].
PLIANT_API double volumeOf(const TetMesh& mesh, std::size_t tet);

/// The triangles that belong to one tetrahedron alone, counter-clockwise seen from outside, three corners each.
PLIANT_API std::vector<std::uint32_t> boundaryOf(const TetMesh& mesh);

/// The first number of the material that is out of its range; `name` is the body's.
PLIANT_API Status validate(const TetMaterial& material, const std::string& name);

/// Adds the tetrahedra as a body whose vertices and faces are those of the boundary: particles with a quarter of the
/// mass of each of their tetrahedra, a stick along every edge. Points are rounded to floats first, and what is at rest
/// is measured after that: the body is at rest where it is, however far from the origin. Errors: a tetrahedron that
/// names a point that is not there or has no volume, a particle that is too light, a material out of its range.
/// On error the scene is as before.
PLIANT_API Result<std::uint32_t> addTetMesh(Scene& scene, TetMesh mesh, const TetMaterial& material,
                                            const std::string& name);

}  // namespace pliant
