// Colliders in a whole step: what they push, carry, pinch and leave alone.

#include <algorithm>
#include <glm/gtc/quaternion.hpp>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/state/step_report.h"
#include "support.h"

namespace pliant::test {
namespace {

CpuSolver solverFor(const Scene& scene) {
    return take(CpuSolver::create(take(compile(scene))));
}

StepInputs with(std::vector<Collider> colliders) {
    return {{}, std::move(colliders), {}};
}

Pose poseAt(vec3 position, float angle = 0.0f) {
    return {position, glm::angleAxis(angle, glm::normalize(vec3(0.2f, 1.0f, 0.4f)))};
}

// A cloth of 1 m in the plane y = 0 that nothing holds.
Scene freeCloth(std::uint32_t size) {
    Scene scene = clothScene(size);
    scene.pinned.assign(scene.pinned.size(), 0);
    scene.levels = false;
    return scene;
}

// Particles of 1 kg at the given places, without sticks or damping.
Scene particlesAt(const std::vector<vec3>& places) {
    Scene scene;
    for (const vec3& place : places)
        addParticle(scene, place, 1.0f);
    scene.environment.damping = 0.0f;
    return scene;
}

// How far the deepest particle is inside of the collider's thickness [m].
double deepest(const Collider& collider, const Snapshot& s) {
    double depth = -1e9;
    for (const vec3& p : s.positions)
        depth = std::max(depth, double(collider.thickness) - signedDistance(collider, glm::dvec3(p)));
    return depth;
}

// Any shape, a little below the middle of the cloth; it rises, swings sideways and turns.
Collider risingBody(ColliderShape shape, int frame) {
    Collider c{.shape = shape, .halfExtents = vec3(0.25f, 0.15f, 0.2f), .radius = 0.25f, .halfHeight = 0.2f};
    const auto poseIn = [&](int time) {
        const float t = float(time) / 60.0f;
        const bool isPlane = shape == ColliderShape::Plane;
        const vec3 place(0.5f + (isPlane ? 0.0f : 0.3f * std::sin(4.0f * t)), -0.35f + 0.4f * t, 0.5f);
        return poseAt(place, isPlane ? 0.2f * t : 3.0f * t);
    };
    c.before = poseIn(frame);
    c.pose = poseIn(frame + 1);
    return c;
}

TEST(Colliders, NoParticleOfADrapedClothIsInsideAfterAnyStep) {
    for (const ColliderShape shape : {ColliderShape::Plane, ColliderShape::Sphere, ColliderShape::Capsule,
                                      ColliderShape::Box, ColliderShape::Cylinder}) {
        CpuSolver solver = solverFor(freeCloth(24));
        const bool beginsInside = deepest(risingBody(shape, 0), solver.snapshot()) > 1e-6;
        EXPECT_EQ(beginsInside, shape == ColliderShape::Capsule);
        int framesOfContact = 0;
        for (int frame = 0; frame < 60; ++frame) {
            const Collider body = risingBody(shape, frame);
            take(solver.step(settings(8), with({body})));
            const double depth = deepest(body, solver.snapshot());
            const bool mayStillLeave = frame == 0 && beginsInside;
            EXPECT_TRUE(depth < 1e-6 || mayStillLeave)
                << depth << " m, shape " << int(shape) << ", frame " << frame + 1;
            if (depth > -1e-4) ++framesOfContact;
        }
        EXPECT_GT(framesOfContact, 20) << "shape " << int(shape) << " was not touched";
    }
}

// In one step and few substeps the board passes through where the particles are: they are pushed along, not passed by.
TEST(Colliders, AThinBoardThatMovesFastTakesParticlesAlong) {
    Scene scene = particlesAt({{0.0f, 0.0f, 0.0f}, {0.1f, 0.01f, 0.2f}, {-0.2f, 0.3f, 0.1f}});
    scene.environment.gravity = vec3(0.0f);
    for (const std::uint32_t substeps : {1u, 3u, 20u}) {
        CpuSolver solver = solverFor(scene);
        Collider board{.shape = ColliderShape::Box, .halfExtents = vec3(1.0f, 0.01f, 1.0f)};
        board.before = poseAt(vec3(0.0f, -0.5f, 0.0f));
        board.pose = poseAt(vec3(0.0f, 0.7f, 0.0f));
        take(solver.step(settings(substeps), with({board})));
        for (const vec3& p : solver.snapshot().positions)
            EXPECT_GT(p.y, 0.7f) << substeps;
    }
}

// A board that draws level with a particle, substep by substep, gives it its own speed and no more.
TEST(Colliders, MoveThroughAStepAtConstantSpeed) {
    Scene scene = particlesAt({vec3(0.0f)});
    scene.environment.gravity = vec3(0.0f);
    CpuSolver solver = solverFor(scene);
    Collider board{.shape = ColliderShape::Box, .halfExtents = vec3(1.0f, 0.25f, 1.0f), .thickness = 0.0f};
    board.before = poseAt(vec3(0.0f, -0.25f, 0.0f));
    board.pose = poseAt(vec3(0.0f, -0.05f, 0.0f));
    take(solver.step(settings(10), with({board})));
    const Snapshot s = solver.snapshot();
    EXPECT_NEAR(s.positions[0].y, 0.2f, 1e-6f);
    EXPECT_NEAR(s.positions[0].y - s.previous[0].y, 0.02f, 1e-6f);
}

// A belt under a particle takes it along by friction; a smooth one does not, nor one that is said to be at rest.
TEST(Colliders, FrictionCarriesWhatLiesOnAMovingBody) {
    const auto carried = [](float friction, bool moves) {
        CpuSolver solver = solverFor(particlesAt({vec3(0.0f, 0.005f, 0.0f)}));
        for (int frame = 0; frame < 60; ++frame) {
            Collider belt{.staticFriction = friction, .dynamicFriction = friction};
            belt.pose = poseAt(vec3(float(frame + 1) / 120.0f, 0.0f, 0.0f));
            if (moves) belt.before = poseAt(vec3(float(frame) / 120.0f, 0.0f, 0.0f));
            take(solver.step(settings(10), with({belt})));
        }
        const vec3 p = solver.snapshot().positions[0];
        EXPECT_NEAR(p.y, 0.005f, 1e-5f);
        return p.x;
    };
    EXPECT_NEAR(carried(1.0f, true), 0.5f, 0.02f);
    EXPECT_NEAR(carried(0.0f, true), 0.0f, 1e-5f);
    EXPECT_NEAR(carried(1.0f, false), 0.0f, 1e-5f);
}

TEST(Colliders, AtRestIsTheSameWithAndWithoutTheSamePoseBefore) {
    CpuSolver plain = solverFor(freeCloth(16)), told = solverFor(freeCloth(16)), withMover = solverFor(freeCloth(16));
    Collider ball{.shape = ColliderShape::Sphere, .radius = 0.4f, .pose = poseAt(vec3(0.5f, -0.6f, 0.5f), 0.7f)};
    Collider same = ball;
    same.before = same.pose;
    Collider farAway{.shape = ColliderShape::Sphere, .radius = 0.1f, .pose = poseAt(vec3(50.0f))};
    Collider farAwayMoving = farAway;
    farAwayMoving.before = poseAt(vec3(51.0f));  // makes the solver work out every collider anew in every substep
    for (int frame = 0; frame < 40; ++frame) {
        take(plain.step(settings(6), with({farAway, ball})));
        take(told.step(settings(6), with({farAway, same})));
        take(withMover.step(settings(6), with({farAwayMoving, same})));
    }
    EXPECT_EQ(plain.snapshot(), told.snapshot());
    EXPECT_EQ(plain.snapshot(), withMover.snapshot());
    EXPECT_LT(deepest(ball, plain.snapshot()), 1e-6);
    EXPECT_GT(deepest(ball, plain.snapshot()), -1e-4) << "the ball was not touched";
}

// Colliders are those of the step: gone in the next unless they are given again.
TEST(Colliders, LastOneStep) {
    CpuSolver solver = solverFor(particlesAt({vec3(0.0f, 0.01f, 0.0f)}));
    for (int frame = 0; frame < 20; ++frame)
        take(solver.step(settings(4), with({Collider{}})));
    EXPECT_NEAR(solver.snapshot().positions[0].y, 0.005f, 1e-6f);
    for (int frame = 0; frame < 20; ++frame)
        take(solver.step(settings(4)));
    EXPECT_LT(solver.snapshot().positions[0].y, -0.1f);
}

class CollidersOf : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(WithContact, CollidersOf, testing::Bool());

// 5 cm deep, with nothing that moves it: it comes out at 5 m/s, and stays where it is then. So does what may touch.
TEST_P(CollidersOf, WhatBeginsInsideComesOutWithoutAVelocity) {
    Scene scene = particlesAt({{0.0f, -0.045f, 0.0f}});
    scene.environment.gravity = vec3(0.0f);
    if (GetParam()) scene.contacts.push_back({0, 1, 0.02f});
    Collider floor{.shape = ColliderShape::Plane, .pose = poseAt(vec3(0.0f))};
    floor.pose.rotation = {1.0f, 0.0f, 0.0f, 0.0f};
    StepSettings s = settings(4);
    s.dt = 4.0 / 720;
    CpuSolver solver = solverFor(scene);
    for (const double depth : {0.05 - 4 * 5.0 / 720, 0.0, 0.0, 0.0}) {
        take(solver.step(s, with({floor})));
        EXPECT_NEAR(deepest(floor, solver.snapshot()), depth, 1e-6);
        EXPECT_LT(reportOf(scene, solver.snapshot(), std::vector{floor}).fastest, 1e-3);
    }
}

// A ball in the middle of a cloth: no stick is torn, and all of it is outside soon.
TEST_P(CollidersOf, ClothThatBeginsInsideIsNotTorn) {
    Scene scene = freeCloth(24);
    scene.environment.gravity = vec3(0.0f);
    if (GetParam()) take(addContact(scene, 0));
    const Collider ball{.shape = ColliderShape::Sphere, .radius = 0.35f, .pose = poseAt(vec3(0.5f, -0.28f, 0.5f))};
    CpuSolver solver = solverFor(scene);
    ASSERT_GT(deepest(ball, solver.snapshot()), 0.07);
    for (int frame = 0; frame < 8; ++frame) {
        take(solver.step({}, with({ball})));
        const StepReport report = reportOf(scene, solver.snapshot(), std::vector{ball});
        EXPECT_LT(report.fastest, 6.0) << frame;
        EXPECT_LT(report.largestStretch, 0.25) << frame;
        EXPECT_TRUE(frame < 2 || report.penetrations == 0) << frame;
    }
}

// Two jaws close until they overlap: nobody can say where particles are to go, but they stay finite and near.
TEST(Colliders, TwoThatPinchGiveNoNan) {
    for (const ColliderShape shape :
         {ColliderShape::Box, ColliderShape::Sphere, ColliderShape::Capsule, ColliderShape::Cylinder}) {
        CpuSolver solver = solverFor(freeCloth(16));
        for (int frame = 0; frame < 40; ++frame) {
            std::vector<Collider> jaws;
            for (const float side : {-1.0f, 1.0f}) {
                const auto poseIn = [&](int time) {
                    return poseAt(vec3(0.5f, side * std::max(0.0f, 0.6f - 0.02f * float(time)), 0.5f));
                };
                Collider c{.shape = shape, .pose = poseIn(frame + 1), .before = poseIn(frame)};
                c.halfExtents = vec3(0.4f, 0.2f, 0.4f);
                c.radius = c.halfHeight = 0.3f;
                jaws.push_back(c);
            }
            take(solver.step(settings(4), with(jaws)));
        }
        const Snapshot s = solver.snapshot();
        EXPECT_EQ(s.lost, 0u);
        for (const vec3& p : s.positions)
            EXPECT_LT(std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}), 10.0f) << "shape " << int(shape);
    }
}

