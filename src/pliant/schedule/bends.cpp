#include <algorithm>
#include <cmath>
#include <utility>

#include "pliant/fail.h"
#include "pliant/schedule/colour_groups.h"
#include "pliant/schedule/families.h"
#include "pliant/schedule/sorting.h"

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

// Bends of one kind as they are to be coloured: their corners, and whose body they are, see wholeKey().
struct Uncoloured {
    std::vector<Index> bends;
    std::vector<std::array<Index, 4>> corners;
    std::vector<Index> keys;
};

// Calls add(bend) for each, sorted by colour and then by key, and returns a pass for each colour; colours are counted
// on. Kinds are coloured by themselves, or a colour would be several passes.
template <class Add>
std::vector<Pass> addByColour(const Uncoloured& bends, Index vertexCount, Index keyCount, Index response, Index base,
                              Index& firstColour, Add&& add) {
    const Colouring colouring = colourGroups(vertexCount, bends.corners);
    const auto colourOf = [&](Index i) { return colouring.colours[i]; };
    const std::vector<Index> byPlace =
        sortedBy(countUp(bends.bends.size()), vertexCount, [&](Index i) { return bends.corners[i][0]; });
    const std::vector<Index> all = sortedBy(byPlace, keyCount, [&](Index i) { return bends.keys[i]; });
    const std::vector<Index> first = groupStarts(all, colouring.colourCount, colourOf);
    for (const Index i : sortedBy(all, colouring.colourCount, colourOf))
        add(bends.bends[i]);
    std::vector<Pass> passes;
    for (Index c = 0; c < colouring.colourCount; ++c)
        passes.push_back({PassKind::SolveBends, response, firstColour + c, base + first[c], first[c + 1] - first[c]});
    firstColour += colouring.colourCount;
    return passes;
}

void append(std::vector<Pass>& to, const std::vector<Pass>& passes) {
    to.insert(to.end(), passes.begin(), passes.end());
}

// Stiffness of a bend times how far its particles give way when none of them is pinned [1/s^2].
double rateOf(const Schedule& schedule, const Bend& bend) {
    const double kb = -(double(bend.ka) + bend.kc + bend.kd);
    const auto share = [&](Index i, double weight) { return weight * weight * schedule.inverseMasses[i]; };
    return (share(bend.a, bend.ka) + share(bend.b, kb) + share(bend.c, bend.kc) + share(bend.d, bend.kd)) /
           std::max(double(bend.compliance), 1e-30);
}

double highOf(std::vector<double>& rates) {
    if (rates.empty()) return 0.0;
    const auto high = rates.begin() + std::ptrdiff_t((rates.size() - 1) * 9 / 10);
    std::nth_element(rates.begin(), high, rates.end());
    return *high;
}

bool isHingeOfPlate(const Schedule& s, std::size_t bend) {
    return bend >= s.firstPlateBend && bend < s.firstPlateBend + s.plateHinges.size();
}

// Clusters do not help bends whose particles are in none of them.
void measureRates(Schedule& schedule) {
    const bool hasLevels = schedule.clusters.size() > schedule.stickClusterCount;
    const std::size_t first = hasLevels ? schedule.clusterOf.size() - schedule.particles.size() : 0;
    std::vector<double> all, lone, ofPlates;
    for (Index i = 0; i < schedule.sceneBend.size(); ++i) {
        const Bend& bend = schedule.bends[i];
        all.push_back(rateOf(schedule, bend));
        if (isHingeOfPlate(schedule, i)) ofPlates.push_back(all.back());
        else if (!hasLevels || schedule.clusterOf[first + bend.a] == bend.a) lone.push_back(all.back());
    }
    schedule.bendRate = highOf(all);
    schedule.plateRate = highOf(ofPlates);
    schedule.loneBendRate = highOf(lone);
}

// Returns the passes that sum them up, level by level.
std::vector<Pass> addBendClusters(const ClusterRows& rows, Schedule& schedule) {
    std::vector<Pass> sums;
    for (Index level = rows.stickLevelCount(); level < rows.levelCount(); ++level) {
        const auto first = static_cast<Index>(schedule.clusters.size());
        rows.addClusters(level, schedule.clusters, schedule.clusterMembers);
        const Index response = level == rows.stickLevelCount() ? kBendSumParticles : kBendSumClusters;
        const Index count = static_cast<Index>(schedule.clusters.size()) - first;
        sums.push_back({PassKind::SumClusters, response, 0, first, count});
    }
    return sums;
}

