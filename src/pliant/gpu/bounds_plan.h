#pragma once

#include <span>
#include <vector>

#include "pliant/shared/surface_layout.h"

namespace pliant {

/// How the bounds of bodies come from those of their vertices: level by level, a node from a few vertices or from a few
/// nodes of the level before. The results of bodies come first, in their order, and then those of all other nodes.
struct BoundsPlan {
    std::vector<BoundsNode> nodes;          ///< level after level
    std::vector<std::uint32_t> levelFirst;  ///< levels + 1
    std::uint32_t resultCount = 0;
};

/// Body i has the vertices from bodyFirst[i] up to bodyFirst[i + 1].
BoundsPlan planBounds(std::span<const std::uint32_t> bodyFirst);

}  // namespace pliant