// What lies on one is pushed as by that one alone, whatever others there are that it does not touch.
TEST(Colliders, ThatAreNotTouchedChangeNothing) {
    const Collider ball{.shape = ColliderShape::Sphere, .radius = 0.25f, .pose = poseAt(vec3(0.5f, -0.26f, 0.5f))};
    const Collider floor{.shape = ColliderShape::Plane, .pose = poseAt(vec3(0.0f, -5.0f, 0.0f))};
    const Collider box{.shape = ColliderShape::Box, .halfExtents = vec3(0.1f), .pose = poseAt(vec3(3.0f, 0.0f, 0.0f))};
    std::vector<Snapshot> ends;
    for (const auto& colliders : {std::vector{ball}, {ball, floor}, {floor, ball}, {box, ball, floor}}) {
        CpuSolver solver = solverFor(freeCloth(24));
        for (int step = 0; step < 15; ++step)
            take(solver.step({}, with(colliders)));
        ends.push_back(solver.snapshot());
        EXPECT_EQ(ends.back().positions, ends.front().positions) << ends.size();
    }
    EXPECT_LT(deepest(ball, ends[0]), 1e-5);
    EXPECT_GT(deepest(ball, ends[0]), -1e-3) << "this tests nothing";
}

TEST(Colliders, LeavePinnedParticlesAlone) {
    Scene scene = particlesAt({vec3(0.0f), vec3(0.1f, 0.0f, 0.0f), vec3(0.0f, 0.1f, 0.0f)});
    scene.pinned[0] = 1;
    CpuSolver solver = solverFor(scene);
    const Collider ball{.shape = ColliderShape::Sphere, .radius = 0.4f, .pose = poseAt(vec3(0.01f, 0.02f, 0.0f))};
    const vec3 target(0.05f, 0.1f, 0.0f);
    for (int frame = 0; frame < 6; ++frame)
        take(solver.step(settings(4), {{{1, PinInput::Action::Move, target}}, {ball}, {}}));
    const Snapshot s = solver.snapshot();
    EXPECT_EQ(s.positions[0], vec3(0.0f));
    EXPECT_EQ(s.positions[1], target);
    EXPECT_GT(signedDistance(ball, glm::dvec3(s.positions[2])), 0.005 - 1e-6) << "a free one is pushed out";
}

