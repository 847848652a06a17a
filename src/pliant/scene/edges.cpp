#include "pliant/scene/edges.h"

#include <algorithm>
#include <tuple>

namespace pliant {

std::vector<EdgeUse> edgeUses(std::span<const std::uint32_t> corners) {
    std::vector<EdgeUse> sides;
    sides.reserve(corners.size());
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const std::size_t triangle = i - i % 3;
        const std::uint32_t a = corners[i], b = corners[triangle + (i + 1) % 3];
        sides.push_back(a < b ? EdgeUse{a, b, 1, 0} : EdgeUse{b, a, 0, 1});
    }
    const auto ends = [](const EdgeUse& e) { return std::tie(e.low, e.high); };
    std::sort(sides.begin(), sides.end(), [&](const EdgeUse& e, const EdgeUse& f) { return ends(e) < ends(f); });
    std::vector<EdgeUse> edges;
    for (const EdgeUse& side : sides) {
        if (edges.empty() || ends(edges.back()) != ends(side)) edges.push_back({side.low, side.high});
        edges.back().upward += side.upward;
        edges.back().downward += side.downward;
    }
    return edges;
}

}  // namespace pliant
