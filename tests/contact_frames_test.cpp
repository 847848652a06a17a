// Bodies that touch each other in frames of reference: there as in the world, and with nothing that is elsewhere.

#include <numeric>

#include "frames_support.h"
#include "pliant/scene/obstacle.h"
#include "pliant/state/step_report.h"
#include "rigid_support.h"

namespace pliant::test {
namespace {

using Index = std::uint32_t;

Collider floorIn(Index frame) {
    Collider floor;
    floor.frame = frame;
    return floor;
}

void pinAll(Scene& scene, Index body) {
    std::vector<Index> all(scene.bodies[body].particleCount);
    std::iota(all.begin(), all.end(), 0u);
    take(pinVertices(scene, body, all));
}

// Without the two loose particles at the end: what is in no body is in the world.
Scene crowdOfBodies() {
    Scene scene = crowdedScene();
    scene.contacts.resize(scene.contacts.size() - 2);
    const std::size_t count = scene.positions.size() - 2;
    scene.positions.resize(count);
    scene.masses.resize(count);
    scene.pinned.resize(count);
    return scene;
}

TEST(ContactInFrames, WhereOneRestsTheBitsAreThoseOfTheWorld) {
    const Scene scene = crowdOfBodies();
    for (const double inertia : {0.0, 1.0}) {
        CpuSolver outside = solverFor(scene), inside = solverFor(inFrame(scene, {dvec3(1e7, 2.0, -3.0)}, inertia));
        StepInputs inputs;
        inputs.colliders = {floorIn(0)};
        for (int frame = 0; frame < 25; ++frame) {
            take(outside.step({}, onFloor()));
            take(inside.step({}, inputs));
        }
        EXPECT_EQ(inside.snapshot().positions, outside.snapshot().positions) << inertia;
        EXPECT_EQ(inside.snapshot().previous, outside.snapshot().previous) << inertia;
    }
}

// A sheet falls through where one of another frame lies; those of its own frame and of the world keep it up.
TEST(ContactInFrames, WhatIsElsewhereIsNotThere) {
    for (const Index frame : {0u, 1u, kWorld}) {
        Scene scene;
        scene.frames = {{"here"}, {"there"}};
        const Index lying = addSheet(scene, 16, 0.8f, vec3(0.0f)), falling = addSheet(scene, 10, 0.4f, vec3(0, 0.2, 0));
        pinAll(scene, lying);
        scene.bodies[lying].frame = 0;
        scene.bodies[falling].frame = frame;
        CpuSolver solver = solverFor(scene);
        for (int step = 0; step < 30; ++step)
            take(solver.step());
        float lowest = 1.0f, highest = -1.0f;
        for (Index i = 256; i < 356; ++i) {
            lowest = std::min(lowest, solver.snapshot().positions[i].y);
            highest = std::max(highest, solver.snapshot().positions[i].y);
        }
        if (frame == 0) EXPECT_GT(lowest, 0.02f);
        else EXPECT_LT(highest, -0.5f) << frame;
    }
}

// On a ship that rolls, everything is thrown together.
TEST(ContactInFrames, NothingGoesThroughWhatMovesAlong) {
    const Scene scene = inFrame(crowdOfBodies(), ship(0.0));
    CpuSolver solver = solverFor(scene);
    for (int step = 0; step < 60; ++step) {
        StepInputs inputs;
        inputs.frames = framesIn(step, scene);
        inputs.frames[0].pose = ship(double(step + 1) / 60.0);
        inputs.colliders = {floorIn(0)};
        take(solver.step({}, inputs));
        expectNothingThrough(scene, solver, fmt::format("step {}", step));
    }
}

// How far a sheet slides on a plate that speeds up for half a second: an obstacle that is moved through the world, or
// lies with the sheet in a frame that is.
double slideOn(bool isInFrame, double acceleration, float friction) {
    Scene scene;
    scene.environment.damping = 0.0f;
    const Index sheet = addSheet(scene, 12, 0.3f, vec3(0.3f, 0.05f, 0.0f), {.thickness = 0.05f, .friction = friction});
    ObstacleDescription plate;
    plate.vertices = {{-0.7f, 0.0f, -0.3f}, {-0.7f, 0.0f, 0.3f}, {0.7f, 0.0f, 0.3f}, {0.7f, 0.0f, -0.3f}};
    plate.faceSizes = {4};
    plate.faceCorners = {0, 1, 2, 3};
    plate.thickness = 0.05f;
    plate.friction = friction;
    const Obstacle obstacle = take(addObstacle(scene, plate));
    CpuSolver solver = solverFor(isInFrame ? inFrame(scene) : scene);
    const Snapshot start = solver.snapshot();
    double way = 0.0;
    for (int step = 1; step <= 30; ++step) {
        StepInputs inputs;
        const double time = step / 60.0;
        way = 0.5 * acceleration * time * time;
        std::vector<vec3> vertices = plate.vertices;
        for (vec3& vertex : vertices)
            vertex.x += float(way);
        if (isInFrame) inputs.frames = {{.frame = 0, .pose = {dvec3(way, 0.0, 0.0)}}};
        else take(moveObstacle(scene, obstacle, vertices, inputs));
        take(solver.step({}, inputs));
    }
    const Snapshot end = solver.snapshot();
    const Body& body = scene.bodies[sheet];
    double moved = 0.0;
    for (Index i = body.firstParticle; i < body.firstParticle + body.particleCount; ++i)
        moved += (double(end.positions[i].x) - double(start.positions[i].x)) / body.particleCount;
    return isInFrame ? -moved : way - moved;
}

// What is felt of the frame's motion is what friction has to bear.
TEST(ContactInFrames, FrictionTakesAlongWhatLiesOnAPlate) {
    constexpr double kAcceleration = 3.0, kGravity = 9.81;
    EXPECT_LT(slideOn(true, kAcceleration, 0.6f), 0.01);
    const double slid = slideOn(true, kAcceleration, 0.1f);
    EXPECT_NEAR(slid, slideOn(false, kAcceleration, 0.1f), 0.002);
    // As Coulomb says, but for 0.06 to 0.09 that the bumps between balls hold.
    EXPECT_LT(slid, 0.125 * (kAcceleration - 0.16 * kGravity));
    EXPECT_GT(slid, 0.125 * (kAcceleration - 0.19 * kGravity));
}

// A rigid box that nothing holds, thrown and turning, on a platform that turns: in the world it goes straight on.
TEST(ContactInFrames, ARigidBodyGoesAsInTheWorld) {
    Scene scene = emptySpace();
    const RigidBody box = take(addRigidBody(scene, rigidBox(vec3(0.2f, 0.12f, 0.16f), 0.06f, vec3(0.4f, 0.1f, 0.0f))));
    const Scene aboard = inFrame(scene, platform(0.0));
    CpuSolver solver = solverFor(aboard);
    const FramePose start = placedBy(platform(0.0), take(poseOf(aboard, box, solver.snapshot().positions)));
    const dvec3 velocity(0.3, 0.5, -0.2), turning(0.0, 0.0, 2.0);
    Snapshot thrown = solver.snapshot();
    take(setMotion(aboard, box, {velocity, turning}, kDefaultSubstep, thrown));
    take(solver.restore(thrown));
    StepSettings settings;
    settings.order = Order::Second;
    double farthest = 0.0, ownWay = 0.0;
    for (int step = 1; step <= 60; ++step) {
        StepInputs inputs;
        const double time = step / 60.0;
        inputs.frames = {{.frame = 0, .pose = platform(time)}};
        take(solver.step(settings, inputs));
        const FramePose here = take(poseOf(aboard, box, solver.snapshot().positions));
        const FramePose pose = placedBy(platform(time), here);
        const dquat turned = turnAbout({0.0, 0.0, 1.0}, 2.0 * time) * start.rotation;
        farthest = std::max(farthest, glm::distance(pose.origin, start.origin + velocity * time));
        ownWay = std::max(ownWay, glm::distance(here.origin, start.origin + velocity * time));
        EXPECT_GT(std::abs(glm::dot(pose.rotation, turned)), std::cos(0.01)) << step;
    }
    EXPECT_LT(farthest, 2e-3);
    EXPECT_GT(ownWay, 0.3);
}

// What falls in another frame does not keep awake what rests in this one.
TEST(ContactInFrames, WhatIsElsewhereSleepsByItself) {
    Scene scene;
    scene.frames = {{"here"}, {"there", {dvec3(0.0, 1000.0, 0.0)}}};
    scene.sleep = Sleep{};
    for (const Index frame : {0u, 1u, 0u})
        scene.bodies[addSheet(scene, 6, 0.3f, vec3(0.0f, frame == 0 ? 0.01f : 5.0f, 0.0f))].frame = frame;
    for (std::size_t i = 72; i < 108; ++i)
        scene.positions[i].x += 1.0f;
    CpuSolver solver = solverFor(scene);
    StepInputs inputs;
    inputs.colliders = {floorIn(0)};
    for (int step = 0; step < 600 && countAsleep(solver.snapshot()) == 0; ++step)
        take(solver.step({}, inputs));
    const Snapshot end = solver.snapshot();
    EXPECT_EQ(countAsleep(end), 1u);
    EXPECT_EQ(end.positions[0], end.previous[0]);
    EXPECT_EQ(end.positions[72], end.previous[72]);
    EXPECT_NE(end.positions[36], end.previous[36]);
}

}  // namespace
}  // namespace pliant::test
