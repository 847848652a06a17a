#include "schedule/curve.h"

#include <algorithm>
#include <array>
#include <glm/common.hpp>

#include "parallel.h"
#include "schedule/sorting.h"

namespace pliant {
namespace {

using glm::dvec3;
using Index = std::uint32_t;
using Cell = std::array<Index, 3>;

constexpr Index kBits = 16;

// Turns and mirrors each octant so that the curve within it begins where that of the octant before ended: from the
// coarsest bit to the finest, what is below it is mirrored on the first axis, or swapped with that. Without a branch,
// which nobody could predict.
Cell unfolded(Cell cell) {
    for (Index bit = kBits - 1; bit > 0; --bit) {
        const Index below = (1u << bit) - 1;
        for (Index& axis : cell) {
            const Index mirrors = 0u - (axis >> bit & 1u);
            const Index swapped = (cell[0] ^ axis) & below & ~mirrors;
            cell[0] ^= (below & mirrors) ^ swapped;
            axis ^= swapped;
        }
    }
    return cell;
}

// The bits of a Gray code, three to an octant, as a number.
std::uint64_t alongCurve(const Cell& of) {
    Cell cell = unfolded(of);
    cell[1] ^= cell[0];
    cell[2] ^= cell[1];
    Index flipped = 0;
    for (Index bit = kBits - 1; bit > 0; --bit)
        flipped ^= ((1u << bit) - 1) & (0u - (cell[2] >> bit & 1u));
    std::uint64_t place = 0;
    for (Index bit = kBits; bit-- > 0;) {
        for (const Index axis : cell)
            place = place << 1 | ((axis ^ flipped) >> bit & 1u);
    }
    return place;
}

}  // namespace

std::vector<Index> placesAlongCurve(const std::vector<glm::vec3>& points) {
    dvec3 low(1e300), high(-1e300);
    for (const glm::vec3& point : points) {
        low = glm::min(low, dvec3(point));
        high = glm::max(high, dvec3(point));
    }
    const dvec3 size = high - low;
    const double edge = std::max({size.x, size.y, size.z}), cells = (1u << kBits) - 1u;
    const double scale = edge > 0.0 ? cells / edge : 0.0;
    std::vector<std::uint64_t> along(points.size());
    forAll(points.size(), [&](std::size_t i) {
        const dvec3 at = (dvec3(points[i]) - low) * scale;
        along[i] = alongCurve({Index(at.x), Index(at.y), Index(at.z)});
    });
    std::vector<Index> sorted = countUp(points.size());
    for (Index digit = 0; digit < 3; ++digit)
        sorted = sortedBy(sorted, 1u << kBits, [&](Index i) { return Index(along[i] >> (digit * kBits) & 0xffffu); });
    std::vector<Index> places(points.size());
    forAll(points.size(), [&](std::size_t place) { places[sorted[place]] = static_cast<Index>(place); });
    return places;
}

}  // namespace pliant
