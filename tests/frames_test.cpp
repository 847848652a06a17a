// Frames of reference: what is in one moves as it would in the world, or feels as much of its motion as the caller
// says.

#include "pliant/scene/frame.h"

#include <glm/geometric.hpp>

#include "frames_support.h"
#include "pliant/cpu/cpu_solver.h"
#include "pliant/state/step_report.h"
#include "pliant/surface/world.h"

namespace pliant::test {
namespace {

using Action = FrameInput::Action;
using Index = std::uint32_t;
using glm::dquat;

constexpr double kSubstep = 1.0 / 720.0;

// Steps of one substep: frames and pins then go the same ways.
StepSettings oneSubstep(double h = kSubstep) {
    StepSettings s = settings(1);
    s.dt = h;
    return s;
}

StepInputs goTo(const FramePose& pose, std::optional<double> inertia = std::nullopt) {
    StepInputs inputs;
    inputs.frames.push_back({.frame = 0, .pose = pose, .inertia = inertia});
    return inputs;
}

Scene undamped(Scene scene) {
    scene.environment.damping = 0.0f;
    return scene;
}

// A single particle that is a body, so that it can be in a frame.
Scene particleAt(vec3 place) {
    Scene scene = ropeScene(1);
    scene.pinned[0] = 0;
    scene.positions[0] = place;
    scene.environment.gravity = vec3(0.0f);
    return undamped(scene);
}

struct NamedCourse {
    const char* name;
    Course course;
};
constexpr NamedCourse kCourses[] = {{"Lift", lift}, {"Ship", ship}, {"Platform", platform}};

class AlongCourses : public testing::TestWithParam<NamedCourse> {};
INSTANTIATE_TEST_SUITE_P(Courses, AlongCourses, testing::ValuesIn(kCourses),
                         [](const auto& info) { return info.param.name; });

// Position Verlet in the world, in double: the bob is put back on the rod after each step.
TEST_P(AlongCourses, APendulumSwingsAsInTheWorld) {
    const Course course = GetParam().course;
    Scene scene = undamped(inFrame(ropeScene(2), course(0.0)));
    scene.levels = scene.tethers = false;
    CpuSolver solver = solverFor(scene);
    const dvec3 fall = dvec3(scene.environment.gravity) * kSubstep * kSubstep;
    dvec3 bob = placedBy(course(0.0), dvec3(scene.positions[1])), before = bob;
    double farthest = 0.0, swing = 0.0;
    for (int step = 1; step <= 1440; ++step) {
        const FramePose pose = course(step * kSubstep);
        take(solver.step(oneSubstep(), goTo(pose)));
        const dvec3 pivot = placedBy(pose, dvec3(scene.positions[0])), free = 2.0 * bob - before + fall;
        before = bob;
        bob = pivot + glm::normalize(free - pivot) * double(scene.sticks[0].restLength);
        farthest = std::max(farthest, glm::distance(inWorld(solver.snapshot(), 0, 1), bob));
        swing = std::max(swing, glm::distance(bob - pivot, dvec3(scene.positions[1]) - dvec3(scene.positions[0])));
    }
    EXPECT_LT(farthest, 2e-3);
    EXPECT_GT(swing, 1.0);
}

// The same cloth with its pins taken along through the world, by the same solver.
TEST_P(AlongCourses, AClothMovesAsInTheWorld) {
    const Course course = GetParam().course;
    Scene scene = undamped(clothScene(8, compliant(1e-4f)));
    CpuSolver inside = solverFor(inFrame(scene, course(0.0)));
    Scene world = scene;
    for (vec3& p : world.positions)
        p = vec3(placedBy(course(0.0), dvec3(p)));
    CpuSolver outside = solverFor(world);
    for (int step = 1; step <= 240; ++step) {
        const FramePose pose = course(step * kSubstep);
        StepInputs pins;
        for (const Index pin : {0u, 7u})
            pins.pins.push_back({pin, PinInput::Action::Move, vec3(placedBy(pose, dvec3(scene.positions[pin])))});
        take(inside.step(oneSubstep(), goTo(pose)));
        take(outside.step(oneSubstep(), pins));
    }
    const Snapshot in = inside.snapshot(), out = outside.snapshot();
    double largest = 0.0, way = 0.0;
    for (std::size_t i = 0; i < in.positions.size(); ++i) {
        largest = std::max(largest, glm::distance(inWorld(in, 0, i), dvec3(out.positions[i])));
        way = std::max(way, glm::distance(dvec3(out.positions[i]), dvec3(world.positions[i])));
    }
    EXPECT_LT(largest, 3e-3);  // of rounding, which a cloth without stiffness against bending multiplies
    EXPECT_GT(way, 0.4);
}

// Coriolis and centrifugal force are what bends a straight line.
TEST_P(AlongCourses, WhatNothingHoldsGoesStraightInTheWorld) {
    const Course course = GetParam().course;
    const vec3 start(0.5f, 0.25f, -0.5f), step(0.25f * float(kSubstep), 0.0f, 0.5f * float(kSubstep));
    CpuSolver solver = solverFor(inFrame(particleAt(start), course(0.0)));
    Snapshot pushed = solver.snapshot();
    pushed.previous[0] = start - step;
    take(solver.restore(pushed));
    const dvec3 from = placedBy(course(0.0), dvec3(start)), velocity = course(0.0).rotation * dvec3(step);
    double farthest = 0.0, ownWay = 0.0;
    for (int k = 1; k <= 720; ++k) {
        take(solver.step(oneSubstep(), goTo(course(k * kSubstep))));
        const Snapshot now = solver.snapshot();
        farthest = std::max(farthest, glm::distance(inWorld(now, 0, 0), from + velocity * double(k)));
        ownWay = std::max(ownWay, glm::distance(dvec3(now.positions[0]), dvec3(start) + dvec3(step) * double(k)));
    }
    EXPECT_LT(farthest, 1e-3);
    EXPECT_GT(ownWay, 0.2);
}

TEST(Frames, OneThatRestsGivesTheBitsOfTheWorld) {
    const Scene scene = clothScene(32, compliant(1e-6f));
    for (const double inertia : {0.0, 0.3, 1.0}) {
        CpuSolver inside = solverFor(inFrame(scene, {dvec3(1000.0, 0.0, 0.0)}, inertia)), outside = solverFor(scene);
        for (int step = 0; step < 20; ++step) {
            take(inside.step(settings(12)));
            take(outside.step(settings(12)));
        }
        EXPECT_EQ(inside.snapshot().positions, outside.snapshot().positions) << inertia;
        EXPECT_EQ(inside.snapshot().previous, outside.snapshot().previous) << inertia;
    }
}

// Ways that a double has exactly at both places.
TEST(Frames, OneTenThousandKilometresAwayGivesTheBitsOfOneAtTheOrigin) {
    Scene scene = clothScene(16);
    scene.environment.airDensity = 1.2f;
    const dvec3 far(1e7, -3e6, 2e6);
    CpuSolver near = solverFor(inFrame(scene)), away = solverFor(inFrame(scene, {far}));
    for (int step = 1; step <= 30; ++step) {
        const FramePose pose = ship(step / 60.0);
        const dvec3 place = glm::round(pose.origin * 1048576.0) / 1048576.0;
        take(near.step(settings(7), goTo({place, pose.rotation})));
        take(away.step(settings(7), goTo({far + place, pose.rotation})));
    }
    EXPECT_NE(near.snapshot().positions[200], scene.positions[200]);
    EXPECT_EQ(near.snapshot().positions, away.snapshot().positions);
    EXPECT_EQ(near.snapshot().previous, away.snapshot().previous);
}

TEST(Frames, WithoutInertiaNoMotionIsFelt) {
    const Scene scene = clothScene(12);
    CpuSolver moving = solverFor(inFrame(scene, {}, 0.0)), resting = solverFor(inFrame(scene, {}, 0.0));
    for (int step = 1; step <= 20; ++step) {
        const double t = step / 60.0;
        // About the upright: gravity is one thing that no frame can hide.
        take(moving.step(settings(5), goTo({dvec3(5.0 * t * t, std::sin(9.0 * t), t), turnAbout({0, 1, 0}, 4.0 * t)})));
        take(resting.step(settings(5)));
    }
    EXPECT_EQ(moving.snapshot().positions, resting.snapshot().positions);
}

// Even with damping: that is of the motion in the frame.
TEST(Frames, UniformMotionIsNotFelt) {
    const Scene scene = clothScene(12);
    CpuSolver moving = solverFor(inFrame(scene)), resting = solverFor(inFrame(scene));
    for (int step = 1; step <= 20; ++step) {
        take(moving.step(settings(4), goTo({dvec3(64.0 * step, 0.0, -8.0 * step)}, step == 1 ? 0.0 : 1.0)));
        take(resting.step(settings(4)));
    }
    EXPECT_EQ(moving.snapshot().positions, resting.snapshot().positions);
}

// A frame that is s_n = a (n h)^2 / 2 along x after n substeps: what is free falls behind it by the share of that.
TEST(Frames, AShareOfAnAccelerationIsFelt) {
    constexpr double h = 1.0 / 64.0, a = 4.0;
    for (const double share : {0.25, 0.5, 1.0}) {
        CpuSolver solver = solverFor(inFrame(particleAt(vec3(0.0f)), {}, share));
        for (int n = 1; n <= 64; ++n) {
            take(solver.step(oneSubstep(h), goTo({dvec3(0.5 * a * n * n * h * h, 0.0, 0.0)})));
            EXPECT_NEAR(solver.snapshot().positions[0].x, -share * 0.5 * a * n * n * h * h, 1e-5) << share << " " << n;
        }
    }
}

// Substeps of other lengths: the speed is what counts, not the last displacement.
TEST(Frames, StepsMayChangeTheirLength) {
    CpuSolver solver = solverFor(inFrame(particleAt(vec3(0.5f, 0.0f, 0.0f))));
    double time = 0.0;
    for (int step = 0; step < 200; ++step) {
        StepSettings s = settings(1 + Index(step) % 5);
        s.dt = 1.0 / (40.0 + 7.0 * (step % 4));
        time += s.dt;
        take(solver.step(s, goTo({dvec3(2.0 * time, time, 0.0)})));
        EXPECT_LT(glm::distance(inWorld(solver.snapshot(), 0, 0), dvec3(0.5, 0.0, 0.0)), 2e-4) << step;
    }
}

TEST(Frames, AJumpIsNotFelt) {
    const Scene scene = inFrame(clothScene(12));
    const auto along = [](int step) { return dvec3(0.25 * step, 0.0, 0.0); };
    const dquat half = turnAbout({0, 1, 0}, 3.0);
    CpuSolver jumping = solverFor(scene), going = solverFor(scene);
    for (int step = 1; step <= 20; ++step) {
        StepInputs straight = goTo({along(step)}, step == 1 ? 0.0 : 1.0), jump = straight;
        if (step == 10) jump.frames[0].action = Action::Jump;
        // From there on it goes where it then looks, as fast as before.
        if (step >= 10) jump.frames[0].pose = {dvec3(5e6, 0.0, 0.0) + half * along(step - 10), half};
        take(jumping.step(settings(4), jump));
        take(going.step(settings(4), straight));
        const Snapshot a = jumping.snapshot(), b = going.snapshot();
        double largest = 0.0;
        for (std::size_t i = 0; i < a.positions.size(); ++i)
            largest = std::max(largest, double(glm::distance(a.positions[i], b.positions[i])));
        EXPECT_LT(largest, step < 10 ? 1e-30 : 1e-5) << step;
    }
}

double gapTo(const Collider& sphere, const FramePose& frame, const dvec3& place) {
    return signedDistance(sphere, seenFrom(frame, place)) - double(sphere.thickness);
}

// Cloths fall onto balls: one given in the world beneath the frame's cloth, one in the frame beneath the world's.
TEST(Frames, CollidersOfAnyFrameTouchWhatIsInAny) {
    const FramePose far{dvec3(40.0, 3.0, -7.0), turnAbout({0, 1, 0}, 1.0)};
    Scene scene;
    GridDescription grid;
    grid.columns = grid.rows = 12;
    take(addGrid(scene, grid));
    take(addGrid(scene, grid));
    scene.frames = {{"ship", far}};
    scene.bodies[1].frame = 0;
    const dvec3 middle(0.5, -0.4, 0.5);
    Collider inWorldBall, inFrameBall;
    inWorldBall.shape = inFrameBall.shape = ColliderShape::Sphere;
    inWorldBall.radius = inFrameBall.radius = 0.3f;
    inWorldBall.pose.position = vec3(placedBy(far, middle));  // beneath the cloth in the frame
    inFrameBall.pose.position = vec3(seenFrom(far, middle));  // beneath the one in the world
    inFrameBall.frame = 0;
    CpuSolver solver = solverFor(scene);
    StepInputs inputs;
    inputs.colliders = {inWorldBall, inFrameBall};
    for (int step = 0; step < 40; ++step)
        take(solver.step(settings(12), inputs));
    const Snapshot now = solver.snapshot();
    double gaps[2] = {1.0, 1.0};
    for (Index i = 0; i < 144; ++i) {
        gaps[0] = std::min(gaps[0], gapTo(inFrameBall, far, dvec3(now.positions[i])));
        gaps[1] = std::min(gaps[1], gapTo(inWorldBall, {}, inWorld(now, 0, 144 + i)));
    }
    for (const double gap : gaps) {
        EXPECT_GT(gap, -1e-5);
        EXPECT_LT(gap, 1e-4);
    }
    const StepReport report = reportOf(scene, now, inputs.colliders);
    EXPECT_EQ(report.penetrations, 0u);
}

// It lies on the ground of the world and does not slide, while its frame goes away over it and turns.
TEST(Frames, TheGroundOfTheWorldHoldsWhatLiesOnIt) {
    for (const double away : {0.0, 3e6}) {
        Scene scene = particleAt(vec3(0.5f, 0.005f, 0.25f));
        scene.environment.gravity = vec3(0.0f, -9.81f, 0.0f);
        scene = inFrame(scene, {dvec3(away, 0.0, 0.0)});
        Collider ground;
        ground.staticFriction = ground.dynamicFriction = 1.0f;
        CpuSolver solver = solverFor(scene);
        const dvec3 start = inWorld(solver.snapshot(), 0, 0);
        for (int step = 1; step <= 120; ++step) {
            const double t = step / 60.0;
            StepInputs inputs = goTo({dvec3(away + 0.5 * t * t, -0.25 * t, 0.0), turnAbout({0, 1, 0}, 0.5 * t)});
            inputs.colliders = {ground};
            take(solver.step(settings(12), inputs));
        }
        EXPECT_LT(glm::distance(inWorld(solver.snapshot(), 0, 0), start), 2e-3) << away;
    }
}

// And what lies on a deck goes along with it.
TEST(Frames, ADeckTakesAlongWhatLiesOnItInTheWorld) {
    Scene scene = particleAt(vec3(0.5f, 0.505f, 0.25f));
    scene.environment.gravity = vec3(0.0f, -9.81f, 0.0f);
    scene.frames = {{"ship"}};
    Collider deck;
    deck.shape = ColliderShape::Box;
    deck.halfExtents = vec3(4.0f, 0.5f, 4.0f);
    deck.staticFriction = deck.dynamicFriction = 1.0f;
    deck.frame = 0;
    CpuSolver solver = solverFor(scene);
    FramePose pose;
    for (int step = 1; step <= 120; ++step) {
        const double t = step / 60.0;
        pose = {dvec3(0.5 * t * t, 0.25 * t, 0.0), turnAbout({0, 1, 0}, 0.5 * t)};
        StepInputs inputs = goTo(pose);
        inputs.colliders = {deck};
        take(solver.step(settings(12), inputs));
    }
    const dvec3 onDeck = seenFrom(pose, dvec3(solver.snapshot().positions[0]));
    EXPECT_LT(glm::distance(onDeck, dvec3(0.5, 0.505, 0.25)), 2e-2);
}

TEST(Frames, PinsGoToTargetsInAnyFrame) {
    Scene scene = clothScene(4);
    take(addRope(scene, {}));
    scene.frames = {{"ship", ship(0.0)}, {"lift", lift(0.0)}};
    scene.bodies[0].frame = 0;
    const vec3 target(0.25f, 1.5f, -0.75f);
    const FramePose shipAfter = ship(0.2), liftAfter = lift(0.3);
    const auto placeOf = [&](Index particle, std::optional<Index> frame) {
        CpuSolver solver = solverFor(scene);
        StepInputs inputs;
        inputs.frames = {{.frame = 1, .pose = liftAfter}, {.frame = 0, .pose = shipAfter}};
        inputs.pins = {{.particle = particle, .target = target, .frame = frame}};
        take(solver.step(settings(3), inputs));
        return dvec3(solver.snapshot().positions[particle]);
    };
    const dvec3 own(target);
    EXPECT_EQ(placeOf(2, std::nullopt), own);
    EXPECT_EQ(placeOf(2, 0), own);
    EXPECT_LT(glm::distance(placeOf(2, kWorld), seenFrom(shipAfter, own)), 1e-6);
    EXPECT_LT(glm::distance(placeOf(2, 1), seenFrom(shipAfter, placedBy(liftAfter, own))), 1e-6);
    EXPECT_EQ(placeOf(20, std::nullopt), own);
    EXPECT_EQ(placeOf(20, kWorld), own);
    EXPECT_LT(glm::distance(placeOf(20, 0), placedBy(shipAfter, own)), 1e-6);
}

// A cloth that rests in still air, though its frame goes around it.
TEST(Frames, StillAirIsThatOfTheWorld) {
    Scene scene = undamped(clothScene(8));
    scene.pinned.assign(scene.pinned.size(), 0);
    scene.environment.gravity = vec3(0.0f);
    scene.environment.airDensity = 1.2f;
    CpuSolver solver = solverFor(inFrame(scene));
    for (int step = 1; step <= 360; ++step)
        take(solver.step(oneSubstep(), goTo(platform(step * kSubstep))));
    double largest = 0.0;
    for (std::size_t i = 0; i < scene.positions.size(); ++i)
        largest = std::max(largest, glm::distance(inWorld(solver.snapshot(), 0, i), dvec3(scene.positions[i])));
    EXPECT_LT(largest, 1e-3);
}

// Against a head wind or in a frame that goes into still air: the same.
TEST(Frames, TheHeadWindOfAFrameIsAWind) {
    Scene scene = clothScene(10);
    scene.environment.airDensity = 1.2f;
    CpuSolver moving = solverFor(inFrame(scene)), blown = solverFor(inFrame(scene));
    for (int step = 1; step <= 30; ++step) {
        StepInputs wind;
        wind.wind = vec3(-8.0f, 0.0f, 4.0f);
        StepSettings s = settings(4);
        s.dt = 1.0 / 64.0;
        take(moving.step(s, goTo({dvec3(8.0 * step, 0.0, -4.0 * step) / 64.0}, step == 1 ? 0.0 : 1.0)));
        take(blown.step(s, wind));
    }
    EXPECT_EQ(moving.snapshot().positions, blown.snapshot().positions);
}

// Upside down all that is felt is the other way round: weight, wind, and what bears a balloon up.
TEST(Frames, GravityAndWindAreThoseOfTheWorld) {
    for (const Scene& upright : {flagsScene(), [] {
                                     Enclosure gas = gasFilling(1e5f, 1e5f);
                                     gas.buoyancy = 3.0f;
                                     return ballScene(2, 0.5f, 0.2f, compliant(1e-4f), gas);
                                 }()}) {
        Scene turned = upright;
        turned.environment.gravity = vec3(0.0f, 9.81f, 0.0f);
        turned.environment.wind = upright.environment.wind * vec3(-1.0f, -1.0f, 1.0f);
        CpuSolver inside = solverFor(inFrame(upright, {dvec3(0.0), glm::dquat(0.0, 0.0, 0.0, 1.0)}));
        CpuSolver outside = solverFor(turned);
        for (int step = 0; step < 20; ++step) {
            take(inside.step(settings(4)));
            take(outside.step(settings(4)));
        }
        EXPECT_EQ(inside.snapshot().positions, outside.snapshot().positions);
    }
}

TEST(Frames, ASnapshotGoesOnExactly) {
    for (const Scene& scene : {framesScene(), balloonsInFramesScene()}) {
        CpuSolver whole = solverFor(scene), first = solverFor(scene), second = solverFor(scene);
        for (int step = 0; step < 12; ++step) {
            take(whole.step(settings(4), everythingIn(step, scene)));
            CpuSolver& part = step < 7 ? first : second;
            take(part.step(settings(4), everythingIn(step, scene)));
            if (step == 6) take(second.restore(first.snapshot()));
        }
        EXPECT_EQ(second.snapshot(), whole.snapshot());
        EXPECT_NE(whole.snapshot().frames, first.snapshot().frames);
    }
}

TEST(Frames, AnyWayOfRunningGivesTheSameBits) {
    for (const Scene& scene : {framesScene(), balloonsInFramesScene()}) {
        for (const TileUse tiles : {TileUse::Auto, TileUse::Always, TileUse::Never}) {
            const SchedulePtr schedule = take(compile(scene, {.tiles = tiles, .tileParticles = 64, .jacobi = true}));
            CpuSolver reference = take(CpuSolver::create(schedule, {.wide = false}));
            std::vector<CpuSolver> others;
            for (const CpuOptions& options : {CpuOptions{}, CpuOptions{.byTile = false}, CpuOptions{.threads = 3}})
                others.push_back(take(CpuSolver::create(schedule, options)));
            for (int step = 0; step < 14; ++step) {
                StepSettings s = wholeSettings(step, *schedule);
                if (step % 5 == 4) s.method = step % 2 == 0 ? Method::Jacobi : Method::Hybrid;
                take(reference.step(s, everythingIn(step, scene)));
                for (CpuSolver& other : others) {
                    take(other.step(s, everythingIn(step, scene)));
                    ASSERT_EQ(other.snapshot(), reference.snapshot()) << int(tiles) << " " << step;
                }
            }
            EXPECT_EQ(reference.snapshot().lost, 0u);
        }
    }
}

TEST(Frames, PositionsComeOutInTheWorld) {
    const Scene scene = framesScene();
    const SchedulePtr schedule = take(compile(scene));
    CpuSolver solver = take(CpuSolver::create(schedule));
    for (int step = 0; step < 5; ++step)
        take(solver.step(settings(3), everythingIn(step, scene)));
    const Snapshot now = solver.snapshot();
    const std::vector<Index> frames = framesOf(scene);
    const auto expectNear = [&](const WorldView& view) {
        const std::vector<vec3> places = take(worldPositions(*schedule, now, view));
        ASSERT_EQ(places.size(), now.positions.size());
        for (std::size_t i = 0; i < places.size(); ++i) {
            const FramePose frame = frames[i] == 0 ? FramePose{} : view.frames[frames[i] - 1];
            const dvec3 expected = placedBy(frame, dvec3(now.positions[i])) - view.origin;
            ASSERT_LT(glm::distance(dvec3(places[i]), expected), 2e-7 * (1.0 + glm::length(expected))) << i;
        }
    };
    expectNear(worldView(now));
    expectNear(worldView(now, dvec3(12.0, -3.0, 4.0)));
    WorldView far = worldView(now, dvec3(1e9, 1e9, -1e9));  // seen from there, with all frames there
    for (FramePose& pose : far.frames)
        pose.origin += far.origin;
    const std::vector<vec3> near = take(worldPositions(*schedule, now, worldView(now)));
    const std::vector<vec3> away = take(worldPositions(*schedule, now, far));
    for (std::size_t i = 0; i < near.size(); ++i)
        ASSERT_LT(frames[i] == 0 ? 0.0f : glm::distance(near[i], away[i]), 1e-6f) << i;

    WorldView few = worldView(now), bent = few;
    few.frames.pop_back();
    bent.frames[2].rotation.w = 7.0;
    EXPECT_CONTAINS(messageOf(worldPositions(*schedule, now, few)), "the view has 2 frames, but the scene has 3");
    EXPECT_CONTAINS(messageOf(worldPositions(*schedule, now, bent)), "frame 2 of the view: the rotation");
    EXPECT_CONTAINS(messageOf(worldPositions(*schedule, now, worldView(now, dvec3(NAN)))), "the view: the origin");
    EXPECT_CONTAINS(messageOf(worldPositions(*schedule, {.frames = now.frames}, worldView(now))), "has 0 positions");
}

// Small bodies of the world beside others in a frame: what is in the world does not notice them.
TEST(Frames, TwoBodiesOfDifferentFramesInOneScene) {
    Scene scene = clothScene(9);
    GridDescription grid;
    grid.columns = grid.rows = 7;
    take(pinPlace(scene, take(addGrid(scene, grid)), GridPlace::FirstRow));
    scene.frames = {{"ship"}};
    scene.bodies[1].frame = 0;
    Scene world = scene;
    world.bodies[1].frame = kWorld;
    CpuSolver both = solverFor(scene), outside = solverFor(world);
    for (int step = 1; step <= 20; ++step) {
        take(both.step(settings(12), goTo(ship(step / 60.0))));
        StepInputs resting = goTo(FramePose{});
        take(outside.step(settings(12), resting));
    }
    const Snapshot a = both.snapshot(), b = outside.snapshot();
    EXPECT_TRUE(std::equal(a.positions.begin(), a.positions.begin() + 81, b.positions.begin()));
    EXPECT_NE(a.positions[81 + 40], b.positions[81 + 40]);
}

}  // namespace
}  // namespace pliant::test
