#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "pliant/shared/layout.h"

namespace pliant {

/// Runs of several tiles, gone through side by side: a loop over a run ends for all of them when it ends for the last.
class RunsAbreast {
  public:
    void add(std::span<const TileRun> runs) {
        if (runs.size() > longest_.size()) longest_.resize(runs.size(), 0);
        for (std::size_t r = 0; r < runs.size(); ++r)
            longest_[r] = std::max(longest_[r], runs[r].count);
    }

    /// Of an invocation that goes through them once, so many items at once.
    std::uint64_t loops(std::uint32_t atOnce) const {
        std::uint64_t sum = 0;
        for (const std::uint32_t count : longest_)
            sum += 2 + (std::uint64_t(count) + atOnce - 1) / atOnce;
        return sum;
    }

  private:
    std::vector<std::uint32_t> longest_;  // of those with this number
};

}  // namespace pliant
