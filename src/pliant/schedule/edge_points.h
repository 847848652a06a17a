#pragma once

#include <array>
#include <vector>

#include "pliant/scene/scene.h"

namespace pliant {

/// The pieces that particles between its ends divide the edges of a body's faces into, as pairs of the scene's
/// particles; of an edge without any there is none. So the edges of obstacles are told from their particles alone.
std::vector<std::array<std::uint32_t, 2>> piecesOfEdges(const Scene& scene, const Body& body);

}  // namespace pliant
