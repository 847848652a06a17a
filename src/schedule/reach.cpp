// What carries stretch over long distances: tethers and coarse levels.

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "parallel.h"
#include "schedule/colouring.h"
#include "schedule/families.h"
#include "schedule/long_sticks.h"
#include "schedule/sorting.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

using glm::dvec3;

// From what share of its length on tethers and long sticks hold the stick, which its body's weight stretches by
// `strain`; none if there is no saying.
std::optional<float> slackOf(const StickMaterial& material, float strain) {
    if (material.response == Response::Rigid) return material.strainLimit.value_or(0.0f);
    if (!material.strainLimit) return std::nullopt;
    return std::min(*material.strainLimit, strain);
}

bool givesUpToALimit(const StickMaterial& material) {
    return material.response != Response::Rigid && material.strainLimit;
}

// Those of the components in which some stick gives.
std::vector<Index> listGiving(const Scene& scene, const Schedule& schedule) {
    const SurfaceGraph& surface = schedule.surface;
    std::vector<std::uint8_t> ofComponent(surface.componentCount, 0);
    bool isAny = false;
    for (const SceneStick& stick : scene.sticks) {
        if (stick.kind == StickKind::Bend || !givesUpToALimit(scene.materials[stick.material])) continue;
        ofComponent[surface.component[schedule.localParticle[stick.a]]] = 1;
        isAny = true;
    }
    std::vector<Index> gives(isAny ? schedule.particles.size() : 0);
    for (std::size_t i = 0; i < gives.size(); ++i)
        gives[i] = ofComponent[surface.component[i]];
    return gives;
}

// How far tethers on such sticks give, by their reach.
float giveOf(const Scene& scene) {
    float most = 0.0f;
    for (const StickMaterial& material : scene.materials) {
        if (givesUpToALimit(material)) most = std::max(most, *material.strainLimit);
    }
    return 1.0f + most;
}

// Sticks of these kinds that hold, in particles of the schedule, at the length where they begin to. `strains` may be
// empty.
std::vector<Span> listSpans(const Scene& scene, const Schedule& schedule, const std::vector<float>& strains,
                            std::initializer_list<StickKind> kinds) {
    return gather<Span>(scene.sticks.size(), [&](std::size_t i, std::vector<Span>& spans) {
        const SceneStick& stick = scene.sticks[i];
        const float strain = strains.empty() ? 0.0f : strains[i];
        const std::optional<float> slack = slackOf(scene.materials[stick.material], strain);
        if (!slack || std::find(kinds.begin(), kinds.end(), stick.kind) == kinds.end()) return;
        const Index a = schedule.localParticle[stick.a], b = schedule.localParticle[stick.b];
        spans.push_back({std::min(a, b), std::max(a, b), stick.restLength * (1.0f + *slack)});
    });
}

std::vector<std::uint8_t> pinnedOf(const Schedule& schedule) {
    std::vector<std::uint8_t> pinned(schedule.particles.size());
    forAll(pinned.size(), [&](std::size_t i) { pinned[i] = schedule.particles[i].w == 0.0f ? 1 : 0; });
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
    std::vector<vec3> normals(sums.size());
    forAll(sums.size(), [&](std::size_t i) {
        const double size = glm::length(sums[i]);
        normals[i] = size > 0.0 ? vec3(sums[i] / size) : vec3(0.0f);
    });
    return normals;
}

StickNet netOf(const Scene& scene, const Schedule& schedule, const std::vector<float>& strains) {
    StickNet net;
    net.positions.assign(schedule.particles.begin(), schedule.particles.end());
    net.normals = normalsOf(scene, schedule);
    net.structural = listSpans(scene, schedule, strains, {StickKind::Structural});
    net.shear = listSpans(scene, schedule, strains, {StickKind::Shear});
    return net;
}

Level colourLevel(const Schedule& schedule, const LongLevel& level) {
    std::vector<Edge> edges;
    edges.reserve(level.sticks.size());
    for (const Span& stick : level.sticks)
        edges.push_back({stick.a, stick.b});
    const Colouring colouring = colourEdges(static_cast<Index>(schedule.particles.size()), edges, schedule.particles);
    const auto colourOf = [&](Index stick) { return colouring.colours[stick]; };
    const auto tileCount = static_cast<Index>(schedule.tiles.size());
    const std::vector<Index> all =
        sortedBy(countUp(edges.size()), tileCount + 1, [&](Index stick) { return wholeKey(schedule, edges[stick].a); });
    Level coloured{level.hops, {}, groupStarts(all, colouring.colourCount, colourOf)};
    coloured.sticks.reserve(edges.size());
    for (const Index stick : sortedBy(all, colouring.colourCount, colourOf)) {
        const Span& s = level.sticks[stick];
        coloured.sticks.push_back({s.a, s.b, s.length, 0.0f});
    }
    return coloured;
}

