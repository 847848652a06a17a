#include <algorithm>
#include <cassert>
#include <optional>

#include "pliant/fail.h"
#include "pliant/hash.h"
#include "pliant/scene/forces.h"
#include "pliant/schedule/arrays.h"
#include "pliant/schedule/curve.h"
#include "pliant/schedule/families.h"
#include "pliant/schedule/own_weight.h"
#include "pliant/schedule/sorting.h"
#include "pliant/schedule/tiling.h"
#include "pliant/shared/clash.h"
#include "pliant/shared/real.h"
#include "pliant/threads.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

// How far apart in memory the ends of sticks lie, summed up: the smaller, the more local the order. `place[i]` is where
// particle i of the scene comes to lie.
std::uint64_t spreadOf(const Scene& scene, const std::vector<Index>& place) {
    std::uint64_t sum = 0;
    for (const SceneStick& stick : scene.sticks) {
        const Index a = place[stick.a], b = place[stick.b];
        sum += a < b ? b - a : a - b;
    }
    return sum;
}

// Along a space-filling curve if that at least halves the spread, else in the scene's own order. A grid in rows has the
// same spread as along the curve, and is solved a fifth faster at 1024^2: its passes run through memory in straight
// lines.
std::vector<Index> chooseOrder(const Scene& scene) {
    const std::size_t count = scene.positions.size();
    std::vector<Index> own = countUp(count), curve = placesAlongCurve(scene.positions);
    return 2 * spreadOf(scene, curve) < spreadOf(scene, own) ? curve : own;
}

Status check(const CompileOptions& options) {
    constexpr Index kFewest = 8, kMostWhole = 2048;
    static_assert(kMostWhole <= kMostTileParticles);
    if (options.tiles > TileUse::Never) return fail("there is no use of tiles {}", int(options.tiles));
    if (options.tileParticles < kFewest || options.tileParticles > kMostTileParticles)
        return fail("tiles of {} particles; from {} to {}", options.tileParticles, kFewest, kMostTileParticles);
    if (options.wholeParticles > kMostWhole)
        return fail("whole bodies of {} particles; at most {}", options.wholeParticles, kMostWhole);
    return {};
}

void orderByTile(const Tiling& tiling, Schedule& schedule) {
    for (Index place = 0; place < tiling.order.size(); ++place)
        schedule.localParticle[tiling.order[place]] = place;
    for (Index tile = 0; tile < tiling.tileCount(); ++tile) {
        TileRecord record{};
        record.firstParticle = tiling.first[tile];
        record.particleCount = tiling.first[tile + 1] - tiling.first[tile];
        schedule.tiles.push_back(record);
    }
    schedule.wholeFirstTile = tiling.wholeFirst;
    schedule.wholeFirst = tiling.first[tiling.wholeFirst];
}

// Particles keep their order among those of the same integrator.
void orderByIntegrator(const std::vector<Integrator>& integrators, Schedule& schedule) {
    const auto count = static_cast<Index>(schedule.localParticle.size());
    schedule.firstForced = count;
    if (integrators.empty()) return;
    const std::vector<Index> byPlace =
        sortedBy(countUp(count), count, [&](Index i) { return schedule.localParticle[i]; });
    const auto integrator = [&](Index i) { return Index(integrators[i]); };
    const std::vector<Index> sorted = sortedBy(byPlace, kIntegratorCount, integrator);
    for (Index place = 0; place < count; ++place)
        schedule.localParticle[sorted[place]] = place;
    const auto isVerlet = [](Integrator i) { return i == Integrator::Verlet; };
    schedule.firstForced = static_cast<Index>(std::count_if(integrators.begin(), integrators.end(), isVerlet));
}

std::vector<FrameState> statesOf(const std::vector<Frame>& frames) {
    std::vector<FrameState> states;
    for (const Frame& frame : frames)
        states.push_back(initialState(frame));
    return states;
}

