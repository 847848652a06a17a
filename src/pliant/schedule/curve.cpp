#include "pliant/schedule/curve.h"

#include <algorithm>
#include <glm/common.hpp>

#include "pliant/parallel.h"
#include "pliant/schedule/sorting.h"

namespace pliant {
namespace {

using glm::dvec3;
using Index = std::uint32_t;

constexpr Index kBits = 16;

// The bits of a number below 2^16, each followed by two zeros.
std::uint64_t spread(std::uint64_t bits) {
    bits = (bits | bits << 16) & 0x0000ff0000ff;
    bits = (bits | bits << 8) & 0x00f00f00f00f;
    bits = (bits | bits << 4) & 0x0c30c30c30c3;
    return (bits | bits << 2) & 0x249249249249;
}

}  // namespace

std::vector<Index> placesAlongCurve(const std::vector<glm::vec3>& points) {
    dvec3 low(1e300), high(-1e300);
    for (const glm::vec3& point : points) {
        low = glm::min(low, dvec3(point));
        high = glm::max(high, dvec3(point));
    }
    const dvec3 size = high - low;
    const double edge = std::max({size.x, size.y, size.z}), last = (1u << kBits) - 1u;
    const double scale = edge > 0.0 ? last / edge : 0.0;
    std::vector<std::uint64_t> along(points.size());
    forAll(points.size(), [&](std::size_t i) {
        const dvec3 cell = glm::min((dvec3(points[i]) - low) * scale, last);
        along[i] = spread(Index(cell.x)) | spread(Index(cell.y)) << 1 | spread(Index(cell.z)) << 2;
    });
    std::vector<Index> sorted = countUp(points.size());
    for (Index shift = 0; shift < 3 * kBits; shift += 8)  // from the last byte to the first
        sorted = sortedBy(sorted, 256, [&](Index i) { return Index(along[i] >> shift & 0xffu); });
    std::vector<Index> places(points.size());
    forAll(points.size(), [&](std::size_t place) { places[sorted[place]] = static_cast<Index>(place); });
    return places;
}

}  // namespace pliant
