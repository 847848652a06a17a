#include <algorithm>

#include "pliant/fail.h"
#include "pliant/scene/forces.h"
#include "pliant/schedule/colouring.h"
#include "pliant/schedule/families.h"
#include "pliant/schedule/rows.h"
#include "pliant/schedule/sorting.h"
#include "pliant/schedule/tile_items.h"
#include "pliant/shared/stick.h"
#include "pliant/threads.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

bool isLimited(const StickMaterial& material) {
    return material.response == Response::Compliant && material.strainLimit;
}

const StickMaterial& materialOf(const Scene& scene, const SceneStick& stick) {
    return scene.materials[stick.material];
}

bool yieldsCompliantly(const StickMaterial& material) {
    return material.response == Response::Compliant && !material.oneSided && material.compressionCompliance > 0.0f;
}

std::uint32_t responseOf(const StickMaterial& material) {
    const std::uint32_t oneSided = material.oneSided ? kStickOneSided : 0;
    if (material.damping > 0.0f || isLimited(material) || yieldsCompliantly(material)) return kStickDamped + oneSided;
    switch (material.response) {
        case Response::Compliant: return kStickCompliant + oneSided;
        case Response::Rigid: return kStickRigid + oneSided;
        case Response::Hooke: return kStickHooke + oneSided;
    }
    return kStickRigid;
}

// See compressionNow(); as near as tiles can tell.
float compressionOfRigid(const Scene& scene, const SceneStick& stick) {
    const StickMaterial& material = materialOf(scene, stick);
    if (responseOf(material) != kStickRigid) return 0.0f;
    const double inverseMasses = 1.0 / scene.masses[stick.a] + 1.0 / scene.masses[stick.b];
    const double yielding = double(material.compressionCompliance) * stick.complianceFactor * kCompressionRate;
    return shareIn(byteOfShare(static_cast<float>(inverseMasses / (inverseMasses + yielding))) << 24);
}

float parameterOf(const Scene& scene, const SceneStick& stick) {
    const StickMaterial& material = materialOf(scene, stick);
    switch (material.response) {
        case Response::Compliant: return material.compliance * stick.complianceFactor;
        case Response::Rigid: return compressionOfRigid(scene, stick);
        case Response::Hooke: return material.stiffness / stick.complianceFactor;
    }
    return 0.0f;
}

StickRestraint restraintOf(const Scene& scene, const SceneStick& stick) {
    const StickMaterial& material = materialOf(scene, stick);
    const float longest = isLimited(material) ? stick.restLength * (1.0f + *material.strainLimit) : kNoLongest;
    return {material.damping, longest, material.compressionCompliance * stick.complianceFactor};
}

Stick localStick(const Scene& scene, const Schedule& schedule, Index stick) {
    const SceneStick& s = scene.sticks[stick];
    const Index a = schedule.localParticle[s.a], b = schedule.localParticle[s.b];
    return {std::min(a, b), std::max(a, b), s.restLength, parameterOf(scene, s)};
}

// Those that are constraints.
std::vector<Index> constraintsOf(const Scene& scene) {
    const std::vector<Integrator> integrators = integratorsOf(scene);
    std::vector<Index> sticks = countUp(scene.sticks.size());
    std::erase_if(sticks, [&](Index stick) { return isForce(scene, integrators, scene.sticks[stick]); });
    return sticks;
}

// Scene sticks by the place of their particles in memory.
std::vector<Index> sticksByParticles(const Scene& scene, const Schedule& schedule) {
    const auto count = static_cast<Index>(schedule.particles.size());
    const auto ends = [&](Index stick) {
        const SceneStick& s = scene.sticks[stick];
        return std::minmax({schedule.localParticle[s.a], schedule.localParticle[s.b]});
    };
    const auto a = [&](Index stick) { return ends(stick).first; };
    const auto b = [&](Index stick) { return ends(stick).second; };
    return sortedBy(sortedBy(constraintsOf(scene), count, b), count, a);
}

// Sticks by response and colour: group response * colourCount + colour is sticks [first[group], first[group + 1]).
struct Groups {
    Index colourCount;
    std::vector<Index> first;
    Index firstWithin = 0;  // colours from here on are tiles' own: pairs are counted from it

