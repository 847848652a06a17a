#include "pliant/scene/inside.h"

#include "pliant/parallel.h"
#include "pliant/scene/triangle_cells.h"

namespace pliant {
namespace {

using glm::dvec3;
using Index = std::uint32_t;
constexpr Index kParts = kCellParts;

// Those with a centre from low to high. One more on either side is looked at, lest rounding leaves one out.
CellRange centresWithin(const CellGrid& grid, int axis, double low, double high) {
    const auto cell = [&](double x) { return (x - grid.low[axis]) / grid.size[axis] - 0.5; };
    return clampedRange(std::floor(cell(low)), std::ceil(cell(high)) + 1.0, grid.counts[axis]);
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

// The crossings of every row of cells along x with the mesh, row after row; rows are numbered z * counts[1] + y.
std::vector<std::vector<Crossing>> crossingsOf(const TriangleMesh& mesh, const CellGrid& grid) {
    std::vector<std::vector<Crossing>> rows(std::size_t(grid.counts[1]) * grid.counts[2]);
    for (std::size_t i = 0; 3 * i < mesh.corners.size(); ++i) {
        const Triangle3 t = triangleOf(mesh, i);
        const CellRange ys = centresWithin(grid, 1, t.low().y, t.high().y);
        const CellRange zs = centresWithin(grid, 2, t.low().z, t.high().z);
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

// What the fans over holes add to winding numbers: the same everywhere in a cell as in its middle, but for what fans
// add that pass through it.
class FanWinding {
  public:
    FanWinding(const TriangleMesh& mesh, const std::vector<Hole>& holes, const CellGrid& grid)
        : mesh_(mesh), holes_(holes), grid_(grid) {
        if (holes.empty()) return;
        inMiddle_.resize(grid.cellCount());
        forAll(grid.cellCount(), [&](std::size_t cell) {
            for (const Hole& hole : holes)
                inMiddle_[cell] += windingOfFan(mesh, hole, middleOf(cell));
        });
        for (Index i = 0; i < holes.size(); ++i) {
            const TriangleMesh fan = fanOf(mesh, holes[i]);
            for (std::size_t t = 0; 3 * t < fan.corners.size(); ++t)
                forCellsOf(triangleOf(fan, t), grid,
                           [&](Index x, Index y, Index z) { cuts_.emplace_back(grid.cellAt(x, y, z), i); });
        }
        std::sort(cuts_.begin(), cuts_.end());
        cuts_.erase(std::unique(cuts_.begin(), cuts_.end()), cuts_.end());
    }

    double at(std::size_t cell, const dvec3& place) const {
        if (holes_.empty()) return 0.0;
        double sum = inMiddle_[cell];
        const auto first = std::lower_bound(cuts_.begin(), cuts_.end(), std::pair(cell, Index(0)));
        for (auto cut = first; cut != cuts_.end() && cut->first == cell; ++cut) {
            const Hole& hole = holes_[cut->second];
            sum += windingOfFan(mesh_, hole, place) - windingOfFan(mesh_, hole, middleOf(cell));
        }
        return sum;
    }

  private:
    dvec3 middleOf(std::size_t cell) const {
        const std::size_t x = cell % grid_.counts[0], row = cell / grid_.counts[0];
        return grid_.corner(x, row % grid_.counts[1], row / grid_.counts[1]) + 0.5 * grid_.size;
    }

    const TriangleMesh& mesh_;
    const std::vector<Hole>& holes_;
    CellGrid grid_;
    std::vector<double> inMiddle_;                     // of cells
    std::vector<std::pair<std::size_t, Index>> cuts_;  // cells, and holes whose fans pass through them
};

// As the mesh winds around it, all together.
double enclosedVolume(const TriangleMesh& mesh, const dvec3& origin) {
    double sum = 0.0;
    for (std::size_t i = 0; 3 * i < mesh.corners.size(); ++i) {
        const Triangle3 t = triangleOf(mesh, i);
        sum += glm::dot(t.a - origin, glm::cross(t.b - origin, t.c - origin)) / 6.0;
    }
    return sum;
}

// What rays have met in a row of cells.
struct Count {
    std::int64_t inside = 0;    // parts
    std::int64_t windings = 0;  // of the closed mesh around all parts
};

// Parts are too coarse a measure: a wall of the mesh along the grid may cut all of them in the same way. So what was
// counted is corrected as the sum of windings must be, which is known exactly.
double volumeOf(const std::vector<Count>& counts, double part, double enclosed) {
    Count all;
    for (const Count& count : counts) {
        all.inside += count.inside;
        all.windings += count.windings;
    }
    const double counted = double(all.inside) * part;
    const double correction = std::abs(enclosed / (double(all.windings) * part));
    if (counted == 0.0) return std::abs(enclosed);
    return correction > 0.5 && correction < 2.0 ? counted * correction : counted;
}

}  // namespace

CellGrid partsOf(const CellGrid& grid) {
    return {grid.low,
            grid.size / double(kParts),
            {grid.counts[0] * kParts, grid.counts[1] * kParts, grid.counts[2] * kParts}};
}

std::array<std::uint32_t, 3> partAt(const CellGrid& parts, const glm::dvec3& point) {
    std::array<Index, 3> part;
    for (int axis = 0; axis < 3; ++axis) {
        const double place = std::floor((point[axis] - parts.low[axis]) / parts.size[axis]);
        part[axis] = static_cast<Index>(std::clamp(place, 0.0, parts.counts[axis] - 1.0));
    }
    return part;
}

Inside insideOf(const TriangleMesh& mesh, const std::vector<Hole>& holes, const CellGrid& grid) {
    const CellGrid parts = partsOf(grid);
    const TriangleMesh closed = closedMesh(mesh, holes);
    std::vector<std::vector<Crossing>> rows = crossingsOf(closed, parts);
    const FanWinding fans(mesh, holes, grid);
    Inside inside{std::vector<CellMask>(grid.cellCount(), 0)};
    const auto followRay = [&](Index y, Index z, Count& count) {
        std::vector<Crossing>& row = rows[std::size_t(z) * parts.counts[1] + y];
        std::stable_sort(row.begin(), row.end(), [](const Crossing& a, const Crossing& b) { return a.x < b.x; });
        auto next = row.begin();
        int winding = 0;
        for (Index x = 0; x < parts.counts[0]; ++x) {
            const dvec3 place = parts.low + parts.size * (dvec3(x, y, z) + 0.5);
            for (; next != row.end() && next->x < place.x; ++next)
                winding += next->winding;
            const std::size_t cell = cellOfPart(grid, x, y, z);
            count.windings += winding;
            if (std::abs(winding - fans.at(cell, place)) <= 0.5) continue;
            inside.parts[cell] |= partBit(x, y, z);
            ++count.inside;
        }
    };
    std::vector<Count> counts(std::size_t(grid.counts[1]) * grid.counts[2]);
    forAll(counts.size(), [&](std::size_t row) {
        const auto y = static_cast<Index>(row % grid.counts[1]), z = static_cast<Index>(row / grid.counts[1]);
        for (Index part = 0; part < kParts * kParts; ++part)
            followRay(y * kParts + part % kParts, z * kParts + part / kParts, counts[row]);
    });
    inside.volume = volumeOf(counts, parts.size.x * parts.size.y * parts.size.z, enclosedVolume(closed, grid.low));
    return inside;
}

std::vector<CellMask> partsTouched(const TriangleMesh& mesh, const CellGrid& grid) {
    const CellGrid parts = partsOf(grid);
    std::vector<CellMask> masks(grid.cellCount(), 0);
    const auto mark = [&](Index x, Index y, Index z) { masks[cellOfPart(grid, x, y, z)] |= partBit(x, y, z); };
    for (std::size_t i = 0; 3 * i < mesh.corners.size(); ++i)
        forCellsOf(triangleOf(mesh, i), parts, mark);
    for (const Index corner : mesh.corners) {  // whatever rounding says
        const auto [x, y, z] = partAt(parts, mesh.points[corner]);
        mark(x, y, z);
    }
    return masks;
}

}  // namespace pliant