// Adds the bends of one level, and notes which of the schedule each has become.
std::vector<Pass> addBendsOf(const BendLevel& level, const ClusterRows& rows, Index number, std::vector<Index>& became,
                             Schedule& schedule) {
    std::vector<Pass> passes;
    Index colour = 0;
    became.resize(level.bends.size());
    for (const BendKind kind : {BendKind::Line, BendKind::Quad}) {
        Uncoloured bends;
        for (Index i = 0; i < level.bends.size(); ++i) {
            if (level.bends[i].kind != kind) continue;
            bends.bends.push_back(i);
            bends.corners.push_back(level.bends[i].clusters);
            bends.keys.push_back(rows.keyOf(number, level.bends[i].clusters[0]));
        }
        const auto base = static_cast<Index>(schedule.bends.size());
        const auto vertexCount = static_cast<Index>(level.clusters.masses.size());
        append(passes,
               addByColour(bends, vertexCount, rows.keyCount(), Index(kind) + kBendBetweenClusters, base, colour,
                           [&](Index i) {
                               const ClusterBend& bend = level.bends[i];
                               std::array<Index, 4> p;
                               for (int k = 0; k < 4; ++k)
                                   p[k] = rows.of(number, bend.clusters[k]);
                               const double compliance = level.together.all[level.together.first[i]].number;
                               became[i] = static_cast<Index>(schedule.bends.size());
                               schedule.bends.push_back({p[0], p[1], p[2], p[3], bend.weights[0], bend.weights[2],
                                                         bend.weights[3], static_cast<float>(compliance)});
                               schedule.bendNumbers.push_back({0.0f, bend.damping, 0, 0});
                           }));
    }
    return passes;
}

// Adds the links of one list. Bends of the level become those of the schedule.
Index addLinks(const BendShares& shares, Index list, const std::vector<Index>& became, Index momentRows,
               std::vector<BendLink>& links) {
    for (Index i = shares.first[list]; i < shares.first[list + 1]; ++i)
        links.push_back({momentRows + became[shares.all[i].bend], static_cast<float>(shares.all[i].number)});
    return shares.first[list + 1] - shares.first[list];
}

// Of the scene's bends, then of those of each level.
void addAllLinks(const std::vector<BendLevel>& levels, const std::vector<std::vector<Index>>& became, Index momentRows,
                 Schedule& schedule) {
    std::size_t count = 0;
    for (const BendLevel& level : levels)
        count += level.given.all.size() + level.together.all.size();
    schedule.bendLinks.reserve(count);
    const auto add = [&](BendNumbers& bend, Index level, Index given, Index own) {
        bend.firstLink = static_cast<Index>(schedule.bendLinks.size());
        const Index givenCount =
            level < levels.size() ? addLinks(levels[level].given, given, became[level], momentRows, schedule.bendLinks)
                                  : 0;
        const Index ownCount =
            level > 0 ? addLinks(levels[level - 1].together, own, became[level - 1], momentRows, schedule.bendLinks)
                      : 0;
        bend.linkCounts = givenCount | ownCount << 16;
        if (bend.linkCounts == 0) bend.firstLink = 0;
    };
    for (Index i = 0; i < schedule.sceneBend.size(); ++i)
        add(schedule.bendNumbers[i], 0, schedule.sceneBend[i], 0);
    for (Index level = 0; level < levels.size(); ++level)
        for (Index i = 0; i < became[level].size(); ++i)
            add(schedule.bendNumbers[became[level][i]], level + 1, i, i);
}

// Clusters, bends between them, and the passes over both, coarsest level first; particles go along at last.
template <class Add>
void addClusterBends(const ClusterRows& rows, const std::vector<BendLevel>& levels, Index momentRows, Add&& add,
                     Schedule& schedule) {
    const auto clusterRows = static_cast<Index>(schedule.clusterOf.size());
    rows.addClusterOf(rows.stickLevelCount(), schedule.clusterOf);
    const std::vector<Pass> sums = addBendClusters(rows, schedule);
    std::vector<std::vector<Index>> became(levels.size());
    std::vector<std::vector<Pass>> solves;
    for (Index level = 0; level < levels.size(); ++level)
        solves.push_back(addBendsOf(levels[level], rows, rows.stickLevelCount() + level, became[level], schedule));
    addAllLinks(levels, became, momentRows, schedule);
    for (const Pass& sum : sums)
        add(sum, 0);
    for (auto level = static_cast<Index>(levels.size()); level-- > 0;) {
        if (level + 1 < levels.size())
            add({PassKind::BeginShifts, kBendBegin, 0, sums[level].first, sums[level].count}, 0);
        for (const Pass& pass : solves[level])  // one for each, so that those of a whole body stand together
            add({PassKind::CarryMoments, kBendCarry, 0, pass.first, pass.count}, momentRows);
        for (const Pass& pass : solves[level])
            add(pass, momentRows);
    }
    add({PassKind::ShiftParticles, kBendShift, 0, 0, static_cast<Index>(schedule.particles.size())}, clusterRows);
}

