// Far from the origin, where the last bit of a place is longer than what a particle moves by in a substep: against
// closed forms in double. Nothing here uses the shared maths.

#include "pliant/cpu/cpu_solver.h"
#include "pliant/state/step_report.h"
#include "support.h"

namespace pliant::test {
namespace {

constexpr double kGravity = 9.81f;
constexpr double kFrame = 1.0 / 60;

// Free particles at such places along x and y, undamped, of 1 kg.
Scene particlesAt(const std::vector<float>& distances) {
    Scene scene;
    for (const float distance : distances)
        addParticle(scene, vec3(-distance, distance, 0.0f), 1.0f);
    scene.environment.damping = 0.0f;
    return scene;
}

// Every particle moves by so much in a substep before the first.
Snapshot movingBy(const CpuSolver& solver, vec3 displacement, double substep) {
    Snapshot state = solver.snapshot();
    state.carry.assign(state.positions.size(), vec4(displacement, 0.0f));
    state.previousSubstep = substep;
    return state;
}

void takeSteps(CpuSolver& solver, std::uint32_t frames, std::uint32_t substeps) {
    for (std::uint32_t frame = 0; frame < frames; ++frame)
        take(solver.step(settings(substeps)));
}

const std::vector<float> kDistances{0.0f, 0.3f, 5.0f, 10.0f, 99.9f, 1000.0f, 4191.0f, 8300.0f, 10000.0f};

// y_n = -g h^2 n (n + 1) / 2 and v_n = -g h n.
TEST(FarAway, GravityPullsAsAtTheOrigin) {
    const Scene scene = particlesAt(kDistances);
    const SchedulePtr schedule = take(compile(scene));
    for (const std::uint32_t substeps : {1u, 12u, 40u, 100u, 200u}) {
        CpuSolver solver = take(CpuSolver::create(schedule));
        takeSteps(solver, 60, substeps);
        const Snapshot end = solver.snapshot();
        const double h = kFrame / substeps, n = 60.0 * substeps;
        const double path = kGravity * h * h * n * (n + 1) / 2;
        for (std::size_t i = 0; i < kDistances.size(); ++i) {
            EXPECT_NEAR(double(kDistances[i]) - end.positions[i].y, path, 1e-4 * path) << kDistances[i];
            EXPECT_EQ(end.positions[i].x, -kDistances[i]);
        }
        const double speed = kGravity * h * n;
        EXPECT_NEAR(reportOf(scene, end).kineticEnergy, double(kDistances.size()) * 0.5 * speed * speed,
                    1e-4 * double(kDistances.size()) * speed * speed);
    }
}

TEST(FarAway, SlowMotionIsDampedAsAnyOther) {
    constexpr double kSpeed = 0.1, kDamping = 0.1;
    Scene scene = particlesAt({0.5f, 2.0f, 100.0f, 10000.0f});
    scene.environment.gravity = vec3(0.0f);
    scene.environment.damping = float(kDamping);
    for (const std::uint32_t substeps : {12u, 40u, 200u}) {
        CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
        const double h = kFrame / substeps;
        take(solver.restore(movingBy(solver, vec3(0.0f, float(kSpeed * h), 0.0f), h)));
        takeSteps(solver, 120, substeps);
        const Snapshot end = solver.snapshot();
        const double keep = float(1.0 / (1.0 + double(scene.environment.damping) * h));
        const double left = kSpeed * std::pow(keep, 120.0 * substeps);
        for (std::size_t i = 0; i < end.positions.size(); ++i) {
            const double moved = double(end.positions[i].y) - end.previous[i].y + end.carry[i].y;
            EXPECT_NEAR(moved / h, left, 2e-4 * left) << scene.positions[i].y << ", " << substeps;
        }
    }
}

// A tenth of the last bit of its place in a substep.
TEST(FarAway, SlowMotionGoesOn) {
    Scene scene = particlesAt({1000.0f});
    scene.environment.gravity = vec3(0.0f);
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    const double h = kFrame / 12;
    const vec3 velocity(0.004f, -0.004f, 0.002f);
    take(solver.restore(movingBy(solver, velocity * float(h), h)));
    takeSteps(solver, 600, 12);
    const vec3 moved = solver.snapshot().positions[0] - scene.positions[0];
    for (int axis = 0; axis < 3; ++axis)
        EXPECT_NEAR(moved[axis], 10.0 * velocity[axis], 0.05 * 0.04) << axis;
}

// What constraints put back to where it was, substep after substep, comes to rest to the bit.
TEST(FarAway, WhatLiesStillCarriesNothing) {
    for (const float height : {0.3f, 3.0f, 1000.0f}) {
        Scene scene;
        addParticle(scene, vec3(0.0f, height + 0.01f, 0.0f), 1.0f);
        Collider floor;
        floor.shape = ColliderShape::Plane;
        floor.pose.position = vec3(0.0f, height, 0.0f);
        StepInputs inputs;
        inputs.colliders = {floor};
        CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
        for (int frame = 0; frame < 120; ++frame)
            take(solver.step(settings(1), inputs));
        const vec3 place = solver.snapshot().positions[0];
        for (int frame = 0; frame < 20; ++frame) {
            take(solver.step(settings(1), inputs));
            EXPECT_EQ(solver.snapshot().positions[0], place) << height;
        }
    }
}

// One that is held, and one that is no more in this world.
TEST(FarAway, PinsAndLossTakeWhatIsCarried) {
    Scene scene = particlesAt({1000.0f, 1000.0f, 1000.0f});
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    const double h = kFrame / 12;
    Snapshot start = movingBy(solver, vec3(1e-6f, 2e-6f, 0.0f), h);
    start.carry[2].x = -1.9e9f;
    start.positions[2].x = start.previous[2].x = -1.9e9f;
    take(solver.restore(start));
    take(solver.step(settings(12), {.pins = {{1, PinInput::Action::Hold, {}}}}));
    const Snapshot end = solver.snapshot();
    EXPECT_NE(vec3(end.carry[0]), vec3(0.0f));
    EXPECT_EQ(end.carry[1], vec4(0.0f));
    EXPECT_GT(end.lost, 0u);
    for (int axis = 0; axis < 4; ++axis)
        EXPECT_TRUE(std::isfinite(end.carry[2][axis])) << axis;
    take(solver.step(settings(12), {.pins = {{1, PinInput::Action::Release, {}}}}));
    EXPECT_NEAR(solver.snapshot().carry[1].x, 0.0, 1e-9);
}

}  // namespace
}  // namespace pliant::test
