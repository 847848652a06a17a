// Time in the viewer: fixed steps, never a spiral of death; and settings that build a scene anew.

#include "viewer/playback.h"

#include "support.h"
#include "viewer/detail.h"
#include "viewer/scene_choice.h"
#include "viewer/world.h"

namespace pliant::viewer {
namespace {

constexpr double kStep = 1.0 / 60.0;

// Draws so many frames; returns the steps taken.
std::uint32_t play(Playback& playback, int frames, double elapsed) {
    std::uint32_t steps = 0;
    for (int i = 0; i < frames; ++i) {
        const std::uint32_t due = playback.stepsDue(elapsed, kStep);
        for (std::uint32_t k = 0; k < due; ++k)
            playback.stepTaken(kStep);
        playback.frameOver(elapsed);
        steps += due;
    }
    return steps;
}

TEST(Playback, KeepsPaceWithTheClock) {
    for (const double rate : {30.0, 60.0, 75.0, 144.0}) {
        Playback playback;
        const std::uint32_t steps = play(playback, static_cast<int>(4.0 * rate), 1.0 / rate);
        EXPECT_NEAR(steps, 240, 1) << rate << " frames per second";
        EXPECT_NEAR(playback.shareOfRealTime(), 1.0, 0.05);
        EXPECT_NEAR(playback.time(), 4.0, 1.5 * kStep);
    }
}

TEST(Playback, OneStepAFrameDespiteJitter) {
    Playback playback;
    for (int i = 0; i < 100; ++i)
        EXPECT_EQ(playback.stepsDue(kStep + (i % 2 ? 0.003 : -0.003), kStep), 1u) << i;
}

TEST(Playback, GoesSlowerWhereItCannotKeepUp) {
    Playback playback;
    EXPECT_EQ(play(playback, 50, 0.1), 100u) << "two steps a frame at most";
    EXPECT_NEAR(playback.shareOfRealTime(), 2.0 * kStep / 0.1, 0.01);
    EXPECT_LE(playback.stepsDue(0.0, kStep), 1u) << "nothing is made up for";
    EXPECT_EQ(playback.stepsDue(3600.0, kStep), 2u);
    EXPECT_LE(playback.stepsDue(kStep, kStep), 1u);
}

TEST(Playback, ShortStepsKeepPaceWithASlowDisplay) {
    Playback playback;
    std::uint32_t steps = 0;
    for (int i = 0; i < 60; ++i)
        steps += playback.stepsDue(1.0 / 60.0, 1.0 / 240.0);
    EXPECT_NEAR(steps, 240, 1);
    EXPECT_EQ(playback.stepsDue(10.0, 1.0 / 240.0), 8u);
    EXPECT_EQ(playback.stepsDue(10.0, 1e-6), Playback::kMostStepsPerFrame);
    EXPECT_EQ(playback.stepsDue(10.0, 1.0), 1u);
}

TEST(Playback, PausesAndStepsOnce) {
    Playback playback(false);
    EXPECT_EQ(play(playback, 10, 0.1), 0u);
    playback.stepOnce();
    EXPECT_EQ(play(playback, 10, 0.1), 1u);
    EXPECT_EQ(playback.steps(), 1u);
    EXPECT_DOUBLE_EQ(playback.time(), kStep);
    playback.toggle();
    EXPECT_GT(play(playback, 10, kStep), 5u);
    playback.stepOnce();
    EXPECT_FALSE(playback.isPlaying());
    EXPECT_EQ(play(playback, 10, 0.1), 1u);
    playback.reset();
    EXPECT_EQ(playback.steps(), 0u);
    EXPECT_EQ(playback.time(), 0.0);
}

// Frames may take long, and a person presses as often as steps are wanted.
TEST(Playback, EveryPressIsAStep) {
    Playback playback(false);
    for (int i = 0; i < 5; ++i)
        playback.stepOnce();
    EXPECT_EQ(play(playback, 3, 0.5), 5u);
    playback.stepOnce();
    playback.toggle();
    EXPECT_EQ(playback.stepsDue(kStep, kStep), 1u) << "of playing";
    playback.pause();
    EXPECT_EQ(play(playback, 3, 0.5), 0u);
}

// Draws pictures of which each takes so many milliseconds in full.
void draw(Detail& detail, int pictures, double msInFull) {
    for (int i = 0; i < pictures; ++i) {
        const double share = detail.shareFor(true, 0.02);
        detail.measured(share, msInFull * share * share);
    }
}

TEST(Detail, IsFullWhereTheDeviceIsFast) {
    Detail detail;
    draw(detail, 1000, 8.0);
    EXPECT_EQ(detail.moving(), 1.0);
}

TEST(Detail, GetsCoarserUntilPicturesAreQuick) {
    Detail detail;
    draw(detail, 10, 120.0);
    EXPECT_LT(120.0 * detail.moving() * detail.moving(), 45.0);
    EXPECT_GT(detail.moving(), 0.4) << "no coarser than it needs to be";
    draw(detail, 1000, 10.0);
    EXPECT_EQ(detail.moving(), 1.0) << "and finer again";
    draw(detail, 10, 1e6);
    EXPECT_GE(detail.moving(), 0.3);
}

TEST(Detail, IsFullAgainWhatStandsStill) {
    Detail detail;
    draw(detail, 10, 120.0);
    const double coarse = detail.moving();
    EXPECT_EQ(detail.shareFor(false, 0.1), coarse);
    EXPECT_EQ(detail.shareFor(false, 0.1), coarse);
    EXPECT_EQ(detail.shareFor(false, 0.2), 1.0);
    EXPECT_EQ(detail.shareFor(false, 0.1), 1.0);
    detail.measured(1.0, 120.0);
    EXPECT_EQ(detail.moving(), coarse) << "what it costs in full says nothing of motion";
    EXPECT_EQ(detail.shareFor(true, 0.1), coarse);
}

SceneChoice cloth(std::uint32_t size) {
    SceneChoice choice;
    choice.options.scene = "cloth";
    choice.options.size = size;
    choice.options.fabric = test::take(fabricNamed("stiff-cotton"));
    return choice;
}

TEST(SceneChoice, BuildsInTheBackground) {
    SceneBuilder builder;
    EXPECT_FALSE(builder.takeIfReady());
    builder.start(cloth(10));
    std::optional<Result<BuiltScene>> built;
    while (!built) {
        ASSERT_TRUE(builder.isBusy());
        built = builder.takeIfReady();
    }
    EXPECT_FALSE(builder.isBusy());
    EXPECT_EQ(test::take(std::move(*built)).schedule->particles.size(), 100u);
}

TEST(SceneChoice, TellsWhatCannotBeBuilt) {
    EXPECT_CONTAINS(test::messageOf(build(otherScene(cloth(10), "no such scene"))), "no such scene");
    EXPECT_CONTAINS(test::messageOf(otherMaterial(cloth(10), "paper")), "paper");
}

TEST(SceneChoice, AnotherSceneKeepsMaterialAndAirAlone) {
    SceneChoice choice = withAir(test::take(otherMaterial(cloth(10), "denim")), true);
    choice.options.pin = "none";
    choice.options.ground = -3.0f;
    choice.options.colliders = {"table.obj"};
    const SceneChoice other = otherScene(choice, "drape");
    EXPECT_TRUE(other.options.colliders.empty());
    EXPECT_FALSE(other.options.size || other.options.pin || other.options.ground);
    EXPECT_EQ(other.material, "denim");
    const BuiltScene built = test::take(build(other));
    EXPECT_EQ(built.schedule->particles.size(), 96u * 96u);
    EXPECT_GT(built.sample.scene.environment.airDensity, 1.0f);
    EXPECT_EQ(test::take(build(withAir(other, false))).sample.scene.environment.airDensity, 0.0f);
    EXPECT_FALSE(test::take(otherMaterial(choice, "sticks")).options.fabric);
}

// Whoever has chosen tiles keeps them with another material, scene or size.
TEST(SceneChoice, TilesStay) {
    EXPECT_TRUE(test::take(build(cloth(40))).schedule->tiles.empty());
    const SceneChoice tiled = test::take(otherMaterial(builtFor(Method::Tiles, cloth(40)), "silk"));
    EXPECT_FALSE(test::take(build(tiled)).schedule->tiles.empty());
    EXPECT_FALSE(test::take(build(otherScene(tiled, "drape"))).schedule->tiles.empty());
}

// What is chosen has what it needs when it has been built, and is asked for once.
TEST(SceneChoice, IsBuiltForAnyMethod) {
    const BuiltScene plain = test::take(build(cloth(40)));
    for (const Method method : {Method::Tiles, Method::Jacobi, Method::Hybrid}) {
        EXPECT_FALSE(isBuiltFor(method, *plain.schedule));
        const BuiltScene built = test::take(build(builtFor(method, cloth(40))));
        EXPECT_TRUE(isBuiltFor(method, *built.schedule));
        EXPECT_EQ(built.choice.method, method);
        StepSettings settings;
        settings.method = method;
        EXPECT_TRUE(planStep(*built.schedule, settings, {}, initialProgress(*built.schedule)));
    }
    for (const Method method : {Method::Auto, Method::GaussSeidel})
        EXPECT_TRUE(isBuiltFor(method, *plain.schedule));
    EXPECT_TRUE(isBuiltFor(Method::Jacobi, *test::take(compile(test::ropeScene(1))))) << "nothing to average";
}

TEST(World, AddsAFloorABallAndWind) {
    const BuiltScene built = test::take(build(cloth(8)));
    WorldSettings settings = settingsFor(built.sample.scene, {});
    settings.wind = Wind::Own;
    settings.ownWind = vec3(3.0f, 0.0f, 0.0f);
    settings.hasFloor = settings.hasBall = true;
    World world;
    world.reset(settings);
    const StepInputs inputs = world.inputs(built.sample, settings, Touch(), 0.0, kStep);
    ASSERT_EQ(inputs.colliders.size(), 2u);
    EXPECT_EQ(inputs.colliders[1].pose.position, settings.ballPlace);
    EXPECT_EQ(inputs.wind, settings.ownWind);
    EXPECT_TRUE(planStep(*built.schedule, {}, inputs, initialProgress(*built.schedule)));
    settings.wind = Wind::None;
    EXPECT_EQ(world.inputs(built.sample, settings, Touch(), 0.0, kStep).wind, vec3(0.0f));
}

TEST(World, ABallIsPutElsewhereWhileTimeStandsStill) {
    const BuiltScene built = test::take(build(cloth(8)));
    WorldSettings settings = settingsFor(built.sample.scene, {});
    settings.hasBall = true;
    World world;
    world.reset(settings);
    world.stepTaken(settings, kStep);
    const auto ball = [&] { return world.inputs(built.sample, settings, Touch(), kStep, kStep).colliders.back(); };
    settings.ballPlace.x += 1.0f;
    EXPECT_NE(ball().pose.position, settings.ballPlace);
    world.stand(settings);
    EXPECT_EQ(ball().pose.position, settings.ballPlace);
    EXPECT_FALSE(ball().before) << "it has not come from anywhere";
}

TEST(World, TheBallGoesToItsPlaceNoFasterThanItMay) {
    const BuiltScene built = test::take(build(cloth(8)));
    WorldSettings settings = settingsFor(built.sample.scene, {});
    settings.hasBall = true;
    World world;
    world.reset(settings);
    const vec3 start = settings.ballPlace;
    settings.ballPlace.x += 1.0f;
    vec3 last = start;
    int steps = 0;
    for (; steps < 1000 && last != settings.ballPlace; ++steps) {
        const Collider ball = world.inputs(built.sample, settings, Touch(), 0.0, kStep).colliders.back();
        ASSERT_TRUE(ball.before);
        EXPECT_EQ(ball.before->position, last) << "it goes on from where it was";
        EXPECT_LE(glm::distance(ball.pose.position, last), 1.001 * settings.ballSpeed * kStep);
        last = ball.pose.position;
        world.stepTaken(settings, kStep);
    }
    EXPECT_NEAR(steps, 1.0 / (settings.ballSpeed * kStep), 2.0);
}

}  // namespace
}  // namespace pliant::viewer
