#include <algorithm>
#include <bit>
#include <cmath>
#include <glm/vec3.hpp>

#include "pliant/fail.h"
#include "pliant/schedule/families.h"
#include "pliant/shared/real.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

using glm::dvec3;

// An outline at rest.
struct Measures {
    double size = 0.0;         // the longer side of its box [m]
    double squaredThin = 0.0;  // see OutlineRecord
};

// Half the width of a long body is its area by half its length around; of a disc it is half the radius. Ways half as
// long do not lead to its far side. The ways of point and outline are added as squares: twice the sum of those is at
// least the square of their sum.
double squaredThinOf(double area, double around) {
    const double thin = 0.5 * area / std::max(around, 1e-30);
    return 0.5 * thin * thin;
}

Measures measure(const Scene& scene, const Outline& outline) {
    constexpr double kHuge = 1e30;
    dvec3 low(kHuge), high(-kHuge);
    double twiceArea = 0.0, around = 0.0;
    const dvec3 origin(scene.positions[outline.particles.front()]);
    dvec3 a = dvec3(scene.positions[outline.particles.back()]) - origin;
    for (const Index particle : outline.particles) {
        const dvec3 b = dvec3(scene.positions[particle]) - origin;
        low = dvec3(std::min(low.x, b.x), std::min(low.y, b.y), 0.0);
        high = dvec3(std::max(high.x, b.x), std::max(high.y, b.y), 0.0);
        twiceArea += a.x * b.y - a.y * b.x;
        around += std::sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
        a = b;
    }
    return {std::max(high.x - low.x, high.y - low.y), outline.isClosed ? squaredThinOf(0.5 * twiceArea, around) : 0.0};
}

void addPoints(const Outline& outline, Schedule& schedule) {
    const auto first = static_cast<Index>(schedule.outlinePoints.size());
    const auto count = static_cast<Index>(outline.particles.size());
    const auto index = static_cast<Index>(schedule.outlines.size());
    for (Index i = 0; i < count; ++i) {
        const bool isFirst = i == 0, isLast = i + 1 == count;
        const Index before = !isFirst ? i - 1 : outline.isClosed ? count - 1 : i;
        const Index after = !isLast ? i + 1 : outline.isClosed ? 0 : i;
        schedule.outlinePoints.push_back(
            {schedule.localParticle[outline.particles[i]], index, first + before, first + after});
    }
}

// As far off as two outlines touch.
double marginOf(const Scene& scene) {
    double largest = 0.0, largestOpen = 0.0;
    for (const Outline& outline : scene.outlines) {
        largest = std::max(largest, double(outline.thickness));
        if (!outline.isClosed) largestOpen = std::max(largestOpen, double(outline.thickness));
    }
    return std::max(largest, 2.0 * largestOpen);
}

bool isMovable(const Scene& scene, const Outline& outline) {
    return std::any_of(outline.particles.begin(), outline.particles.end(),
                       [&](Index particle) { return scene.pinned[particle] == 0; });
}

// The lower one of two in the middle. None: 0.
double medianOf(std::vector<double> numbers) {
    if (numbers.empty()) return 0.0;
    const auto middle = numbers.begin() + (std::ptrdiff_t(numbers.size()) - 1) / 2;
    std::nth_element(numbers.begin(), middle, numbers.end());
    return *middle;
}

