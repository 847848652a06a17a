#pragma once

#include <array>
#include <glm/mat3x3.hpp>
#include <optional>

#include "pliant/scene/triangle_mesh.h"

namespace pliant {

/// What tells how a rigid body moves.
struct SolidMass {
    double mass = 0.0;       ///< [kg]
    glm::dvec3 centre{0.0};  ///< [m]
    glm::dmat3 spread{0.0};  ///< integral of x x^T over the mass, with x from the centre [kg m^2]
};

/// Of what a closed mesh encloses, at a density [kg/m^3]: the sum over the tetrahedra between the triangles and a point
/// near by. Triangles that go round clockwise, seen from outside, make it negative.
SolidMass solidMassOf(const TriangleMesh& mesh, double density);

/// Particles that have the mass, the centre and the moments of a solid.
struct LumpedMass {
    std::vector<double> ofPoints;     ///< [kg], per point of the mesh
    std::array<glm::dvec3, 4> inner;  ///< [m]
    double ofInner = 0.0;             ///< [kg], of each of these
};

/// Shares the mass out to the points of the surface, as their triangles' areas are, and to four points within. What the
/// surface leaves of mass m, centre c and spread S is that of four equal particles at the corners
///
///     c + L t,  t = (1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1),    L L^T = S / m
///
/// exactly, as sum t = 0 and sum t t^T = 4 I. The surface gets as much as leaves a spread that is one. None where the
/// solid is as good as flat.
std::optional<LumpedMass> lumpedMassOf(const TriangleMesh& mesh, const SolidMass& solid);

}  // namespace pliant
