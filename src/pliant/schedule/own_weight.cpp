#include "pliant/schedule/own_weight.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "pliant/parallel.h"
#include "pliant/schedule/geodesic.h"

namespace pliant {
namespace {

using Index = std::uint32_t;
using glm::dvec3;

constexpr double kEarthGravity = 9.80665;  // [m/s^2]

double complianceOf(const Scene& scene, const SceneStick& stick) {
    const StickMaterial& material = scene.materials[stick.material];
    switch (material.response) {
        case Response::Rigid: return 0.0;
        case Response::Compliant: return double(material.compliance) * stick.complianceFactor;
        case Response::Hooke:
            return material.stiffness > 0.0f ? double(stick.complianceFactor) / material.stiffness : 0.0;
    }
    return 0.0;
}

SurfaceGraph graphOf(const Scene& scene, const Schedule& schedule) {
    const std::vector<Span> spans = gather<Span>(scene.sticks.size(), [&](std::size_t i, std::vector<Span>& list) {
        const SceneStick& stick = scene.sticks[i];
        if (stick.kind == StickKind::Bend) return;
        const Index a = schedule.localParticle[stick.a], b = schedule.localParticle[stick.b];
        list.push_back({std::min(a, b), std::max(a, b), stick.restLength});
    });
    return makeSurfaceGraph(static_cast<Index>(schedule.particles.size()), spans);
}

// The pinned particles; of a component that has none, the one nearest the middle of its particles.
std::vector<Index> holdsOf(const SurfaceGraph& graph, const Schedule& schedule) {
    std::vector<dvec3> sums(graph.componentCount, dvec3(0.0));
    std::vector<double> counts(graph.componentCount, 0.0);
    std::vector<std::uint8_t> isHeld(graph.componentCount, 0);
    std::vector<Index> holds;
    for (Index v = 0; v < graph.vertexCount(); ++v) {
        const Index c = graph.component[v];
        sums[c] += dvec3(vec3(schedule.particles[v]));
        counts[c] += 1.0;
        if (schedule.particles[v].w != 0.0f) continue;
        isHeld[c] = 1;
        holds.push_back(v);
    }
    std::vector<Index> nearest(graph.componentCount, kNoSource);
    std::vector<double> least(graph.componentCount, 0.0);
    for (Index v = 0; v < graph.vertexCount(); ++v) {
        const Index c = graph.component[v];
        if (isHeld[c]) continue;
        const double distance = glm::length(dvec3(vec3(schedule.particles[v])) - sums[c] / counts[c]);
        if (nearest[c] != kNoSource && distance >= least[c]) continue;
        nearest[c] = v;
        least[c] = distance;
    }
    for (const Index v : nearest) {
        if (v != kNoSource) holds.push_back(v);
    }
    return holds;
}

// What is at some distance from where a component hangs.
struct Ring {
    double mass = 0.0;  // at its far side; later, from there on [kg]
    double stiffness =
        0.0;  // of the sticks that lead outwards across it, a slanting one by the square of its cosine [N]
};

// The rings of all components, each as wide as its structural sticks are long on average.
struct Rings {
    std::vector<double> width;  // per component
    std::vector<Index> first;   // per component, and one for the end
    std::vector<Ring> rings;

    std::size_t indexOf(Index component, double distance) const {
        const auto last = static_cast<double>(first[component + 1] - first[component] - 1);
        return first[component] + static_cast<std::size_t>(std::min(distance / width[component], last));
    }
};

struct OwnWeight {
    const Scene& scene;
    const Schedule& schedule;
    SurfaceGraph graph;
    Distances distances;

    OwnWeight(const Scene& ofScene, const Schedule& ofSchedule)
        : scene(ofScene), schedule(ofSchedule), graph(graphOf(scene, schedule)) {
        distances = distancesFrom(graph, holdsOf(graph, schedule));
    }

