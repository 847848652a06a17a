#pragma once

#include <algorithm>
#include <glm/common.hpp>
#include <glm/vector_relational.hpp>

#include "pliant/parallel.h"
#include "pliant/scene/scene.h"
#include "pliant/schedule/curve.h"

namespace pliant {

struct Box {
    vec3 low, high;
};

inline bool meet(const Box& a, const Box& b) {
    return !glm::any(glm::lessThan(a.high, b.low)) && !glm::any(glm::lessThan(b.high, a.low));
}

/// Boxes in boxes: eight that follow each other along a space-filling curve are in one of the next level, up to one
/// that has them all.
class BoxTree {
  public:
    explicit BoxTree(const std::vector<Box>& boxes) : numbers_(boxes.size()), levels_{boxes} {
        std::vector<vec3> middles(boxes.size());
        forAll(boxes.size(), [&](std::size_t i) { middles[i] = 0.5f * boxes[i].low + 0.5f * boxes[i].high; });
        const std::vector<std::uint32_t> places = placesAlongCurve(middles);
        forAll(boxes.size(), [&](std::size_t i) {
            levels_[0][places[i]] = boxes[i];
            numbers_[places[i]] = static_cast<std::uint32_t>(i);
        });
        while (levels_.back().size() > 1)
            levels_.push_back(boxesOver(levels_.back()));
    }

    /// Calls visit(number) for those that meet the box.
    template <class Visit>
    void forAllThatMeet(const Box& box, Visit&& visit) const {
        if (!levels_[0].empty()) descend(levels_.size() - 1, 0, box, visit);
    }

  private:
    static constexpr std::size_t kInOne = 8;

    static std::vector<Box> boxesOver(const std::vector<Box>& boxes) {
        std::vector<Box> over((boxes.size() + kInOne - 1) / kInOne);
        forAll(over.size(), [&](std::size_t i) {
            over[i] = boxes[i * kInOne];
            for (std::size_t k = i * kInOne; k < std::min((i + 1) * kInOne, boxes.size()); ++k) {
                over[i].low = glm::min(over[i].low, boxes[k].low);
                over[i].high = glm::max(over[i].high, boxes[k].high);
            }
        });
        return over;
    }

    template <class Visit>
    void descend(std::size_t level, std::size_t i, const Box& box, Visit& visit) const {
        if (!meet(levels_[level][i], box)) return;
        if (level == 0) return visit(numbers_[i]);
        for (std::size_t k = i * kInOne; k < std::min((i + 1) * kInOne, levels_[level - 1].size()); ++k)
            descend(level - 1, k, box, visit);
    }

    std::vector<std::uint32_t> numbers_;  // of the boxes along the curve
    std::vector<std::vector<Box>> levels_;
};

}  // namespace pliant
