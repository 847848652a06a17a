#include "scene/inside.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>

namespace pliant {
namespace {

using glm::dvec3;
using Index = std::uint32_t;

struct Triangle3 {
    dvec3 a, b, c;
    dvec3 low() const { return glm::min(a, glm::min(b, c)); }
    dvec3 high() const { return glm::max(a, glm::max(b, c)); }
};

Triangle3 triangleOf(const TriangleMesh& mesh, std::size_t index) {
    const auto x = [&](std::size_t corner) { return mesh.points[mesh.corners[3 * index + corner]]; };
    return {x(0), x(1), x(2)};
}

// Cells along an axis, [first, last).
struct Range {
    std::int64_t first, last;
};

Range clampedRange(double first, double last, Index count) {
    const auto clamped = [&](double x) { return static_cast<std::int64_t>(std::clamp(x, 0.0, double(count))); };
    return {clamped(first), clamped(last)};
}

// Those with a centre from low to high. One more on either side is looked at, lest rounding leaves one out.
Range centresWithin(const CellGrid& grid, int axis, double low, double high) {
    const auto cell = [&](double x) { return (x - grid.low[axis]) / grid.size[axis] - 0.5; };
    return clampedRange(std::floor(cell(low)), std::ceil(cell(high)) + 1.0, grid.counts[axis]);
}

// Those that reach into low to high.
Range cellsWithin(const CellGrid& grid, int axis, double low, double high) {
    const auto cell = [&](double x) { return (x - grid.low[axis]) / grid.size[axis]; };
    return clampedRange(std::floor(cell(low) - 1e-9), std::floor(cell(high) + 1e-9) + 1.0, grid.counts[axis]);
}

// Whether the edge between two points crosses the half-line from (y, z) towards +y, seen along x. Each edge gives the
// same answer to both of its triangles, to the bit, so that a ray between them neither slips through nor counts
// twice.
bool crossesHalfLine(dvec3 a, dvec3 b, double y, double z) {
    if ((a.z > z) == (b.z > z)) return false;
    if (a.z > b.z) std::swap(a, b);
    return y < a.y + (b.y - a.y) * ((z - a.z) / (b.z - a.z));
}

bool isCrossed(const Triangle3& t, double y, double z) {
    return (crossesHalfLine(t.a, t.b, y, z) != crossesHalfLine(t.b, t.c, y, z)) != crossesHalfLine(t.c, t.a, y, z);
}

// Where a ray along x crosses a triangle, and which way: +1 where it comes in.
struct Crossing {
    double x;
    int winding;
};

Crossing crossingOf(const Triangle3& t, double y, double z) {
    const dvec3 normal = glm::cross(t.b - t.a, t.c - t.a);
    const double along = t.a.x - (normal.y * (y - t.a.y) + normal.z * (z - t.a.z)) / normal.x;
    const double x = std::isfinite(along) ? std::clamp(along, t.low().x, t.high().x) : t.a.x;
    return {x, normal.x < 0.0 ? 1 : -1};
}

// The point of a triangle nearest to p (Ericson 2005, "Real-Time Collision Detection", 5.1.5).
dvec3 nearestOnTriangle(const Triangle3& t, const dvec3& p) {
    const dvec3 ab = t.b - t.a, ac = t.c - t.a, ap = p - t.a, bp = p - t.b, cp = p - t.c;
    const double d1 = glm::dot(ab, ap), d2 = glm::dot(ac, ap);
    if (d1 <= 0.0 && d2 <= 0.0) return t.a;
    const double d3 = glm::dot(ab, bp), d4 = glm::dot(ac, bp);
    if (d3 >= 0.0 && d4 <= d3) return t.b;
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return t.a + ab * (d1 / (d1 - d3));
    const double d5 = glm::dot(ab, cp), d6 = glm::dot(ac, cp);
    if (d6 >= 0.0 && d5 <= d6) return t.c;
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return t.a + ac * (d2 / (d2 - d6));
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0.0 && d4 >= d3 && d5 >= d6) return t.b + (t.c - t.b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
    const double sum = va + vb + vc;
    return t.a + ab * (vb / sum) + ac * (vc / sum);
}

// Calls take(cell) for the cells that a triangle may reach into: along the axis that its normal is nearest to, only
// those that its plane passes through.
template <class Take>
void forCellsOf(const Triangle3& t, const CellGrid& grid, Take&& take) {
    const dvec3 normal = glm::cross(t.b - t.a, t.c - t.a), size = glm::abs(normal);
    const int w = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const int u = (w + 1) % 3, v = (w + 2) % 3;
    const dvec3 low = t.low(), high = t.high();
    const double slopeU = normal[w] != 0.0 ? -normal[u] / normal[w] : 0.0;
    const double slopeV = normal[w] != 0.0 ? -normal[v] / normal[w] : 0.0;
    const double half = 0.5 * (std::abs(slopeU) * grid.size[u] + std::abs(slopeV) * grid.size[v]);
    const Range us = cellsWithin(grid, u, low[u], high[u]), vs = cellsWithin(grid, v, low[v], high[v]);
    for (std::int64_t j = vs.first; j < vs.last; ++j) {
        for (std::int64_t i = us.first; i < us.last; ++i) {
            const double du = grid.low[u] + grid.size[u] * (double(i) + 0.5) - t.a[u];
            const double dv = grid.low[v] + grid.size[v] * (double(j) + 0.5) - t.a[v];
            const double middle = t.a[w] + slopeU * du + slopeV * dv;
            const double from = normal[w] != 0.0 ? std::max(low[w], middle - half) : low[w];
            const double to = normal[w] != 0.0 ? std::min(high[w], middle + half) : high[w];
            const Range ws = cellsWithin(grid, w, from, to);
            for (std::int64_t k = ws.first; k < ws.last; ++k) {
                std::array<std::int64_t, 3> cell;
                cell[u] = i;
                cell[v] = j;
                cell[w] = k;
                take(grid.cellAt(cell[0], cell[1], cell[2]));
            }
        }
    }
}

// The crossings of every row of cells along x with the mesh, row after row; rows are numbered z * counts[1] + y.
std::vector<std::vector<Crossing>> crossingsOf(const TriangleMesh& mesh, const CellGrid& grid) {
    std::vector<std::vector<Crossing>> rows(std::size_t(grid.counts[1]) * grid.counts[2]);
    for (std::size_t i = 0; 3 * i < mesh.corners.size(); ++i) {
        const Triangle3 t = triangleOf(mesh, i);
        const Range ys = centresWithin(grid, 1, t.low().y, t.high().y);
        const Range zs = centresWithin(grid, 2, t.low().z, t.high().z);
        for (std::int64_t k = zs.first; k < zs.last; ++k) {
            for (std::int64_t j = ys.first; j < ys.last; ++j) {
                const double y = grid.low.y + grid.size.y * (double(j) + 0.5);
                const double z = grid.low.z + grid.size.z * (double(k) + 0.5);
                if (isCrossed(t, y, z)) rows[k * grid.counts[1] + j].push_back(crossingOf(t, y, z));
            }
        }
    }
    return rows;
}

}  // namespace

std::vector<std::uint8_t> cellsInside(const TriangleMesh& mesh, const CellGrid& grid) {
    std::vector<std::vector<Crossing>> rows = crossingsOf(mesh, grid);
    std::vector<std::uint8_t> isInside(grid.cellCount(), 0);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        std::stable_sort(rows[row].begin(), rows[row].end(),
                         [](const Crossing& a, const Crossing& b) { return a.x < b.x; });
        auto next = rows[row].begin();
        int winding = 0;
        for (Index i = 0; i < grid.counts[0]; ++i) {
            const double x = grid.low.x + grid.size.x * (i + 0.5);
            for (; next != rows[row].end() && next->x < x; ++next)
                winding += next->winding;
            isInside[row * grid.counts[0] + i] = winding != 0 ? 1 : 0;
        }
    }
    return isInside;
}

