// The state of a scene to which bodies have been added while others move.

#include "pliant/state/carry_over.h"

#include <algorithm>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/scene/block.h"
#include "rigid_support.h"
#include "scene_support.h"

namespace pliant::test {
namespace {

CpuSolver solverOf(const SchedulePtr& schedule) {
    return take(CpuSolver::create(schedule));
}

void run(CpuSolver& solver, int steps) {
    for (int step = 0; step < steps; ++step)
        take(solver.step());
}

// Of all arrays of particles what the first `count` have.
Snapshot firstOf(Snapshot state, std::size_t count) {
    state.positions.resize(count);
    state.previous.resize(count);
    state.pinned.resize(count);
    state.carry.resize(count);
    if (!state.velocities.empty()) state.velocities.resize(count);
    return state;
}

// Far from all else.
void addFarCloth(Scene& scene) {
    GridDescription grid;
    grid.columns = grid.rows = 5;
    grid.corner = vec3(50.0f, 0.0f, 0.0f);
    take(addGrid(scene, grid));
}

TEST(CarryOver, WhatWasThereGoesOnWithTheSameBits) {
    Scene scene = clothScene(12);
    const std::size_t count = scene.positions.size();
    CpuSolver old = solverOf(take(compile(scene)));
    run(old, 20);
    addFarCloth(scene);
    const SchedulePtr grown = take(compile(scene));
    CpuSolver now = solverOf(grown);
    take(now.restore(take(carryOver(old.snapshot(), *grown))));
    run(old, 20);
    run(now, 20);
    const Snapshot after = now.snapshot();
    EXPECT_EQ(firstOf(after, count), old.snapshot());
    EXPECT_EQ(after.positions.size(), count + 25);
    const float fallen = scene.positions.back().y - after.positions.back().y;
    EXPECT_NEAR(fallen, 0.5 * 9.81 / 9.0, 0.1) << "the new one begins at rest, a third of a second ago";
}

TEST(CarryOver, WhatIsNewBeginsAsTheSceneHasIt) {
    Scene scene = clothScene(6);
    CpuSolver old = solverOf(take(compile(scene)));
    StepInputs inputs;
    inputs.pins.push_back({.particle = 1, .target = scene.positions[1]});
    take(old.step({}, inputs));
    Snapshot before = old.snapshot();
    before.lost = 3;
    before.crowded = 5;
    take(addRigidBody(scene, rigidBox(vec3(0.2f), 0.1f, vec3(9.0f))));
    scene.frames.emplace_back();
    const SchedulePtr grown = take(compile(scene));
    const Snapshot now = take(carryOver(before, *grown)), start = initialSnapshot(*grown);
    const std::size_t count = before.positions.size();
    EXPECT_EQ(firstOf(now, count).positions, before.positions);
    EXPECT_EQ(firstOf(now, count).pinned, before.pinned);
    EXPECT_TRUE(
        std::equal(now.positions.begin() + long(count), now.positions.end(), start.positions.begin() + long(count)));
    EXPECT_EQ(now.shapeTurns, start.shapeTurns);
    EXPECT_EQ(now.frames, start.frames);
    EXPECT_EQ(now.lost + now.crowded, 8u);
    EXPECT_EQ(now.substepCount, before.substepCount);
    EXPECT_EQ(now.shapeTurns.size(), 1u);
    CpuSolver solver = solverOf(grown);
    take(solver.restore(now));
    run(solver, 3);
}

// All that a step has left, and not only places.
TEST(CarryOver, TurnsFramesAndVelocitiesAreKept) {
    Scene scene = forcesScene(1.0f);
    take(addRigidBody(scene, rigidBox(vec3(0.2f), 0.1f, vec3(9.0f))));
    scene.frames.emplace_back();
    Snapshot before = initialSnapshot(*take(compile(scene)));
    before.shapeTurns.back() = vec4(0.0f, 0.0f, 0.6f, 0.8f);
    before.frames[0].pose.origin = {1.0, 2.0, 3.0};
    before.velocities[0] = before.velocities.back() = vec3(1.0f, 2.0f, 3.0f);
    before.previousSubstep = 0.01;
    addFarCloth(scene);
    const Snapshot now = take(carryOver(before, *take(compile(scene))));
    EXPECT_EQ(now.shapeTurns, before.shapeTurns);
    EXPECT_EQ(now.frames, before.frames);
    EXPECT_EQ(now.previousSubstep, 0.01);
    EXPECT_EQ(firstOf(now, before.positions.size()).velocities, before.velocities);
}

TEST(CarryOver, AllAreAwake) {
    Scene scene = clothScene(6);
    scene.sleep = Sleep{1.0f, 0.1f};
    CpuSolver old = solverOf(take(compile(scene)));
    for (int frame = 0; frame < 600 && countAsleep(old.snapshot()) == 0; ++frame)
        run(old, 1);
    ASSERT_EQ(countAsleep(old.snapshot()), 1u);
    addFarCloth(scene);
    const SchedulePtr grown = take(compile(scene));
    const Snapshot now = take(carryOver(old.snapshot(), *grown));
    EXPECT_EQ(countAsleep(now), 0u);
    EXPECT_EQ(now.sleep.sleepers.size(), 2u);
}

TEST(CarryOver, WhatDoesNotFitIsRefused) {
    const SchedulePtr small = take(compile(clothScene(4))), large = take(compile(clothScene(5)));
    EXPECT_CONTAINS(messageOf(carryOver(initialSnapshot(*large), *small)), "25 particles; the schedule has 16");
    Snapshot state = initialSnapshot(*small);
    state.previous.pop_back();
    EXPECT_CONTAINS(messageOf(carryOver(state, *large)), "16 positions, and 15 previous ones");
    state = initialSnapshot(*small);
    state.shapeTurns.push_back(vec4(0.0f, 0.0f, 0.0f, 1.0f));
    EXPECT_CONTAINS(messageOf(carryOver(state, *large)), "1 shapes; the schedule has 0");
    state = initialSnapshot(*small);
    state.frames.emplace_back();
    EXPECT_CONTAINS(messageOf(carryOver(state, *large)), "1 frames; the schedule has 0");
    state = initialSnapshot(*small);
    state.carry.resize(17);
    EXPECT_CONTAINS(messageOf(carryOver(state, *large)), "16 particles, but 16 pins, 0 velocities and 17 carries");
    state = initialSnapshot(*small);
    state.velocities.resize(16);
    EXPECT_CONTAINS(messageOf(carryOver(state, *large)), "nothing in the schedule is moved by forces");
    EXPECT_CONTAINS(messageOf(carryOver({}, *large)), "no particles");
}

}  // namespace
}  // namespace pliant::test
