#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "pliant/schedule/colouring.h"

namespace pliant {

/// Colours groups of up to four vertices so that no two that share a vertex have the same colour. A vertex that a group
/// names twice counts once.
///
/// First fit in the order given, then groups move from full colours to emptier ones that are free at all their
/// vertices. For edges colourEdges() promises fewer colours: repainting along paths, as it does, needs groups of two.
/// Deterministic. Time and memory grow linearly, also where one vertex is in most of the groups.
Colouring colourGroups(std::uint32_t vertexCount, const std::vector<std::array<std::uint32_t, 4>>& groups);

}  // namespace pliant