std::uint64_t hashOf(const Schedule& s) {
    Hash hash;
    // Numbered, and what is empty left out: what a scene does not have does not change its hash.
    Index number = 0;
    const auto add = [&](const auto& items) {
        ++number;
        if (items.empty()) return;
        hash.add(number);
        hash.add(std::span(items));
    };
    const Environment& e = s.environment;
    add(std::vector<float>{e.gravity.x, e.gravity.y, e.gravity.z, e.damping, e.airDensity, e.wind.x, e.wind.y, e.wind.z,
                           e.dragCoefficient, e.liftCoefficient, s.tetherSlack, s.tetherGive});
    add(std::vector<Index>(s.planar ? 1 : 0, 1));
    add(statesOf(s.frames));
    add(s.outlines.empty() ? std::vector<OutlineSpace>{} : std::vector{s.outlineSpace});
    for (const std::vector<Pass>* passes : passLists(s))
        add(*passes);
    add(s.neighbourBodies.empty() ? std::vector<NeighbourSpace>{} : std::vector{s.neighbourSpace});
    forEachArray(s, [&](const char*, const auto& array, Index) { add(array); });
    add(s.sleepers.empty() ? std::vector<float>{} : std::vector{s.calmTime});
    return hash.value();
}

std::vector<const ClusterLevel*> levelsOf(const std::vector<ClusterLevel>& sticks,
                                          const std::vector<BendLevel>& bends) {
    std::vector<const ClusterLevel*> levels;
    for (const ClusterLevel& level : sticks)
        levels.push_back(&level);
    for (const BendLevel& level : bends)
        levels.push_back(&level.clusters);
    return levels;
}

// Particles of the scene that are in clusters, or in whole bodies: those have no tensions that are carried.
std::vector<std::uint8_t> takenBy(const std::vector<ClusterLevel>& levels, const Schedule& schedule) {
    std::vector<std::uint8_t> isTaken(schedule.sceneParticle.size());
    for (Index i = 0; i < isTaken.size(); ++i) {
        const bool isClustered = !levels.empty() && levels[0].clusterOf[i] != kNoCluster;
        isTaken[schedule.sceneParticle[i]] = isClustered || isWhole(schedule, i) ? 1 : 0;
    }
    return isTaken;
}

// What takes long, at once: no part reads what another writes.
void compileSticksAndBends(const Scene& scene, const CompileOptions& options, const PlateNet& plates,
                           Schedule& schedule) {
    const auto compileRows = [&] {
        compileForces(scene, schedule);
        compileSticks(scene, schedule);
        if (options.jacobi) compileJacobi(scene, schedule);
        compileAir(scene, schedule);
    };
    std::vector<ClusterLevel> stickLevels;
    std::vector<StretchLevel> stretchLevels;
    std::vector<BendLevel> bendLevels;
    std::vector<Level> levels;
    std::vector<Pass> bending;
    std::optional<ClusterRows> rows;
    const auto compileReach = [&] {
        const std::vector<float> strains = stretchUnderOwnWeight(scene, schedule);
        const auto makeLevels = [&] {
            const auto makeOfSticks = [&] {
                stickLevels = makeStickLevels(scene, schedule, strains);
                stretchLevels = makeStretchLevels(scene, takenBy(stickLevels, schedule));
                joinLevels(schedule.localParticle, stretchLevels, stickLevels);
            };
            parallelInvoke(makeOfSticks, [&] { bendLevels = makeBendLevels(scene, schedule); });
            rows.emplace(schedule, levelsOf(stickLevels, bendLevels), static_cast<Index>(stickLevels.size()));
            levels = colourLevels(stickLevels, stretchLevels, *rows);
        };
        parallelInvoke(makeLevels, [&] { compileTethers(scene, strains, schedule); });
    };
    parallelInvoke(compileReach, compileRows, [&] { bending = compileBends(scene, plates, schedule); });
    const std::vector<StrandRange> strands = compileStrands(scene, stickLevels, *rows, schedule);
    addLevels(*rows, levels, stretchLevels, strands, schedule);
    addBendLevels(*rows, bendLevels, plates, std::move(bending), schedule);
    if (!schedule.clusters.empty()) schedule.wholeFirstRow = rows->firstWhole();
}

}  // namespace

