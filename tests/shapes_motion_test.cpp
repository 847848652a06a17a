// How bodies with shapes move, by numbers.

#include "cpu/cpu_solver.h"
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
        EXPECT_EQ(std::bit_cast<std::uint32_t>(end.positions[i].z), 0u);
        EXPECT_EQ(std::bit_cast<std::uint32_t>(end.previous[i].z), 0u);
    }
    for (const vec4 turn : end.shapeTurns) {
        EXPECT_EQ(turn.x, 0.0f);
        EXPECT_EQ(turn.y, 0.0f);
    }
}

// Thrown and spinning, 5 s of it: 3,600 substeps.
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
            const double p = glm::length(before.momentum), l = glm::length(before.spin);
            EXPECT_LT(glm::length(after.momentum - before.momentum) / p, 2e-3) << isPlanar << ' ' << compliance;
            EXPECT_LT(glm::length(after.spin - before.spin) / l, 3e-3) << isPlanar << ' ' << compliance;
            const dvec3 way = after.centre - before.centre;
            EXPECT_LT(glm::length(way - speed * (299.0 / 60.0)), 2e-3);
        }
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

// With short substeps it is the swing of the differential equation: same time between passages through rest, whatever the substep.
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

// A rigid and a soft body of the same mass, drawn by the same force at one corner through a soft stick.
TEST(Shapes, StiffAndSoftFallAndAreDrawnAlike) {
    const auto centreAfter = [](float compliance) {
        Scene scene = emptySpace();
        addShapeBlock(scene, {4, 4, 4}, vec3(0.0f), compliance);
        const std::uint32_t hook = addParticle(scene, vec3(0.15f, 5.0f, 0.15f), 1.0f);
        scene.pinned[hook] = 1;
        const std::uint32_t soft = addMaterial(scene, compliant(0.5f));
        for (const std::uint32_t corner : {12u, 15u, 60u, 63u}) {
            take(addStick(scene, corner, hook, soft));
            scene.sticks.back().restLength = 1.0f;
        }
        const Snapshot end = runScene(scene, 30);
        return motionOf(scene, end, scene.shapes[0].particles).centre.y - centreOf(scene).y;
    };
    const double stiff = centreAfter(0.0f), soft = centreAfter(2e-4f);
    EXPECT_GT(stiff, 0.2);
    EXPECT_NEAR(soft / stiff, 1.0, 0.01);
}

TEST(Shapes, ABodyFallsAsAParticleDoes) {
    for (const float compliance : {0.0f, 1e-3f}) {
        Scene scene;
        addShapeBlock(scene, {5, 3, 4}, vec3(0.2f, 0.4f, -0.3f), compliance);
        const std::uint32_t alone = addParticle(scene, vec3(3.0f, 0.4f, 0.0f), 0.2f);
        const Snapshot end = runScene(scene, 60);
        const double fallen = double(end.positions[alone].y) - 0.4;
        EXPECT_LT(fallen, -4.0);
        for (const std::uint32_t i : scene.shapes[0].particles)
            EXPECT_NEAR(double(end.positions[i].y) - scene.positions[i].y, fallen, 3e-5);
        EXPECT_LT(deviationOf(scene, scene.shapes[0], end.positions), 5e-6);
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
    EXPECT_LT(glm::length(after.spin - before.spin) / glm::length(before.spin), 1e-3);
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

// One that is nowhere any more does not take the others along.
TEST(Shapes, ALostParticleComesBack) {
    Scene scene = emptySpace();
    addShapeBlock(scene, {3, 3, 3}, vec3(0.0f));
    const SchedulePtr schedule = take(compile(scene));
    CpuSolver solver = take(CpuSolver::create(schedule));
    Snapshot start = initialSnapshot(*schedule);
    start.previousSubstep = 1e-3;
    start.positions[7] = vec3(9e8f);
    start.previous[7] = vec3(-1e9f);
    take(solver.restore(start));
    StepSettings s = settings(4);
    s.dt = 4e-3;
    const Snapshot end = runOn(solver, 5, s);
    EXPECT_GT(end.lost, 0u);
    for (const vec3 p : end.positions)
        EXPECT_TRUE(isPoint(p));
}

}  // namespace
}  // namespace pliant::test
