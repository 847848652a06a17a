#pragma once

#include <optional>
#include <vector>

#include "schedule/schedule.h"

namespace pliant {

/// All passes of a schedule, numbered so that neighbours in a list have neighbouring numbers, and the last of a list and
/// the first of the next have not: what kernels know of passes that they run in turn. The schedule outlives it.
class Turns {
  public:
    explicit Turns(const Schedule& schedule);

    const std::vector<PassTurn>& records() const { return records_; }

    /// The number of a pass; none if it is not in the schedule's lists.
    std::optional<std::uint32_t> numberOf(const Pass* pass) const;

    /// Whether `next` may run at the same time as the passes from `first` to `last`, neighbours in a list: it follows
    /// them there, and touches no particle that they touch.
    bool isIndependent(const Pass* first, const Pass* last, const Pass* next) const;

  private:
    struct List {
        const Pass* begin;
        const Pass* end;
        std::uint32_t first;
    };
    void findDependencies(const Schedule& schedule, const std::vector<Pass>& passes, std::uint32_t first);

    std::vector<List> lists_;
    std::vector<std::uint32_t> independentFrom_;  // per number: the pass needs none of those from there to itself
    std::vector<std::uint32_t> touchedBy_;        // per particle, while that is found out: 1 + number of the last pass
    std::vector<PassTurn> records_;
};

/// How many records there are.
std::size_t turnCount(const Schedule& schedule);

}  // namespace pliant
