#include <algorithm>
#include <array>
#include <glm/geometric.hpp>
#include <limits>

#include "pliant/fail.h"
#include "pliant/schedule/families.h"
#include "pliant/schedule/rows.h"
#include "pliant/shared/air.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

using glm::dvec3;

double areaOf(const Schedule& schedule, const Triangle& t) {
    const dvec3 a(vec3(schedule.particles[t.a])), b(vec3(schedule.particles[t.b])), c(vec3(schedule.particles[t.c]));
    return 0.5 * glm::length(glm::cross(b - a, c - a));
}

// Triangle::inverses, the one rounded down, the other to the nearest: floats are in the order of their bits.
Index toInverses(double inverseRestArea, double inverseDensity) {
    static constexpr double kLargest = std::numeric_limits<float>::max() / 2;
    const auto bits = [](double x) { return bitsOfFloat(static_cast<float>(std::min(x, kLargest))); };
    return ((bits(inverseDensity) + 0x40u) >> 7 << 8) | (bits(inverseRestArea) >> 23);
}

// A triangle's share of a corner's mass is its share of the area around the corner. Returns those areas.
std::vector<double> weighTriangles(Schedule& schedule) {
    std::vector<double> around(schedule.particles.size(), 0.0);
    for (const Triangle& t : schedule.triangles) {
        for (const Index corner : {t.a, t.b, t.c})
            around[corner] += areaOf(schedule, t);
    }
    for (Triangle& t : schedule.triangles) {
        double density = 0.0;
        for (const Index corner : {t.a, t.b, t.c}) {
            if (around[corner] > 0.0) density += 1.0 / around[corner] / schedule.inverseMasses[corner];
        }
        const double area = areaOf(schedule, t);
        t.inverses = toInverses(area > 0.0 ? 1.0 / area : 0.0, density > 0.0 ? 1.0 / density : 0.0);
    }
    return around;
}

// Adds the table of rows: for every particle its triangles, ascending, and one over the area around it.
Index addRows(Schedule& schedule, const std::vector<double>& around) {
    const auto start = static_cast<Index>(schedule.rowFirst.size());
    for (const double area : around)
        schedule.shares.push_back(area > 0.0 ? static_cast<float>(1.0 / area) : 0.0f);
    schedule.shares.push_back(0.0f);  // of nobody, as in compileJacobi()
    const auto base = static_cast<Index>(schedule.rowEntries.size());
    const Rows rows = makeTriangleRows(schedule.particles.size(), schedule.triangles.size(), [&](std::size_t t) {
        const Triangle& triangle = schedule.triangles[t];
        return std::array{triangle.a, triangle.b, triangle.c};
    });
    for (const Index first : rows.first)
        schedule.rowFirst.push_back(base + first);
    schedule.rowEntries.insert(schedule.rowEntries.end(), rows.entries.begin(), rows.entries.end());
    return start;
}

}  // namespace

void compileAir(const Scene& scene, Schedule& schedule) {
    if (scene.environment.airDensity == 0.0f) return;
    forEachTriangle(scene, schedule, [&](Index a, Index b, Index c) { schedule.triangles.push_back({a, b, c, 0u}); });
    if (schedule.triangles.empty()) return;
    const auto key = [&](const Triangle& t) { return wholeKey(schedule, t.a); };
    std::stable_sort(schedule.triangles.begin(), schedule.triangles.end(),
                     [&](const Triangle& t, const Triangle& u) { return key(t) < key(u); });
    const Index rows = addRows(schedule, weighTriangles(schedule));
    schedule.air.push_back({PassKind::PushTriangles, 0, 0, 0, static_cast<Index>(schedule.triangles.size())});
    schedule.air.push_back({PassKind::GatherPushes, 0, 0, 0, static_cast<Index>(schedule.particles.size()), rows});
}

// Every triangle in the rows of its three corners.
Status checkAir(const Schedule& s) {
    if (Status status = checkCover(s.air, PassKind::PushTriangles, s.triangles.size(), "air"); !status) return status;
    if (s.triangles.empty()) return {};
    if (s.air.size() != 2 || s.air[1].kind != PassKind::GatherPushes)
        return fail("there are triangles but not two passes of air");
    const std::size_t count = s.particles.size(), rows = s.air[1].rows;
    if (Status status = checkCover(s.air, PassKind::GatherPushes, count, "pushes of air"); !status) return status;
    if (rows + count >= s.rowFirst.size()) return fail("the rows of air end too early");
    std::size_t listed = 0;
    for (Index i = 0; i < count; ++i) {
        const Index first = s.rowFirst[rows + i], last = s.rowFirst[rows + i + 1];
        if (first > last || last > s.rowEntries.size()) return fail("the rows of air are out of order");
        for (Index e = first; e < last; ++e, ++listed) {
            if (s.rowEntries[e] >= s.triangles.size()) return fail("the rows of air name a triangle out of range");
            const Triangle& t = s.triangles[s.rowEntries[e]];
            if (t.a != i && t.b != i && t.c != i) return fail("the rows of air give particle {} another's triangle", i);
        }
    }
    if (listed != 3 * s.triangles.size()) return fail("the rows of air do not list every corner");
    return {};
}

}  // namespace pliant