// The smallest cells hold the smallest body, but are not much smaller than most bodies: a point looks through all cells
// that its way meets. The largest body fits into those of the sixth level or so, and may grow. What is usual is so
// among bodies that can move: a large ground makes displacements of small bodies no coarser.
OutlineSpace spaceOf(const std::vector<double>& sizes, const std::vector<double>& movableSizes, double margin) {
    const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
    const double smallest = std::max(*least + 2.0 * margin, 1e-6);
    const double usual = std::max(medianOf(movableSizes.empty() ? sizes : movableSizes) + 2.0 * margin, 1e-6);
    const double largest = std::max(*most + 2.0 * margin, 1e-6);
    const double sweep = 2.0 * usual;
    const double cell = std::max({1.25 * smallest, 0.25 * sweep, largest / 4096.0});
    // A shift of a point is at most 2^20 units, an eighth of the largest body, but not much more than a usual one.
    const double unit = std::ldexp(1.0, std::clamp(std::ilogb(std::min(largest, 8.0 * usual)) + 1, -40, 40) - 23);
    const Index buckets = std::bit_ceil(std::max(static_cast<Index>(2 * sizes.size()), 64u));
    return {static_cast<float>(1.0 / cell),   static_cast<float>(margin),
            static_cast<float>(sweep),        static_cast<float>(unit),
            static_cast<float>(1.0 / unit),   static_cast<float>(1048576.0 * unit),
            static_cast<float>(usual / 32.0), buckets - 1};
}

// A substep of contacts: all of them, in this order, over all items.
std::vector<Pass> passesOfContacts(const Schedule& s) {
    using enum PassKind;
    const auto outlines = static_cast<Index>(s.outlines.size()), points = static_cast<Index>(s.outlinePoints.size());
    if (outlines == 0) return {};
    return {{PlaceOutlines, 0, 0, 0, outlines},
            {FindContacts, 0, 0, 0, points},
            {PushContacts, 0, 0, 0, points},
            {MoveContacts, 0, 0, 0, points}};
}

}  // namespace

void compileOutlines(const Scene& scene, Schedule& schedule) {
    if (scene.outlines.empty()) return;
    std::vector<double> sizes, movableSizes;
    for (const Outline& outline : scene.outlines) {
        const auto first = static_cast<Index>(schedule.outlinePoints.size());
        const Measures measures = measure(scene, outline);
        sizes.push_back(measures.size);
        if (isMovable(scene, outline)) movableSizes.push_back(measures.size);
        addPoints(outline, schedule);
        schedule.outlines.push_back({first, static_cast<Index>(outline.particles.size()), outline.isClosed ? 1u : 0u,
                                     storable<float>(outline.thickness), storable<float>(outline.friction),
                                     storable<float>(static_cast<float>(measures.squaredThin)), 0, 0});
    }
    schedule.outlineSpace = spaceOf(sizes, movableSizes, marginOf(scene));
    schedule.contacts = passesOfContacts(schedule);
}

// Points run along their outlines, which follow one another; no particle is in two. A sum of contacts that is cleared
// by one point alone relies on it.
Status checkOutlines(const Schedule& s) {
    const std::size_t particles = s.particles.size(), points = s.outlinePoints.size();
    std::vector<bool> seen(particles, false);
    std::size_t next = 0;
    for (Index i = 0; i < s.outlines.size(); ++i) {
        const OutlineRecord& outline = s.outlines[i];
        if (outline.first != next || outline.count == 0 || outline.count > points - next)
            return fail("outline {} does not follow the one before it", i);
        next += outline.count;
        for (Index k = outline.first; k < next; ++k) {
            const OutlinePoint& point = s.outlinePoints[k];
            if (point.particle >= particles || seen[point.particle])
                return fail("point {} of outline {} has a particle out of range or of another point", k, i);
            seen[point.particle] = true;
            const bool isInRange = point.before >= outline.first && point.before < next &&
                                   point.after >= outline.first && point.after < next;
            if (point.outline != i || !isInRange) return fail("point {} is not one of outline {}", k, i);
        }
    }
    if (next != points) return fail("there are points of no outline");
    const std::size_t buckets = std::size_t(s.outlineSpace.bucketMask) + 1;
    if (!s.outlines.empty() && (buckets & s.outlineSpace.bucketMask) != 0)
        return fail("the grid of outlines has {} buckets, which is no power of two", buckets);
    if (s.contacts == passesOfContacts(s)) return {};
    return fail("the passes of contacts are not those of {} outlines with {} points", s.outlines.size(), points);
}

}  // namespace pliant
