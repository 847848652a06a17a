#include "pliant/scene/cells.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

// Of positive volume, the middle one first.
constexpr CellTets kEven{{{0, 3, 6, 5}, {1, 3, 0, 5}, {2, 0, 3, 6}, {4, 5, 0, 6}, {7, 3, 5, 6}}};
constexpr CellTets kOdd{{{1, 2, 4, 7}, {0, 2, 4, 1}, {3, 1, 7, 2}, {5, 7, 1, 4}, {6, 7, 4, 2}}};

template <class Take>
void forCells(const CellGrid& grid, Take&& take) {
    for (Index z = 0; z < grid.counts[2]; ++z) {
        for (Index y = 0; y < grid.counts[1]; ++y) {
            for (Index x = 0; x < grid.counts[0]; ++x)
                take(x, y, z);
        }
    }
}

}  // namespace

const CellTets& tetsOfCell(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    return (x + y + z) % 2 == 0 ? kEven : kOdd;
}

TetMesh cutCells(const CellGrid& grid) {
    const CellGrid corners{grid.low, grid.size, {grid.counts[0] + 1, grid.counts[1] + 1, grid.counts[2] + 1}};
    TetMesh mesh;
    forCells(corners, [&](Index x, Index y, Index z) { mesh.points.push_back(grid.corner(x, y, z)); });
    forCells(grid, [&](Index x, Index y, Index z) {
        for (const std::array<Index, 4>& tet : tetsOfCell(x, y, z)) {
            std::array<Index, 4> points;
            for (int i = 0; i < 4; ++i) {
                const std::size_t corner = corners.cellAt(x + (tet[i] & 1), y + (tet[i] >> 1 & 1), z + (tet[i] >> 2));
                points[i] = static_cast<Index>(corner);
            }
            mesh.tets.push_back(points);
        }
    });
    return mesh;
}

}  // namespace pliant
