#pragma once

#include "pliant/export.h"
#include "pliant/scene/mesh.h"

namespace pliant {

/// A ball's surface of triangles: an icosahedron of which every edge is halved `subdivisions` times, at most 8; 20 *
/// 4^n triangles, counter-clockwise seen from outside. Only vertices and faces are set.
PLIANT_API MeshDescription sphereMesh(vec3 centre, float radius, std::uint32_t subdivisions);

/// A box's surface of twelve triangles, along the axes, counter-clockwise seen from outside. Only vertices and faces
/// are set.
PLIANT_API MeshDescription boxMesh(vec3 centre, vec3 size);

/// A ring's surface of triangles around the axis y: `around` sections at `radius` from it, each a regular polygon of
/// `across` corners, `thickness` the radius of that; both at least 3. Only vertices and faces are set.
PLIANT_API MeshDescription torusMesh(vec3 centre, float radius, float thickness, std::uint32_t around,
                                     std::uint32_t across);

}  // namespace pliant
