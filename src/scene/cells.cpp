#include "scene/cells.h"

#include <glm/geometric.hpp>

namespace pliant {
namespace {

using Index = std::uint32_t;
constexpr Index kNone = ~0u;

// Corners of a cell by their bits, 1: along x, 2: along y, 4: along z. Of positive volume, the middle one first.
constexpr Index kEven[5][4] = {{0, 3, 6, 5}, {1, 3, 0, 5}, {2, 0, 3, 6}, {4, 5, 0, 6}, {7, 3, 5, 6}};
constexpr Index kOdd[5][4] = {{1, 2, 4, 7}, {0, 2, 4, 1}, {3, 1, 7, 2}, {5, 7, 1, 4}, {6, 7, 4, 2}};

template <class Take>
void forCells(const CellGrid& grid, const std::vector<std::uint8_t>& isFilled, Take&& take) {
    for (Index z = 0; z < grid.counts[2]; ++z) {
        for (Index y = 0; y < grid.counts[1]; ++y) {
            for (Index x = 0; x < grid.counts[0]; ++x) {
                if (isFilled[grid.cellAt(x, y, z)]) take(x, y, z);
            }
        }
    }
}

}  // namespace

TetMesh cutCells(const CellGrid& grid, const std::vector<std::uint8_t>& isFilled,
                 std::vector<std::array<std::uint32_t, 3>>* gridCorners) {
    const CellGrid corners{grid.low, grid.size, {grid.counts[0] + 1, grid.counts[1] + 1, grid.counts[2] + 1}};
    const auto cornerOf = [&](Index x, Index y, Index z, Index bits) {
        return corners.cellAt(x + (bits & 1), y + (bits >> 1 & 1), z + (bits >> 2));
    };
    std::vector<Index> pointOf(corners.cellCount(), kNone);
    forCells(grid, isFilled, [&](Index x, Index y, Index z) {
        for (Index bits = 0; bits < 8; ++bits)
            pointOf[cornerOf(x, y, z, bits)] = 0;
    });
    TetMesh mesh;
    const std::vector<std::uint8_t> all(corners.cellCount(), 1);
    forCells(corners, all, [&](Index x, Index y, Index z) {
        Index& point = pointOf[corners.cellAt(x, y, z)];
        if (point == kNone) return;
        point = static_cast<Index>(mesh.points.size());
        mesh.points.push_back(grid.corner(x, y, z));
        if (gridCorners) gridCorners->push_back({x, y, z});
    });
    forCells(grid, isFilled, [&](Index x, Index y, Index z) {
        for (const Index(&tet)[4] : (x + y + z) % 2 == 0 ? kEven : kOdd) {
            std::array<Index, 4> corner;
            for (int i = 0; i < 4; ++i)
                corner[i] = pointOf[cornerOf(x, y, z, tet[i])];
            mesh.tets.push_back(corner);
        }
    });
    return mesh;
}

}  // namespace pliant
