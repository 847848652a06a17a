#include "pliant/schedule/tensor_blocks.h"

#include <algorithm>
#include <glm/matrix.hpp>
#include <span>
#include <utility>

#include "pliant/schedule/step_plan.h"

namespace pliant {
namespace {

using Index = std::uint32_t;
using glm::dmat3;
using glm::dvec3;

// Mobilities of blocks, from what a schedule says alone.
class BlockMeasurer {
  public:
    BlockMeasurer(const Schedule& schedule, const std::vector<std::uint8_t>& pinned)
        : s_(schedule), pinned_(pinned), rows_(schedule.tensorLevels.size()), sums_(schedule.tensorBlocks.size()) {}

    std::vector<TensorBlock> run() {
        for (std::size_t level = 1; level < rows_.size(); ++level)
            findRows(level);
        for (Index row = s_.firstPushRow; row < s_.tensorRows.size(); ++row)
            if (pinned_[s_.tensorRows[row].place] == 0) addParticle(s_.tensorRows[row]);
        std::vector<TensorBlock> blocks = s_.tensorBlocks;
        for (std::size_t i = 0; i < blocks.size(); ++i)
            store(sums_[i], blocks[i].mobility);
        return blocks;
    }

  private:
    Index firstPlace(std::size_t level) const { return s_.tensorRows[s_.tensorLevels[level].given].place; }

    // Of each tensor, the row in which it is solved.
    void findRows(std::size_t level) {
        const TensorLevel& record = s_.tensorLevels[level];
        rows_[level].resize(record.count);
        for (Index row = record.solved; row < record.solved + record.count; ++row)
            rows_[level][(s_.tensorRows[row].place - firstPlace(level)) / 3] = row;
    }

    std::span<const TensorLink> linksOf(const TensorRow& row) const {
        return {s_.tensorLinks.data() + row.firstLink, row.linkCount};
    }

    // How the tensors of vertices move a particle, then those of clusters, level by level.
    void addParticle(const TensorRow& particle) {
        const auto firstMoment = static_cast<Index>(firstHingeMoment(s_));
        TensorParts<dvec3> parts;
        for (const TensorLink& link : linksOf(particle)) {
            const PlateHinge& hinge = s_.plateHinges[link.place - firstMoment];
            const dvec3 numbers = double(link.number) * dvec3(hinge.xx, hinge.yy, hinge.xy);
            for (const Index place : {hinge.tensorA, hinge.tensorB})
                addTo<dvec3>(parts, (place - firstPlace(0)) / 3, numbers);
        }
        for (std::size_t level = 1; level < rows_.size(); ++level) {
            TensorParts<dvec3> above;
            for (const auto& part : parts)
                for (const TensorLink& link : linksOf(s_.tensorRows[s_.tensorLevels[level - 1].given + part.of]))
                    addTo<dvec3>(above, (link.place - firstPlace(level)) / 3, double(link.number) * part.numbers);
            parts = std::move(above);
            addToBlocks(level, parts, s_.inverseMasses[particle.place]);
        }
    }

    void addToBlocks(std::size_t level, const TensorParts<dvec3>& parts, double inverseMass) {
        for (const auto& one : parts) {
            const TensorRow& row = s_.tensorRows[rows_[level][one.of]];
            for (const auto& other : parts) {
                const std::size_t block =
                    other.of == one.of ? row.firstLink : blockOf(row, firstPlace(level) + 3 * other.of);
                sums_[block] += glm::outerProduct(inverseMass * one.numbers, other.numbers);
            }
        }
    }

    // Of a row, with the tensor at a place that is not its own.
    std::size_t blockOf(const TensorRow& row, Index place) const {
        const auto first = s_.tensorBlocks.begin() + row.firstLink + 1, last = first + (row.linkCount - 1);
        const auto isBefore = [](const TensorBlock& block, Index of) { return block.place < of; };
        return std::size_t(std::lower_bound(first, last, place, isBefore) - s_.tensorBlocks.begin());
    }

    const Schedule& s_;
    const std::vector<std::uint8_t>& pinned_;
    std::vector<std::vector<Index>> rows_;  // per level and tensor
    std::vector<dmat3> sums_;               // per block
};

}  // namespace

void Blocks::add(const TensorParts<dmat3>& parts, const dvec3& weights) {
    for (const auto& row : parts) {
        const dmat3 weighed(weights.x * row.numbers[0], weights.y * row.numbers[1], weights.z * row.numbers[2]);
        for (const auto& column : parts)
            at(row.of, column.of) += weighed * glm::transpose(column.numbers);
    }
}

void Blocks::join(const std::vector<Index>& tensors) {
    for (const Index row : tensors)
        for (const Index other : tensors)
            at(row, other);
}

dmat3& Blocks::at(Index row, Index other) {
    std::vector<Block>& blocks = rows_[row];
    const auto isBefore = [](const Block& block, Index of) { return block.other < of; };
    auto found = std::lower_bound(blocks.begin(), blocks.end(), other, isBefore);
    if (found == blocks.end() || found->other != other) found = blocks.insert(found, {other, dmat3(0.0)});
    return found->entries;
}

void store(const dmat3& entries, float (&to)[9]) {
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column)
            to[3 * row + column] = static_cast<float>(entries[column][row]);
}

std::array<double, 4> weightsOf(const Bend& bend) {
    return {bend.ka, -(double(bend.ka) + bend.kc + bend.kd), bend.kc, bend.kd};
}

std::vector<TensorBlock> tensorBlocksFor(const Schedule& schedule, const std::vector<std::uint8_t>& pinned) {
    return BlockMeasurer(schedule, pinned).run();
}

}  // namespace pliant