void compileParticles(const Scene& scene, const CompileOptions& options, Schedule& schedule) {
    const std::size_t count = scene.positions.size();
    schedule.localParticle = chooseOrder(scene);
    orderByTile(cutIntoTiles(scene, schedule.localParticle, options), schedule);
    orderByIntegrator(integratorsOf(scene), schedule);
    schedule.frames = scene.frames;
    const std::vector<Index> frames = framesOf(scene);
    schedule.frameOf.resize(frames.size());
    schedule.sceneParticle.resize(count);
    schedule.particles.resize(count);
    schedule.inverseMasses.resize(count);
    for (Index i = 0; i < count; ++i) {
        const Index local = schedule.localParticle[i];
        const auto inverseMass = static_cast<float>(1.0 / double(scene.masses[i]));
        schedule.sceneParticle[local] = i;
        if (!frames.empty()) schedule.frameOf[local] = frames[i];
        schedule.inverseMasses[local] = inverseMass;
        schedule.particles[local] = vec4(storable3<float>(scene.positions[i]), scene.pinned[i] ? 0.0f : inverseMass);
    }
}

Status checkParticles(const Schedule& s) {
    const std::size_t count = s.particles.size();
    if (s.sceneParticle.size() != count || s.localParticle.size() != count)
        return fail("a particle map has a wrong size");
    for (Index i = 0; i < count; ++i) {
        if (s.sceneParticle[i] >= count || s.localParticle[s.sceneParticle[i]] != i) {
            return fail("particle {} does not map to the scene and back", i);
        }
    }
    if (s.frameOf.size() != (s.frames.empty() ? 0 : s.particles.size()))
        return fail("the frames of particles have a wrong number");
    for (Index i = 0; i < s.frameOf.size(); ++i) {
        if (s.frameOf[i] > s.frames.size()) return fail("particle {} is in a frame out of range", i);
    }
    return {};
}

std::size_t multiplierCount(const Schedule& schedule) {
    return schedule.tensionRows.empty() ? schedule.compliantCount : schedule.sticks.size();
}

std::size_t scratchCount(const Schedule& schedule) {
    return firstHingeMoment(schedule) + tensorPlaceCount(schedule);
}

std::size_t firstHingeMoment(const Schedule& schedule) {
    return firstMoment(schedule) + (schedule.bends.size() - schedule.sceneBend.size());
}

std::size_t firstMoment(const Schedule& schedule) {
    const std::size_t corrections = schedule.jacobi.empty() ? 0 : schedule.sceneStick.size();
    return std::max(corrections, schedule.triangles.size());
}

std::size_t outlineTableCount(const Schedule& schedule) {
    return schedule.outlines.empty() ? 0 : std::size_t(2) + schedule.outlineSpace.bucketMask;
}

Result<SchedulePtr> compile(const Scene& scene, const CompileOptions& options) {
    if (Status status = validate(scene); !status) return status.error();
    if (!scene.contacts.empty() && scene.positions.size() > kAskedSource)
        return fail("{} particles; with contact at most {}", scene.positions.size(), kAskedSource);
    if (Status status = check(options); !status) return status.error();
    auto schedule = std::make_shared<Schedule>();
    schedule->environment = scene.environment;
    schedule->planar = scene.planar;
    const PlateNet plates = findPlates(scene);
    CompileOptions wanted = options;
    if (!plates.hinges.empty()) wanted.wholeParticles = 0;  // tensors are passes over all of a scene
    compileParticles(scene, wanted, *schedule);
    compileSticksAndBends(scene, wanted, plates, *schedule);
    compileElements(scene, *schedule);
    compileEnclosures(scene, *schedule);
    compileShapes(scene, *schedule);
    compileOutlines(scene, *schedule);
    compileNeighbours(scene, *schedule);
    compileTiles(*schedule);
    compileSleep(scene, *schedule);
    schedule->hash = hashOf(*schedule);
    assert(validate(*schedule));
    return SchedulePtr(std::move(schedule));
}

}  // namespace pliant