    Index start(Index response, Index colour) const { return first[response * colourCount + colour]; }
};

// Edges in order of their lower vertices: those from [first, last) are a tile's own, with vertices in a range.
struct TileEdges {
    Index firstEdge, lastEdge;
    Index firstVertex, vertexCount;
};

// Those with both ends in one tile are listed tile by tile; the others' indices go to `seams`.
std::vector<TileEdges> edgesOfTiles(const Schedule& schedule, const std::vector<Edge>& edges, std::vector<Index>& inner,
                                    std::vector<Index>& seams) {
    std::vector<TileEdges> all;
    Index edge = 0;
    const auto upTo = [&](Index end, auto&& isInner) {
        for (; edge < edges.size() && edges[edge].a < end; ++edge)
            (isInner(edges[edge]) ? inner : seams).push_back(edge);
    };
    if (!schedule.tiles.empty()) upTo(schedule.tiles[0].firstParticle, [](Edge) { return false; });
    for (const TileRecord& tile : schedule.tiles) {
        const auto first = static_cast<Index>(inner.size());
        const Index end = tile.firstParticle + tile.particleCount;
        upTo(end, [&](Edge e) { return e.b < end; });
        all.push_back({first, static_cast<Index>(inner.size()), tile.firstParticle, tile.particleCount});
    }
    upTo(~0u, [](Edge) { return false; });
    return all;
}

struct StickColouring {
    Colouring colouring;
    Index firstWithin;  // colours from here on are tiles' own
};

// Seams take the first colours; tiles the others, each from the first of them on and as if it were alone: nothing joins
// their own edges.
StickColouring colourByTile(const Schedule& schedule, const std::vector<Edge>& edges) {
    std::vector<Index> inner, seams;
    const std::vector<TileEdges> tiles = edgesOfTiles(schedule, edges, inner, seams);
    std::vector<Edge> some;
    for (const Index edge : seams)
        some.push_back(edges[edge]);
    const Colouring between = colourEdges(static_cast<Index>(schedule.particles.size()), some, schedule.particles);
    Colouring colouring;
    colouring.colours.resize(edges.size());
    for (std::size_t i = 0; i < seams.size(); ++i)
        colouring.colours[seams[i]] = between.colours[i];

    std::vector<Index> counts(tiles.size(), 0);
    parallelEach(tiles.size(), [&](std::size_t t) {
        const TileEdges& tile = tiles[t];
        std::vector<Edge> own;
        for (Index i = tile.firstEdge; i < tile.lastEdge; ++i)
            own.push_back({edges[inner[i]].a - tile.firstVertex, edges[inner[i]].b - tile.firstVertex});
        const std::span<const vec4> places(schedule.particles.data() + tile.firstVertex, tile.vertexCount);
        const Colouring within = colourEdges(tile.vertexCount, own, places);
        counts[t] = within.colourCount;
        for (std::size_t i = 0; i < own.size(); ++i)
            colouring.colours[inner[tile.firstEdge + i]] = between.colourCount + within.colours[i];
    });
    const Index most = counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
    colouring.colourCount = between.colourCount + most;
    return {std::move(colouring), between.colourCount};
}

Index maxDegreeOf(std::size_t vertexCount, const std::vector<Edge>& edges) {
    std::vector<Index> degrees(vertexCount, 0);
    Index most = 0;
    for (const Edge& edge : edges)
        most = std::max({most, ++degrees[edge.a], ++degrees[edge.b]});
    return most;
}

