#pragma once

#include "pliant/scene/scene.h"

namespace pliant {

/// How near the layers of a folded surface are to each other in the scene [m]: the least distance of two vertices to
/// which edges of faces, and sticks, lead by more than two of them and more than twice as far, of those nearer than 1.5
/// of the longest edge at either and nearer than `most`; `most` where there are none, and in a body of shapes or
/// tetrahedra or one that has faces for others alone.
double nearestLayers(const Scene& scene, const Body& body, double most);

}  // namespace pliant
