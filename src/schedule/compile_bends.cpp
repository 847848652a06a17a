#include "schedule/colour_groups.h"
#include "schedule/compile_parts.h"
#include "schedule/sorting.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

std::array<Index, 4> localParticles(const Schedule& schedule, const SceneBend& bend) {
    std::array<Index, 4> local;
    for (int i = 0; i < 4; ++i)
        local[i] = schedule.localParticle[bend.particles[i]];
    return local;
}

Bend localBend(const Schedule& schedule, const SceneBend& bend) {
    const std::array<Index, 4> p = localParticles(schedule, bend);
    const std::array<float, 4>& k = bend.weights;
    return {p[0], p[1], p[2], p[3], k[0], k[2], k[3], bend.compliance};
}

}  // namespace

void compileBends(const Scene& scene, Schedule& schedule) {
    if (scene.bends.empty()) return;
    std::vector<std::array<Index, 4>> groups;
    groups.reserve(scene.bends.size());
    for (const SceneBend& bend : scene.bends)
        groups.push_back(localParticles(schedule, bend));
    const Colouring colouring = colourGroups(static_cast<Index>(schedule.particles.size()), groups);

    // Sorted by kind, then colour; solved by colour, then kind.
    const auto place = [&](Index bend) {
        return Index(scene.bends[bend].kind) * colouring.colourCount + colouring.colours[bend];
    };
    const Index placeCount = kBendKindCount * colouring.colourCount;
    const std::vector<Index> all = countUp(groups.size());
    const std::vector<Index> first = groupStarts(all, placeCount, place);
    for (const Index bend : sortedBy(all, placeCount, place)) {
        schedule.sceneBend.push_back(bend);
        schedule.bends.push_back(localBend(schedule, scene.bends[bend]));
    }
    for (const Index bend : schedule.sceneBend)
        schedule.bendNumbers.push_back(scene.bends[bend].rest);
    for (const Index bend : schedule.sceneBend)
        schedule.bendNumbers.push_back(scene.bends[bend].damping);
    const auto dampings = static_cast<Index>(schedule.bends.size());
    for (Index colour = 0; colour < colouring.colourCount; ++colour) {
        for (Index kind = 0; kind < kBendKindCount; ++kind) {
            const Index p = kind * colouring.colourCount + colour;
            if (first[p] == first[p + 1]) continue;
            schedule.bending.push_back(
                {PassKind::SolveBends, kind, colour, first[p], first[p + 1] - first[p], dampings});
        }
    }
}

}  // namespace pliant
