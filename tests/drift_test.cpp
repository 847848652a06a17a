// How bodies drift, see shared/drift.h: cloth that crumples goes on as all of it goes, whatever stops its corners.

#include "pliant/cpu/drift.h"
#include "neighbour_support.h"
#include "pliant/cpu/neighbour_kernels.h"
#include "pliant/shared/drift.h"
#include "rigid_support.h"

namespace pliant::test {
namespace {

using Index = std::uint32_t;

constexpr Index kSize = 20;
constexpr ContactDescription kThin{.thickness = 0.004f};

GridDescription silk(vec3 centre) {
    GridDescription grid = sheet(kSize, 1.0f, centre);
    grid.fabric = take(fabricNamed("silk"));
    return grid;
}

Scene sheetInSpace() {
    Scene scene = emptySpace();
    take(addContact(scene, take(addGrid(scene, silk(vec3(0.0f)))), kThin));
    return scene;
}

// It draws itself together at up to 1 m/s, each particle a little otherwise, while all of it goes along.
Snapshot crumpling(const Schedule& schedule, vec3 along) {
    return thrown(schedule, [&](std::size_t i) {
        const float k = static_cast<float>(i), middle = 0.5f * static_cast<float>(kSize - 1);
        const vec3 place(static_cast<float>(i % kSize) - middle, 0.0f, static_cast<float>(i / kSize) - middle);
        const vec3 noise(std::sin(12.9f * k), std::sin(78.2f * k), std::sin(37.7f * k));
        return along - place / middle + 0.5f * noise;
    });
}

CpuSolver crumplingSolver(const Scene& scene, vec3 along) {
    const SchedulePtr schedule = take(compile(scene));
    CpuSolver solver = take(CpuSolver::create(schedule, {2, true}));
    take(solver.restore(crumpling(*schedule, along)));
    return solver;
}

dvec3 meanVelocity(const Scene& scene, const CpuSolver& solver) {
    return sumsOf(scene, scene.bodies[0], solver.snapshot()).velocity;
}

TEST(Drift, WhatCrumplesKeepsTheMotionThatAllOfItHas) {
    const Scene scene = sheetInSpace();
    for (const vec3 along : {vec3(3.0f, 0.0f, 0.0f), vec3(-1.0f, 6.0f, 2.0f)}) {
        CpuSolver solver = crumplingSolver(scene, along);
        const dvec3 before = meanVelocity(scene, solver);
        for (int frame = 0; frame < 60; ++frame)
            take(solver.step({}));
        EXPECT_LT(glm::distance(meanVelocity(scene, solver), before), 0.15) << along.x;
    }
}

TEST(Drift, WhatCrumplesFallsAsFarAsAnythingElse) {
    Scene scene = sheetInSpace();
    scene.environment.gravity = vec3(0.0f, -9.81f, 0.0f);
    CpuSolver solver = crumplingSolver(scene, vec3(0.0f));
    const dvec3 before = sumsOf(scene, scene.bodies[0], solver.snapshot()).centre;
    for (int frame = 0; frame < 60; ++frame)
        take(solver.step({}));
    const dvec3 after = sumsOf(scene, scene.bodies[0], solver.snapshot()).centre;
    EXPECT_NEAR(before.y - after.y, 4.905, 0.1);
}

// What is at rest on the whole, and what goes along as a whole, differ by that alone: here after a frame of 60 Hz.
TEST(Drift, CutsAreTheSameSeenFromWhatMoves) {
    const Scene scene = sheetInSpace();
    const vec3 along(3.0f, -1.0f, 2.0f);
    StepSettings settings;
    CpuSolver still = crumplingSolver(scene, vec3(0.0f)), moved = crumplingSolver(scene, along);
    take(still.step(settings));
    take(moved.step(settings));
    const std::vector<vec3> a = still.snapshot().positions, b = moved.snapshot().positions;
    double most = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
        most = std::max(most, glm::distance(dvec3(b[i]) - dvec3(a[i]), dvec3(along) * settings.dt));
    EXPECT_LT(most, 1e-4);
}

// One substep's passes up to the one that shares drifts, where each particle of the scene goes its way.
class Drifts {
  public:
    Drifts(const Scene& scene, const std::vector<vec3>& ways, const std::vector<Index>& onCollider = {},
           float size = 1.0f)
        : schedule_(take(compile(scene))),
          work_(*schedule_),
          particles_(schedule_->particles),
          previous_(schedule_->particles),
          colliders_(static_cast<Index>(onCollider.size())) {
        for (Index i = 0; i < particles_.size(); ++i) {
            for (auto* places : {&particles_, &previous_})
                (*places)[i] = vec4(size * vec3((*places)[i]), (*places)[i].w);
            particles_[i] += vec4(ways[schedule_->sceneParticle[i]], 0.0f);
        }
        for (const Index i : onCollider)
            work_.pressed[schedule_->localParticle[i]] = vec4(0.0f, 1e-6f, 0.0f, 0.0f);
        using enum PassKind;
        run({WatchNeighbours, PlaceNeighbours, BoundNeighbours, FindNeighbours, CountTouches, ShareDrifts});
    }

    // Moves those that have no room for what comes near them, and says how many there are; the largest difference of
    // their ways from what their bodies drift.
    std::pair<int, double> moveWaiting() {
        int waiting = 0;
        double most = 0.0;
        run({PassKind::MoveNeighbours});
        for (Index i = 0; i < particles_.size(); ++i) {
            if (work_.counts[i].listed != kNowhere) continue;
            const vec3 drift = cpu::driftOf(buffers(), cpu::bodyOf(*schedule_, i));
            most = std::max(most, glm::distance(dvec3(vec3(particles_[i])) - dvec3(vec3(previous_[i])), dvec3(drift)));
            ++waiting;
        }
        return {waiting, most};
    }

