#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "pliant/shared/layout.h"

namespace pliant {

/// Of the runs of one tile: what a device does in a branch of its own, one after another where side by side there are
/// several, and the most rounds of loops within an item of it.
struct LoopsOfRun {
    std::uint32_t branch = 0;  ///< below kMostBranches
    std::uint32_t inner = 0;
};
inline constexpr std::uint32_t kMostBranches = 4;

/// Runs of several tiles, gone through side by side: a loop over a run ends for all of them when it ends for the last.
/// A loop in a branch that none takes goes round once all the same: conditions only switch off what it does.
class RunsAbreast {
  public:
    template <class LoopsIn>
    void add(std::span<const TileRun> runs, LoopsIn&& loopsIn) {
        if (runs.size() > longest_.size()) longest_.resize(runs.size());
        for (std::size_t r = 0; r < runs.size(); ++r) {
            const LoopsOfRun loops = loopsIn(runs[r]);
            Longest& longest = longest_[r][loops.branch];
            longest.count = std::max(longest.count, runs[r].count);
            longest.inner = std::max(longest.inner, loops.inner);
        }
    }
    void add(std::span<const TileRun> runs) {
        add(runs, [](const TileRun&) { return LoopsOfRun{}; });
    }

    /// Of an invocation that goes through them once, so many items at once, with so many loops in branches that a run
    /// does not take.
    std::uint64_t loops(std::uint32_t atOnce, std::uint32_t untaken = 0) const {
        std::uint64_t sum = 0;
        for (const auto& branches : longest_) {
            sum += 2 + untaken;
            for (const Longest& longest : branches)
                sum += (std::uint64_t(longest.count) + atOnce - 1) / atOnce * (1 + longest.inner);
        }
        return sum;
    }

  private:
    struct Longest {
        std::uint32_t count = 0, inner = 0;
    };
    std::vector<std::array<Longest, kMostBranches>> longest_;  // of those with this number
};

}  // namespace pliant
