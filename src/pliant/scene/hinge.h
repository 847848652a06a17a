#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "pliant/scene/bending.h"

namespace pliant {

/// The bend of bendsOfMesh() between the triangles of an edge and two vertices on its sides; none if they are folded
/// flat onto each other.
std::optional<SceneBend> hingeBetween(const std::vector<vec3>& positions, const std::array<std::uint32_t, 2>& edge,
                                      std::uint32_t opposite, std::uint32_t other, double bendingStiffness,
                                      float damping);

}  // namespace pliant