TEST(Colliders, ErrorsNameTheColliderAndChangeNothing) {
    CpuSolver solver = solverFor(freeCloth(6));
    take(solver.step(settings(2)));
    const Snapshot before = solver.snapshot();
    const auto refused = [&](auto change) {
        std::vector<Collider> colliders(3);
        change(colliders[2]);
        const std::string message = messageOf(solver.step(settings(2), with(colliders)));
        EXPECT_EQ(solver.snapshot(), before);
        EXPECT_CONTAINS(message, "collider 2");
        return message;
    };
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_CONTAINS(refused([](Collider& c) { c.pose.position.y = kNan; }), "pose.position");
    EXPECT_CONTAINS(refused([](Collider& c) { c.before = Pose{vec3(0.0f, 1e7f, 0.0f)}; }), "before.position");
    EXPECT_CONTAINS(refused([](Collider& c) { c.pose.rotation.w = 0.5f; }), "length");
    EXPECT_CONTAINS(refused([](Collider& c) { c.shape = ColliderShape::Sphere, c.radius = 0.0f; }), "radius");
    EXPECT_CONTAINS(refused([](Collider& c) { c.thickness = -1.0f; }), "thickness");
    EXPECT_CONTAINS(refused([](Collider& c) { c.dynamicFriction = 0.6f; }), "dynamicFriction");

    const std::string message = messageOf(solver.step(settings(2), with(std::vector<Collider>(kMostColliders + 1))));
    EXPECT_CONTAINS(message, "65 colliders");
    EXPECT_EQ(solver.snapshot(), before);
    take(solver.step(settings(2), with(std::vector<Collider>(kMostColliders))));
    EXPECT_GT(solver.snapshot().positions[0].y, 0.0f) << "the planes at y = 0 have lifted it by their thickness";
}

}  // namespace
}  // namespace pliant::test
