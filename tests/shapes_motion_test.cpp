// How bodies with shapes move, by numbers.

#include <fmt/format.h>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/shared/portable.h"
#include "shapes_support.h"

namespace pliant::test {
namespace {

Snapshot runOn(CpuSolver& solver, std::uint32_t steps, const StepSettings& s, const StepInputs& inputs = {}) {
    for (std::uint32_t i = 0; i < steps; ++i)
        take(solver.step(s, inputs));
    return solver.snapshot();
}

Snapshot runScene(const Scene& scene, std::uint32_t steps, const StepSettings& s = settings(12)) {
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    return runOn(solver, steps, s);
}

/// A solver of the scene whose particles move by v(x) [m/s]; steps of 1/60 s in `substeps`.
template <class Velocity>
CpuSolver thrown(const Scene& scene, std::uint32_t substeps, Velocity&& velocity) {
    const SchedulePtr schedule = take(compile(scene));
    CpuSolver solver = take(CpuSolver::create(schedule));
    Snapshot start = initialSnapshot(*schedule);
    start.previousSubstep = 1.0 / 60.0 / substeps;
    for (std::size_t i = 0; i < start.positions.size(); ++i)
        start.previous[i] =
            vec3(dvec3(start.positions[i]) - velocity(dvec3(start.positions[i])) * start.previousSubstep);
    take(solver.restore(start));
    return solver;
}

dvec3 centreOf(const Scene& scene) {
    dvec3 sum(0.0);
    double mass = 0.0;
    for (std::size_t i = 0; i < scene.positions.size(); ++i) {
        sum += double(scene.masses[i]) * dvec3(scene.positions[i]);
        mass += scene.masses[i];
    }
    return sum / mass;
}

TEST(Shapes, ASquashedBodyReturnsToShape) {
    for (const bool isPlanar : {false, true}) {
        for (const float compliance : {0.0f, 1e-3f}) {
            for (const vec3 factors : {vec3(0.1f, 1, 1), vec3(1.8f, 0.4f, 1), vec3(-1, 1, 1), vec3(0.02f, -1.5f, 1)}) {
                Scene scene = emptySpace(isPlanar);
                addShapeBlock(scene, {6, 4, isPlanar ? 1u : 5u}, vec3(0.1f, 0.2f, 0.0f), compliance);
                squash(scene, factors);
                scene.environment.damping = 3.0f;
                const Snapshot end = runScene(scene, 400);
                EXPECT_LT(deviationOf(scene, scene.shapes[0], end.positions), 1e-4 * 0.5)
                    << isPlanar << ' ' << compliance << ' ' << factors.x;
            }
        }
    }
}

// Nothing is left of it but a point: particles apart by rounding, and it unfolds.
TEST(Shapes, ABodyThatIsAPointStaysOneAndIsNoNan) {
    for (const bool isPlanar : {false, true}) {
        Scene scene = emptySpace(isPlanar);
        addShapeBlock(scene, {4, 4, isPlanar ? 1u : 2u}, vec3(0.1f, 0.2f, 0.0f), 1e-4f);
        squash(scene, vec3(0.0f));
        const Snapshot end = runScene(scene, 60);
        for (const vec3 p : end.positions)
            EXPECT_TRUE(isPoint(p));
        EXPECT_EQ(end.lost, 0u);
    }
}

TEST(Shapes, InThePlaneZStaysZero) {
    const Scene scene = shapesScene(true);
    const Snapshot end = runScene(scene, 60);
    for (std::size_t i = 0; i < end.positions.size(); ++i) {
        EXPECT_EQ(bitsOfFloat(end.positions[i].z), 0u);
        EXPECT_EQ(bitsOfFloat(end.previous[i].z), 0u);
    }
    for (const vec4 turn : end.shapeTurns) {
        EXPECT_EQ(turn.x, 0.0f);
        EXPECT_EQ(turn.y, 0.0f);
    }
}

// A body that is rigid turns by theta in a substep; Verlet goes on along a straight line, and the turn that fits
// where that ends is the angle of 2 - e^(-i theta):  atan(sin theta / (2 - cos theta)) = theta - theta^3 + ...
double spinAfter(double theta, std::uint32_t substeps) {
    for (std::uint32_t i = 0; i < substeps; ++i)
        theta = std::atan2(std::sin(theta), 2.0 - std::cos(theta));
    return theta;
}

// Thrown and spinning, 5 s of it: 3,600 substeps. Beside what Verlet takes of a spin, a thousandth of it is lost to
// rounding, and a millimetre per second of a way.
TEST(Shapes, MomentumStays) {
    for (const bool isPlanar : {false, true}) {
        for (const float compliance : {0.0f, 1e-4f, 1e-2f}) {
            Scene scene = emptySpace(isPlanar);
            addShapeBlock(scene, {6, 3, isPlanar ? 1u : 2u}, vec3(-0.3f, 0.1f, 0.0f), compliance);
            const dvec3 centre = centreOf(scene), spin = isPlanar ? dvec3(0, 0, 4) : dvec3(1, 2, 3);
            const dvec3 speed(0.3, -0.2, isPlanar ? 0.0 : 0.1);
            CpuSolver solver = thrown(scene, 12, [&](const dvec3& x) { return speed + glm::cross(spin, x - centre); });
            const Motion before = motionOf(scene, runOn(solver, 1, settings(12)), scene.shapes[0].particles);
            const Snapshot end = runOn(solver, 299, settings(12));
            const Motion after = motionOf(scene, end, scene.shapes[0].particles);
            const std::string what = fmt::format("planar {}, compliance {}", isPlanar, compliance);
            EXPECT_LT(glm::length(after.momentum - before.momentum) / before.mass, 1e-3) << what;
            EXPECT_LT(glm::length(after.centre - before.centre - speed * (299.0 / 60.0)), 3e-3) << what;
            const double kept = glm::length(after.spin) / glm::length(before.spin);
            const double theta = glm::length(spin) / 720.0, expected = spinAfter(theta, 3588) / theta;
            if (compliance == 0.0f) EXPECT_NEAR(kept, expected, isPlanar ? 2e-3 : 1e-2) << what;
            else EXPECT_TRUE(kept > expected - 1e-2 && kept < 1.001) << what << ' ' << kept << ' ' << expected;
            EXPECT_GT(glm::dot(glm::normalize(after.spin), glm::normalize(before.spin)), 0.999) << what;
        }
    }
}

// And what Verlet takes goes down with the substep.
TEST(Shapes, ShorterSubstepsKeepMoreOfASpin) {
    const auto keptWith = [](std::uint32_t substeps) {
        Scene scene = emptySpace();
        addShapeBlock(scene, {4, 4, 4}, vec3(-0.15f), 0.0f, false);
        CpuSolver solver = thrown(scene, substeps, [](const dvec3& x) { return glm::cross(dvec3(3, 4, 5), x); });
        const Motion before = motionOf(scene, runOn(solver, 1, settings(substeps)), scene.shapes[0].particles);
        const Motion after = motionOf(scene, runOn(solver, 60, settings(substeps)), scene.shapes[0].particles);
        return glm::length(after.spin) / glm::length(before.spin);
    };
    for (const std::uint32_t substeps : {4u, 16u, 64u}) {
        const double theta = std::sqrt(50.0) / 60 / substeps;
        EXPECT_NEAR(keptWith(substeps), spinAfter(theta, 60 * substeps) / theta, 4e-3) << substeps;
    }
}

// A pair of particles drawn apart swings about the length at rest with the angular frequency 1 / sqrt(compliance), as
// backward Euler does it: e'' = -e' / compliance gives e_(n+1) (1 + h^2 / compliance) = 2 e_n - e_(n-1).
TEST(Shapes, APairSwingsByTheClosedForm) {
    const double compliance = 1e-3;
    for (const std::uint32_t substeps : {1u, 4u, 12u}) {
        for (const std::uint32_t iterations : {1u, 3u}) {
            Scene scene = emptySpace();
            addShapeBlock(scene, {2, 1, 1}, vec3(-0.05f, 0, 0), float(compliance));
            squash(scene, vec3(1.5f, 1, 1));
            CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
            const double h = 1.0 / 60 / substeps, a = h * h / double(float(compliance));
            double e = 0.05, before = e;
            for (int step = 0; step < 30; ++step) {
                const Snapshot s = runOn(solver, 1, settings(substeps, iterations));
                for (std::uint32_t i = 0; i < substeps; ++i)
                    before = std::exchange(e, (2.0 * e - before) / (1.0 + a));
                EXPECT_NEAR(glm::length(s.positions[1] - s.positions[0]) - 0.1, e, 5e-6) << substeps << ' ' << step;
            }
        }
    }
}

// With short substeps it is the swing of the differential equation: same time between passages through rest,
// whatever the substep.
TEST(Shapes, TheSwingDoesNotDependOnTheSubstep) {
    const double compliance = 4e-3;
    for (const std::uint32_t substeps : {20u, 80u}) {
        Scene scene = emptySpace(true);
        addShapeBlock(scene, {4, 4, 1}, vec3(-0.15f, -0.15f, 0), float(compliance), false);
        squash(scene, vec3(1.2f, 0.8f, 1));  // a square drawn along x and pressed along y: it does not turn
        CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
        std::vector<double> passages;
        double last = 1.0, time = 0.0;
        for (int step = 0; step < 60; ++step) {
            StepSettings s = settings(1);
            s.dt = 1.0 / 60 / substeps;
            for (std::uint32_t i = 0; i < substeps; ++i) {
                const Snapshot now = runOn(solver, 1, s);
                const double e = double(now.positions[3].x) - now.positions[0].x - 0.3;
                if (e * last < 0.0) passages.push_back(time + s.dt * last / (last - e));
                last = e;
                time += s.dt;
            }
        }
        ASSERT_GT(passages.size(), 3u);
        const double halfPeriod = passages[2] - passages[1];
        EXPECT_NEAR(halfPeriod, 3.14159265 * std::sqrt(compliance), 0.002 * halfPeriod) << substeps;
    }
}

// A rigid and a soft body of the same mass, drawn by the same force at four corners through soft sticks.
TEST(Shapes, StiffAndSoftAreDrawnAlike) {
    const auto wayOf = [](float compliance) {
        Scene scene = emptySpace();
        addShapeBlock(scene, {4, 4, 4}, vec3(0.0f), compliance, false);
        const std::uint32_t hook = addParticle(scene, vec3(0.15f, 50.0f, 0.15f), 1.0f);
        scene.pinned[hook] = 1;
        const std::uint32_t soft = addMaterial(scene, compliant(10.0f));
        for (const std::uint32_t corner : {12u, 15u, 60u, 63u})
            take(addStick(scene, corner, hook, soft));
        for (SceneStick& stick : scene.sticks)
            stick.restLength = 1.0f;
        return motionOf(scene, runScene(scene, 30), scene.shapes[0].particles).centre.y - 0.15;
    };
    const double stiff = wayOf(0.0f), soft = wayOf(2e-4f);
    EXPECT_NEAR(stiff, 0.5 * 4 * 4.87 / 6.4 * 0.25, 0.02);  // F / m t^2 / 2
    EXPECT_NEAR(soft / stiff, 1.0, 0.01);
}

// y = -g h^2 n (n + 1) / 2 after n substeps, whatever the shape; 0.4 mm in a metre are what Verlet loses to rounding.
TEST(Shapes, ABodyFallsAsAParticleDoes) {
    for (const float compliance : {0.0f, 1e-3f}) {
        Scene scene = emptySpace();
        scene.environment.gravity = vec3(0.0f, -9.81f, 0.0f);
        addShapeBlock(scene, {5, 3, 4}, vec3(0.2f, 0.4f, -0.3f), compliance);
        const Snapshot end = runScene(scene, 60);
        const double fallen = -9.81 * 720 * 721 / 2 / (720.0 * 720.0);
        for (const std::uint32_t i : scene.shapes[0].particles)
            EXPECT_NEAR(double(end.positions[i].y) - scene.positions[i].y, fallen, 4e-3);
        EXPECT_LT(deviationOf(scene, scene.shapes[0], end.positions), compliance > 0.0f ? 3e-4 : 5e-6);
    }
}

// Nothing acts on it, so nothing moves it: not even rounding, in a minute.
TEST(Shapes, ABodyAtRestStaysAtRest) {
    for (const vec3 corner : {vec3(0.0f), vec3(-0.3f, 0.1f, 0.0f), vec3(1.7f, -2.3f, 0.0f)}) {
        for (const float compliance : {0.0f, 1e-3f}) {
            Scene scene = emptySpace();
            addShapeBlock(scene, {6, 3, 2}, corner, compliance);
            const Snapshot end = runScene(scene, 3600, settings(2));
            EXPECT_EQ(end.positions, scene.positions);
        }
    }
}

// 100 km from the origin coordinates are 8 mm apart: a body at rest there stays to the bit where it is.
TEST(Shapes, FarFromTheOriginNothingTrembles) {
    for (const bool isPlanar : {false, true}) {
        Scene scene = emptySpace(isPlanar);
        addShapeBlock(scene, {6, 4, isPlanar ? 1u : 3u}, vec3(1e5f, -1e5f, isPlanar ? 0.0f : 1e5f));
        addShapeBlock(scene, {9, 8, 1}, vec3(1e5f, 1e5f, 0.0f), 1e-4f);
        const Snapshot end = runScene(scene, 60);
        EXPECT_EQ(end.positions, scene.positions);
        EXPECT_EQ(end.previous, scene.positions);
    }
}

TEST(Shapes, APinnedParticleStaysAndTheBodyHangsFromIt) {
    Scene scene;
    addShapeBlock(scene, {5, 2, 2}, vec3(0.0f));
    scene.pinned[0] = 1;
    scene.environment.damping = 2.0f;
    const Snapshot end = runScene(scene, 600);
    EXPECT_EQ(end.positions[0], scene.positions[0]);
    const Motion m = motionOf(scene, end, scene.shapes[0].particles);
    EXPECT_LT(m.centre.y, -0.15);
    EXPECT_NEAR(m.centre.x, 0.0, 0.02);
}

// Ten thousand particles, thrown and spinning.
TEST(Shapes, AFatShapeIsAsRigidAsASmallOne) {
    Scene scene = emptySpace();
    addShapeBlock(scene, {25, 20, 20}, vec3(-1.0f));
    const dvec3 centre = centreOf(scene);
    CpuSolver solver =
        thrown(scene, 4, [&](const dvec3& x) { return dvec3(1, 0, 0) + glm::cross(dvec3(0, 1, 1), x - centre); });
    const Motion before = motionOf(scene, runOn(solver, 1, settings(4)), scene.shapes[0].particles);
    const Snapshot end = runOn(solver, 60, settings(4));
    const Motion after = motionOf(scene, end, scene.shapes[0].particles);
    EXPECT_LT(deviationOf(scene, scene.shapes[0], end.positions), 2e-5);
    EXPECT_LT(glm::length(after.momentum - before.momentum) / glm::length(before.momentum), 1e-4);
    const double theta = std::sqrt(2.0) / 240.0;
    EXPECT_NEAR(glm::length(after.spin) / glm::length(before.spin), spinAfter(theta, 240) / theta, 5e-4);
}

// Extremes of mass and size.
TEST(Shapes, LargeAndSmallHeavyAndLight) {
    for (const float size : {1e-6f, 1.0f, 1e6f}) {
        for (const float mass : {1e-9f, 1e9f}) {
            Scene scene = emptySpace();
            addShapeBlock(scene, {3, 3, 3}, vec3(0.0f));
            for (std::size_t i = 0; i < scene.positions.size(); ++i) {
                scene.positions[i] *= size;
                scene.masses[i] = i == 5 ? mass : 1.0f;
            }
            squash(scene, vec3(0.7f, 1.4f, 1.0f));
            scene.environment.damping = 3.0f;
            const Snapshot end = runScene(scene, 120);
            EXPECT_LT(deviationOf(scene, scene.shapes[0], end.positions), 1e-4 * size * 0.35) << size << ' ' << mass;
            EXPECT_EQ(end.lost, 0u);
        }
    }
}

TEST(Shapes, ASnapshotGoesOnToTheSameBits) {
    const SchedulePtr schedule = take(compile(shapesScene(false)));
    CpuSolver whole = take(CpuSolver::create(schedule)), first = take(CpuSolver::create(schedule)),
              second = take(CpuSolver::create(schedule, {2, true}));
    runOn(whole, 40, settings(6));
    take(second.restore(runOn(first, 20, settings(6))));
    EXPECT_EQ(runOn(second, 20, settings(6)), whole.snapshot());
}

// Enough shapes, chunks and members for each pass to be cut into pieces.
TEST(Shapes, ThreadsDoNotChangeABit) {
    Scene scene;
    for (std::uint32_t i = 0; i < 1300; ++i)
        addShapeBlock(scene, {2, 2, 1}, vec3(float(i), 0.0f, 0.0f), i % 2 == 0 ? 0.0f : 1e-3f);
    squash(scene, vec3(1.0f, 0.5f, 1.0f));
    const SchedulePtr schedule = take(compile(scene));
    CpuSolver one = take(CpuSolver::create(schedule)), several = take(CpuSolver::create(schedule, {2, true}));
    EXPECT_EQ(runOn(several, 10, settings(3, 2)), runOn(one, 10, settings(3, 2)));
}

TEST(Shapes, SnapshotsWithOtherTurnsAreRefused) {
    const SchedulePtr schedule = take(compile(shapesScene(false)));
    CpuSolver solver = take(CpuSolver::create(schedule));
    const Snapshot good = runOn(solver, 3, settings(2));
    Snapshot bad = good;
    bad.shapeTurns.pop_back();
    EXPECT_CONTAINS(messageOf(solver.restore(bad)), "turns of 8 shapes, but the schedule has 9");
    bad = good;
    bad.shapeTurns[4].y = std::nanf("");
    EXPECT_CONTAINS(messageOf(solver.restore(bad)), "the turn of shape 4");
    EXPECT_EQ(solver.snapshot(), good);
    bad.shapeTurns.clear();  // as it was at the start
    take(solver.restore(bad));
    EXPECT_EQ(solver.snapshot().shapeTurns, schedule->shapeTurns);
    bad = good;
    bad.shapeTurns[0] = vec4(1.0f, 0.0f, 0.0f, 0.0f);
    EXPECT_NE(hashOf(bad), hashOf(good));
}

// One that is nowhere any more does not take the others along: it goes back to where it was, and they have stayed.
TEST(Shapes, ALostParticleComesBack) {
    for (const float compliance : {0.0f, 1e-4f}) {
        Scene scene = emptySpace();
        addShapeBlock(scene, {3, 3, 3}, vec3(0.0f), compliance);
        const SchedulePtr schedule = take(compile(scene));
        CpuSolver solver = take(CpuSolver::create(schedule));
        Snapshot start = initialSnapshot(*schedule);
        start.previousSubstep = 1e-3;
        start.previous[7] = vec3(-1.1e9f);
        take(solver.restore(start));
        StepSettings s = settings(4, 3);
        s.dt = 8e-3;  // twice the substep: it would fly 3.8e9 m
        const Snapshot end = runOn(solver, 5, s);
        EXPECT_EQ(end.lost, 1u);
        EXPECT_EQ(end.positions, scene.positions);
    }
}

}  // namespace
}  // namespace pliant::test
