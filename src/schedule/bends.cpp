#include <algorithm>

#include "schedule/colour_groups.h"
#include "schedule/families.h"
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

// Adds the bends of one kind, sorted by colour. Kinds are coloured by themselves, or a colour would be several passes;
// colours are counted on from kind to kind.
void addKind(const Scene& scene, Schedule& schedule, BendKind kind, Index& firstColour) {
    std::vector<Index> bends;  // of the scene
    std::vector<std::array<Index, 4>> groups;
    for (Index i = 0; i < scene.bends.size(); ++i) {
        if (scene.bends[i].kind != kind) continue;
        bends.push_back(i);
        groups.push_back(localParticles(schedule, scene.bends[i]));
    }
    const Colouring colouring = colourGroups(static_cast<Index>(schedule.particles.size()), groups);
    const auto colourOf = [&](Index bend) { return colouring.colours[bend]; };
    const auto tileCount = static_cast<Index>(schedule.tiles.size());
    const std::vector<Index> all =
        sortedBy(countUp(bends.size()), tileCount + 1, [&](Index bend) { return wholeKey(schedule, groups[bend][0]); });
    const std::vector<Index> first = groupStarts(all, colouring.colourCount, colourOf);
    const auto base = static_cast<Index>(schedule.bends.size());
    for (const Index bend : sortedBy(all, colouring.colourCount, colourOf)) {
        schedule.sceneBend.push_back(bends[bend]);
        schedule.bends.push_back(localBend(schedule, scene.bends[bends[bend]]));
    }
    for (Index c = 0; c < colouring.colourCount; ++c) {
        schedule.bending.push_back(
            {PassKind::SolveBends, Index(kind), firstColour + c, base + first[c], first[c + 1] - first[c]});
    }
    firstColour += colouring.colourCount;
}

// Stiffness of a bend times how far its particles give way when none of them is pinned [1/s^2].
double rateOf(const Schedule& schedule, const Bend& bend) {
    const double kb = -(double(bend.ka) + bend.kc + bend.kd);
    const auto share = [&](Index i, double weight) { return weight * weight * schedule.inverseMasses[i]; };
    return (share(bend.a, bend.ka) + share(bend.b, kb) + share(bend.c, bend.kc) + share(bend.d, bend.kd)) /
           std::max(double(bend.compliance), 1e-30);
}

double highRate(const Schedule& schedule) {
    std::vector<double> rates;
    for (const Bend& bend : schedule.bends)
        rates.push_back(rateOf(schedule, bend));
    if (rates.empty()) return 0.0;
    const auto high = rates.begin() + std::ptrdiff_t((rates.size() - 1) * 9 / 10);
    std::nth_element(rates.begin(), high, rates.end());
    return *high;
}

}  // namespace

void compileBends(const Scene& scene, Schedule& schedule) {
    schedule.bends.reserve(scene.bends.size());
    schedule.sceneBend.reserve(scene.bends.size());
    schedule.bendNumbers.reserve(scene.bends.size());
    Index colour = 0;
    for (const BendKind kind : {BendKind::Line, BendKind::Quad, BendKind::Hinge})
        addKind(scene, schedule, kind, colour);
    for (const Index bend : schedule.sceneBend)
        schedule.bendNumbers.push_back({scene.bends[bend].rest, scene.bends[bend].damping});
    schedule.bendRate = highRate(schedule);
}

// The solvers read a fourth particle of all bends, though they move it of those alone that have one.
Status checkBends(const Schedule& s) {
    for (Index i = 0; i < s.bends.size(); ++i) {
        if (s.bends[i].d >= s.particles.size()) return fail("bend {} names a particle out of range", i);
    }
    return checkCover(s.bending, PassKind::SolveBends, s.bends.size(), "bending");
}

}  // namespace pliant
