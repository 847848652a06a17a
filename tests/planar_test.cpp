// Planar scenes: what they refuse, and that nothing in them ever leaves the plane.

#include "pliant/scene/planar.h"

#include <functional>

#include "planar_support.h"
#include "pliant/cpu/cpu_solver.h"
#include "pliant/shared/portable.h"

namespace pliant::test {
namespace {

std::string refusalOf(const std::function<void(Scene&)>& change) {
    Scene scene = planarScene();
    take(compile(scene));
    change(scene);
    const std::string message = messageOf(compile(scene));
    scene.planar = false;
    scene.tets.clear();
    scene.bends.clear();
    EXPECT_TRUE(compile(scene)) << "in space there is nothing wrong with it: " << message;
    return message;
}

TEST(Planar, RefusesWhatLeavesThePlane) {
    EXPECT_CONTAINS(refusalOf([](Scene& s) { s.positions[7].z = 1e-30f; }), "particle 7 lies at z = 1e-30");
    EXPECT_CONTAINS(refusalOf([](Scene& s) { s.environment.gravity.z = -2.0f; }), "gravity is -2");
    EXPECT_CONTAINS(refusalOf([](Scene& s) { s.environment.airDensity = 1.2f; }), "density is 1.2");
    EXPECT_CONTAINS(refusalOf([](Scene& s) {
                        s.bends.push_back({BendKind::Hinge, {0, 1, 2, 3}, {1, -1, 1, -1}});
                    }),
                    "is a hinge");
    EXPECT_CONTAINS(refusalOf([](Scene& s) { s.tets.push_back({{0, 1, 2, 3}, 1.0f, 0.0f}); }), "1 tetrahedra");
}

std::string refusalOf(const StepInputs& inputs) {
    const SchedulePtr schedule = take(compile(planarScene()));
    Scene inSpace = planarScene();
    inSpace.planar = false;
    const SchedulePtr spatial = take(compile(inSpace));
    EXPECT_TRUE(planStep(*spatial, {}, inputs, initialProgress(*spatial)));
    CpuSolver solver = take(CpuSolver::create(schedule));
    const Snapshot before = solver.snapshot();
    const Status status = solver.step({}, inputs);
    EXPECT_EQ(solver.snapshot(), before) << "a refused step changes nothing";
    EXPECT_FALSE(status) << "expected an error";
    return status ? "" : status.error().message;
}

TEST(Planar, RefusesInputsThatLeaveThePlane) {
    const glm::quat aroundX(std::sqrt(0.5f), std::sqrt(0.5f), 0.0f, 0.0f);
    const glm::quat aroundY(std::sqrt(0.5f), 0.0f, std::sqrt(0.5f), 0.0f);
    Collider good;
    good.shape = ColliderShape::Box;
    Collider aside = good, tilted = good, turned = good, from = good, turnedFrom = good;
    aside.pose.position.z = 0.25f;
    tilted.pose.rotation = aroundX;
    turned.pose.rotation = aroundY;
    from.before = Pose{vec3(0.0f, 0.0f, -0.5f)};
    turnedFrom.before = Pose{vec3(0.0f), aroundY};
    EXPECT_CONTAINS(refusalOf({{}, {good, aside}, {}}), "collider 1: pose.position.z is 0.25");
    EXPECT_CONTAINS(refusalOf({{}, {tilted}, {}}), "collider 0: pose.rotation");
    EXPECT_CONTAINS(refusalOf({{}, {turned}, {}}), "collider 0: pose.rotation");
    EXPECT_CONTAINS(refusalOf({{}, {from}, {}}), "collider 0: before.position.z is -0.5");
    EXPECT_CONTAINS(refusalOf({{}, {turnedFrom}, {}}), "collider 0: before.rotation");
    const vec3 target(0.0f, 0.0f, 0.125f);
    EXPECT_CONTAINS(refusalOf({{{3, PinInput::Action::Move, target}}, {}, {}}), "pin 0 has its target at z = 0.125");
    EXPECT_CONTAINS(refusalOf({{{5, PinInput::Action::Hold}, {3, PinInput::Action::Pull, target, 1e-3f}}, {}, {}}),
                    "pin 1 has its target at z = 0.125");
}

TEST(Planar, ZStaysZeroToTheBit) {
    for (const Method method : {Method::GaussSeidel, Method::Jacobi}) {
        Scene scene = planarScene();
        CpuSolver solver = take(CpuSolver::create(take(compile(scene, kForAllMethods))));
        StepSettings settings;
        settings.method = method;
        std::size_t touching = 0;
        for (int frame = 0; frame < 240; ++frame) {
            const StepInputs inputs = busyInputs(frame);
            take(solver.step(settings, inputs));
            const Snapshot state = solver.snapshot();
            for (std::size_t i = 0; i < state.positions.size(); ++i) {
                ASSERT_EQ(bitsOfFloat(state.positions[i].z), 0u) << "particle " << i << ", frame " << frame;
                ASSERT_EQ(bitsOfFloat(state.previous[i].z), 0u) << "particle " << i << ", frame " << frame;
                for (const Collider& collider : inputs.colliders)
                    touching += signedDistance(collider, glm::dvec3(state.positions[i])) < 0.006 ? 1 : 0;
            }
        }
        EXPECT_GT(touching, 1000u) << "they do meet";
        EXPECT_EQ(solver.snapshot().lost, 0u);
    }
}

// Solvers read it: boxes count as deep.
TEST(Planar, TheHashSeesIt) {
    Scene scene;
    addParticle(scene, vec3(0.0f), 1.0f);
    const std::uint64_t inSpace = take(compile(scene))->hash;
    scene.planar = true;
    EXPECT_NE(take(compile(scene))->hash, inSpace);
}

// Out through the nearest side that there is in the plane, however thin the box is across it.
TEST(Planar, ABoxPushesOutWithinThePlane) {
    Scene scene;
    scene.planar = true;
    scene.environment.gravity = vec3(0.0f);
    addParticle(scene, vec3(0.15f, 0.02f, 0.0f), 1.0f);
    Collider card = colliderOf(ColliderShape::Box, vec3(0.0f), 0.0f);
    CpuSolver solver = take(CpuSolver::create(take(compile(scene, kForAllMethods))));
    StepSettings once;
    once.substeps = 1;
    take(solver.step(once, {{}, {card}, {}}));
    const vec3 place = solver.snapshot().positions[0];
    EXPECT_NEAR(place.x, 0.2f + card.thickness, 1e-5f);
    EXPECT_NEAR(place.y, 0.02f, 1e-5f);
    EXPECT_EQ(place.z, 0.0f);
}

TEST(Planar, DeepenedBoxesAloneAreDeeperThanWide) {
    const vec3 half = deepened(colliderOf(ColliderShape::Box, vec3(0.0f), 0.0f)).halfExtents;
    EXPECT_EQ(half, vec3(0.2f, 0.12f, 0.4f));
    const Collider ball = colliderOf(ColliderShape::Sphere, vec3(0.0f), 0.0f);
    EXPECT_EQ(deepened(ball).halfExtents, ball.halfExtents);
    EXPECT_EQ(deepened(ball).radius, ball.radius);
}

}  // namespace
}  // namespace pliant::test
