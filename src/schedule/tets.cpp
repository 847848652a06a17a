#include <algorithm>
#include <glm/geometric.hpp>

#include "maths.h"
#include "schedule/colour_groups.h"
#include "schedule/families.h"
#include "schedule/sorting.h"
#include "schedule/steepness.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

using glm::dvec3;
using Corners = std::array<Index, 4>;

Corners localParticles(const Schedule& schedule, const SceneTet& tet) {
    Corners local;
    for (int i = 0; i < 4; ++i)
        local[i] = schedule.localParticle[tet.particles[i]];
    return local;
}

// Sum of the squared gradients of the volume where the scene has the corners, by the volume at rest [1/m^2]; and of a
// regular tetrahedron of that volume if the scene has it flatter.
double steepnessOf(const Scene& scene, const SceneTet& tet) {
    const auto x = [&](int i) { return dvec3(scene.positions[tet.particles[i]]); };
    const dvec3 b = x(1) - x(0), c = x(2) - x(0), d = x(3) - x(0);
    const dvec3 gb = glm::cross(c, d), gc = glm::cross(d, b), gd = glm::cross(b, c), ga = -(gb + gc + gd);
    const double volume = tet.restVolume;
    const double sum = (glm::dot(ga, ga) + glm::dot(gb, gb) + glm::dot(gc, gc) + glm::dot(gd, gd)) / 36.0;
    const double edge = rootOf(volume * 6.0 * std::sqrt(2.0), 3);
    const double regular = 4.0 * 3.0 / 16.0 / 9.0 * edge * edge * edge * edge;  // area sqrt(3)/4 edge^2, a third of it
    return std::max(sum, regular) / (volume * volume);
}

TetRecord recordOf(const Scene& scene, const Schedule& schedule, const SceneTet& tet) {
    const Corners p = localParticles(schedule, tet);
    const double volume = tet.restVolume;
    TetRecord record{};
    record.a = p[0];
    record.b = p[1];
    record.c = p[2];
    record.d = p[3];
    record.gradientScale = static_cast<float>(1.0 / (6.0 * volume));
    record.compliance = scaledCompliance(tet.compliance, volume);
    record.steepness = static_cast<float>(kFadingTet * steepnessOf(scene, tet));
    record.inverseSteepness = 1.0f / record.steepness;
    return record;
}

}  // namespace

void compileTets(const Scene& scene, Schedule& schedule) {
    std::vector<Corners> groups;
    for (const SceneTet& tet : scene.tets)
        groups.push_back(localParticles(schedule, tet));
    const Colouring colouring = colourGroups(static_cast<Index>(schedule.particles.size()), groups);
    const auto colourOf = [&](Index tet) { return colouring.colours[tet]; };
    const std::vector<Index> all = countUp(groups.size());
    const std::vector<Index> first = groupStarts(all, colouring.colourCount, colourOf);
    schedule.sceneTet = sortedBy(all, colouring.colourCount, colourOf);
    for (const Index tet : schedule.sceneTet)
        schedule.tetrahedra.push_back(recordOf(scene, schedule, scene.tets[tet]));
    for (Index c = 0; c < colouring.colourCount; ++c)
        schedule.insides.push_back({PassKind::SolveTets, 0, c, first[c], first[c + 1] - first[c]});
}

Status checkTets(const Schedule& s) {
    if (s.sceneTet.size() != s.tetrahedra.size()) return fail("the map of tetrahedra has a wrong size");
    return checkCover(s.insides, PassKind::SolveTets, s.tetrahedra.size(), "tetrahedra");
}

}  // namespace pliant
