#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

/// How many triangles have an edge, by the direction in which they go along it.
struct EdgeUse {
    std::uint32_t low = 0, high = 0;  ///< its ends, the lower first
    std::uint32_t upward = 0;         ///< triangles that go from the lower to the higher
    std::uint32_t downward = 0;       ///< and the other way

    /// Of a closed surface that is a manifold there.
    bool isTwoSided() const { return upward == 1 && downward == 1; }
};

/// The edges of triangles of three corners each, ascending by their ends.
std::vector<EdgeUse> edgeUses(std::span<const std::uint32_t> corners);

}  // namespace pliant