    double distanceOf(Index sceneParticle) const { return distances.distance[schedule.localParticle[sceneParticle]]; }
    Index componentOf(const SceneStick& stick) const { return graph.component[schedule.localParticle[stick.a]]; }

    Rings emptyRings() const {
        std::vector<double> lengths(graph.componentCount, 0.0), counts(graph.componentCount, 0.0);
        for (const SceneStick& stick : scene.sticks) {
            if (stick.kind != StickKind::Structural) continue;
            lengths[componentOf(stick)] += stick.restLength;
            counts[componentOf(stick)] += 1.0;
        }
        std::vector<double> farthest(graph.componentCount, 0.0), sizes(graph.componentCount, 0.0);
        for (Index v = 0; v < graph.vertexCount(); ++v) {
            const Index c = graph.component[v];
            farthest[c] = std::max(farthest[c], double(distances.distance[v]));
            sizes[c] += 1.0;
        }
        Rings rings;
        rings.first.push_back(0);
        for (Index c = 0; c < graph.componentCount; ++c) {
            const double mean = counts[c] > 0.0 ? lengths[c] / counts[c] : 0.0;
            rings.width.push_back(mean > 0.0 ? mean : 1.0);
            const double count = std::min(std::floor(farthest[c] / rings.width[c]), sizes[c]) + 1.0;
            rings.first.push_back(rings.first.back() + static_cast<Index>(count));
        }
        rings.rings.resize(rings.first.back());
        return rings;
    }

    void addMasses(Rings& rings) const {
        for (Index v = 0; v < graph.vertexCount(); ++v) {
            if (schedule.particles[v].w == 0.0f) continue;
            const Index component = graph.component[v];
            const double inner = distances.distance[v] - 0.5 * rings.width[component];
            if (inner < 0.0) continue;
            rings.rings[rings.indexOf(component, inner)].mass += 1.0 / double(schedule.inverseMasses[v]);
        }
        for (Index c = 0; c < graph.componentCount; ++c) {
            for (Index r = rings.first[c + 1] - 1; r > rings.first[c]; --r)
                rings.rings[r - 1].mass += rings.rings[r].mass;
        }
    }

    void addSticks(Rings& rings) const {
        for (const SceneStick& stick : scene.sticks) {
            if (stick.kind != StickKind::Structural || !(stick.restLength > 0.0f)) continue;
            const double a = distanceOf(stick.a), b = distanceOf(stick.b), length = stick.restLength;
            const Index component = componentOf(stick);
            const double cosine = std::min(std::abs(a - b) / length, 1.0);
            const double share = cosine * std::abs(a - b) / rings.width[component];
            if (!(share > 0.0)) continue;
            const double compliance = complianceOf(scene, stick);  // 0: the stiffness is infinite
            rings.rings[rings.indexOf(component, 0.5 * (a + b))].stiffness += share * length / compliance;
        }
    }
};

}  // namespace

std::vector<float> stretchUnderOwnWeight(const Scene& scene, const Schedule& schedule) {
    const auto isNeeded = [](const StickMaterial& m) { return m.response != Response::Rigid && m.strainLimit; };
    if (std::none_of(scene.materials.begin(), scene.materials.end(), isNeeded)) return {};
    const OwnWeight own(scene, schedule);
    Rings rings = own.emptyRings();
    own.addMasses(rings);
    own.addSticks(rings);
    const double gravity = std::max(double(glm::length(scene.environment.gravity)), kEarthGravity);
    std::vector<float> strains(scene.sticks.size(), 0.0f);
    forAll(strains.size(), [&](std::size_t i) {
        const SceneStick& stick = scene.sticks[i];
        if (stick.kind == StickKind::Bend) return;
        const double distance = 0.5 * (own.distanceOf(stick.a) + own.distanceOf(stick.b));
        const Ring& ring = rings.rings[rings.indexOf(own.componentOf(stick), distance)];
        if (ring.stiffness > 0.0) strains[i] = static_cast<float>(gravity * ring.mass / ring.stiffness);
    });
    return strains;
}

}  // namespace pliant
