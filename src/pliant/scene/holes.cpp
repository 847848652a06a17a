#include "pliant/scene/holes.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>
#include <numeric>

#include "pliant/maths.h"
#include "pliant/scene/edges.h"

namespace pliant {
namespace {

using glm::dvec3;
using Index = std::uint32_t;

constexpr double kFar = 4.0;          // radii: from there on a hole counts as a point, within a percent
constexpr std::size_t kAsked = 2000;  // triangles
constexpr double kUnreliable = 0.25;  // from a whole number

// The edges that make triangles close: as often as triangles lack them, by where they start.
struct Missing {
    std::vector<Index> first, ends;
};

Missing missingEdges(const TriangleMesh& mesh) {
    Missing missing;
    missing.first.assign(mesh.points.size() + 1, 0);
    const std::vector<EdgeUse> edges = edgeUses(mesh.corners);
    const auto forEach = [&](auto&& take) {
        for (const EdgeUse& edge : edges) {
            for (Index i = edge.downward; i < edge.upward; ++i)
                take(edge.high, edge.low);
            for (Index i = edge.upward; i < edge.downward; ++i)
                take(edge.low, edge.high);
        }
    };
    forEach([&](Index from, Index) { ++missing.first[from + 1]; });
    std::partial_sum(missing.first.begin(), missing.first.end(), missing.first.begin());
    missing.ends.resize(missing.first.back());
    std::vector<Index> next(missing.first.begin(), missing.first.end() - 1);
    forEach([&](Index from, Index to) { missing.ends[next[from]++] = to; });
    return missing;
}

void measure(Hole& hole, const TriangleMesh& mesh) {
    const std::size_t count = hole.points.size();
    for (const Index point : hole.points)
        hole.middle += mesh.points[point] / double(count);
    for (std::size_t i = 0; i < count; ++i) {
        const dvec3 a = mesh.points[hole.points[i]], b = mesh.points[hole.points[(i + 1) % count]];
        hole.length += glm::distance(a, b);
        hole.area += 0.5 * glm::cross(a - hole.middle, b - hole.middle);
        hole.radius = std::max(hole.radius, glm::distance(a, hole.middle));
    }
}

// Of a triangle seen from p, positive from behind: van Oosterom & Strackee 1983, eq. 8.
double solidAngle(const dvec3& p, const dvec3& first, const dvec3& second, const dvec3& third) {
    const dvec3 a = first - p, b = second - p, c = third - p;
    const double la = glm::length(a), lb = glm::length(b), lc = glm::length(c);
    const double across = glm::dot(a, glm::cross(b, c));
    const double along = la * lb * lc + glm::dot(a, b) * lc + glm::dot(b, c) * la + glm::dot(c, a) * lb;
    return 2.0 * angleOf({along, across});
}

}  // namespace

// As many missing edges come to a point as leave it, so a way along them ends only where it began. Where it comes by a
// point again, what lies between is a hole of its own.
std::vector<Hole> holesOf(const TriangleMesh& mesh) {
    constexpr Index kNowhere = ~0u;
    const Missing missing = missingEdges(mesh);
    std::vector<Index> next(missing.first.begin(), missing.first.end() - 1);
    std::vector<Index> placeOnWay(mesh.points.size(), kNowhere);
    std::vector<Hole> holes;
    std::vector<Index> way;
    for (Index start = 0; start < mesh.points.size(); ++start) {
        for (Index point = start; way.size() > 0 || next[point] < missing.first[point + 1];) {
            if (placeOnWay[point] != kNowhere) {
                const auto begin = way.begin() + placeOnWay[point];
                holes.push_back({{begin, way.end()}});
                for (auto it = begin; it != way.end(); ++it)
                    placeOnWay[*it] = kNowhere;
                way.erase(begin, way.end());
                measure(holes.back(), mesh);
                continue;
            }
            placeOnWay[point] = static_cast<Index>(way.size());
            way.push_back(point);
            point = missing.ends[next[point]++];
        }
    }
    return holes;
}

TriangleMesh closedMesh(TriangleMesh mesh, const std::vector<Hole>& holes) {
    for (const Hole& hole : holes) {
        const auto middle = static_cast<Index>(mesh.points.size());
        mesh.points.push_back(hole.middle);
        for (std::size_t i = 0; i < hole.points.size(); ++i) {
            const Index next = hole.points[(i + 1) % hole.points.size()];
            mesh.corners.insert(mesh.corners.end(), {middle, hole.points[i], next});
        }
    }
    return mesh;
}

TriangleMesh fanOf(const TriangleMesh& mesh, const Hole& hole) {
    TriangleMesh fan;
    Hole own = hole;
    for (Index i = 0; i < hole.points.size(); ++i) {
        fan.points.push_back(mesh.points[hole.points[i]]);
        own.points[i] = i;
    }
    return closedMesh(std::move(fan), {own});
}

double windingOfFan(const TriangleMesh& mesh, const Hole& hole, const dvec3& p) {
    constexpr double kAllAround = 4.0 * std::numbers::pi;
    const dvec3 way = hole.middle - p;
    const double distance = glm::length(way);
    if (distance > kFar * hole.radius) return glm::dot(hole.area, way) / (distance * distance * distance * kAllAround);
    double angle = 0.0;
    const std::size_t count = hole.points.size();
    for (std::size_t i = 0; i < count; ++i)
        angle += solidAngle(p, hole.middle, mesh.points[hole.points[i]], mesh.points[hole.points[(i + 1) % count]]);
    return angle / kAllAround;
}

// Beside the middle of each triangle, lest a fan lies in it.
bool hasInside(const TriangleMesh& mesh, const std::vector<Hole>& holes) {
    if (holes.empty()) return true;
    double all = 0.0, reliable = 0.0;
    const std::size_t step = 3 * (mesh.corners.size() / 3 / kAsked + 1);
    for (std::size_t i = 0; i < mesh.corners.size(); i += step) {
        const dvec3 a = mesh.points[mesh.corners[i]], b = mesh.points[mesh.corners[i + 1]];
        const dvec3 c = mesh.points[mesh.corners[i + 2]];
        const dvec3 normal = 0.5 * glm::cross(b - a, c - a);
        const double area = glm::length(normal);
        if (area == 0.0) continue;
        const dvec3 beside = (a + b + c) / 3.0 + normal * (1e-3 / std::sqrt(area));
        double winding = 0.0;
        for (const Hole& hole : holes)
            winding += windingOfFan(mesh, hole, beside);
        all += area;
        if (std::abs(winding - std::round(winding)) < kUnreliable) reliable += area;
    }
    return 2.0 * reliable > all;
}

}  // namespace pliant
