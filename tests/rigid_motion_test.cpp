// How rigid bodies move: by themselves against the laws of Newton and Euler, and against what they touch.

#include <fmt/format.h>

#include "rigid_support.h"
#include "validation.h"

namespace pliant::test {
namespace {

using Index = std::uint32_t;

// A solver of the scene with one or more bodies in motion.
CpuSolver moving(const Scene& scene, const std::vector<std::pair<RigidBody, RigidMotion>>& motions, double substep) {
    CpuSolver solver = take(CpuSolver::create(take(compile(scene)), {2, true}));
    Snapshot state = solver.snapshot();
    for (const auto& [body, motion] : motions)
        take(setMotion(scene, body, motion, substep, state));
    take(solver.restore(state));
    return solver;
}

StepSettings ofOrder(Order order, Index substeps = 16) {
    StepSettings s = stepsOf(powerOfTwo(-6), substeps);
    s.order = order;
    return s;
}

// As a point falls: h^2 n (n + 1) / 2 in n substeps of h.
TEST(RigidMotion, ItFallsAsAPointDoes) {
    Scene scene;
    scene.environment = roundEnvironment(0.0f);
    const RigidBody body = take(addRigidBody(scene, rigidBox(vec3(0.2f, 0.1f, 0.3f), 0.05f)));
    CpuSolver solver = moving(scene, {{body, {dvec3(1.0, 0.0, 0.0), dvec3(0.0)}}}, powerOfTwo(-10));
    run(solver, stepsOf(powerOfTwo(-6), 16), 1.0);
    const FramePose pose = take(poseOf(scene, body, solver.snapshot().positions));
    EXPECT_NEAR(pose.origin.y, -kRoundGravity * 1024 * 1025 / 2 * powerOfTwo(-20), 5e-4);
    EXPECT_NEAR(pose.origin.x, 1.0, 5e-4);
    EXPECT_LT(glm::length(glm::dvec3(pose.rotation.x, pose.rotation.y, pose.rotation.z)), 1e-4);
}

struct Kept {
    double momentum, spin;  // what is gone by what there was
};

Kept keptAfter(Order order, const dvec3& turning, double seconds) {
    Scene scene = emptySpace();
    RigidBodyDescription box = rigidBox(vec3(0.2f, 0.1f, 0.3f), 0.05f);
    box.touches = false;
    const RigidBody body = take(addRigidBody(scene, box));
    CpuSolver solver = moving(scene, {{body, {dvec3(0.25, 0.0, 0.0), turning}}}, powerOfTwo(-10));
    const BodySums before = sumsOf(scene, scene.bodies[0], solver.snapshot());
    run(solver, ofOrder(order), seconds);
    const BodySums after = sumsOf(scene, scene.bodies[0], solver.snapshot());
    return {glm::length(after.momentum - before.momentum) / glm::length(before.momentum),
            glm::length(after.spin - before.spin) / glm::length(before.spin)};
}

// About its three axes, and about none of them, at 6 rad/s for 2 s.
TEST(RigidMotion, OfSecondOrderItKeepsItsSpin) {
    for (const dvec3 turning : {dvec3(6, 0, 0), dvec3(0, 6, 0), dvec3(0, 0, 6), dvec3(3, 4, 3)}) {
        const Kept second = keptAfter(Order::Second, turning, 2.0), first = keptAfter(Order::First, turning, 2.0);
        const std::string name = fmt::format("({}, {}, {}) rad/s, 2 s", turning.x, turning.y, turning.z);
        report(name + ": momentum lost", 0.0, second.momentum);
        report(name + ": spin lost", 0.0, second.spin);
        report(name + ": spin lost, first order", 36.0 / 1024 * 2, first.spin);
        EXPECT_LT(second.momentum, 5e-3) << name;
        EXPECT_LT(second.spin, 2e-2) << name;
        EXPECT_GT(first.spin, 0.03) << name << ": which is why";
    }
}

// A top of two equal moments, I across and I3 along its axis, which nothing acts on: the axis goes round the spin L at
// |L| / I, at the angle that it began with (Euler; Landau, Lifshitz, Mechanics, section 33).
TEST(RigidMotion, ATopGoesRoundItsSpinAsEulerSays) {
    Scene scene = emptySpace();
    RigidBodyDescription box = rigidBox(vec3(0.3f, 0.1f, 0.3f), 0.05f);
    box.touches = false;
    const RigidBody body = take(addRigidBody(scene, box));
    CpuSolver solver = moving(scene, {{body, {dvec3(0.0), dvec3(2.0, 5.0, 0.0)}}}, powerOfTwo(-10));
    const double mass = 9.0, across = mass / 12.0 * (0.09 + 0.01), along = mass / 12.0 * 0.18;
    const dvec3 spin(across * 2.0, along * 5.0, 0.0), up = glm::normalize(spin);
    const dvec3 axis(0.0, 1.0, 0.0), over = axis - glm::dot(axis, up) * up;
    for (int quarter = 1; quarter <= 8; ++quarter) {
        run(solver, ofOrder(Order::Second), 0.25);
        const double angle = glm::length(spin) / across * 0.25 * quarter;
        const dvec3 expected =
            glm::dot(axis, up) * up + std::cos(angle) * over + std::sin(angle) * glm::cross(up, over);
        const FramePose pose = take(poseOf(scene, body, solver.snapshot().positions));
        const double off = glm::length(pose.rotation * axis - expected);
        if (quarter == 8) report("a top after 2 s and three rounds: its axis is off [rad]", 0.0, off);
        EXPECT_LT(off, 0.03) << quarter;
    }
}

// Two boxes, one three times as heavy, fly into each other off their centres.
TEST(RigidMotion, WhatMeetsKeepsItsMomentum) {
    Scene scene = emptySpace();
    const RigidBody left = take(addRigidBody(scene, rigidBox(vec3(0.2f), 0.04f, vec3(-0.2f, 0.03f, 0.01f))));
    RigidBodyDescription heavy = rigidBox(vec3(0.2f), 0.04f, vec3(0.2f, -0.02f, 0.0f));
    heavy.density = 3000.0f;
    heavy.pose.rotation = glm::normalize(glm::quat(1.0f, 0.1f, 0.2f, 0.15f));
    const RigidBody right = take(addRigidBody(scene, heavy));
    CpuSolver solver =
        moving(scene, {{left, {dvec3(1, 0, 0), dvec3(0)}}, {right, {dvec3(-1, 0, 0), dvec3(0)}}}, powerOfTwo(-10));
    const auto both = [&] {
        const Snapshot now = solver.snapshot();
        return std::pair(sumsOf(scene, scene.bodies[0], now), sumsOf(scene, scene.bodies[1], now));
    };
    const auto [left0, right0] = both();
    const double whole = glm::length(left0.momentum) + glm::length(right0.momentum);
    run(solver, ofOrder(Order::Second), 0.125);
    const auto [left1, right1] = both();
    const double lost = glm::length(left1.momentum + right1.momentum - left0.momentum - right0.momentum) / whole;
    report("two boxes meet: momentum lost", 0.0, lost);
    EXPECT_LT(lost, 2e-5);
    EXPECT_GT(glm::length(left1.momentum - left0.momentum), 0.3 * whole) << "they have met";
    EXPECT_GT(right1.velocity.x, -0.9);
    EXPECT_LT(left1.velocity.x, right1.velocity.x) << "and not gone through each other";
    EXPECT_LT(left1.centre.x, right1.centre.x);
}

// On a collider that is a slope, gravity being tilted: what sticks stays, what slides does so with g (sin - mu cos).
double wayOnSlope(double angle, double friction, double seconds) {
    Scene scene;
    scene.environment.damping = 0.0f;
    scene.environment.gravity = vec3(kRoundGravity * std::sin(angle), -kRoundGravity * std::cos(angle), 0.0);
    const RigidBody body = take(addRigidBody(scene, rigidBox(vec3(0.2f, 0.1f, 0.2f), 0.05f, vec3(0.0f, 0.055f, 0.0f))));
    CpuSolver solver = moving(scene, {}, powerOfTwo(-10));
    StepInputs inputs = onFloor();
    inputs.colliders[0].staticFriction = inputs.colliders[0].dynamicFriction = float(friction);
    run(solver, ofOrder(Order::First), seconds, inputs);
    return take(poseOf(scene, body, solver.snapshot().positions)).origin.x;
}

TEST(RigidMotion, OnASlopeItSlidesAtCoulombsAngle) {
    for (const double degrees : {20.0, 30.0}) {
        const double angle = degrees * kPi / 180.0, tangent = std::tan(angle);
        const double holds = wayOnSlope(angle, 1.02 * tangent, 1.0), slides = wayOnSlope(angle, 0.5 * tangent, 0.5);
        const double expected = 0.125 * kRoundGravity * 0.5 * std::sin(angle);
        report(fmt::format("a box on a slope of {} degrees, friction 1.02 tan: way [m]", degrees), 0.0, holds);
        report(fmt::format("a box on a slope of {} degrees, friction 0.5 tan: way [m]", degrees), expected, slides);
        EXPECT_LT(std::abs(holds), 1e-3);
        EXPECT_GT(wayOnSlope(angle, 0.97 * tangent, 1.0), 0.01);
        EXPECT_NEAR(slides, expected, 0.03 * expected);
    }
}

// A box on a cloth whose corners, weights of 50 g, hang on springs: these are drawn out by the weight of all.
TEST(RigidMotion, AClothBearsItsWeight) {
    Scene scene;
    scene.environment.damping = 4.0f;
    const Index cloth = take(addGrid(scene, sheet(17, 0.8f, vec3(0.0f))));
    take(addContact(scene, cloth));
    RigidBodyDescription box = rigidBox(vec3(0.2f, 0.1f, 0.2f), 0.03f);
    box.pose.position.y = 0.05f + scene.contacts[0].thickness;
    box.mass = 0.5f;
    const RigidBody body = take(addRigidBody(scene, box));
    const Index corners[] = {0, 16, 16 * 17, 17 * 17 - 1};
    StepInputs inputs;
    for (const Index corner : corners) {
        scene.masses[corner] = 0.05f;
        inputs.pins.push_back({corner, PinInput::Action::Pull, scene.positions[corner], 0.01f, {}});
    }
    double weight = 0.5;
    for (Index i = 0; i < 17 * 17; ++i)
        weight += double(scene.masses[i]);
    weight *= double(kGravity);
    CpuSolver solver = moving(scene, {}, powerOfTwo(-10));
    run(solver, stepsOf(1.0 / 60), 5.0, inputs);
    const Snapshot now = solver.snapshot();
    double force = 0.0;
    for (const Index corner : corners)
        force += (double(scene.positions[corner].y) - double(now.positions[corner].y)) / 0.01;
    report("a box of 0.5 kg on a cloth: weight on its corners [N]", weight, force);
    EXPECT_NEAR(force, weight, 0.02 * weight);
    const FramePose pose = take(poseOf(scene, body, now.positions));
    EXPECT_LT(std::hypot(pose.origin.x, pose.origin.z), 0.05);
    EXPECT_EQ(intersections(now.positions, trianglesOf(scene)), 0u);
}

// Boxes and a ball, which weigh nearly thirty times as much, fall into a cloth that is held by its corners.
Scene fallenInto() {
    Scene scene;
    const Index cloth = addSheet(scene, 25, 1.2f, vec3(0.0f));
    take(pinPlace(scene, cloth, GridPlace::FourCorners));
    const vec3 places[] = {{-0.15f, 0.25f, 0.05f}, {0.14f, 0.3f, -0.1f}, {0.02f, 0.55f, 0.0f}};
    for (Index i = 0; i < 3; ++i) {
        RigidBodyDescription rigid = i == 1 ? rigidOf(sphereMesh(vec3(0.0f), 0.1f, 2)) : rigidBox(vec3(0.18f), 0.04f);
        rigid.spacing = 0.04f;
        rigid.density = i == 2 ? 800.0f : 200.0f;
        rigid.pose.position = places[i];
        rigid.pose.rotation = glm::normalize(glm::quat(1.0f, 0.2f * float(i), 0.3f, -0.1f));
        take(addRigidBody(scene, rigid));
    }
    return scene;
}

TEST(RigidMotion, NothingGoesThroughClothNorThroughEachOther) {
    const Scene scene = fallenInto();
    CpuSolver solver = moving(scene, {}, powerOfTwo(-10));
    for (int frame = 0; frame < 90; ++frame) {
        take(solver.step(stepsOf(1.0 / 60, 24)));
        ASSERT_EQ(intersections(solver.snapshot().positions, trianglesOf(scene)), 0u) << frame;
    }
    for (Index b = 1; b < 4; ++b) {
        const BodySums sums = sumsOf(scene, scene.bodies[b], solver.snapshot());
        EXPECT_TRUE(sums.centre.y > -0.5 && sums.centre.y < 0.4) << b << ": in the cloth, " << sums.centre.y;
        EXPECT_LT(std::hypot(sums.centre.x, sums.centre.z), 0.4) << b;
    }
}

TEST(RigidMotion, AnyNumberOfThreadsGivesTheSameBits) {
    const SchedulePtr schedule = take(compile(fallenInto()));
    std::vector<std::uint64_t> hashes;
    for (const CpuOptions& options : {CpuOptions{1, false}, {1, true}, {3, true}}) {
        CpuSolver solver = take(CpuSolver::create(schedule, options));
        for (int frame = 0; frame < 24; ++frame) {
            StepSettings s;
            s.order = frame % 8 < 4 ? Order::Second : Order::First;
            take(solver.step(s));
        }
        hashes.push_back(hashOf(solver.snapshot()));
    }
    EXPECT_EQ(hashes[1], hashes[0]);
    EXPECT_EQ(hashes[2], hashes[0]);
}

}  // namespace
}  // namespace pliant::test
