#include "pliant/schedule/plates.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <span>

#include "pliant/scene/forces.h"
#include "pliant/scene/hinge.h"
#include "pliant/schedule/bend_levels.h"
#include "pliant/schedule/together.h"

namespace pliant {
namespace {

using Index = std::uint32_t;
using glm::dvec2;
using glm::dvec3;

constexpr double kFlatEnough = 1e-3;  // out of a plate's plane, by its size
constexpr double kSameWeight = 1e-3;  // of a hinge, by the largest
constexpr std::size_t kFewest = 16;   // triangles

// One side of a hinge: its triangle, by its corners in order.
struct Side {
    std::array<Index, 3> corners;
    Index hinge;
};

// A hinge as it may become one of a plate.
struct Candidate {
    Index bend;
    double area;  // of both triangles [m^2]
};

// None for what is not the flat hinge that bendsOfMesh() would make where the particles are.
std::optional<Candidate> candidateOf(const Scene& scene, Index index) {
    const SceneBend& bend = scene.bends[index];
    if (bend.kind == BendKind::Line) return std::nullopt;
    const auto& p = bend.particles;
    const std::optional<SceneBend> made = hingeBetween(scene.positions, {p[0], p[1]}, p[2], p[3], 1.0, 0.0f);
    if (!made) return std::nullopt;
    const double edge = glm::length(dvec3(scene.positions[p[1]]) - dvec3(scene.positions[p[0]]));
    if (!(std::max(std::abs(bend.rest), std::abs(made->rest)) <= kFlatEnough * edge)) return std::nullopt;
    const double most = kSameWeight * std::max(std::abs(made->weights[2]), std::abs(made->weights[3]));
    for (int i = 0; i < 4; ++i)
        if (!(std::abs(bend.weights[i] - made->weights[i]) <= most)) return std::nullopt;
    return Candidate{index, double(made->compliance)};  // per unit of stiffness
}

class PlateFinder {
  public:
    explicit PlateFinder(const Scene& scene) : scene_(scene) {}

    PlateNet run() {
        findCandidates();
        listSides();
        Sets sets(firstSide_.size() - 1);
        joinTriangles(sets);
        std::vector<std::vector<Index>> plates(firstSide_.size() - 1);
        for (Index t = 0; t + 1 < firstSide_.size(); ++t)
            plates[sets.find(t)].push_back(t);
        nodeOf_.assign(scene_.positions.size(), kNoHinge);
        for (const std::vector<Index>& plate : plates)
            if (plate.size() >= kFewest) addPlate(plate);
        return std::move(net_);
    }

  private:
    void findCandidates() {
        const std::vector<Integrator> integrators = integratorsOf(scene_);
        const auto isVerlet = [&](Index i) { return integrators.empty() || integrators[i] == Integrator::Verlet; };
        for (Index i = 0; i < scene_.bends.size(); ++i) {
            const auto& particles = scene_.bends[i].particles;
            if (!std::all_of(particles.begin(), particles.end(), isVerlet)) continue;
            if (const auto hinge = candidateOf(scene_, i)) candidates_.push_back(*hinge);
        }
    }

    // Sorted by triangle. Of an edge that has two hinges in one triangle none is kept.
    void listSides() {
        for (Index h = 0; h < candidates_.size(); ++h) {
            const auto& p = scene_.bends[candidates_[h].bend].particles;
            for (const Index opposite : {p[2], p[3]}) {
                Side side{{p[0], p[1], opposite}, h};
                std::sort(side.corners.begin(), side.corners.end());
                sides_.push_back(side);
            }
        }
        std::sort(sides_.begin(), sides_.end(), [](const Side& x, const Side& y) {
            return std::tie(x.corners, x.hinge) < std::tie(y.corners, y.hinge);
        });
        isLost_.assign(candidates_.size(), 0);
        for (std::size_t i = 0; i < sides_.size(); ++i)
            for (std::size_t j = i + 1; j < sides_.size() && sides_[j].corners == sides_[i].corners; ++j)
                if (edgeOf(sides_[i].hinge) == edgeOf(sides_[j].hinge))
                    isLost_[sides_[i].hinge] = isLost_[sides_[j].hinge] = 1;
        std::erase_if(sides_, [&](const Side& side) { return isLost_[side.hinge] != 0; });
        for (std::size_t i = 0; i < sides_.size(); ++i)
            if (i == 0 || sides_[i].corners != sides_[i - 1].corners) firstSide_.push_back(i);
        firstSide_.push_back(sides_.size());
    }

    std::array<Index, 2> edgeOf(Index hinge) const {
        const auto& p = scene_.bends[candidates_[hinge].bend].particles;
        return {std::min(p[0], p[1]), std::max(p[0], p[1])};
    }

    std::span<const Side> sidesOf(Index triangle) const {
        return {sides_.data() + firstSide_[triangle], sides_.data() + firstSide_[triangle + 1]};
    }

    void joinTriangles(Sets& sets) const {
        std::vector<Index> first(candidates_.size(), kNoHinge);
        for (Index t = 0; t + 1 < firstSide_.size(); ++t)
            for (const Side& side : sidesOf(t)) {
                if (first[side.hinge] == kNoHinge) first[side.hinge] = t;
                else sets.join(first[side.hinge], t);
            }
    }

