#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "pliant/scene/scene.h"
#include "pliant/schedule/sorting.h"

namespace pliant {

/// Sets that are joined one pair at a time (Tarjan 1975, with path halving). The lowest member stands for its set.
class Sets {
  public:
    explicit Sets(std::size_t count) : parent_(countUp(count)) {}

    std::uint32_t find(std::uint32_t i) {
        while (parent_[i] != i)
            i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    void join(std::uint32_t a, std::uint32_t b) {
        const std::uint32_t x = find(a), y = find(b);
        parent_[std::max(x, y)] = std::min(x, y);
    }

  private:
    std::vector<std::uint32_t> parent_;
};

/// Which particles of the scene move together: those that sticks, bends, elements or faces join.
Sets joinedIn(const Scene& scene);

}  // namespace pliant
