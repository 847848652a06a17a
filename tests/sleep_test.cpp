// What hardly moves is put to rest, and wakes when something is done to it.

#include "sleep_support.h"

#include <algorithm>
#include <glm/geometric.hpp>

#include "neighbour_support.h"
#include "pliant/cpu/cpu_solver.h"
#include "pliant/scene/block.h"
#include "pliant/scene/solids.h"
#include "pliant/shared/sleep.h"
#include "pliant/state/step_report.h"
#include "scenes/scenes.h"
#include "shapes_support.h"

namespace pliant::test {
namespace {

CpuSolver solverOf(const Scene& scene, const CpuOptions& options = {1, true}) {
    return take(CpuSolver::create(take(compile(scene)), options));
}

void run(CpuSolver& solver, int frames, const StepInputs& inputs = {}) {
    for (int frame = 0; frame < frames; ++frame)
        take(solver.step({}, inputs));
}

bool allSleep(const Snapshot& state) {
    return !state.sleep.sleepers.empty() && countAsleep(state) == state.sleep.sleepers.size();
}

// Frames until all sleep; -1 if they do not within so many.
int framesToSleep(CpuSolver& solver, int most, const StepInputs& inputs = {}) {
    for (int frame = 1; frame <= most; ++frame) {
        run(solver, 1, inputs);
        if (allSleep(solver.snapshot())) return frame;
    }
    return -1;
}

Scene plumbLine() {
    Scene scene;
    addPlumbLine(scene, vec3(0.0f, 1.0f, 0.0f));
    scene.sleep = Sleep{};
    return scene;
}

// One particle that goes along x in empty space.
Scene drifting(float speed, CpuSolver* = nullptr) {
    Scene scene = emptySpace();
    scene.environment.damping = 0.0f;
    addParticle(scene, vec3(0.0f), 1.0f);
    scene.sleep = Sleep{};
    scene.positions[0].x = speed;  // the start puts it back
    return scene;
}

TEST(Sleep, ComesAfterAWholeWindowOfCalm) {
    for (const float time : {0.1f, 0.5f, 1.3f}) {
        Scene scene = plumbLine();
        scene.sleep->time = time;
        CpuSolver solver = solverOf(scene);
        // The first step sees inputs for the first time: the window begins at its end.
        EXPECT_EQ(framesToSleep(solver, 200), 1 + int(std::ceil(time * 60.0 - 1e-6))) << time;
        const Snapshot asleep = solver.snapshot();
        EXPECT_EQ(asleep.positions, asleep.previous);
        run(solver, 30);
        Snapshot later = solver.snapshot();
        EXPECT_EQ(later.positions, asleep.positions);
        EXPECT_EQ(later.previous, asleep.positions);
        const StepReport report = reportOf(scene, later);
        EXPECT_EQ(report.kineticEnergy, 0.0);
        EXPECT_EQ(report.fastest, 0.0);
        EXPECT_EQ(report.asleep, 1u);
        EXPECT_EQ(report.sleepers, 1u);
    }
}

// What goes farther than the distance within a window goes on, to the bit.
TEST(Sleep, LeavesAloneWhatMoves) {
    const auto wayOf = [](float speed) {
        CpuSolver solver = solverOf(drifting(0.0f));
        Snapshot start = solver.snapshot();
        start.previousSubstep = 1.0 / 720;
        start.previous[0].x = -speed / 720.0f;
        take(solver.restore(start));
        run(solver, 240);
        return solver.snapshot().positions[0].x;
    };
    EXPECT_NEAR(wayOf(3e-3f), 4.0f * 3e-3f, 1e-6f);
    EXPECT_LT(wayOf(1.5e-3f), 1e-3f) << "0.75 mm in half a second";
}

TEST(Sleep, DoesNotTouchASceneThatMoves) {
    Scene scene = clothScene(12);
    CpuSolver plain = solverOf(scene);
    scene.sleep = Sleep{};
    CpuSolver sleeping = solverOf(scene);
    for (int frame = 0; frame < 90; ++frame) {
        run(plain, 1);
        run(sleeping, 1);
        ASSERT_EQ(take(compare(plain.snapshot(),
                               [&] {
                                   Snapshot state = sleeping.snapshot();
                                   state.sleep = {};
                                   return state;
                               }()))
                      .differing,
                  0u)
            << frame;
    }
}

struct Waking {
    const char* name;
    StepInputs inputs;
};

std::vector<Waking> wakings() {
    const auto pin = [](PinInput::Action action) {
        StepInputs inputs;
        inputs.pins = {{.particle = 11, .action = action, .target = vec3(0.05f, 0.5f, 0.0f)}};
        return inputs;
    };
    StepInputs wind, still, moving;
    wind.wind = vec3(0.0f, 0.0f, 2.0f);
    still.colliders = {Collider{.shape = ColliderShape::Sphere, .radius = 0.1f}};
    still.colliders[0].pose.position = vec3(0.05f, 0.6f, 0.0f);
    moving = still;
    moving.colliders[0].before = Pose{vec3(0.3f, 0.6f, 0.0f)};
    return {{"a pin moves", pin(PinInput::Action::Move)},
            {"a pin comes", pin(PinInput::Action::Hold)},
            {"a pin goes", pin(PinInput::Action::Release)},
            {"something pulls", pin(PinInput::Action::Pull)},
            {"wind", wind},
            {"a collider comes", still},
            {"a collider moves", moving}};
}

TEST(Sleep, EndsWhenInputsChange) {
    for (const Waking& waking : wakings()) {
        CpuSolver solver = solverOf(plumbLine());
        ASSERT_GT(framesToSleep(solver, 60), 0);
        take(solver.step({}, waking.inputs));
        EXPECT_EQ(countAsleep(solver.snapshot()), 0u) << waking.name;
        take(solver.step({}));  // and once more, when they are as before
        EXPECT_EQ(countAsleep(solver.snapshot()), 0u) << waking.name;
    }
}

// Inputs that say the same in every step keep nothing awake, and what they hold up sleeps with the others.
TEST(Sleep, ComesUnderSteadyInputs) {
    StepInputs inputs;
    Collider floor;
    inputs.colliders = {floor};
    inputs.pins = {{.particle = 0, .action = PinInput::Action::Move, .target = vec3(0.0f, 1.0f, 0.0f)}};
    Scene scene = plumbLine();
    addParticle(scene, vec3(1.0f, 0.1f, 0.0f), 1.0f);
    CpuSolver solver = solverOf(scene);
    EXPECT_GT(framesToSleep(solver, 120, inputs), 0);
    // The floor goes: what lay on it falls.
    run(solver, 30);
    EXPECT_LT(solver.snapshot().positions.back().y, -0.5f);
}

TEST(Sleep, IsOfWhatHangsTogether) {
    const auto sleepersOf = [](Scene scene) {
        scene.sleep = Sleep{};
        return take(compile(scene))->sleeperCount;
    };
    Scene two = plumbLine();
    addPlumbLine(two, vec3(1.0f, 1.0f, 0.0f));
    addParticle(two, vec3(2.0f, 0.0f, 0.0f), 1.0f);
    EXPECT_EQ(sleepersOf(two), 3u);
    take(addStick(two, 3, 15));
    EXPECT_EQ(sleepersOf(two), 2u);

    Scene shapes = emptySpace();
    addShapeBlock(shapes, {2, 2, 2}, vec3(0.0f));
    addShapeBlock(shapes, {2, 2, 2}, vec3(3.0f));
    EXPECT_EQ(sleepersOf(shapes), 2u);

    Scene jelly;
    take(addBlock(jelly, {}));
    jelly.sticks.clear();
    EXPECT_EQ(sleepersOf(jelly), 1u) << "elements alone";

    EXPECT_EQ(sleepersOf(crowdedScene()), 1u) << "what may touch";
    EXPECT_EQ(sleepersOf(forcesScene(1.0f)), sleepersOf(forcesScene(2.0f)));
}

// A jelly's first particles come before the cloth's in the scene: numbers do not depend on the order within.
TEST(Sleep, HasTheSameNumbersInEverySchedule) {
    const Scene scene = sleepingScene();
    const auto numbersOf = [&](const CompileOptions& options) {
        const SchedulePtr schedule = take(compile(scene, options));
        std::vector<std::uint32_t> numbers;
        for (const std::uint32_t local : schedule->localParticle)
            numbers.push_back(schedule->sleepers[local].sleeper);
        return numbers;
    };
    EXPECT_EQ(numbersOf({}), numbersOf({.tiles = TileUse::Always, .tileParticles = 32}));
}

// The same to the bit: one item at a time and several, threads, tiles, whole bodies by themselves, or stopped and
// restored in the midst of a window.
TEST(Sleep, HasTheSameBitsEverywhere) {
    const Scene scene = sleepingScene();
    const SchedulePtr schedule = take(compile(scene));
    const CpuOptions ways[] = {{1, false}, {1, true}, {3, true}, {2, true, false}};
    std::vector<std::uint64_t> hashes;
    for (const CpuOptions& options : ways) {
        CpuSolver solver = take(CpuSolver::create(schedule, options));
        for (int frame = 0; frame < 24; ++frame) {
            run(solver, 1);
            if (frame % 5 == 4 && options.threads == 3) take(solver.restore(solver.snapshot()));
        }
        const Snapshot state = solver.snapshot();
        EXPECT_GE(countAsleep(state), 3u);
        EXPECT_LT(countAsleep(state), state.sleep.sleepers.size());
        hashes.push_back(hashOf(state));
    }
    EXPECT_EQ(std::count(hashes.begin(), hashes.end(), hashes[0]), 4);
}

// A step that changes nothing is not taken on the CPU; it has the bits of one that is.
TEST(Sleep, IsTheSameWithoutStepping) {
    Scene alone = plumbLine(), beside = plumbLine();
    addParticle(beside, vec3(5.0f, 0.0f, 0.0f), 1.0f);  // that falls for ever, so that steps are taken
    CpuSolver a = solverOf(alone), b = solverOf(beside);
    run(a, 100);
    run(b, 100);
    const Snapshot from = a.snapshot(), to = b.snapshot();
    ASSERT_EQ(countAsleep(from), 1u);
    ASSERT_EQ(countAsleep(to), 1u);
    for (std::size_t i = 0; i < from.positions.size(); ++i) {
        EXPECT_EQ(from.positions[i], to.positions[i]);
        EXPECT_EQ(from.previous[i], to.previous[i]);
        EXPECT_EQ(from.carry[i], to.carry[i]);
    }
    EXPECT_EQ(from.substepCount, to.substepCount);
}

TEST(Sleep, EndsWhereASnapshotIsChanged) {
    CpuSolver solver = solverOf(plumbLine());
    ASSERT_GT(framesToSleep(solver, 60), 0);
    Snapshot pushed = solver.snapshot();
    pushed.previous[11].x -= 0.01f;
    take(solver.restore(pushed));
    EXPECT_EQ(countAsleep(solver.snapshot()), 0u);
    run(solver, 5);
    EXPECT_GT(solver.snapshot().positions[11].x, 0.05f);
    pushed.previous[11].x += 0.01f;
    take(solver.restore(pushed));
    EXPECT_GT(countAsleep(solver.snapshot()), 0u);
    pushed.carry[11].x = 1e-7f;  // too little for a float of the place
    take(solver.restore(pushed));
    EXPECT_EQ(countAsleep(solver.snapshot()), 0u);
    Snapshot early = solver.snapshot();
    early.sleep = {};  // as of one that was made by hand
    take(solver.restore(early));
    EXPECT_EQ(countAsleep(solver.snapshot()), 0u);
}

TEST(Sleep, RefusesNumbersThatMeanNothing) {
    for (const auto& [sleep, part] :
         {std::pair{Sleep{0.0f, 1.0f}, "the distance within which bodies fall asleep is 0 m"},
          {Sleep{1e-3f, -1.0f}, "the time after which bodies fall asleep is -1 s"},
          {Sleep{NAN, 1.0f}, "is nan m"}}) {
        Scene scene = plumbLine();
        scene.sleep = sleep;
        EXPECT_CONTAINS(messageOf(compile(scene)), part);
    }
    CpuSolver solver = solverOf(plumbLine());
    const Snapshot good = solver.snapshot();
    const auto refusal = [&](auto&& spoil) {
        Snapshot bad = good;
        spoil(bad.sleep);
        return messageOf(solver.restore(bad));
    };
    EXPECT_CONTAINS(refusal([](SleepState& s) { s.anchors.pop_back(); }), "11 anchors");
    EXPECT_CONTAINS(refusal([](SleepState& s) { s.anchors[3].y = INFINITY; }), "particle 3");
    EXPECT_CONTAINS(refusal([](SleepState& s) { s.sleepers[0] = 3; }), "sleeper 0");
    EXPECT_CONTAINS(refusal([](SleepState& s) { s.calm = -1.0; }), "calm for -1 s");
}

TEST(Sleep, IsProvenByTheValidator) {
    const SchedulePtr schedule = take(compile(sleepingScene()));
    const auto refusal = [&](auto&& spoil) {
        Schedule bad = *schedule;
        spoil(bad);
        return messageOf(validate(bad));
    };
    EXPECT_CONTAINS(refusal([](Schedule& s) { s.sleepers.pop_back(); }), "the particles of sleepers");
    EXPECT_CONTAINS(refusal([](Schedule& s) { s.sleepers[7].sleeper = s.sleeperCount; }), "particle 7");
    EXPECT_CONTAINS(refusal([](Schedule& s) { s.sleeping.pop_back(); }), "the passes of sleepers");
    EXPECT_CONTAINS(refusal([](Schedule& s) {
                        const std::uint32_t a = s.sticks[0].a;
                        s.sleepers[a].sleeper = (s.sleepers[a].sleeper + 1) % s.sleeperCount;
                    }),
                    "joins two sleepers");
}

// The scenes of the command that have an end come to it: nothing moves any more, and the report says so.
TEST(Sleep, ComesToEverySceneThatHasAnEnd) {
    struct Case {
        const char* scene;
        std::optional<std::uint32_t> size;
        std::map<std::string, double> knobs;
    };
    const Case cases[] = {
        {"cloth", 24, {}}, {"drape", 24, {}}, {"jelly", {}, {{"cells", 4}}}, {"rope", 40, {}}, {"cord", {}, {}}};
    for (const auto& [name, size, knobs] : cases) {
        samples::SceneOptions options;
        options.scene = name;
        options.size = size;
        options.knobs = knobs;
        if (samples::takes(name, "--material")) options.fabric = take(fabricNamed("cotton"));
        const samples::SampleScene sample = take(samples::makeScene(options));
        CpuSolver solver = solverOf(sample.scene, {2, true});
        StepSettings settings;
        settings.substeps = sample.usual.substeps.value_or(0);
        settings.iterations = sample.usual.iterations;
        const auto step = [&](int frame) {
            take(solver.step(settings, sample.inputs(frame / 60.0, (frame + 1) / 60.0)));
        };
        int frame = 0;
        for (; frame < 6000 && !allSleep(solver.snapshot()); ++frame)
            step(frame);
        const Snapshot asleep = solver.snapshot();
        ASSERT_TRUE(allSleep(asleep)) << name;
        for (int i = 0; i < 60; ++i)
            step(frame + i);
        EXPECT_EQ(solver.snapshot().positions, asleep.positions) << name;
        EXPECT_EQ(reportOf(sample.scene, solver.snapshot()).kineticEnergy, 0.0) << name;
    }
}

}  // namespace
}  // namespace pliant::test
