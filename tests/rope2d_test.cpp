// The rope of the tutorials: pixels, a plane, and stiffness by iterations alone.

#include "catenary.h"
#include "pliant/shared/portable.h"
#include "pliant/state/stretch.h"
#include "scene_support.h"

namespace pliant::test {
namespace {

using samples::SampleScene;
using samples::SceneOptions;

SceneOptions optionsOf(std::map<std::string, double> knobs = {}, float damping = 0.5f) {
    return sceneOptions("rope2d", std::move(knobs), damping);
}

SampleScene ropeOf(std::map<std::string, double> knobs = {}, float damping = 0.5f) {
    return take(samples::makeScene(optionsOf(std::move(knobs), damping)));
}

TEST(Rope2d, IsTheRopeOfTheTutorials) {
    const SampleScene sample = ropeOf();
    const Scene& scene = sample.scene;
    ASSERT_EQ(scene.positions.size(), 30u);
    EXPECT_TRUE(scene.planar);
    EXPECT_EQ(scene.environment.gravity, vec3(0.0f, -1500.0f, 0.0f));
    for (std::size_t i = 0; i < 30; ++i) {
        EXPECT_NEAR(scene.positions[i].x, 10.0f * static_cast<float>(i), 1e-4f);
        EXPECT_EQ(scene.pinned[i] != 0, i == 0);
    }
    EXPECT_FALSE(scene.tethers || scene.levels) << "they would hide what iterations do";
    EXPECT_EQ(sample.usual.substeps, 1u);
    EXPECT_EQ(sample.follower, 0u);
    EXPECT_TRUE(sample.showsParticles && sample.outlook->isFlat);
    const Scene locked = ropeOf({{"lock-ends", 1}, {"particles", 12}, {"spacing", 25}}).scene;
    EXPECT_EQ(locked.positions.size(), 12u);
    EXPECT_EQ(locked.pinned[11], 1);
    EXPECT_NEAR(locked.sticks[3].restLength, 25.0f, 1e-3f);
    SceneOptions moon = optionsOf();
    moon.gravity = vec3(0.0f, -250.0f, 0.0f);
    EXPECT_EQ(take(samples::makeScene(moon)).scene.environment.gravity.y, -250.0f);
}

TEST(Rope2d, RefusesWhatItHasNotGot) {
    const auto refusalOf = [](const SceneOptions& options) { return messageOf(samples::makeScene(options)); };
    EXPECT_CONTAINS(refusalOf(optionsOf({{"speed", 1}})), "no number 'speed'; it has particles, spacing, iterations");
    EXPECT_CONTAINS(refusalOf(optionsOf({{"iterations", 51}})), "--set iterations=51");
    EXPECT_CONTAINS(refusalOf(optionsOf({{"iterations", 51}})), "a whole number of 1 ... 50");
    EXPECT_CONTAINS(refusalOf(optionsOf({{"iterations", 1.5}})), "whole");
    EXPECT_CONTAINS(refusalOf(optionsOf({{"spacing", std::nan("")}})), "spacing");
    SceneOptions sized = optionsOf();
    sized.size = 8;
    EXPECT_CONTAINS(refusalOf(sized), "--size");
    SceneOptions pinned = optionsOf();
    pinned.pin = "none";
    EXPECT_CONTAINS(refusalOf(pinned), "--pin");
}

TEST(Rope2d, EveryIterationMakesItStiffer) {
    double before = INFINITY, first = 0.0;
    for (int iterations = 1; iterations <= 50; ++iterations) {
        const SampleScene sample = ropeOf({{"iterations", iterations}}, 8.0f);
        const Snapshot state = settled(sample, usualSettings(sample), 400);
        const double mean = measureStretch(sample.scene, state.positions).mean;
        EXPECT_LT(mean, before) << iterations << " iterations";
        before = mean;
        if (iterations == 1) first = mean;
    }
    EXPECT_GT(first, 0.5) << "one iteration: elastic";
    EXPECT_LT(before, 0.05) << "fifty: stiff";
}

TEST(Rope2d, HangsAsACatenaryWhereBothEndsAreLocked) {
    const SampleScene sample = ropeOf({{"lock-ends", 1}, {"particles", 60}, {"spacing", 5}}, 6.0f);
    StepSettings settings = usualSettings(sample);
    settings.substeps = 20;
    settings.iterations = 20;
    const std::vector<vec3> places = settled(sample, settings, 300).positions;
    const double span = places.back().x - places.front().x, length = 59 * 5.0;
    const Catenary catenary(span, length);
    for (const vec3& p : places)
        EXPECT_NEAR(-p.y, catenary.sagAt(p.x), 0.004 * length) << "at " << p.x;
}

TEST(Rope2d, StaysInThePlaneAndSwingsUnderItsFirstParticle) {
    const SampleScene sample = ropeOf();
    CpuSolver solver = take(CpuSolver::create(take(compile(sample.scene))));
    float left = 0.0f, right = 0.0f;
    for (int frame = 0; frame < 400; ++frame) {
        const double from = frame / 60.0, to = (frame + 1) / 60.0;
        const StepInputs inputs = sample.inputs(from, to);
        ASSERT_EQ(inputs.pins.size(), 1u);
        take(solver.step(usualSettings(sample), inputs));
        const Snapshot state = solver.snapshot();
        EXPECT_LT(glm::distance(state.positions[0], inputs.pins[0].target), 1e-3f) << "the first goes where it is led";
        const vec3 way = inputs.pins[0].target - sample.inputs(from, from).pins[0].target;
        EXPECT_LT(glm::length(way), 8.0f) << "smoothly";
        left = std::min(left, state.positions[0].x);
        right = std::max(right, state.positions[0].x);
        for (const vec3& p : state.positions)
            ASSERT_EQ(bitsOfFloat(p.z), 0u);
    }
    EXPECT_LT(left, -60.0f);
    EXPECT_GT(right, 60.0f);
    EXPECT_EQ(sample.inputs(0.0, 0.0).pins[0].target, sample.scene.positions[0]);
}

TEST(Rope2d, LocksAndUnlocksLive) {
    const SampleScene sample = ropeOf();
    CpuSolver solver = take(CpuSolver::create(take(compile(sample.scene))));
    const StepSettings settings = usualSettings(sample);
    const auto run = [&](int steps, std::vector<PinInput> first) {
        for (int i = 0; i < steps; ++i)
            take(solver.step(settings, {i == 0 ? first : std::vector<PinInput>{}, {}, {}}));
        return solver.snapshot();
    };
    const vec3 held = run(20, {{29, PinInput::Action::Hold}}).positions[29];
    EXPECT_EQ(held, sample.scene.positions[29]) << "locked before it moved";
    const Snapshot swinging = run(30, {{0, PinInput::Action::Release}});
    EXPECT_LT(swinging.positions[0].y, -50.0f) << "the start falls";
    EXPECT_EQ(swinging.positions[29], held) << "and hangs on the end";
    const Snapshot falling = run(30, {{29, PinInput::Action::Release}});
    EXPECT_LT(falling.positions[29].y, held.y - 50.0f);
    EXPECT_EQ(falling.pinned[0] + falling.pinned[29], 0);
}

// As in the tutorials: where two ends are at one place there is no direction, and nothing is done.
TEST(Rope2d, SticksOfNoLengthDoNothing) {
    Scene scene = ropeOf().scene;
    for (vec3& p : scene.positions)
        p = scene.positions[0];
    for (SceneStick& stick : scene.sticks)
        stick.restLength = 0.0f;
    scene.pinned[0] = 0;
    scene.environment.damping = 0.0f;
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    StepSettings settings;
    settings.substeps = 1;
    settings.iterations = 12;
    constexpr int kSteps = 30;
    for (int i = 0; i < kSteps; ++i)
        take(solver.step(settings));
    const double fallen = 1500.0 / 3600.0 * kSteps * (kSteps + 1) / 2.0;  // y_n = g h^2 n (n + 1) / 2
    for (const vec3& p : solver.snapshot().positions)
        EXPECT_NEAR(p.y, -fallen, 1e-3) << "all fall freely";
    EXPECT_EQ(solver.snapshot().lost, 0u);
}

}  // namespace
}  // namespace pliant::test
