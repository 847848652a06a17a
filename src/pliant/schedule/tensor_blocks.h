#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>
#include <vector>

#include "pliant/schedule/schedule.h"
#include "pliant/schedule/tensor_levels.h"

namespace pliant {

/// What something depends on of a moment tensor: a number for each component, or as many columns of them.
template <class Numbers>
struct TensorPart {
    std::uint32_t of;
    Numbers numbers;
};
template <class Numbers>
using TensorParts = std::vector<TensorPart<Numbers>>;

template <class Numbers>
void addTo(TensorParts<Numbers>& parts, std::uint32_t of, const Numbers& numbers) {
    const auto found = std::find_if(parts.begin(), parts.end(), [&](const auto& part) { return part.of == of; });
    if (found != parts.end()) found->numbers += numbers;
    else parts.push_back({of, numbers});
}

/// The same of tensors of the level above.
template <class Numbers>
TensorParts<Numbers> carried(const TensorParts<Numbers>& parts, const ShareRows& shares) {
    TensorParts<Numbers> above;
    for (const auto& part : parts)
        for (const Share& share : shares[part.of])
            addTo<Numbers>(above, share.of, share.number * part.numbers);
    return above;
}

/// Blocks of a level of tensors while they are put together.
class Blocks {
  public:
    /// Each tensor has one of its own.
    explicit Blocks(std::uint32_t count) : rows_(count) {
        for (std::uint32_t i = 0; i < count; ++i)
            at(i, i);
    }

    /// In every two that have a part: the sum of u v over columns, each times its weight. Rows of the block are
    /// components of the first.
    void add(const TensorParts<glm::dmat3>& parts, const glm::dvec3& weights);
    /// In every two of these there is a block.
    void join(const std::vector<std::uint32_t>& tensors);

    struct Block {
        std::uint32_t other;
        glm::dmat3 entries;
    };
    /// Ascending.
    const std::vector<Block>& operator[](std::uint32_t row) const { return rows_[row]; }

  private:
    glm::dmat3& at(std::uint32_t row, std::uint32_t other);

    std::vector<std::vector<Block>> rows_;
};

/// Row after row.
void store(const glm::dmat3& entries, float (&to)[9]);

/// What a bend's moment weighs at its four corners.
std::array<double, 4> weightsOf(const Bend& bend);

}  // namespace pliant
