#include "pliant/scene/block.h"

#include <utility>

#include "pliant/fail.h"
#include "pliant/scene/cells.h"

namespace pliant {
namespace {

constexpr double kMostCells = 5e7;

Status check(const BlockDescription& block) {
    const double cells = double(block.cells[0]) * block.cells[1] * block.cells[2];
    if (cells < 1.0 || cells > kMostCells) {
        return fail("block '{}' has {} x {} x {} cells; it needs one, and at most {}", block.name, block.cells[0],
                    block.cells[1], block.cells[2], kMostCells);
    }
    for (int axis = 0; axis < 3; ++axis) {
        if (!(block.size[axis] > 0.0f && block.size[axis] <= kLargestCoordinate)) {
            return fail("block '{}' measures {} x {} x {} m; all must be positive and at most {} m", block.name,
                        block.size.x, block.size.y, block.size.z, kLargestCoordinate);
        }
    }
    if (!isPoint(block.centre)) {
        return fail("block '{}' has its centre at ({}, {}, {}); coordinates must be finite and within {} m", block.name,
                    block.centre.x, block.centre.y, block.centre.z, kLargestCoordinate);
    }
    return validate(block.material, block.name);
}

}  // namespace

Result<std::uint32_t> addBlock(Scene& scene, const BlockDescription& block) {
    if (Status status = check(block); !status) return status.error();
    const glm::dvec3 size(block.size), cells(double(block.cells[0]), double(block.cells[1]), double(block.cells[2]));
    const CellGrid grid{glm::dvec3(block.centre) - size / 2.0, size / cells, block.cells};
    TetMesh mesh = cutCells(grid);
    return addTetMesh(scene, std::move(mesh), block.material, block.name);
}

}  // namespace pliant