    // Of the body that a particle of the scene is of.
    vec3 of(Index particle) {
        const Index body = cpu::bodyOf(*schedule_, schedule_->localParticle[particle]);
        return cpu::driftOf(buffers(), body);
    }

    void end() { run({PassKind::CutWays}); }

  private:
    cpu::Buffers buffers() {
        cpu::Buffers buffers{};
        buffers.particles = particles_.data();
        buffers.previous = previous_.data();
        buffers.schedule = schedule_.get();
        buffers.neighbours = &work_;
        return buffers;
    }

    void run(std::initializer_list<PassKind> kinds) {
        PassConstants constants{};
        constants.colliderCount = colliders_;
        for (const Pass& pass : schedule_->touching) {
            if (std::find(kinds.begin(), kinds.end(), pass.kind) != kinds.end())
                cpu::runPiece(buffers(), true, pass, constants, pass.first, pass.first + cpu::itemsNow(work_, pass));
        }
    }

    SchedulePtr schedule_;
    cpu::NeighbourWork work_;
    std::vector<vec4> particles_, previous_;
    Index colliders_;
};

// Ways per substep of a sheet's particles, each a little otherwise [m].
std::vector<vec3> waysAround(vec3 mean) {
    std::vector<vec3> ways;
    for (Index i = 0; i < kSize * kSize; ++i) {
        const float k = static_cast<float>(i);
        ways.push_back(mean + 1e-3f * vec3(std::sin(12.9f * k), std::sin(78.2f * k), std::sin(37.7f * k)));
    }
    return ways;
}

dvec3 meanOf(const std::vector<vec3>& ways) {
    dvec3 sum(0.0);
    for (const vec3& way : ways)
        sum += dvec3(way);
    return sum / double(ways.size());
}

void expectNear(vec3 drift, dvec3 expected, double within = 1e-6) {
    EXPECT_LT(glm::distance(dvec3(drift), expected), within) << drift.x << ' ' << drift.y << ' ' << drift.z;
}

TEST(Drift, IsTheMeanWayOfABody) {
    for (const vec3 mean : {vec3(0.0f), vec3(4e-3f, -7e-3f, 1e-4f), vec3(0.9f, 0.0f, -0.9f)}) {
        const std::vector<vec3> ways = waysAround(mean);
        expectNear(Drifts(sheetInSpace(), ways).of(0), meanOf(ways));
    }
}

TEST(Drift, IsThatOfWhatIsHeldWhereThatIsNearestToRest) {
    Scene scene = sheetInSpace();
    std::vector<vec3> ways = waysAround(vec3(4e-3f));
    for (const auto& [pin, way] :
         {std::pair(0u, vec3(2e-3f, -3e-3f, 1e-3f)), std::pair(19u, vec3(5e-3f, -1e-3f, -1e-3f))}) {
        scene.pinned[pin] = 1;
        ways[pin] = way;
    }
    expectNear(Drifts(scene, ways).of(7), dvec3(2e-3, -1e-3, 0.0), 1e-8);
}

TEST(Drift, IsNoneOnACollider) {
    EXPECT_EQ(Drifts(sheetInSpace(), waysAround(vec3(4e-3f)), {123}).of(0), vec3(0.0f));
}

// Each of three sheets lies upon the one before it, all but the last near enough to touch.
TEST(Drift, IsSharedByBodiesThatComeNearEachOther) {
    Scene scene = sheetInSpace();
    for (const float height : {0.006f, 1.0f})
        take(addContact(scene, take(addGrid(scene, silk(vec3(0.0f, height, 0.0f)))), kThin));
    std::vector<vec3> ways;
    std::vector<dvec3> means;
    for (const vec3 mean : {vec3(2e-3f, 1e-3f, -3e-3f), vec3(5e-3f, -1e-3f, -1e-3f), vec3(0.0f, -4e-3f, 0.0f)}) {
        const std::vector<vec3> of = waysAround(mean);
        ways.insert(ways.end(), of.begin(), of.end());
        means.push_back(meanOf(of));
    }
    Drifts drifts(scene, ways);
    const dvec3 shared(means[0].x, 0.0, means[1].z);
    expectNear(drifts.of(0), shared);
    EXPECT_EQ(drifts.of(0), drifts.of(kSize * kSize));
    expectNear(drifts.of(2 * kSize * kSize), means[2]);
    drifts.end();
    EXPECT_EQ(drifts.of(0), vec3(0.0f)) << "nothing of it is left for the next substep";
}

// Two sheets that were drawn together to a tenth of their size.
TEST(Drift, WhatHasNoRoomGoesAlong) {
    Scene scene = sheetInSpace();
    std::vector<vec3> ways = waysAround(vec3(4e-3f));
    EXPECT_EQ(Drifts(scene, ways).moveWaiting().first, 0);
    const auto [waiting, off] = Drifts(scene, ways, {}, 0.1f).moveWaiting();
    EXPECT_GT(waiting, 100);
    EXPECT_LT(off, 1e-6);
    take(addContact(scene, take(addGrid(scene, silk(vec3(0.0f, 0.006f, 0.0f)))), kThin));
    const std::vector<vec3> slower = waysAround(vec3(1e-3f, -1e-3f, 1e-3f));
    ways.insert(ways.end(), slower.begin(), slower.end());
    const auto [ofBoth, offShared] = Drifts(scene, ways, {}, 0.1f).moveWaiting();
    EXPECT_GT(ofBoth, 200);
    EXPECT_LT(offShared, 1e-6) << "with what both share";
}

}  // namespace
}  // namespace pliant::test