// Long sticks come behind the scene's own, are one-sided, and are all solved.
Status checkLevels(const Schedule& s) {
    std::size_t next = s.sceneStick.size();
    for (const Pass& pass : s.levels) {
        if (pass.response != kStickRigid + kStickOneSided) return fail("a pass over long sticks is not one-sided");
        if (pass.first != next) return fail("the passes over long sticks do not follow one another");
        next += pass.count;
    }
    if (next != s.sticks.size()) return fail("the passes over long sticks do not cover them");
    return {};
}

Status checkTethers(const Schedule& s) {
    if (s.tethers.size() != s.tethersPerParticle * s.particles.size()) return fail("the tethers have a wrong number");
    for (std::size_t i = 0; i < s.tethers.size(); ++i) {
        const Tether& tether = s.tethers[i];
        if (tether.anchor >= s.particles.size() || !std::isfinite(tether.reach))
            return fail("tether {} names a particle out of range, or has no length", i);
        const bool isNone = tether.anchor == i % s.particles.size();
        if (!isNone && s.particles[tether.anchor].w != 0.0f) return fail("tether {} holds to a free particle", i);
    }
    return {};
}

}  // namespace

std::vector<Tether> toTethers(const TetherTable& table, const Schedule& schedule) {
    std::vector<Tether> tethers(table.anchors.size());
    const std::vector<Index>& gives = schedule.tetherGives;
    for (std::size_t i = 0; i < tethers.size(); ++i) {
        const bool isGiving = !gives.empty() && gives[i % gives.size()] != 0;
        tethers[i] = {table.anchors[i], isGiving ? -table.lengths[i] : table.lengths[i]};
    }
    return tethers;
}

std::vector<Level> makeLevels(const Scene& scene, const Schedule& schedule, const std::vector<float>& strains) {
    if (!scene.levels) return {};
    const std::vector<LongLevel> levels = makeLongSticks(netOf(scene, schedule, strains));
    std::vector<Level> coloured(levels.size());
    tbb::parallel_for(std::size_t(0), levels.size(),
                      [&](std::size_t i) { coloured[i] = colourLevel(schedule, levels[i]); });
    return coloured;
}

// Colours are counted on from one level to the next, so that no two passes look as if they could run together.
void addLevels(const std::vector<Level>& levels, Schedule& schedule) {
    Index colour = 0;
    for (const Level& level : levels) {
        schedule.levelHops.push_back(level.hops);
        const auto base = static_cast<Index>(schedule.sticks.size());
        schedule.sticks.insert(schedule.sticks.end(), level.sticks.begin(), level.sticks.end());
        constexpr Index kResponse = kStickRigid + kStickOneSided;
        for (std::size_t c = 0; c + 1 < level.first.size(); ++c) {
            const Index first = level.first[c], count = level.first[c + 1] - first;
            schedule.levels.push_back({PassKind::SolveSticks, kResponse, colour++, base + first, count});
        }
    }
}

void compileTethers(const Scene& scene, const std::vector<float>& strains, Schedule& schedule) {
    if (!scene.tethers) return;
    const std::vector<Span> spans = listSpans(scene, schedule, strains, {StickKind::Structural, StickKind::Shear});
    if (spans.empty()) return;
    schedule.surface = makeSurfaceGraph(static_cast<Index>(schedule.particles.size()), spans);
    schedule.tetherGives = listGiving(scene, schedule);
    schedule.tetherGive = giveOf(scene);
    schedule.tetherSlack = scene.tetherSlack;
    const TetherTable table = makeTethers(schedule.surface, pinnedOf(schedule), scene.tetherSlack, kTethersPerParticle);
    schedule.tethers = toTethers(table, schedule);
    schedule.tethersPerParticle = table.perParticle;
    schedule.mostTethers = std::max(table.perParticle, 2u);
}

Status checkReach(const Schedule& s) {
    if (Status status = checkLevels(s); !status) return status;
    return checkTethers(s);
}

}  // namespace pliant
