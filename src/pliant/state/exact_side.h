#pragma once

#include <array>

#include "pliant/scene/scene.h"

namespace pliant {

/// On which side of the plane through a, b and c a point is: 1 where it sees them counter-clockwise, -1 on the other
/// side, 0 in the plane. Exact: decided by the bits of the coordinates, which are finite, and not by how they round.
/// In double where that is certain, else by sums without error (Shewchuk 1997, "Adaptive Precision Floating-Point
/// Arithmetic and Fast Robust Geometric Predicates", bound A and figure 6).
int sideOf(const vec3& a, const vec3& b, const vec3& c, const vec3& point);

/// Whether the segment from p to q goes through a triangle, or through one of its edges: what only touches it, with an
/// end or at a corner, or lies in its plane, does not.
bool isPierced(const std::array<vec3, 3>& triangle, const vec3& p, const vec3& q);

}  // namespace pliant