// What a moment pulls at the rows of its bend, added to `pulls`.
void addPulls(const Bend& bend, double moment, std::vector<double>& pulls) {
    pulls[bend.a] += bend.ka * moment;
    pulls[bend.b] -= (double(bend.ka) + bend.kc + bend.kd) * moment;
    pulls[bend.c] += bend.kc * moment;
    pulls[bend.d] += bend.kd * moment;
}

// With a moment in every bend of a level, of another size in each, clusters pull at what is in them as the bends do
// that the moments are given to. Looks at one level after another.
Status checkPulls(const Schedule& s) {
    const std::size_t first = firstMoment(s), own = s.sceneBend.size();
    const auto momentOf = [&](std::size_t bend) { return bend < own ? 0.0 : 1.0 + double(bend * 7919 % 101); };
    std::vector<Index> level(s.bends.size(), 0);  // of bends between clusters, from 1 on
    std::vector<Index> levelOfRow(rowCount(s), 0);
    for (std::size_t c = s.stickClusterCount; c < s.clusters.size(); ++c)
        levelOfRow[s.clusters[c].row] = 1 + levelOfRow[s.clusterMembers[s.clusters[c].firstMember].row];
    Index levels = 0;
    for (std::size_t i = own; i < s.bends.size(); ++i)
        levels = std::max(levels, level[i] = levelOfRow[s.bends[i].a]);
    for (Index number = 1; number <= levels; ++number) {
        std::vector<double> above(rowCount(s), 0.0), below(rowCount(s), 0.0);
        for (std::size_t i = own; i < s.bends.size(); ++i)
            if (level[i] == number) addPulls(s.bends[i], momentOf(i), above);
        for (std::size_t i = 0; i < s.bends.size(); ++i) {
            if (level[i] != number - 1) continue;
            const BendNumbers& bend = s.bendNumbers[i];
            double moment = 0.0;
            for (Index l = bend.firstLink; l < bend.firstLink + (bend.linkCounts & 0xffffu); ++l)
                moment += s.bendLinks[l].number * momentOf(s.bendLinks[l].moment - first + own);
            addPulls(s.bends[i], moment, below);
        }
        for (std::size_t c = s.stickClusterCount; c < s.clusters.size(); ++c) {
            const Cluster& cluster = s.clusters[c];
            if (levelOfRow[cluster.row] != number) continue;
            for (Index m = cluster.firstMember; m < cluster.firstMember + cluster.memberCount; ++m) {
                const ClusterMember& member = s.clusterMembers[m];
                const double wanted = above[cluster.row] * member.share;
                if (!(std::abs(below[member.row] - wanted) <= 1e-2 + 1e-4 * std::abs(wanted)))
                    return fail("moments of level {} pull at row {} by {}, not {}", number, member.row,
                                below[member.row], wanted);
            }
        }
    }
    return {};
}

// That links lead to moments, and that what a moment between clusters pulls at particles is what those that it stands
// for pull.
Status checkMoments(const Schedule& s) {
    const std::size_t first = firstMoment(s), own = s.sceneBend.size();
    if (s.bendNumbers.size() != s.bends.size()) return fail("the numbers of bends have a wrong number");
    if (s.bends.size() == own && s.plateHinges.empty())
        return s.bendLinks.empty() ? Status{} : Status(fail("there are links between no bends"));
    for (Index i = 0; i < s.bends.size(); ++i) {
        const BendNumbers& bend = s.bendNumbers[i];
        const Index given = bend.linkCounts & 0xffffu, together = bend.linkCounts >> 16;
        if (bend.firstLink >= s.bendLinks.size() || given + together > s.bendLinks.size() - bend.firstLink)
            return fail("the links of bend {} are out of range", i);
        const bool isOfPlate = isHingeOfPlate(s, i);
        if ((i < own && !isOfPlate) != (together == 0)) return fail("bend {} has no compliance of its own", i);
        const std::size_t ownMoment = isOfPlate ? firstHingeMoment(s) + i - s.firstPlateBend : first + i - own;
        for (Index l = bend.firstLink; l < bend.firstLink + given + together; ++l) {
            const Index moment = s.bendLinks[l].moment;
            if (moment < first || moment >= scratchCount(s)) return fail("link {} of bends leads to no moment", l);
            if (l == bend.firstLink + given && moment != ownMoment)
                return fail("bend {} has no compliance of its own", i);
        }
    }
    return checkPulls(s);
}

}  // namespace

