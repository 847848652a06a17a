#pragma once

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "pliant/scene/cells.h"
#include "pliant/scene/triangle_mesh.h"

namespace pliant {

/// Cells along an axis, [first, last).
struct CellRange {
    std::int64_t first, last;
};

inline CellRange clampedRange(double first, double last, std::uint32_t count) {
    const auto clamped = [&](double x) { return static_cast<std::int64_t>(std::clamp(x, 0.0, double(count))); };
    return {clamped(first), clamped(last)};
}

/// Those that reach into low to high.
inline CellRange cellsWithin(const CellGrid& grid, int axis, double low, double high) {
    const auto cell = [&](double x) { return (x - grid.low[axis]) / grid.size[axis]; };
    return clampedRange(std::floor(cell(low) - 1e-9), std::floor(cell(high) + 1e-9) + 1.0, grid.counts[axis]);
}

/// Whether some line along a cross product of an edge of the triangle and an edge of the box keeps the two apart: the
/// last nine of the thirteen that there are to be tried (Akenine-Moeller 2001, "Fast 3D triangle-box overlap testing").
inline bool areApart(const Triangle3& t, const glm::dvec3& centre, const glm::dvec3& half) {
    const glm::dvec3 p[] = {t.a - centre, t.b - centre, t.c - centre};
    for (int i = 0; i < 3; ++i) {
        const glm::dvec3 edge = p[(i + 1) % 3] - p[i];
        for (int axis = 0; axis < 3; ++axis) {
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            const auto along = [&](const glm::dvec3& q) { return edge[u] * q[v] - edge[v] * q[u]; };
            const double first = along(p[i]), second = along(p[(i + 2) % 3]);
            const double reach = (std::abs(edge[u]) * half[v] + std::abs(edge[v]) * half[u]) * (1.0 + 1e-9);
            if (std::min(first, second) > reach || std::max(first, second) < -reach) return true;
        }
    }
    return false;
}

/// Calls take(x, y, z) for the cells that a triangle reaches into, or lies against: along the axis that its normal is
/// nearest to, only those that its plane passes through are looked at.
template <class Take>
void forCellsOf(const Triangle3& t, const CellGrid& grid, Take&& take) {
    const glm::dvec3 normal = glm::cross(t.b - t.a, t.c - t.a), size = glm::abs(normal);
    const int w = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const int u = (w + 1) % 3, v = (w + 2) % 3;
    const glm::dvec3 low = t.low(), high = t.high();
    const double slopeU = normal[w] != 0.0 ? -normal[u] / normal[w] : 0.0;
    const double slopeV = normal[w] != 0.0 ? -normal[v] / normal[w] : 0.0;
    const double half = 0.5 * (std::abs(slopeU) * grid.size[u] + std::abs(slopeV) * grid.size[v]);
    const CellRange us = cellsWithin(grid, u, low[u], high[u]), vs = cellsWithin(grid, v, low[v], high[v]);
    for (std::int64_t j = vs.first; j < vs.last; ++j) {
        for (std::int64_t i = us.first; i < us.last; ++i) {
            const double du = grid.low[u] + grid.size[u] * (double(i) + 0.5) - t.a[u];
            const double dv = grid.low[v] + grid.size[v] * (double(j) + 0.5) - t.a[v];
            const double middle = t.a[w] + slopeU * du + slopeV * dv;
            const double from = normal[w] != 0.0 ? std::max(low[w], middle - half) : low[w];
            const double to = normal[w] != 0.0 ? std::min(high[w], middle + half) : high[w];
            const CellRange ws = cellsWithin(grid, w, from, to);
            for (std::int64_t k = ws.first; k < ws.last; ++k) {
                std::array<std::uint32_t, 3> cell;
                cell[u] = static_cast<std::uint32_t>(i);
                cell[v] = static_cast<std::uint32_t>(j);
                cell[w] = static_cast<std::uint32_t>(k);
                const glm::dvec3 place(cell[0], cell[1], cell[2]);
                const glm::dvec3 middleOfCell = grid.low + grid.size * (place + 0.5);
                if (!areApart(t, middleOfCell, 0.5 * grid.size)) take(cell[0], cell[1], cell[2]);
            }
        }
    }
}

}  // namespace pliant
