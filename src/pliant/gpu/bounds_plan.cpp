#include "pliant/gpu/bounds_plan.h"

#include <algorithm>

namespace pliant {

BoundsPlan planBounds(std::span<const std::uint32_t> bodyFirst) {
    constexpr std::uint32_t kMost = 32;  // that an invocation takes together
    BoundsPlan plan;
    std::vector<std::vector<BoundsNode>> levels;
    plan.resultCount = static_cast<std::uint32_t>(bodyFirst.size() - 1);
    for (std::uint32_t body = 0; body + 1 < bodyFirst.size(); ++body) {
        std::uint32_t first = bodyFirst[body], end = bodyFirst[body + 1];
        for (std::size_t level = 0;; ++level) {
            if (level == levels.size()) levels.emplace_back();
            const std::uint32_t count = end > first ? (end - first - 1) / kMost + 1 : 1;
            const std::uint32_t result = count == 1 ? body : plan.resultCount;
            for (std::uint32_t i = 0; i < count; ++i) {
                const std::uint32_t begin = first + i * kMost;
                levels[level].push_back({begin, std::min(end - begin, kMost), result + i, level == 0});
            }
            if (count == 1) break;
            plan.resultCount += count;
            first = result;
            end = result + count;
        }
    }
    plan.levelFirst = {0};
    for (const std::vector<BoundsNode>& level : levels) {
        plan.nodes.insert(plan.nodes.end(), level.begin(), level.end());
        plan.levelFirst.push_back(static_cast<std::uint32_t>(plan.nodes.size()));
    }
    return plan;
}

}  // namespace pliant
