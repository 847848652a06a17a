// The mouse finds the particle that a person means.

#include "viewer/picking.h"

#include <random>

#include "skin_support.h"

namespace pliant::viewer {
namespace {

using test::take;

constexpr float kTolerance = 0.02f;  // [rad]

GridDescription standing(float z, std::uint32_t size, std::string name) {
    GridDescription grid;
    grid.name = std::move(name);
    grid.corner = vec3(-0.5f, -0.5f, z);
    grid.alongColumn = vec3(0.0f, 1.0f, 0.0f);
    grid.columns = grid.rows = size;
    return grid;
}

// What is picked from, compiled, with positions where the scene has put them.
struct Stage {
    explicit Stage(Scene shown) : scene(std::move(shown)), schedule(take(compile(scene))) {
        surface = surfaceOf(scene, *schedule);
        for (const vec4& particle : schedule->particles)
            places.emplace_back(particle);
    }

    std::optional<Pick> towards(vec3 from, vec3 to) const {
        return pick({from, glm::normalize(to - from)}, kTolerance, surface, *schedule, places);
    }

    Scene scene;
    SchedulePtr schedule;
    Surface surface;
    std::vector<vec3> places;
};

Stage twoCloths() {
    Scene scene;
    take(addGrid(scene, standing(0.0f, 12, "behind")));
    take(addGrid(scene, standing(1.0f, 9, "in front")));
    return Stage(std::move(scene));
}

std::uint32_t nearestOf(const Scene& scene, vec3 place, std::uint32_t first, std::uint32_t count) {
    std::uint32_t nearest = first;
    for (std::uint32_t i = first; i < first + count; ++i) {
        if (glm::distance(scene.positions[i], place) < glm::distance(scene.positions[nearest], place)) nearest = i;
    }
    return nearest;
}

TEST(Picking, FindsEveryParticleThatIsPointedAt) {
    Scene scene;
    take(addGrid(scene, standing(0.0f, 13, "cloth")));
    const Stage stage(std::move(scene));
    for (std::uint32_t i = 0; i < stage.scene.positions.size(); ++i) {
        const vec3 eye(0.3f, 0.2f, 3.0f), place = stage.scene.positions[i];
        const auto picked = stage.towards(eye, place * 0.999f);  // a hair within the edge
        ASSERT_TRUE(picked) << i;
        EXPECT_EQ(picked->particle, i);
        EXPECT_NEAR(picked->distance, glm::distance(eye, place), 2e-3f);
    }
}

TEST(Picking, TakesTheClothInFront) {
    const Stage stage = twoCloths();
    const Body& behind = stage.scene.bodies[0];
    const Body& inFront = stage.scene.bodies[1];
    std::mt19937 random(1);
    std::uniform_real_distribution<float> within(-0.49f, 0.49f);
    for (int i = 0; i < 200; ++i) {
        const vec3 place(within(random), within(random), 1.0f);
        const auto front = stage.towards(place + vec3(0.0f, 0.0f, 2.0f), place);
        ASSERT_TRUE(front);
        const vec3 met = stage.scene.positions[front->particle];
        EXPECT_GE(front->particle, inFront.firstParticle);
        EXPECT_LT(glm::distance(met, place), 0.75f / 8.0f) << "not a corner of the cell that is met";
        const auto back = stage.towards(place - vec3(0.0f, 0.0f, 3.0f), place);
        ASSERT_TRUE(back);
        EXPECT_LT(back->particle, behind.particleCount);
        EXPECT_EQ(back->particle, nearestOf(stage.scene, vec3(place.x, place.y, 0.0f), 0, behind.particleCount));
    }
}

TEST(Picking, FollowsTheStateNotTheScene) {
    Stage stage = twoCloths();
    const Body& behind = stage.scene.bodies[0];
    for (std::size_t i = 0; i < stage.places.size(); ++i) {
        if (stage.schedule->sceneParticle[i] < behind.particleCount) stage.places[i].z = 2.0f;  // now it is in front
    }
    const auto picked = stage.towards(vec3(0.0f, 0.0f, 5.0f), vec3(0.01f, 0.02f, 0.0f));
    ASSERT_TRUE(picked);
    EXPECT_LT(picked->particle, behind.particleCount);
}

// What carries the vertex that is pointed at, and is nearest to it: of the ball in front, not of the one behind.
TEST(Picking, OfASkinTakesTheParticleThatCarriesIt) {
    Scene scene;
    for (const float z : {0.0f, 3.0f})
        take(addLattice(scene, test::latticeOf(sphereMesh(vec3(0.0f, 0.0f, z), 1.0f, 4), 0.25f)));
    Stage stage(std::move(scene));
    stage.places = verticesOf(stage.surface, stage.places);
    const Body& inFront = stage.scene.bodies[1];
    for (const vec3 side : {vec3(0.0f), vec3(0.3f, 0.2f, 0.0f), vec3(-0.4f, 0.5f, 0.0f)}) {
        const vec3 met = side + vec3(0.0f, 0.0f, 3.0f + std::sqrt(1.0f - glm::dot(side, side)));
        const auto picked = stage.towards(vec3(side.x, side.y, 9.0f), met);
        ASSERT_TRUE(picked);
        EXPECT_GE(picked->particle, inFront.firstParticle);
        EXPECT_LT(glm::distance(stage.scene.positions[picked->particle], met), 0.25f);
    }
}

TEST(Picking, MeetsNothingBesideAndBehindTheEye) {
    const Stage stage = twoCloths();
    EXPECT_FALSE(stage.towards(vec3(0.0f, 0.0f, 5.0f), vec3(1.5f, 0.0f, 1.0f)));
    EXPECT_FALSE(stage.towards(vec3(0.0f, 0.0f, 5.0f), vec3(0.0f, 0.0f, 9.0f)));
}

TEST(Picking, CatchesAnEdgeFromBeside) {
    const Stage stage = twoCloths();
    const vec3 eye(0.0f, 0.0f, 5.0f), corner(0.5f, 0.5f, 1.0f);
    const auto near = stage.towards(eye, corner + vec3(0.02f, 0.02f, 0.0f));
    ASSERT_TRUE(near);
    EXPECT_EQ(stage.scene.positions[near->particle], corner);
    EXPECT_FALSE(stage.towards(eye, corner + vec3(0.15f, 0.15f, 0.0f)));
}

// A rope along x at z = 0.5 between the two cloths, and one at z = 1.5 before both.
Stage ropesAndCloths() {
    Scene scene = twoCloths().scene;
    for (const float z : {0.5f, 1.5f}) {
        RopeDescription rope;
        rope.from = vec3(-0.5f, 0.07f, z);
        rope.to = vec3(0.5f, 0.07f, z);
        rope.count = 11;
        take(addRope(scene, rope));
    }
    return Stage(std::move(scene));
}

TEST(Picking, TakesALineWhereItIsInFront) {
    const Stage stage = ropesAndCloths();
    const Body& hidden = stage.scene.bodies[2];
    const Body& seen = stage.scene.bodies[3];
    const vec3 onRope(0.21f, 0.07f, 1.5f);
    const auto fromFront = stage.towards(onRope + vec3(0.0f, 0.0f, 3.0f), onRope);
    ASSERT_TRUE(fromFront);
    EXPECT_EQ(fromFront->particle, nearestOf(stage.scene, onRope, seen.firstParticle, seen.particleCount));
    const auto fromBehind = stage.towards(vec3(0.21f, 0.07f, -3.0f), onRope);
    ASSERT_TRUE(fromBehind);
    EXPECT_LT(fromBehind->particle, hidden.firstParticle) << "the rope is behind the cloth";
}

TEST(Picking, TakesALineFromAnglesWithinTheTolerance) {
    const Stage stage = ropesAndCloths();
    const Body& seen = stage.scene.bodies[3];
    const vec3 eye(0.0f, 2.5f, 1.5f);  // above all, looking down past the cloths
    const auto beside = [&](float angle) { return stage.towards(eye, vec3(0.2f, 0.07f, 1.5f + 2.43f * angle)); };
    const auto near = beside(0.8f * kTolerance);
    ASSERT_TRUE(near);
    EXPECT_EQ(near->particle, nearestOf(stage.scene, vec3(0.2f, 0.07f, 1.5f), seen.firstParticle, seen.particleCount));
    EXPECT_FALSE(beside(1.2f * kTolerance));
}

TEST(Picking, LeavesOutWhatIsNoPlace) {
    Stage stage = twoCloths();
    for (vec3& place : stage.places)
        place.x = std::numeric_limits<float>::quiet_NaN();
    EXPECT_FALSE(stage.towards(vec3(0.0f, 0.0f, 5.0f), vec3(0.01f, 0.02f, 0.0f)));
}

}  // namespace
}  // namespace pliant::viewer