Groups sortSticks(const Scene& scene, Schedule& schedule) {
    const std::vector<Index> byParticles = sticksByParticles(scene, schedule);
    std::vector<Edge> edges;
    edges.reserve(byParticles.size());
    for (const Index stick : byParticles) {
        const Stick s = localStick(scene, schedule, stick);
        edges.push_back({s.a, s.b});
    }
    const auto [colouring, firstWithin] = colourByTile(schedule, edges);
    schedule.colourCount = colouring.colourCount;
    schedule.maxDegree = maxDegreeOf(schedule.particles.size(), edges);

    const Index groupCount = kStickResponseCount * colouring.colourCount;
    const auto group = [&, &colours = colouring](Index edge) {
        return responseOf(materialOf(scene, scene.sticks[byParticles[edge]])) * colours.colourCount +
               colours.colours[edge];
    };
    const std::vector<Index> all = countUp(edges.size());
    schedule.sticks.reserve(edges.size());
    schedule.sceneStick.reserve(edges.size());
    for (const Index edge : sortedBy(all, groupCount, group)) {
        schedule.sceneStick.push_back(byParticles[edge]);
        schedule.sticks.push_back(localStick(scene, schedule, byParticles[edge]));
    }
    return {colouring.colourCount, groupStarts(all, groupCount, group), firstWithin};
}

void addPassesOfColour(std::vector<Pass>& passes, const Groups& groups, Index colour) {
    for (Index response = 0; response < kStickResponseCount; ++response) {
        const Index first = groups.start(response, colour), last = groups.start(response, colour + 1);
        if (first == last) continue;
        passes.push_back({PassKind::SolveSticks, response, colour, first, last - first});
    }
}

// The colour before or after it in its pair; itself where it is the last and has none.
Index partnerOf(const Groups& groups, Index colour) {
    const Index first = colour < groups.firstWithin ? 0 : groups.firstWithin;
    const Index end = colour < groups.firstWithin ? groups.firstWithin : groups.colourCount;
    const Index partner = first + ((colour - first) ^ 1);
    return partner < end ? partner : colour;
}

// One pass per response over the sticks of colour firstColour and above.
void addCorrections(std::vector<Pass>& passes, const Groups& groups, Index firstColour, Index table) {
    for (Index response = 0; response < kStickResponseCount; ++response) {
        const Index first = groups.start(response, firstColour), last = groups.start(response + 1, 0);
        if (first == last) continue;
        passes.push_back({PassKind::CorrectSticks, response, 0, first, last - first, table});
    }
}

// The groups again, from the passes of Gauss-Seidel.
Groups groupsOf(const Schedule& schedule) {
    Groups groups{schedule.colourCount, std::vector<Index>(kStickResponseCount * schedule.colourCount + 1, 0)};
    for (const Pass& pass : schedule.gaussSeidel)
        groups.first[pass.response * groups.colourCount + pass.colour + 1] = pass.count;
    for (std::size_t g = 1; g < groups.first.size(); ++g)
        groups.first[g] += groups.first[g - 1];
    return groups;
}

// Adds a table of rows with the sticks of firstColour and above, and each particle's share of their projections.
Index addRows(const Scene& scene, Schedule& schedule, const Rows& rows, const std::vector<Index>& colours,
              Index firstColour) {
    const auto count = static_cast<Index>(schedule.particles.size());
    const auto table = static_cast<Index>(schedule.rowFirst.size());
    for (Index i = 0; i < count; ++i) {
        schedule.rowFirst.push_back(static_cast<Index>(schedule.rowEntries.size()));
        Index projecting = 0;
        for (const Index entry : rows.of(i)) {
            if (colours[entry / 2] < firstColour) continue;
            schedule.rowEntries.push_back(entry);
            const StickMaterial& material = materialOf(scene, scene.sticks[schedule.sceneStick[entry / 2]]);
            if (material.response != Response::Hooke) ++projecting;
        }
        schedule.shares.push_back(projecting == 0 ? 1.0f : 1.0f / static_cast<float>(projecting));
    }
    schedule.rowFirst.push_back(static_cast<Index>(schedule.rowEntries.size()));
    schedule.shares.push_back(1.0f);  // of nobody: shares and row starts have the same place in their tables
    return table;
}

std::vector<Index> coloursOf(const Schedule& schedule) {
    std::vector<Index> colours(schedule.sticks.size());
    for (const Pass& pass : schedule.gaussSeidel)
        std::fill_n(colours.begin() + pass.first, pass.count, pass.colour);
    return colours;
}

