#pragma once

#include "pliant/scene/cage.h"

namespace pliant {

/// How a cage carries the points of a mesh; particles are numbered as the cage's points. A point lies in one of the
/// tetrahedra near its piece, or beside the one that it is out of the least. Points that belong to no triangle are
/// carried by the nearest cell.
std::vector<SkinPoint> embed(const TriangleMesh& surface, const Cage& cage);

}  // namespace pliant