NearbySurface::NearbySurface(const TriangleMesh& mesh, const CellGrid& grid)
    : mesh_(mesh), grid_(grid), first_(grid.cellCount() + 1, 0) {
    const std::size_t count = mesh.corners.size() / 3;
    for (std::size_t i = 0; i < count; ++i)
        forCellsOf(triangleOf(mesh, i), grid, [&](std::size_t cell) { ++first_[cell + 1]; });
    for (std::size_t cell = 1; cell < first_.size(); ++cell)
        first_[cell] += first_[cell - 1];
    triangles_.resize(first_.back());
    std::vector<Index> next(first_.begin(), first_.end() - 1);
    for (std::size_t i = 0; i < count; ++i)
        forCellsOf(triangleOf(mesh, i), grid,
                   [&](std::size_t cell) { triangles_[next[cell]++] = static_cast<Index>(i); });
}

std::optional<glm::dvec3> NearbySurface::nearestTo(const std::array<std::uint32_t, 3>& corner) const {
    const dvec3 p = grid_.corner(corner[0], corner[1], corner[2]);
    std::optional<dvec3> nearest;
    double least = std::numeric_limits<double>::infinity();
    for (Index bits = 0; bits < 8; ++bits) {
        const std::int64_t x = std::int64_t(corner[0]) - (bits & 1), y = std::int64_t(corner[1]) - (bits >> 1 & 1);
        const std::int64_t z = std::int64_t(corner[2]) - (bits >> 2);
        if (x < 0 || y < 0 || z < 0) continue;
        if (x >= grid_.counts[0] || y >= grid_.counts[1] || z >= grid_.counts[2]) continue;
        const std::size_t cell = grid_.cellAt(x, y, z);
        for (Index e = first_[cell]; e < first_[cell + 1]; ++e) {
            const dvec3 place = nearestOnTriangle(triangleOf(mesh_, triangles_[e]), p);
            const double squared = glm::dot(place - p, place - p);
            if (squared < least) nearest = place;
            least = std::min(least, squared);
        }
    }
    return nearest;
}

}  // namespace pliant
