#pragma once

#include <array>
#include <cstdint>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>
#include <vector>

#include "pliant/schedule/schedule.h"
#include "pliant/schedule/tensor_levels.h"

namespace pliant {

/// What something depends on of a moment tensor: a number for each component.
struct TensorPart {
    std::uint32_t of;
    glm::dvec3 numbers;
};
using TensorParts = std::vector<TensorPart>;

void addTo(TensorParts& parts, std::uint32_t of, const glm::dvec3& numbers);

/// The same of tensors of the level above.
TensorParts carried(const TensorParts& parts, const ShareRows& shares);

/// Blocks of a level of tensors while they are put together.
class Blocks {
  public:
    /// Each tensor has one of its own.
    explicit Blocks(std::uint32_t count) : rows_(count) {
        for (std::uint32_t i = 0; i < count; ++i)
            at(i, i);
    }

    /// In every two that both have a part: u v, times `number`. Rows of the block are components of the first.
    void add(const TensorParts& parts, double number);

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
