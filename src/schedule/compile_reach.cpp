// What carries stretch over long distances: tethers and coarse levels.

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

#include "schedule/colouring.h"
#include "schedule/compile_parts.h"
#include "schedule/long_sticks.h"
#include "schedule/sorting.h"

namespace pliant {
namespace {

using Index = std::uint32_t;
using glm::dvec3;

// How much longer than at rest the stick can get; none if there is no saying.
std::optional<float> strainLimitOf(const StickMaterial& material) {
    if (material.strainLimit) return material.strainLimit;
    if (material.response == Response::Rigid) return 0.0f;
    return std::nullopt;
}

// Sticks of these kinds that hold, in particles of the schedule, at their greatest length.
std::vector<Span> listSpans(const Scene& scene, const Schedule& schedule, std::initializer_list<StickKind> kinds) {
    std::vector<Span> spans;
    for (const SceneStick& stick : scene.sticks) {
        const std::optional<float> limit = strainLimitOf(scene.materials[stick.material]);
        if (!limit || std::find(kinds.begin(), kinds.end(), stick.kind) == kinds.end()) continue;
        const Index a = schedule.localParticle[stick.a], b = schedule.localParticle[stick.b];
        const float length = stick.restLength * (1.0f + *limit);
        spans.push_back({std::min(a, b), std::max(a, b), length});
    }
    return spans;
}

std::vector<std::uint8_t> pinnedOf(const Schedule& schedule) {
    std::vector<std::uint8_t> pinned;
    for (const vec4& particle : schedule.particles)
        pinned.push_back(particle.w == 0.0f ? 1 : 0);
    return pinned;
}

// Unit normals of the surface at rest, 0 where there is none.
std::vector<vec3> normalsOf(const Scene& scene, const Schedule& schedule) {
    std::vector<dvec3> sums(schedule.particles.size(), dvec3(0.0));
    forEachTriangle(scene, schedule, [&](Index a, Index b, Index c) {
        const dvec3 origin(vec3(schedule.particles[a]));
        const dvec3 area =
            glm::cross(dvec3(vec3(schedule.particles[b])) - origin, dvec3(vec3(schedule.particles[c])) - origin);
        for (const Index corner : {a, b, c})
            sums[corner] += area;
    });
    std::vector<vec3> normals;
    for (const dvec3& sum : sums) {
        const double size = glm::length(sum);
        normals.push_back(size > 0.0 ? vec3(sum / size) : vec3(0.0f));
    }
    return normals;
}

StickNet netOf(const Scene& scene, const Schedule& schedule) {
    StickNet net;
    for (const vec4& particle : schedule.particles)
        net.positions.push_back(vec3(particle));
    net.normals = normalsOf(scene, schedule);
    net.structural = listSpans(scene, schedule, {StickKind::Structural});
    net.shear = listSpans(scene, schedule, {StickKind::Shear});
    return net;
}

// Colours are counted on from one level to the next, so that no two passes look as if they could run together.
void addLevel(Schedule& schedule, const LongLevel& level, Index& colour) {
    std::vector<Edge> edges;
    for (const Span& stick : level.sticks)
        edges.push_back({stick.a, stick.b});
    const Colouring colouring = colourEdges(static_cast<Index>(schedule.particles.size()), edges);
    const auto colourOf = [&](Index stick) { return colouring.colours[stick]; };
    const auto tileCount = static_cast<Index>(schedule.tiles.size());
    const std::vector<Index> all =
        sortedBy(countUp(edges.size()), tileCount + 1, [&](Index stick) { return wholeKey(schedule, edges[stick].a); });
    const std::vector<Index> first = groupStarts(all, colouring.colourCount, colourOf);
    const auto base = static_cast<Index>(schedule.sticks.size());
    for (const Index stick : sortedBy(all, colouring.colourCount, colourOf)) {
        const Span& s = level.sticks[stick];
        schedule.sticks.push_back({s.a, s.b, s.length, 0.0f});
    }
    constexpr Index kResponse = kStickRigid + kStickOneSided;
    for (Index c = 0; c < colouring.colourCount; ++c)
        schedule.levels.push_back(
            {PassKind::SolveSticks, kResponse, colour++, base + first[c], first[c + 1] - first[c]});
}

void compileLevels(const Scene& scene, Schedule& schedule) {
    Index colour = 0;
    for (const LongLevel& level : makeLongSticks(netOf(scene, schedule))) {
        schedule.levelHops.push_back(level.hops);
        addLevel(schedule, level, colour);
    }
}

}  // namespace

std::vector<Tether> toTethers(const TetherTable& table) {
    std::vector<Tether> tethers(table.anchors.size());
    for (std::size_t i = 0; i < tethers.size(); ++i)
        tethers[i] = {table.anchors[i], table.lengths[i]};
    return tethers;
}

void compileReach(const Scene& scene, Schedule& schedule) {
    if (scene.levels) compileLevels(scene, schedule);
    if (!scene.tethers) return;
    const std::vector<Span> spans = listSpans(scene, schedule, {StickKind::Structural, StickKind::Shear});
    if (spans.empty()) return;
    schedule.surface = makeSurfaceGraph(static_cast<Index>(schedule.particles.size()), spans);
    schedule.tetherSlack = scene.tetherSlack;
    const TetherTable table = makeTethers(schedule.surface, pinnedOf(schedule), scene.tetherSlack, kTethersPerParticle);
    schedule.tethers = toTethers(table);
    schedule.tethersPerParticle = table.perParticle;
    schedule.mostTethers = std::max(table.perParticle, 2u);
}

}  // namespace pliant
