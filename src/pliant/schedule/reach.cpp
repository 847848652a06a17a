// What carries stretch over long distances: tethers and coarse levels.

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <utility>

#include "pliant/fail.h"
#include "pliant/parallel.h"
#include "pliant/schedule/cluster_rows.h"
#include "pliant/schedule/colouring.h"
#include "pliant/schedule/families.h"
#include "pliant/schedule/sorting.h"
#include "pliant/threads.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

using glm::dvec3;

// The strain from which on tethers and levels hold a stick that its body's weight stretches by `strain`; none where its
// material has no limit.
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

// Sticks of these kinds that hold, in particles of the schedule, at the length where they begin to: those that give
// with so much of their strain to spare, up to their limit. `strains` may be empty.
std::vector<Span> listSpans(const Scene& scene, const Schedule& schedule, const std::vector<float>& strains,
                            std::initializer_list<StickKind> kinds, float spare = 0.0f) {
    return gather<Span>(scene.sticks.size(), [&](std::size_t i, std::vector<Span>& spans) {
        const SceneStick& stick = scene.sticks[i];
        const float strain = strains.empty() ? 0.0f : strains[i] * (1.0f + spare);
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

ClusterNet netOf(const Scene& scene, const Schedule& schedule, const std::vector<float>& strains) {
    ClusterNet net;
    net.positions.assign(schedule.particles.begin(), schedule.particles.end());
    net.normals = normalsOf(scene, schedule);
    for (const Index particle : schedule.sceneParticle)
        net.masses.push_back(scene.masses[particle]);
    net.spans = listSpans(scene, schedule, strains, {StickKind::Structural, StickKind::Shear});
    const auto isFree = [&](Index particle) { return particle < schedule.firstForced; };
    std::erase_if(net.spans, [&](const Span& span) { return !isFree(span.a) || !isFree(span.b); });
    return net;
}

// `sticks`: their ends are clusters of the level.
ColouredSticks colourSticks(const std::vector<Stick>& sticks, const ClusterLevel& level, const ClusterRows& rows,
                            Index number) {
    if (sticks.empty()) return {};
    std::vector<Edge> edges;
    for (const Stick& stick : sticks)
        edges.push_back({stick.a, stick.b});
    std::vector<vec4> centres;
    for (const vec3& centre : level.centres)
        centres.emplace_back(centre, 0.0f);
    const Colouring colouring = colourEdges(static_cast<Index>(centres.size()), edges, centres);
    const auto colourOf = [&](Index stick) { return colouring.colours[stick]; };
    const std::vector<Index> all = sortedBy(countUp(edges.size()), rows.keyCount(),
                                            [&](Index stick) { return rows.keyOf(number, edges[stick].a); });
    ColouredSticks coloured{{}, groupStarts(all, colouring.colourCount, colourOf), {}};
    coloured.of = sortedBy(all, colouring.colourCount, colourOf);
    for (const Index stick : coloured.of) {
        const Stick& s = sticks[stick];
        const Index a = rows.of(number, s.a), b = rows.of(number, s.b);
        coloured.sticks.push_back({std::min(a, b), std::max(a, b), s.restLength, s.parameter});
    }
    return coloured;
}

// Per stick of a level the sticks of those above that give it tension, as ReachFamily has them. `became`: per level
// which of the schedule's sticks each of its elastic ones is.
void addTensions(const std::vector<StretchLevel>& levels, const std::vector<std::vector<Index>>& became, Schedule& s) {
    std::vector<Index> ofScene;  // those that are no springs
    for (Index i = 0; i < s.sceneStick.size(); ++i) {
        if (s.sceneStick[i] >= ofScene.size()) ofScene.resize(s.sceneStick[i] + std::size_t(1));
        ofScene[s.sceneStick[i]] = i;
    }
    // visit(stick, index of the one that gives, number)
    const auto forEachShare = [&](auto&& visit) {
        for (std::size_t level = 0; level < levels.size(); ++level) {
            const std::vector<Index>& below = level == 0 ? ofScene : became[level - 1];
            for (std::size_t i = 0; i < levels[level].sticks.size(); ++i)
                for (const StretchShare& share : levels[level].sticks[i].shares)
                    visit(below[share.stick], became[level][i], static_cast<float>(share.number));
        }
    };
    s.tensionRows.assign(s.sticks.size() + 1, {});
    forEachShare([&](Index stick, Index, float) { ++s.tensionRows[stick + std::size_t(1)].firstLink; });
    for (std::size_t i = 0; i < s.sticks.size(); ++i)
        s.tensionRows[i + 1].firstLink += s.tensionRows[i].firstLink;
    s.tensionLinks.assign(s.tensionRows.back().firstLink + std::size_t(1), {});
    std::vector<Index> next;
    for (const TensionRow& row : s.tensionRows)
        next.push_back(row.firstLink);
    forEachShare([&](Index stick, Index from, float number) { s.tensionLinks[next[stick]++] = {from, number}; });
    for (std::size_t level = 0; level < levels.size(); ++level)
        for (std::size_t i = 0; i < levels[level].sticks.size(); ++i)
            s.tensionRows[became[level][i]].damping = static_cast<float>(levels[level].sticks[i].damping);
}

// Where clusters, and particles, are at rest: by rows.
std::vector<dvec3> restOfRows(const Schedule& s) {
    std::vector<dvec3> rest(rowCount(s));
    for (std::size_t i = 0; i < s.particles.size(); ++i)
        rest[i] = dvec3(vec3(s.particles[i]));
    for (const Cluster& cluster : s.clusters) {
        for (Index m = cluster.firstMember; m < cluster.firstMember + cluster.memberCount; ++m)
            rest[cluster.row] += double(s.clusterMembers[m].share) * rest[s.clusterMembers[m].row];
    }
    return rest;
}

// Of clusters [first, last), all of sticks or all of bends: every particle and every cluster is in one of them at most,
// and knows it; members come before what they are members of; their shares are all of it. `clusterOf`: of particles.
Status checkHierarchy(const Schedule& s, std::size_t first, std::size_t last, const Index* clusterOf) {
    const auto isRow = [&](Index row) { return row >= s.particles.size() && row < rowCount(s); };
    std::vector<Index> parents(rowCount(s), kNoCluster), owner(rowCount(s), kNoCluster);
    std::vector<bool> isKnown(rowCount(s), false);
    std::copy_n(clusterOf, s.particles.size(), parents.begin());
    std::fill_n(isKnown.begin(), s.particles.size(), true);
    std::size_t members = s.clusters[first].firstMember;
    for (std::size_t c = first; c < last; ++c) {
        const Cluster& cluster = s.clusters[c];
        if (!isRow(cluster.row) || isKnown[cluster.row]) return fail("cluster {} has no row of its own", c);
        if (cluster.firstMember != members || cluster.memberCount == 0 ||
            cluster.memberCount > s.clusterMembers.size() - members)
            return fail("the members of cluster {} are out of range", c);
        double shares = 0.0;
        for (; members < cluster.firstMember + cluster.memberCount; ++members) {
            const ClusterMember& member = s.clusterMembers[members];
            if (member.row >= rowCount(s) || !isKnown[member.row] || owner[member.row] != kNoCluster)
                return fail("member {} of clusters is in two of them, or comes after its own", members);
            owner[member.row] = cluster.row;
            shares += member.share;
        }
        if (!(std::abs(shares - 1.0) < 1e-5)) return fail("the shares of cluster {} add up to {}", c, shares);
        if (!(cluster.inverseMass > 0.0f)) return fail("cluster {} has no mass", c);
        isKnown[cluster.row] = true;
        parents[cluster.row] = cluster.parent;
    }
    for (Index row = 0; row < parents.size(); ++row) {
        if (!isKnown[row]) continue;
        const Index own = owner[row] == kNoCluster ? row : owner[row];
        if (parents[row] != own) return fail("row {} is not in the cluster that it says", row);
    }
    return {};
}

Status checkClusters(const Schedule& s) {
    const std::size_t ofSticks = s.stickClusterCount, all = s.clusters.size();
    if (ofSticks > all) return fail("there are more clusters of sticks than of all");
    const std::size_t hierarchies = (ofSticks > 0 ? 1 : 0) + (all > ofSticks ? 1 : 0);
    if (s.clusterOf.size() != hierarchies * s.particles.size())
        return fail("the clusters of particles have a wrong number");
    if (ofSticks > 0) {
        if (Status status = checkHierarchy(s, 0, ofSticks, s.clusterOf.data()); !status) return status;
    }
    if (all == ofSticks) return {};
    return checkHierarchy(s, ofSticks, all, s.clusterOf.data() + (ofSticks > 0 ? s.particles.size() : 0));
}

// Sticks between clusters come behind the scene's own, and are all solved. None is shorter than what the shape at rest
// needs, pressed together as far as the sticks of the scene say.
Status checkLevels(const Schedule& s) {
    const std::size_t first = s.sceneStick.size();
    std::size_t next = first;
    for (const Pass& pass : s.levels) {
        if (pass.kind != PassKind::SolveSticks) continue;
        if (pass.response != kStickBetweenClusters && pass.response != kStickElastic)
            return fail("a pass over sticks of levels is not between clusters");
        if (pass.first != next) return fail("the passes over sticks of levels do not follow one another");
        next += pass.count;
    }
    if (next != s.sticks.size()) return fail("the passes over sticks of levels do not cover them");
    const std::vector<dvec3> rest = restOfRows(s);
    const auto shareOfRest = [&](const Stick& stick) {
        const double distance = glm::length(rest[stick.a] - rest[stick.b]);
        return distance > 0.0 ? double(stick.restLength) / distance : 1.0;
    };
    double least = 1.0;
    for (std::size_t i = 0; i < first; ++i)
        least = std::min(least, shareOfRest(s.sticks[i]));
    for (std::size_t i = first; i < s.sticks.size(); ++i) {
        if (shareOfRest(s.sticks[i]) < least * (1.0 - 1e-5))
            return fail("stick {} between clusters is shorter than at rest", i);
    }
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

// Of every particle the shortest first: the longest has the last word.
void sortByLength(std::vector<Tether>& tethers, std::size_t particles) {
    for (std::size_t next = particles; next < tethers.size(); ++next) {
        for (std::size_t at = next; at >= particles; at -= particles) {
            Tether &tether = tethers[at], &before = tethers[at - particles];
            if (!(std::abs(tether.reach) < std::abs(before.reach))) break;
            std::swap(tether, before);
        }
    }
}

}  // namespace

std::vector<Tether> toTethers(const TetherTable& table, const Schedule& schedule) {
    std::vector<Tether> tethers(table.anchors.size());
    const std::vector<Index>& gives = schedule.tetherGives;
    for (std::size_t i = 0; i < tethers.size(); ++i) {
        const bool isGiving = !gives.empty() && gives[i % gives.size()] != 0;
        tethers[i] = {table.anchors[i], isGiving ? -table.lengths[i] : table.lengths[i]};
    }
    sortByLength(tethers, schedule.particles.size());
    return tethers;
}

namespace {

// What a stick is given in a pass over tensions: by such as have been solved before.
Status checkGiven(const Schedule& s, Index stick, const std::vector<std::uint8_t>& isSolved) {
    const Index first = s.tensionRows[stick].firstLink, last = s.tensionRows[stick + 1].firstLink;
    if (first > last || last + std::size_t(1) > s.tensionLinks.size())
        return fail("the tensions of stick {} are out of order", stick);
    for (Index l = first; l < last; ++l) {
        const TensionLink& link = s.tensionLinks[l];
        if (link.stick >= s.sticks.size() || isSolved[link.stick] == 0)
            return fail("stick {} is given tension by one that is not solved before", stick);
        if (!(link.number > 0.0f && std::isfinite(link.number)))
            return fail("stick {} is given a share of {} of a tension", stick, link.number);
    }
    return {};
}

// Elastic sticks between clusters, and then all compliant ones of the scene, are given tension once, and the former are
// solved after it.
Status checkTensions(const Schedule& s) {
    const auto isElastic = [](const Pass& pass) {
        return pass.kind == PassKind::CarryTensions || pass.response == kStickElastic;
    };
    if (s.tensionRows.empty()) {
        if (!s.tensionLinks.empty()) return fail("tensions belong to no stick");
        return std::any_of(s.levels.begin(), s.levels.end(), isElastic) ? fail("sticks have no tensions") : Status{};
    }
    if (s.tensionRows.size() != s.sticks.size() + 1 ||
        s.tensionRows.back().firstLink + std::size_t(1) != s.tensionLinks.size())
        return fail("the tensions of sticks have a wrong number");
    std::vector<std::uint8_t> isGiven(s.sticks.size(), 0), isSolved(s.sticks.size(), 0);
    for (const Pass& pass : s.levels) {
        if (!isElastic(pass)) continue;
        const bool carries = pass.kind == PassKind::CarryTensions;
        for (Index i = pass.first; i < pass.first + pass.count; ++i) {
            const bool isOfScene = i < s.sceneStick.size();
            if (carries && (std::exchange(isGiven[i], 1) != 0 || (isOfScene && i >= s.compliantCount)))
                return fail("stick {} is given tension twice, or has none", i);
            if (!carries && (isGiven[i] == 0 || !(s.sticks[i].parameter > 0.0f) || !(s.tensionRows[i].damping >= 0.0f)))
                return fail("elastic stick {} has no tension", i);
            if (Status status = carries ? checkGiven(s, i, isSolved) : Status{}; !status) return status;
            if (!carries) isSolved[i] = 1;
        }
    }
    for (Index i = 0; i < s.sticks.size(); ++i)
        if (i < s.compliantCount ? isGiven[i] == 0 : isGiven[i] != isSolved[i])
            return fail("stick {} is given no tension, or not solved", i);
    return {};
}

}  // namespace

std::vector<ClusterLevel> makeStickLevels(const Scene& scene, const Schedule& schedule,
                                          const std::vector<float>& strains) {
    if (!scene.levels) return {};
    return makeClusters(netOf(scene, schedule, strains));
}

std::vector<Level> colourLevels(const std::vector<ClusterLevel>& levels, const std::vector<StretchLevel>& stretch,
                                const ClusterRows& rows) {
    std::vector<Level> coloured(levels.size());
    parallelEach(levels.size(), [&](std::size_t i) {
        std::vector<Stick> rigid, elastic;
        for (const Span& s : levels[i].sticks)
            rigid.push_back({s.a, s.b, s.length, 0.0f});
        for (std::size_t k = 0; i < stretch.size() && k < stretch[i].sticks.size(); ++k) {
            const StretchStick& s = stretch[i].sticks[k];
            const Index first = stretch[i].firstCluster;
            elastic.push_back({first + s.clusters[0], first + s.clusters[1], static_cast<float>(s.length),
                               static_cast<float>(s.compliance)});
        }
        const auto number = static_cast<Index>(i);
        coloured[i] = {colourSticks(rigid, levels[i], rows, number), colourSticks(elastic, levels[i], rows, number)};
    });
    return coloured;
}

// Colours are counted on from one level to the next, so that no two passes look as if they could run together.
namespace {

// Clusters of sticks; returns the passes that sum them up, level by level.
std::vector<Pass> addClusters(const ClusterRows& rows, Index levelCount, Index& colour, Schedule& schedule) {
    std::vector<Pass> sums;
    for (Index level = 0; level < levelCount; ++level) {
        const auto first = static_cast<Index>(schedule.clusters.size());
        rows.addClusters(level, schedule.clusters, schedule.clusterMembers);
        const Index count = static_cast<Index>(schedule.clusters.size()) - first;
        const Index response = level > 0 ? kLevelSumClusters : kLevelSumParticles;
        sums.push_back({PassKind::SumClusters, response, colour++, first, count});
    }
    schedule.stickClusterCount = static_cast<Index>(schedule.clusters.size());
    rows.addClusterOf(0, schedule.clusterOf);
    return sums;
}

}  // namespace

void addLevels(const ClusterRows& rows, const std::vector<Level>& levels, const std::vector<StretchLevel>& stretch,
               const std::vector<StrandRange>& strands, Schedule& schedule) {
    Index colour = 0;
    const auto hold = [&](const StrandRange& range, Index response) {
        if (range.count > 0)
            schedule.levels.push_back({PassKind::HoldStrands, response, colour++, range.first, range.count});
    };
    if (!strands.empty()) hold(strands[0], kLevelHoldParticles);
    if (levels.empty()) return;
    const auto levelCount = static_cast<Index>(levels.size());
    const std::vector<Pass> sums = addClusters(rows, levelCount, colour, schedule);
    schedule.levels.insert(schedule.levels.end(), sums.begin(), sums.end());
    std::size_t stickCount = schedule.sticks.size();
    for (const Level& level : levels)
        stickCount += level.rigid.sticks.size() + level.elastic.sticks.size();
    schedule.sticks.reserve(stickCount);
    const auto addSticks = [&](const ColouredSticks& own, Index response) {
        const auto base = static_cast<Index>(schedule.sticks.size());
        schedule.sticks.insert(schedule.sticks.end(), own.sticks.begin(), own.sticks.end());
        for (std::size_t c = 0; c + 1 < own.first.size(); ++c) {
            const Index first = own.first[c], count = own.first[c + 1] - first;
            if (count == 0) continue;
            schedule.levels.push_back({PassKind::SolveSticks, response, colour++, base + first, count});
        }
        return base;
    };
    std::vector<std::vector<Index>> became(stretch.size());
    for (Index level = levelCount; level-- > 0;) {
        if (level + 1 < levelCount) {
            const Pass& sum = sums[level];
            schedule.levels.push_back({PassKind::BeginShifts, kLevelBegin, colour++, sum.first, sum.count});
        }
        if (!strands.empty()) hold(strands[level + 1], kLevelHoldClusters);
        addSticks(levels[level].rigid, kStickBetweenClusters);
        if (level >= stretch.size()) continue;
        const ColouredSticks& elastic = levels[level].elastic;
        schedule.levels.push_back({PassKind::CarryTensions, kLevelCarry, colour++,
                                   static_cast<Index>(schedule.sticks.size()),
                                   static_cast<Index>(elastic.sticks.size())});
        const Index base = addSticks(elastic, kStickElastic);
        became[level].resize(elastic.of.size());
        for (Index i = 0; i < elastic.of.size(); ++i)
            became[level][elastic.of[i]] = base + i;
    }
    if (!stretch.empty()) {
        addTensions(stretch, became, schedule);
        // One for each colour where there are whole bodies: their sticks come last in each.
        const bool hasWhole = schedule.wholeFirstTile < schedule.tiles.size();
        if (!hasWhole)
            schedule.levels.push_back({PassKind::CarryTensions, kLevelCarry, colour++, 0, schedule.compliantCount});
        for (const Pass& pass : schedule.gaussSeidel)
            if (hasWhole && pass.response < kStickRigid)
                schedule.levels.push_back({PassKind::CarryTensions, kLevelCarry, colour++, pass.first, pass.count});
    }
    schedule.levels.push_back({PassKind::ShiftParticles, 0, colour, 0, static_cast<Index>(schedule.particles.size())});
}

void compileTethers(const Scene& scene, const std::vector<float>& strains, Schedule& schedule) {
    if (!scene.tethers) return;
    // A tenth above the strain of its own weight, so that they are slack where the body hangs at rest.
    const std::vector<Span> spans =
        listSpans(scene, schedule, strains, {StickKind::Structural, StickKind::Shear}, 0.1f);
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
    for (const auto check : {checkClusters, checkLevels, checkTensions, checkStrands}) {
        if (Status status = check(s); !status) return status;
    }
    return checkTethers(s);
}

}  // namespace pliant
