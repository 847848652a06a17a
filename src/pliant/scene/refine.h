#pragma once

#include "pliant/scene/triangle_mesh.h"

namespace pliant {

/// Halves edges that are longer than `spacing` [m], the longest first, together with the triangles at both sides, until
/// there are none or more points than `mostPoints`. Points that are added come behind the others. So triangles stay as
/// round as they are (Rivara 1984, "Algorithms for refining triangular grids"). The mesh must be closed.
void halveEdges(TriangleMesh& mesh, double spacing, std::size_t mostPoints);

/// Length of the longest edge [m].
double longestEdge(const TriangleMesh& mesh);

}  // namespace pliant