std::vector<Pass> compileBends(const Scene& scene, const PlateNet& plates, Schedule& schedule) {
    schedule.bends.reserve(scene.bends.size());
    schedule.sceneBend.reserve(scene.bends.size());
    schedule.bendNumbers.reserve(scene.bends.size());
    std::vector<std::uint8_t> isOfPlate(scene.bends.size(), 0);
    for (const NetHinge& hinge : plates.hinges)
        isOfPlate[hinge.bend] = 1;
    std::vector<Pass> passes;
    Index colour = 0;
    const auto add = [&](BendKind kind, bool ofPlates) {
        Uncoloured bends;
        for (Index i = 0; i < scene.bends.size(); ++i) {
            if ((isOfPlate[i] != 0) != ofPlates || (!ofPlates && scene.bends[i].kind != kind)) continue;
            bends.bends.push_back(i);
            bends.corners.push_back(localParticles(schedule, scene.bends[i]));
            bends.keys.push_back(wholeKey(schedule, bends.corners.back()[0]));
        }
        const auto base = static_cast<Index>(schedule.bends.size());
        const Index response = Index(kind) + (ofPlates ? kBendOfPlate : 0);
        append(passes, addByColour(bends, static_cast<Index>(schedule.particles.size()),
                                   static_cast<Index>(schedule.tiles.size()) + 1, response, base, colour, [&](Index i) {
                                       schedule.sceneBend.push_back(i);
                                       schedule.bends.push_back(localBend(schedule, scene.bends[i]));
                                       const float rest = ofPlates ? 0.0f : scene.bends[i].rest;
                                       schedule.bendNumbers.push_back({rest, scene.bends[i].damping, 0, 0});
                                   }));
    };
    add(BendKind::Line, false);
    add(BendKind::Quad, false);
    schedule.firstPlateBend = static_cast<Index>(schedule.bends.size());
    if (!plates.hinges.empty()) add(BendKind::Quad, true);
    add(BendKind::Hinge, false);
    return passes;
}

void addBendLevels(const ClusterRows& rows, const std::vector<BendLevel>& levels, const PlateNet& plates,
                   std::vector<Pass>&& own, Schedule& schedule) {
    if (levels.empty() && plates.hinges.empty()) {
        schedule.bending = std::move(own);
        return measureRates(schedule);
    }
    // Colours are counted through all passes, so that no two look as if they could run together.
    Index colour = 0;
    const auto add = [&](Pass pass, Index passRows) {
        pass.rows = passRows;
        pass.colour = colour++;
        schedule.bending.push_back(pass);
    };
    const auto momentRows = static_cast<Index>(firstMoment(schedule) - schedule.sceneBend.size());
    if (!levels.empty()) addClusterBends(rows, levels, momentRows, add, schedule);
    for (const Pass& pass : addPlates(plates, schedule))
        add(pass, pass.rows);
    for (Pass& pass : own) {
        if (!levels.empty() && pass.response < kBendHinge) pass.response += kBendCarried;
        add(pass, momentRows);
    }
    measureRates(schedule);
}

// The solvers read a fourth particle of all bends, though they move it of those alone that have one.
Status checkBends(const Schedule& s) {
    for (Index i = 0; i < s.bends.size(); ++i) {
        const bool isOfScene = i < s.sceneBend.size();
        if (s.bends[i].d >= (isOfScene ? s.particles.size() : rowCount(s)))
            return fail("bend {} names a particle out of range", i);
    }
    if (Status status = checkMoments(s); !status) return status;
    return checkCover(s.bending, PassKind::SolveBends, s.bends.size(), "bending");
}

}  // namespace pliant