// Every stick of the scene that is a constraint is there once.
Status checkMap(const Schedule& s) {
    if (s.sceneStick.size() > s.sticks.size()) return fail("the map of sticks has a wrong size");
    const std::size_t inScene = s.sceneStick.size() + s.springEnds.size() / 2;
    std::vector<bool> seen(inScene, false);
    for (Index i = 0; i < s.sticks.size(); ++i) {
        const Stick& stick = s.sticks[i];
        if (stick.a >= stick.b) return fail("stick {} does not name its lower particle first", i);
        if (!(stick.restLength >= 0.0f && stick.parameter >= 0.0f))
            return fail("stick {} has a negative number or none", i);
        if (i >= s.sceneStick.size()) continue;
        const Index source = s.sceneStick[i];
        if (source >= seen.size() || seen[source]) return fail("stick {} does not map to one stick of the scene", i);
        seen[source] = true;
    }
    return {};
}

// Responses are in order, and those before compliantCount are the ones with multipliers.
Status checkResponses(const Schedule& s) {
    for (const std::vector<Pass>* passes : {&s.gaussSeidel, &s.jacobi, &s.hybrid}) {
        for (const Pass& pass : *passes) {
            if (pass.kind == PassKind::GatherCorrections) continue;
            if (pass.response >= kStickBetweenClusters) return fail("a pass over sticks is one between clusters");
            const bool inside = pass.first + pass.count <= s.compliantCount;
            const bool outside = pass.first >= s.compliantCount;
            const bool compliant = pass.response < kStickRigid;
            if (compliant ? !inside : !outside) return fail("the compliant sticks do not come first");
        }
    }
    return {};
}

// The table of rows of a list with corrections: the sticks that it corrects, and each particle's share of their
// projections.
Status checkRows(const Schedule& s, const std::vector<Pass>& passes, const char* what) {
    const auto count = static_cast<Index>(s.particles.size());
    std::vector<std::vector<Index>> rows(count);
    std::vector<Index> projecting(count, 0);
    const Pass* gather = nullptr;
    for (const Pass& pass : passes) {
        if (pass.kind == PassKind::GatherCorrections) gather = &pass;
        if (pass.kind != PassKind::CorrectSticks) continue;
        for (Index i = pass.first; i < pass.first + pass.count; ++i) {
            rows[s.sticks[i].a].push_back(2 * i);
            rows[s.sticks[i].b].push_back(2 * i + 1);
            if (pass.response >= kStickHooke) continue;
            ++projecting[s.sticks[i].a];
            ++projecting[s.sticks[i].b];
        }
    }
    if (!gather) return {};
    const std::size_t end = std::size_t(gather->rows) + count;
    if (end >= s.rowFirst.size() || end >= s.shares.size()) return fail("the rows of {} end too early", what);
    for (Index i = 0; i < count; ++i) {
        const Index first = s.rowFirst[gather->rows + i], last = s.rowFirst[gather->rows + i + 1];
        const bool isInRange = first <= last && last <= s.rowEntries.size();
        if (!isInRange ||
            !std::equal(rows[i].begin(), rows[i].end(), s.rowEntries.begin() + first, s.rowEntries.begin() + last)) {
            return fail("the rows of {} do not list the sticks of particle {}", what, i);
        }
        const float share = 1.0f / static_cast<float>(std::max(projecting[i], 1u));
        if (s.shares[gather->rows + i] != share)
            return fail("the share of particle {} in {} is {}, not {}", i, what, s.shares[gather->rows + i], share);
    }
    return {};
}

// Corrections end with the gather that takes them up.
bool endsWithGather(const std::vector<Pass>& passes) {
    const auto isGather = [](const Pass& p) { return p.kind == PassKind::GatherCorrections; };
    const auto corrects = [](const Pass& p) { return p.kind == PassKind::CorrectSticks; };
    const auto gathers = std::count_if(passes.begin(), passes.end(), isGather);
    const bool isNeeded = std::any_of(passes.begin(), passes.end(), corrects);
    return isNeeded ? gathers == 1 && isGather(passes.back()) : gathers == 0;
}

