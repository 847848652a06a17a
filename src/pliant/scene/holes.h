#pragma once

#include "pliant/scene/triangle_mesh.h"

namespace pliant {

/// A hole in a mesh: a closed way along edges that more triangles go along one way than the other.
struct Hole {
    std::vector<std::uint32_t> points;  ///< one after another, against the direction of the triangles there
    double length = 0.0;                ///< around it [m]
    glm::dvec3 middle{0.0};             ///< mean of its points [m]
    glm::dvec3 area{0.0};               ///< normal of the fan around the middle, times its area [m^2]
    double radius = 0.0;                ///< from the middle to the farthest point [m]
};

/// The holes of a mesh, none if it is closed.
std::vector<Hole> holesOf(const TriangleMesh& mesh);

/// The mesh with a fan of triangles, around an added point, over each of its holes: a closed one.
TriangleMesh closedMesh(TriangleMesh mesh, const std::vector<Hole>& holes);

/// The fan over one of them alone.
TriangleMesh fanOf(const TriangleMesh& mesh, const Hole& hole);

/// The part of closedMesh()'s winding number at a point that comes from the fan over a hole: its solid angle / 4 pi.
/// What is left without all of them is the generalized winding number of the mesh itself: Jacobson, Kavan &
/// Sorkine-Hornung 2013, "Robust inside-outside segmentation using generalized winding numbers". That sums over all
/// triangles; here only rays meet those, and sums are over the edges of holes alone. A hole far away counts as a point.
double windingOfFan(const TriangleMesh& mesh, const Hole& hole, const glm::dvec3& point);

/// Whether the mesh has an inside in spite of its holes: over half of its area the winding number is within a quarter
/// of a whole number, as over a bowl that is as deep as half a ball. Over a flat sheet it is a half everywhere. Of a
/// mesh of many triangles some are asked.
bool hasInside(const TriangleMesh& mesh, const std::vector<Hole>& holes);

}  // namespace pliant
