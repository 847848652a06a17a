#include "pliant/schedule/edge_points.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <unordered_map>
#include <utility>

#include "pliant/scene/faces.h"

namespace pliant {
namespace {

using Index = std::uint32_t;
using Edge = std::array<Index, 2>;
using glm::dvec3;

// Of an edge's length: as far off its line as a particle that lies on it may be by rounding.
constexpr double kOff = 1e-5;

std::vector<Edge> edgesOf(const Scene& scene, const Body& body) {
    std::vector<Edge> edges;
    forEachTriangle(body, scene.positions, [&](Index a, Index b, Index c) {
        for (const auto& [from, to] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)})
            if (from != to) edges.push_back({std::min(from, to), std::max(from, to)});
    });
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

// Particles of a body that are no vertices of it.
std::vector<Index> particlesBetween(const Body& body) {
    std::vector<bool> isVertex(body.particleCount, false);
    for (const Index particle : body.vertexParticles)
        if (particle - body.firstParticle < body.particleCount) isVertex[particle - body.firstParticle] = true;
    std::vector<Index> particles;
    for (Index k = 0; k < body.particleCount; ++k)
        if (!isVertex[k]) particles.push_back(body.firstParticle + k);
    return particles;
}

double lengthOf(const Scene& scene, const std::vector<Edge>& edges) {
    double sum = 0.0;
    for (const auto& [a, b] : edges)
        sum += double(distanceBetween(scene.positions[a], scene.positions[b]));
    return sum;
}

// Particles in the cells of a grid.
class Points {
  public:
    Points(const Scene& scene, const std::vector<Index>& particles, double cell) : scene_(scene), cell_(cell) {
        for (const Index i : particles)
            cells_[keyOf(cellOf(dvec3(scene.positions[i])))].push_back(i);
    }

    // Those on the line between the ends of an edge, from one to the other.
    std::vector<Index> on(const Edge& edge) const {
        const dvec3 from(scene_.positions[edge[0]]), way = dvec3(scene_.positions[edge[1]]) - from;
        const double length = glm::length(way), steps = std::max(std::ceil(length / cell_), 1.0);
        std::vector<std::pair<double, Index>> found;
        for (double step = 0.0; step <= steps; ++step)
            gather(from, way, cellOf(from + way * (step / steps)), found);
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        std::vector<Index> particles;
        for (const auto& [share, i] : found)
            particles.push_back(i);
        return particles;
    }

  private:
    using Cell = std::array<std::int64_t, 3>;

    Cell cellOf(const dvec3& place) const {
        return {std::int64_t(std::floor(place.x / cell_)), std::int64_t(std::floor(place.y / cell_)),
                std::int64_t(std::floor(place.z / cell_))};
    }

    // Cells that share one are told apart by where their particles are.
    static std::uint64_t keyOf(const Cell& c) {
        return std::uint64_t(c[0]) * 73856093u ^ std::uint64_t(c[1]) * 19349663u ^ std::uint64_t(c[2]) * 83492791u;
    }

    void gather(const dvec3& from, const dvec3& way, const Cell& middle,
                std::vector<std::pair<double, Index>>& found) const {
        for (std::int64_t n = 0; n < 27; ++n) {
            const Cell cell{middle[0] + n % 3 - 1, middle[1] + n / 3 % 3 - 1, middle[2] + n / 9 - 1};
            const auto list = cells_.find(keyOf(cell));
            if (list == cells_.end()) continue;
            for (const Index i : list->second) {
                const dvec3 toIt = dvec3(scene_.positions[i]) - from;
                const double share = glm::dot(toIt, way) / glm::dot(way, way);
                const bool isOn = glm::length(toIt - way * share) <= kOff * glm::length(way);
                if (isOn && share > 0.0 && share < 1.0) found.emplace_back(share, i);
            }
        }
    }

    const Scene& scene_;
    double cell_;  // [m]
    std::unordered_map<std::uint64_t, std::vector<Index>> cells_;
};

}  // namespace

std::vector<Edge> piecesOfEdges(const Scene& scene, const Body& body) {
    const std::vector<Index> between = particlesBetween(body);
    if (between.empty() || body.faceSizes.empty()) return {};
    const std::vector<Edge> edges = edgesOf(scene, body);
    // About as many steps along all edges as there are particles.
    const Points points(scene, between, std::max(lengthOf(scene, edges) / double(between.size()), 1e-6));
    std::vector<Edge> pieces;
    for (const Edge& edge : edges) {
        const std::vector<Index> on = points.on(edge);
        Index last = edge[0];
        for (const Index next : on)
            pieces.push_back({std::exchange(last, next), next});
        if (!on.empty()) pieces.push_back({last, edge[1]});
    }
    return pieces;
}

}  // namespace pliant