Status checkCovers(const Schedule& s) {
    using enum PassKind;
    const std::size_t particles = s.particles.size(), sticks = s.sceneStick.size();
    if (Status status = checkCover(s.gaussSeidel, SolveSticks, sticks, "Gauss-Seidel"); !status) return status;
    const bool hasJacobi = !s.jacobi.empty();
    if (hasJacobi == s.hybrid.empty()) return fail("there are passes of only one of Jacobi and hybrid");
    if (Status status = checkCover(s.jacobi, CorrectSticks, hasJacobi ? sticks : 0, "Jacobi"); !status) return status;
    const std::size_t gathered = hasJacobi ? particles : 0;
    if (!endsWithGather(s.jacobi) || !endsWithGather(s.hybrid)) return fail("Jacobi does not end with a gather");
    return checkCover(s.jacobi, GatherCorrections, gathered, "gather");
}

}  // namespace

void compileSticks(const Scene& scene, Schedule& schedule) {
    const Groups groups = sortSticks(scene, schedule);
    if (groups.colourCount == 0) return;
    for (Index colour = 0; colour < groups.colourCount; ++colour)
        addPassesOfColour(schedule.gaussSeidel, groups, colour);
    for (Index colour = 0; colour < groups.colourCount; ++colour)
        addPassesOfColour(schedule.gaussSeidelSwapped, groups, partnerOf(groups, colour));
    schedule.compliantCount = groups.start(kStickRigid, 0);
    for (Index i = 0; i < schedule.compliantCount; ++i)
        schedule.maxCompliance = std::max(schedule.maxCompliance, schedule.sticks[i].parameter);
    for (Index i = 0; i < groups.start(kStickCompliant, 0); ++i)
        schedule.restraints.push_back(restraintOf(scene, scene.sticks[schedule.sceneStick[i]]));
    for (const StickRestraint& restraint : schedule.restraints)
        schedule.maxCompliance = std::max(schedule.maxCompliance, restraint.yielding);
}

void compileJacobi(const Scene& scene, Schedule& schedule) {
    if (schedule.sticks.empty()) return;
    const auto count = static_cast<Index>(schedule.particles.size());
    const Groups groups = groupsOf(schedule);
    const std::vector<Index> colours = coloursOf(schedule);
    const Rows rows = makeRows(count, schedule.sticks);
    const std::size_t swept = static_cast<std::size_t>(
        std::count_if(colours.begin(), colours.end(), [](Index colour) { return colour < kHybridColours; }));
    schedule.rowEntries.reserve(4 * schedule.sticks.size() - 2 * swept);
    schedule.rowFirst.reserve(2 * (std::size_t(count) + 1));
    schedule.shares.reserve(2 * (std::size_t(count) + 1));
    const Index whole = addRows(scene, schedule, rows, colours, 0);
    addCorrections(schedule.jacobi, groups, 0, whole);
    schedule.jacobi.push_back({PassKind::GatherCorrections, 0, 0, 0, count, whole});

    const Index sweeps = std::min(kHybridColours, groups.colourCount);
    for (Index colour = 0; colour < sweeps; ++colour)
        addPassesOfColour(schedule.hybrid, groups, colour);
    if (sweeps == groups.colourCount) return;
    const Index rest = addRows(scene, schedule, rows, colours, sweeps);
    addCorrections(schedule.hybrid, groups, sweeps, rest);
    schedule.hybrid.push_back({PassKind::GatherCorrections, 0, 0, 0, count, rest});
}

Status checkSticks(const Schedule& s) {
    for (const auto check : {checkMap, checkCovers, checkResponses}) {
        if (Status status = check(s); !status) return status;
    }
    for (const Pass& pass : s.gaussSeidel) {
        if (pass.colour >= s.colourCount) return fail("colour {} is out of order", pass.colour);
    }
    if (Status status = checkRows(s, s.jacobi, "Jacobi"); !status) return status;
    if (Status status = checkRows(s, s.hybrid, "hybrid"); !status) return status;
    const bool isSwapped = isReordered(s.gaussSeidel, s.gaussSeidelSwapped);
    return isSwapped ? Status{} : Status(fail("the swapped passes of Gauss-Seidel are others"));
}

}  // namespace pliant
