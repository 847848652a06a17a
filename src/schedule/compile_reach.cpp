// What carries stretch over long distances: tethers and coarse levels.

#include <algorithm>
#include <cmath>

#include "schedule/colouring.h"
#include "schedule/compile_parts.h"
#include "schedule/levels.h"
#include "schedule/sorting.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

// How much longer than at rest the stick can get; none if there is no saying.
std::optional<float> strainLimitOf(const StickMaterial& material) {
    if (material.strainLimit) return material.strainLimit;
    if (material.response == Response::Rigid) return 0.0f;
    return std::nullopt;
}

// Structural and shear sticks that hold, in particles of the schedule, at their greatest length.
std::vector<Span> listSpans(const Scene& scene, const Schedule& schedule) {
    std::vector<Span> spans;
    for (const SceneStick& stick : scene.sticks) {
        const std::optional<float> limit = strainLimitOf(scene.materials[stick.material]);
        if (!limit || stick.kind == StickKind::Bend) continue;
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

Child childOf(const Parents& p) {
    return {p.particle,  p.parent[0], p.parent[1], p.parent[2], p.parent[3],
            p.weight[0], p.weight[1], p.weight[2], p.weight[3]};
}

// What each member carries when it moves: its own mass, and of what its children carry, its weight's share.
void addChildrensMass(std::vector<double>& carried, const Level& level) {
    for (const Parents& child : level.children) {
        for (int k = 0; k < 4; ++k)
            carried[child.parent[k]] += child.weight[k] * carried[child.particle];
    }
}

Stick linkOf(const Span& span, const std::vector<double>& carried) {
    const double shareOfA = carried[span.b] / (carried[span.a] + carried[span.b]);
    return {span.a, span.b, span.length, static_cast<float>(shareOfA)};
}

// Colours are counted on from one level to the next, so that no two passes look as if they could run together.
void addLinks(Schedule& schedule, const Level& level, const std::vector<double>& carried, Index& colour) {
    std::vector<Edge> edges;
    for (const Span& link : level.links)
        edges.push_back({link.a, link.b});
    const Colouring colouring = colourEdges(static_cast<Index>(schedule.particles.size()), edges);
    const auto colourOf = [&](Index link) { return colouring.colours[link]; };
    const std::vector<Index> all = countUp(edges.size());
    const std::vector<Index> first = groupStarts(all, colouring.colourCount, colourOf);
    const auto base = static_cast<Index>(schedule.links.size());
    for (const Index link : sortedBy(all, colouring.colourCount, colourOf))
        schedule.links.push_back(linkOf(level.links[link], carried));
    for (Index c = 0; c < colouring.colourCount; ++c)
        schedule.levels.push_back({PassKind::SolveLinks, 0, colour++, base + first[c], first[c + 1] - first[c]});
}

void addChildren(Schedule& schedule, const Level& level) {
    const auto first = static_cast<Index>(schedule.children.size());
    for (const Parents& child : level.children)
        schedule.children.push_back(childOf(child));
    if (level.children.empty()) return;
    schedule.levels.push_back({PassKind::MoveChildren, 0, 0, first, static_cast<Index>(level.children.size())});
}

void compileLevels(Schedule& schedule, const std::vector<Span>& spans) {
    const auto count = static_cast<Index>(schedule.particles.size());
    const std::vector<Level> levels = makeLevels(count, spans, pinnedOf(schedule));
    if (levels.empty()) return;
    schedule.levelCount = static_cast<Index>(levels.size());
    schedule.members = levels[0].particles;
    schedule.levels.push_back({PassKind::SaveMembers, 0, 0, 0, static_cast<Index>(schedule.members.size())});

    std::vector<std::vector<double>> carried(levels.size());  // per level, of every particle [kg]
    std::vector<double> mass;
    for (const float inverse : schedule.inverseMasses)
        mass.push_back(1.0 / double(inverse));
    for (std::size_t l = 0; l < levels.size(); ++l) {
        addChildrensMass(mass, levels[l]);
        carried[l] = mass;
    }
    Index colour = 0;
    for (std::size_t l = levels.size(); l-- > 0;) {
        addLinks(schedule, levels[l], carried[l], colour);
        addChildren(schedule, levels[l]);
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
    if (!scene.tethers && !scene.levels) return;
    const std::vector<Span> spans = listSpans(scene, schedule);
    if (scene.levels) compileLevels(schedule, spans);
    if (!scene.tethers || spans.empty()) return;
    schedule.surface = makeSurfaceGraph(static_cast<Index>(schedule.particles.size()), spans);
    schedule.tetherSlack = scene.tetherSlack;
    const TetherTable table = makeTethers(schedule.surface, pinnedOf(schedule), scene.tetherSlack);
    schedule.tethers = toTethers(table);
    schedule.tethersPerParticle = table.perParticle;
}

}  // namespace pliant
