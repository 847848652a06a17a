#pragma once

#include <optional>
#include <vector>

#include "pliant/schedule/schedule.h"

namespace pliant {

/// All passes of a schedule, numbered so that neighbours in a list have neighbouring numbers, and the last of a list
/// and the first of the next have not: what kernels know of the passes of a chain. The schedule outlives it.
class PassChain {
  public:
    explicit PassChain(const Schedule& schedule);

    const std::vector<ChainedPass>& records() const { return records_; }

    /// The number of a pass; none if it is not in the schedule's lists.
    std::optional<std::uint32_t> numberOf(const Pass* pass) const;

  private:
    struct List {
        const Pass* begin;
        const Pass* end;
        std::uint32_t first;
    };

    std::vector<List> lists_;
    std::vector<ChainedPass> records_;
};

/// How many records there are.
std::size_t chainLength(const Schedule& schedule);

}  // namespace pliant