    // Of the hinges of these triangles, what nine in ten are below.
    double softnessOfHinges(const std::vector<Index>& triangles) const {
        std::vector<double> all;
        for (const Index t : triangles)
            for (const Side& side : sidesOf(t)) {
                const SceneBend& bend = scene_.bends[candidates_[side.hinge].bend];
                std::array<double, 4> masses;
                for (int k = 0; k < 4; ++k)
                    masses[k] = scene_.masses[bend.particles[k]];
                all.push_back(softnessOf(mobilityOf(bend.weights, masses), bend.compliance));
            }
        const auto high = all.begin() + std::ptrdiff_t((all.size() - 1) * 9 / 10);
        std::nth_element(all.begin(), high, all.end());
        return *high;
    }

    double dampingOf(const std::vector<Index>& triangles) const {
        double sum = 0.0;
        std::size_t count = 0;
        for (const Index t : triangles)
            for (const Side& side : sidesOf(t)) {
                sum += scene_.bends[candidates_[side.hinge].bend].damping;
                ++count;
            }
        return sum / double(count);
    }

    struct Plane {
        dvec3 origin, along, across, normal;
        dvec2 of(const dvec3& x) const { return {glm::dot(x - origin, along), glm::dot(x - origin, across)}; }
    };

    // None if they are not all in one.
    std::optional<Plane> planeOf(const std::vector<Index>& triangles) const {
        const auto place = [&](Index particle) { return dvec3(scene_.positions[particle]); };
        const auto& corners = sidesOf(triangles[0])[0].corners;
        const dvec3 origin = place(corners[0]), along = glm::normalize(place(corners[1]) - origin);
        const dvec3 normal = glm::normalize(glm::cross(along, place(corners[2]) - origin));
        const Plane plane{origin, along, glm::cross(normal, along), normal};
        double size = 0.0, height = 0.0;
        for (const Index t : triangles)
            for (const Index corner : sidesOf(t)[0].corners) {
                const dvec3 x = place(corner) - origin;
                size = std::max(size, glm::length(x));
                height = std::max(height, std::abs(glm::dot(x, normal)));
            }
        return height <= kFlatEnough * size ? std::optional(plane) : std::nullopt;
    }

    void addPlate(const std::vector<Index>& triangles) {
        const double softness = softnessOfHinges(triangles);
        const std::optional<Plane> plane = softness > kExactBending ? planeOf(triangles) : std::nullopt;
        if (!plane) return;
        const auto firstNode = static_cast<Index>(net_.particles.size());
        numbers_.resize(candidates_.size(), kNoHinge);
        for (const Index t : triangles)
            addTriangle(t, *plane);
        for (std::size_t node = firstNode; node < net_.particles.size(); ++node)
            nodeOf_[net_.particles[node]] = kNoHinge;
        net_.softness.resize(net_.particles.size(), softness);
        net_.damping.resize(net_.particles.size(), dampingOf(triangles));
    }

    Index nodeAt(Index particle) {
        Index& node = nodeOf_[particle];
        if (node == kNoHinge) {
            node = static_cast<Index>(net_.particles.size());
            net_.particles.push_back(particle);
        }
        return node;
    }

    void addTriangle(Index t, const Plane& plane) {
        PlateTriangle triangle;
        triangle.hinges.fill(kNoHinge);
        const std::array<Index, 3>& corners = sidesOf(t)[0].corners;
        for (int k = 0; k < 3; ++k) {
            triangle.nodes[k] = nodeAt(corners[k]);
            triangle.corners[k] = plane.of(dvec3(scene_.positions[corners[k]]));
        }
        for (const Side& side : sidesOf(t)) {
            for (int k = 0; k < 3; ++k) {
                const auto [low, high] = std::minmax(corners[k], corners[(k + 1) % 3]);
                if (edgeOf(side.hinge) == std::array<Index, 2>{low, high})
                    triangle.hinges[k] = numberOf(side.hinge, triangle, k);
            }
        }
        net_.triangles.push_back(triangle);
    }

    Index numberOf(Index candidate, const PlateTriangle& triangle, int k) {
        if (numbers_[candidate] != kNoHinge) return numbers_[candidate];
        const dvec2 edge = glm::normalize(triangle.corners[(k + 1) % 3] - triangle.corners[k]);
        const Candidate& hinge = candidates_[candidate];
        numbers_[candidate] = static_cast<Index>(net_.hinges.size());
        net_.hinges.push_back({hinge.bend,
                               {triangle.nodes[k], triangle.nodes[(k + 1) % 3]},
                               {-edge.y, edge.x},
                               scene_.bends[hinge.bend].compliance / hinge.area});
        return numbers_[candidate];
    }

    const Scene& scene_;
    std::vector<Candidate> candidates_;
    std::vector<Side> sides_;             // of them, sorted by triangle,
    std::vector<std::size_t> firstSide_;  // and where each triangle's begin
    std::vector<std::uint8_t> isLost_;    // per candidate
    std::vector<Index> numbers_;          // per candidate: in the net
    std::vector<Index> nodeOf_;           // per particle: in the plate at hand
    PlateNet net_;
};

}  // namespace

PlateNet findPlates(const Scene& scene) {
    if (!scene.levels || scene.planar || scene.bends.empty()) return {};
    return PlateFinder(scene).run();
}

}  // namespace pliant
