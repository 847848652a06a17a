// Particles that are thrown out of this world do not take the rest along; and dampers do what they say.

#include <algorithm>
#include <glm/geometric.hpp>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/state/stretch.h"
#include "support.h"

namespace pliant::test {
namespace {

CpuSolver solverFor(const Scene& scene) {
    return take(CpuSolver::create(take(compile(scene, kForAllMethods))));
}

// A hanging cloth with one spring so stiff that explicit integration throws its ends away.
Scene clothWithAbsurdStick(std::uint32_t a, std::uint32_t b) {
    Scene scene = clothScene(20);
    scene.levels = scene.tethers = false;
    take(addStick(scene, a, b, addMaterial(scene, hooke(1e15f)), StickKind::Shear));
    scene.sticks.back().restLength *= 0.5f;
    return scene;
}

double farthest(const Snapshot& s) {
    double size = 0.0;
    for (const vec3& p : s.positions)
        size = std::max(size, glm::length(glm::dvec3(p)));
    return size;
}

constexpr Method kMethods[] = {Method::GaussSeidel, Method::Jacobi, Method::Hybrid};

TEST(Lost, ParticlesAreCountedAndThereIsNoNan) {
    for (const Method method : kMethods) {
        CpuSolver solver = solverFor(clothWithAbsurdStick(150, 250));
        std::uint64_t before = 0;
        for (int frame = 0; frame < 60; ++frame) {
            take(solver.step(settings(4, 1, method)));
            const Snapshot s = solver.snapshot();
            EXPECT_LT(farthest(s), 1e12);  // false for NaN
            EXPECT_GE(s.lost, before);
            before = s.lost;
        }
        EXPECT_GT(before, 0u) << int(method);
    }
    CpuSolver sound = solverFor(clothScene(20));
    for (int frame = 0; frame < 30; ++frame)
        take(sound.step());
    EXPECT_EQ(sound.snapshot().lost, 0u);
}

// Both ends are nailed where they were when it began, and the cloth hangs on.
TEST(Lost, LeaveTheRestOfTheClothAlone) {
    for (const Method method : kMethods) {
        const Scene scene = clothWithAbsurdStick(150, 250);
        CpuSolver solver = solverFor(scene);
        for (int frame = 0; frame < 60; ++frame) {
            take(solver.step(settings(8, 1, method)));
            const Snapshot s = solver.snapshot();
            EXPECT_LT(farthest(s), 1.5) << int(method) << ", frame " << frame + 1;
            for (std::size_t i = 0; i < s.positions.size(); ++i)
                EXPECT_LT(glm::length(s.positions[i] - s.previous[i]), 0.02f) << i;
            for (const std::uint32_t end : {150u, 250u})
                EXPECT_LT(glm::length(s.positions[end] - scene.positions[end]), 0.01f) << int(method);
        }
        EXPECT_LT(measureStretch(scene, solver.snapshot().positions).mean, 0.1);
        double height = 0.0;
        for (const vec3& p : solver.snapshot().positions)
            height += double(p.y) / 400;
        EXPECT_LT(height, -0.05) << "it hangs";
    }
}

TEST(Lost, ParticlesWithTethersAreCountedToo) {
    Scene scene = clothWithAbsurdStick(150, 250);
    scene.tethers = true;
    CpuSolver solver = solverFor(scene);
    take(solver.step(settings(8)));
    EXPECT_GT(solver.snapshot().lost, 0u);
}

// Both ends of a spring between nothing else are lost in every substep, whatever their number.
TEST(Lost, AreCountedOncePerSubstep) {
    Scene scene;
    scene.levels = scene.tethers = false;
    addParticle(scene, vec3(0.0f), 1e-6f);
    addParticle(scene, vec3(1.0f, 0.0f, 0.0f), 1e-6f);
    take(addStick(scene, 0, 1, addMaterial(scene, hooke(1e15f))));
    scene.sticks[0].restLength = 0.5f;
    for (const std::uint32_t substeps : {1u, 2u, 7u}) {
        CpuSolver solver = solverFor(scene);
        take(solver.step(settings(substeps)));
        EXPECT_EQ(solver.snapshot().lost, 2u * substeps);
        EXPECT_EQ(solver.snapshot().positions, scene.positions) << "back where they were, before gravity had its turn";
    }
}

TEST(Lost, CountIsOfTheStateAndGoesWithASnapshot) {
    CpuSolver solver = solverFor(clothWithAbsurdStick(150, 250));
    for (int frame = 0; frame < 20; ++frame)
        take(solver.step(settings(4)));
    const Snapshot middle = solver.snapshot();
    ASSERT_GT(middle.lost, 0u);
    CpuSolver other = solverFor(clothWithAbsurdStick(150, 250));
    take(other.restore(middle));
    EXPECT_EQ(other.snapshot(), middle);
    for (int frame = 0; frame < 20; ++frame) {
        take(solver.step(settings(4)));
        take(other.step(settings(4)));
    }
    EXPECT_EQ(other.snapshot(), solver.snapshot());
    EXPECT_GT(other.snapshot().lost, middle.lost);
    take(other.restore(initialSnapshot(*take(compile(clothScene(20), kForAllMethods)))));
    EXPECT_EQ(other.snapshot().lost, 0u);
}

// Two particles of 1 kg a metre apart, alone in space.
Scene dumbbell(const StickMaterial& material) {
    Scene scene;
    addParticle(scene, vec3(-0.5f, 0.0f, 0.0f), 1.0f);
    addParticle(scene, vec3(0.5f, 0.0f, 0.0f), 1.0f);
    take(addStick(scene, 0, 1, addMaterial(scene, material)));
    scene.environment.gravity = vec3(0.0f);
    scene.environment.damping = 0.0f;
    scene.levels = scene.tethers = false;
    return scene;
}

constexpr double kStep = 1.0 / 1200;

void startWith(CpuSolver& solver, const std::vector<vec3>& displacements) {
    Snapshot s = solver.snapshot();
    for (std::size_t i = 0; i < displacements.size(); ++i)
        s.previous[i] = s.positions[i] - displacements[i];
    s.previousSubstep = kStep;
    take(solver.restore(s));
}

void runFor(CpuSolver& solver, double seconds) {
    StepSettings s = settings(4);
    s.dt = 4 * kStep;
    for (int i = 0; i < int(std::lround(seconds / s.dt)); ++i)
        take(solver.step(s));
}

// The angular momentum's z, per reduced mass [m^2/s].
double spinOf(const Snapshot& s) {
    const vec3 arm = s.positions[1] - s.positions[0];
    const vec3 motion = arm - (s.previous[1] - s.previous[0]);
    return glm::cross(glm::dvec3(arm), glm::dvec3(motion)).z / kStep;
}

TEST(DampedSticks, KeepTheSpinOfADumbbell) {
    for (const StickMaterial& material : {StickMaterial{.damping = 0.01f}, StickMaterial{.damping = 0.1f},
                                          StickMaterial{Response::Compliant, 1e-4f, 0.0f, false, 0.01f}}) {
        CpuSolver solver = solverFor(dumbbell(material));
        const float displacement = float(kStep);
        startWith(solver, {vec3(0.0f, -displacement, 0.0f), vec3(0.0f, displacement, 0.0f)});
        runFor(solver, 0.1);
        const double before = spinOf(solver.snapshot());
        runFor(solver, 1.0);
        EXPECT_NEAR(spinOf(solver.snapshot()), before, 0.01 * before) << material.damping;
        EXPECT_NEAR(before, 2.0, 0.05);
    }
}

// How long it takes to shrink: the amplitude of m x'' = -k (x + T x'), with the reduced mass of the two, falls as
// e^(-w^2 T t / 2), w^2 = k / m. Implicit integration adds the substep to T.
TEST(DampedSticks, LetAnOscillationDecayAtItsRate) {
    constexpr double kStiffness = 200.0, kReducedMass = 0.5;
    const double squared = kStiffness / kReducedMass;
    for (const double damping : {0.0, 0.002, 0.01}) {
        const StickMaterial material{Response::Compliant, float(1.0 / kStiffness), 0.0f, false, float(damping)};
        CpuSolver solver = solverFor(dumbbell(material));
        Snapshot s = solver.snapshot();
        s.positions[0].x = s.previous[0].x = -0.6f;
        s.positions[1].x = s.previous[1].x = 0.6f;
        take(solver.restore(s));
        // Amplitude by energy: x^2 + (x' / w)^2.
        const auto amplitude = [&] {
            const Snapshot now = solver.snapshot();
            const double x = double(now.positions[1].x) - now.positions[0].x - 1.0;
            const double before = double(now.previous[1].x) - now.previous[0].x - 1.0;
            const double v = (x - before) / kStep, middle = (x + before) / 2;
            return std::sqrt(middle * middle + v * v / squared);
        };
        runFor(solver, 0.1);
        const double first = amplitude();
        runFor(solver, 1.0);
        const double rate = std::log(first / amplitude());
        EXPECT_NEAR(rate, squared * (damping + kStep) / 2, 0.02 * squared * (damping + kStep) / 2 + 0.01) << damping;
    }
}

// A rigid damped stick is as long as a rigid one in the end, only not at once.
TEST(DampedSticks, OfNoComplianceReachTheirLength) {
    CpuSolver solver = solverFor(dumbbell({.damping = 0.002f}));
    Snapshot s = solver.snapshot();
    s.positions[1].x = s.previous[1].x = 0.7f;
    take(solver.restore(s));
    runFor(solver, 1.0);
    s = solver.snapshot();
    EXPECT_NEAR(s.positions[1].x - s.positions[0].x, 1.0f, 1e-4f);
}

}  // namespace
}  // namespace pliant::test
