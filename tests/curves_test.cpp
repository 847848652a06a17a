// What the viewer tells of a running scene, the ends that it locks, and the objects that it picks.

#include "viewer/curves.h"

#include <glm/geometric.hpp>

#include "pliant/cpu/cpu_solver.h"
#include "support.h"
#include "viewer/locks.h"
#include "viewer/picking.h"

namespace pliant::viewer {
namespace {

using test::take;

Scene twoRopes() {
    Scene scene = test::ropeScene(5);
    RopeDescription second;
    second.name = "second";
    second.from = vec3(0.0f, 0.0f, 1.0f);
    second.to = vec3(2.0f, 0.0f, 1.0f);
    second.count = 9;
    take(addRope(scene, second));
    take(pinVertices(scene, 1, std::vector<std::uint32_t>{0, 8}));
    return scene;
}

TEST(Curves, FollowEachRopeOfItsOwn) {
    const Scene scene = twoRopes();
    Curves curves;
    curves.reset(scene);
    ASSERT_EQ(curves.curves().size(), 2u);
    EXPECT_EQ(curves.curves()[1].name, "second");
    Snapshot state;
    state.positions = state.previous = scene.positions;
    state.previousSubstep = 0.01;
    state.positions[4].y = -0.5f;         // of the first: falls, and its last stick of 0.25 m is stretched
    state.previous[4].y = -0.5f + 0.02f;  // at 2 m/s
    state.positions[9].y -= 0.3f;         // the middle of the second
    state.previous[9].y -= 0.3f;
    curves.add(state);
    const Curve &first = curves.curves()[0], &second = curves.curves()[1];
    const double mass = scene.masses[4];
    EXPECT_NEAR(first.energy.back(), 0.5 * mass * 4.0 - mass * 9.81 * 0.5, 1e-5);
    EXPECT_NEAR(first.stretch.back(), std::sqrt(0.25 * 0.25 + 0.25) / 0.25 - 1.0, 1e-5);
    EXPECT_NEAR(first.sag, 0.25f, 1e-6f) << "below the middle of its ends";
    EXPECT_NEAR(second.energy.back(), -double(scene.masses[9]) * 9.81 * 0.3, 1e-5);
    EXPECT_NEAR(second.sag, 0.3f, 1e-6f);
}

TEST(Curves, KeepTheLastSecondsAndLeaveLargeScenesAlone) {
    const Scene scene = twoRopes();
    Curves curves;
    curves.reset(scene);
    EXPECT_FALSE(curves.isDue(0.5 * Curves::kEvery));
    EXPECT_TRUE(curves.isDue(0.6 * Curves::kEvery));
    EXPECT_FALSE(curves.isDue(0.6 * Curves::kEvery));
    const Snapshot state{scene.positions, scene.positions};
    for (std::size_t i = 0; i < Curves::kSamples + 20; ++i)
        curves.add(state);
    EXPECT_EQ(curves.curves()[0].energy.size(), Curves::kSamples);
    curves.reset(test::clothScene(65));
    EXPECT_FALSE(curves.isDue(10.0));
    EXPECT_TRUE(curves.curves().empty());
    curves.reset(test::clothScene(5));
    EXPECT_EQ(curves.curves().size(), 1u) << "the whole of what is no rope";
}

TEST(Locks, LockAndUnlockAllRopesAtOneEnd) {
    const Scene scene = twoRopes();
    const Locks locks = locksOf(scene);
    Touch touch;
    touch.reset(scene.pinned);
    EXPECT_TRUE(locks.isLocked(touch, Locks::Start));
    EXPECT_FALSE(locks.isLocked(touch, Locks::Last)) << "one of them is not";
    locks.toggle(touch, Locks::Last, scene.positions);
    EXPECT_TRUE(touch.isPinned(4) && touch.isPinned(13));
    locks.toggle(touch, Locks::Last, scene.positions);
    EXPECT_FALSE(touch.isPinned(4) || touch.isPinned(13));
    locks.toggle(touch, Locks::Start, scene.positions);
    EXPECT_FALSE(touch.isPinned(0) || touch.isPinned(5));
    EXPECT_TRUE(locksOf(test::clothScene(4)).isEmpty());
}

TEST(PickOrnament, TakesTheFirstThatTheRayMeets) {
    const std::vector<vec3> places = {vec3(0.0f), vec3(0.0f, 0.0f, -2.0f), vec3(3.0f, 0.0f, 0.0f)};
    std::vector<samples::Ornament> ornaments(3);
    ornaments[0] = {0, ColliderShape::Box, 0.1f, vec3(0.5f, 0.1f, 0.2f)};
    ornaments[1] = {1, ColliderShape::Sphere, 0.6f, vec3(0.1f)};
    ornaments[2] = {2, ColliderShape::Sphere, 0.5f, vec3(0.1f)};
    const auto pickFrom = [&](vec3 origin, vec3 direction, float nearest = INFINITY) {
        const auto picked = pickOrnament({origin, glm::normalize(direction)}, ornaments, places, nearest);
        return picked ? static_cast<int>(picked->particle) : -1;
    };
    const vec3 ahead(0.0f, 0.0f, -1.0f);
    EXPECT_EQ(pickFrom(vec3(0.45f, 0.05f, 4.0f), ahead), 0) << "the box is in front";
    EXPECT_EQ(pickFrom(vec3(0.45f, 0.15f, 4.0f), ahead), 1) << "over the box, the ball";
    EXPECT_EQ(pickFrom(vec3(0.45f, 0.55f, 4.0f), ahead), -1) << "over both";
    EXPECT_EQ(pickFrom(vec3(0.0f, 0.0f, 4.0f), ahead, 3.5f), -1) << "something else is nearer";
    EXPECT_EQ(pickFrom(vec3(0.0f, 0.0f, 4.0f), ahead, 3.9f), 0);
    EXPECT_EQ(pickFrom(vec3(0.0f, 0.0f, 4.0f), vec3(3.0f, 0.2f, -4.0f)), 2);
    EXPECT_EQ(pickFrom(vec3(0.0f, 0.0f, -4.0f), ahead), -1) << "behind the eye";
}

}  // namespace
}  // namespace pliant::viewer
