// What lies on colliders, and on what lies on these: it does not give way to what is heavy.

#include <fmt/format.h>

#include <map>

#include "pliant/shared/support.h"
#include "pliant/state/step_report.h"
#include "rigid_support.h"
#include "validation.h"

namespace pliant::test {
namespace {

// After so many frames with a floor.
struct Outcome {
    Snapshot state;
    StepReport report;
};

Outcome settled(const Scene& scene, int frames, const StepInputs& inputs) {
    CpuSolver solver = take(CpuSolver::create(take(compile(scene)), {2, true}));
    for (int frame = 0; frame < frames; ++frame)
        take(solver.step({}, inputs));
    const Snapshot state = solver.snapshot();
    return {state, reportOf(scene, state, inputs.colliders)};
}

double lowestOf(const Scene& scene, const Body& body, const Snapshot& state) {
    double lowest = 1e9;
    for (std::uint32_t i = body.firstParticle; i < body.firstParticle + body.particleCount; ++i)
        if (scene.masses[i] > 0.0f) lowest = std::min(lowest, double(state.positions[i].y));
    return lowest;
}

// A box as heavy as a hundred sheets: it lies on one as on the floor.
TEST(Bearing, AHeavyBoxDoesNotPressClothIntoTheFloor) {
    const Scene scene = pileUnder(15.0, 1);
    const Outcome outcome = settled(scene, 60, onFloor());
    const double gap = lowestOf(scene, scene.bodies[1], outcome.state) - heightsUnder(scene, 1, outcome.state)[0];
    report("a box of 15 kg on cloth of 0.15: the least of it above the cloth [m]", 0.08, gap);
    EXPECT_EQ(outcome.report.penetrations, 0u);
    EXPECT_GT(gap, 0.9 * 0.08);
}

// Every layer bears what is above it.
TEST(Bearing, APileKeepsItsHeightUnderAHeavyBox) {
    constexpr std::uint32_t kSheets = 12;
    const Scene scene = pileUnder(15.0, kSheets);
    const Outcome outcome = settled(scene, 60, onFloor());
    const std::vector<double> heights = heightsUnder(scene, kSheets, outcome.state);
    report("twelve sheets under a box of a hundred times one: their height [m]", 1.1, heights.back() - heights.front());
    EXPECT_NEAR(heights.front(), 0.005, 1e-3);
    EXPECT_GT(heights.back() - heights.front(), 1.0);
    for (std::uint32_t i = 1; i < kSheets; ++i)
        EXPECT_GT(heights[i] - heights[i - 1], 0.06) << "sheet " << i;
    EXPECT_EQ(outcome.report.crowded, 0u);
    EXPECT_EQ(outcome.report.penetrations, 0u);
}

// Above the last layer that is looked at sheets share by their masses, and those below bear all the same.
TEST(Bearing, WhatIsHigherThanAllLayersIsBorneByThem) {
    constexpr std::uint32_t kSheets = kMostLayers + 4;
    const Scene scene = pileUnder(15.0, kSheets);
    const std::vector<double> heights = heightsUnder(scene, kSheets, settled(scene, 30, onFloor()).state);
    const double expected = 0.1 * (kMostLayers - 1);
    report("36 sheets under a box of a hundred times one: the highest layer that bears [m]", expected,
           heights[kMostLayers - 1] - heights.front());
    EXPECT_GT(heights[kMostLayers - 1] - heights.front(), 0.95 * expected);
    for (std::uint32_t i = 1; i < kSheets; ++i)
        EXPECT_GT(heights[i], heights[i - 1]) << "sheet " << i;
}

// Colliders are there as they are seen from each frame: those records of others bear nothing here.
TEST(Bearing, CollidersAsOtherFramesSeeThemBearNothing) {
    Scene scene = pileUnder(15.0, 3);
    const std::size_t count = scene.positions.size();
    const Snapshot alone = settled(scene, 20, onFloor()).state;
    scene.frames.emplace_back();
    scene.frames[0].pose.origin = {-50.0, 0.0, 0.0};
    GridDescription grid;
    grid.corner = vec3(2.0f, 1.0f, 0.0f);
    grid.columns = grid.rows = 4;
    scene.bodies[take(addGrid(scene, grid))].frame = 0;
    StepInputs inputs = onFloor();
    inputs.colliders.push_back(inputs.colliders[0]);
    inputs.colliders[1].frame = 0;
    // A wall in the frame; the pile would be within it if it were in the world.
    inputs.colliders[1].pose.position.x = 0.6f;
    inputs.colliders[1].pose.rotation = glm::angleAxis(-0.5f * std::numbers::pi_v<float>, vec3(0.0f, 0.0f, 1.0f));
    const Snapshot beside = settled(scene, 20, inputs).state;
    for (std::size_t i = 0; i < count; ++i)
        ASSERT_TRUE(sameBits(alone.positions[i], beside.positions[i])) << i;
}

// What is held bears as a floor does.
TEST(Bearing, APileOnClothThatIsHeldKeepsItsHeight) {
    constexpr std::uint32_t kSheets = 5;
    Scene scene = pileUnder(15.0, kSheets);
    for (std::uint32_t i = 0; i < scene.bodies[0].particleCount; ++i)
        scene.pinned[scene.bodies[0].firstParticle + i] = 1;
    const Outcome outcome = settled(scene, 60, {});
    const std::vector<double> heights = heightsUnder(scene, kSheets, outcome.state);
    EXPECT_GT(heights.back() - heights.front(), 0.9 * 0.4);
    EXPECT_EQ(outcome.report.crowded, 0u);
}

// From a wall as from a floor, and whatever way gravity goes: here it is x.
TEST(Bearing, WallsBearAsFloorsDo) {
    Scene scene = pileUnder(15.0, 3);
    const auto turned = [](vec3 v) { return vec3(v.y, -v.x, v.z); };
    for (vec3& position : scene.positions)
        position = turned(position);
    scene.environment.gravity = turned(scene.environment.gravity);
    StepInputs inputs = onFloor();
    inputs.colliders[0].pose.rotation = glm::angleAxis(-0.5f * std::numbers::pi_v<float>, vec3(0.0f, 0.0f, 1.0f));
    const Outcome outcome = settled(scene, 60, inputs);
    EXPECT_EQ(outcome.report.penetrations, 0u);
    double least = 1e9;
    for (std::uint32_t i = scene.bodies[3].firstParticle; i < scene.positions.size(); ++i)
        least = std::min(least, double(outcome.state.positions[i].x));
    const double distance = 0.005 + 2 * 0.1 + 0.08;
    EXPECT_GT(least, 0.85 * distance);
}

// A sheet that no floor has under it yet is pushed by the box as ever, and both keep their momentum.
TEST(Bearing, WhatNothingBearsGivesWay) {
    Scene scene = pileUnder(0.3, 2);
    scene.environment.gravity = vec3(0.0f);
    scene.environment.damping = 0.0f;
    for (vec3& position : scene.positions)
        position.y += 0.3f;
    const SchedulePtr schedule = take(compile(scene));
    CpuSolver solver = take(CpuSolver::create(schedule, {2, true}));
    const std::uint32_t box = scene.bodies[2].firstParticle;
    take(solver.restore(
        thrown(*schedule, [&](std::size_t i) { return i < box ? vec3(0.0f) : vec3(0.0f, -1.0f, 0.0f); })));
    const auto momentum = [&] {
        const Snapshot now = solver.snapshot();
        double sum = 0.0;
        for (std::size_t i = 0; i < now.positions.size(); ++i)
            sum += double(scene.masses[i]) * velocityOf(now, i).y;
        return sum;
    };
    const double before = momentum();
    for (int frame = 0; frame < 6; ++frame)
        take(solver.step({}, onFloor()));
    EXPECT_NEAR(momentum(), before, 1e-4 * std::abs(before));
    const double boxNow = sumsOf(scene, scene.bodies[2], solver.snapshot()).velocity.y;
    EXPECT_GT(boxNow, -0.95) << "they have met";
    EXPECT_LT(sumsOf(scene, scene.bodies[0], solver.snapshot()).velocity.y, -0.01);
}

// What bears what is found anew in every step: nothing of the one before shows.
TEST(Bearing, AFloorThatIsTakenAwayBearsNothing) {
    const Scene scene = pileUnder(15.0, 3);
    CpuSolver solver = take(CpuSolver::create(take(compile(scene)), {1, true}));
    for (int frame = 0; frame < 30; ++frame)
        take(solver.step({}, onFloor()));
    const Snapshot lying = solver.snapshot();
    CpuSolver other = take(CpuSolver::create(take(compile(scene)), {2, false}));
    take(other.restore(lying));
    for (CpuSolver* each : {&solver, &other}) {
        for (int frame = 0; frame < 12; ++frame)
            take(each->step({}));
    }
    EXPECT_EQ(hashOf(solver.snapshot()), hashOf(other.snapshot()));
    const double fell =
        sumsOf(scene, scene.bodies[3], lying).centre.y - sumsOf(scene, scene.bodies[3], solver.snapshot()).centre.y;
    EXPECT_NEAR(fell, 0.5 * 9.81 * 0.04, 0.02);
}

// A sphere that is no larger than a particle is thick bears it all the same.
TEST(Bearing, WhatLiesOnASmallColliderIsFound) {
    Collider sphere;
    sphere.shape = ColliderShape::Sphere;
    sphere.radius = 0.05f;
    sphere.thickness = 0.01f;
    const ColliderRecord record = recordFor(sphere, 0, 1);
    const float thickness = 0.1f;
    vec3 away(0.0f);
    EXPECT_TRUE(liesOnCollider<float>(record, vec3(0.0f, 0.06f + 0.29f * thickness, 0.0f), thickness, away));
    EXPECT_NEAR(away.y, 1.0f, 1e-6f);
    EXPECT_FALSE(liesOnCollider<float>(record, vec3(0.0f, 0.06f + 0.31f * thickness, 0.0f), thickness, away));
    EXPECT_FALSE(liesOnCollider<float>(record, vec3(0.0f, 1.0f, 0.0f), thickness, away));
}

// Both sides of a pair must say the same, or momentum would come from nowhere.
TEST(Bearing, OneBearsWhereTheOtherIsBorne) {
    std::mt19937 random(3);
    const auto any = [&] { return int(random() % 2001u) - 1000; };
    std::map<float, int> seen;
    for (int k = 0; k < 2000; ++k) {
        const auto support = [&] { return random() % 3 ? supportOf(packedDirection(any(), any(), any()), 1) : 0u; };
        const std::uint32_t mine = support(), its = support();
        const vec3 normal = glm::normalize(vec3(float(any()) + 0.5f, float(any()), float(any())));
        const auto shareOf = [&](std::uint32_t one, std::uint32_t other, vec3 n) {
            return shareOfPushBorne<float>(1.0f, 1.0f, 3.0f, n, directionOfSupport(one), directionOfSupport(other),
                                           1.0f, 1.0f);
        };
        const float here = shareOf(mine, its, normal), there = shareOf(its, mine, -normal);
        ++seen[std::round(100.0f * here)];
        EXPECT_EQ(here == 0.0f, there > 0.9f) << "one gets nothing, and the other all";
        EXPECT_EQ(here > 0.9f, there == 0.0f);
    }
    EXPECT_EQ(seen, (std::map<float, int>{{0.0f, seen[0.0f]}, {25.0f, seen[25.0f]}, {100.0f, seen[100.0f]}}));
    EXPECT_GT(std::min({seen[0.0f], seen[25.0f], seen[100.0f]}), 20);
}

// What shares a push by its masses does so in the same rounds on both sides, whatever bears either; and a wall pushes
// in rounds of the one alone that it bears.
TEST(Bearing, BothSidesOfAPushAreOfOneRound) {
    const std::uint32_t up = packedDirection(0, 1024, 0);
    const vec3 aside(1.0f, 0.0f, 0.0f), above(0.0f, 1.0f, 0.0f);
    const auto shareOf = [](std::uint32_t round, std::uint32_t one, std::uint32_t other, vec3 normal) {
        return shareOfPushBorne<float>(1.0f, 1.0f, 1.0f, normal, directionOfSupport(one), directionOfSupport(other),
                                       isPushedFromBelow(round, one) ? 1.0f : 0.0f, isRoundOfAll(round) ? 1.0f : 0.0f);
    };
    const auto supportAt = [&](std::uint32_t layer) { return layer == 0 ? 0u : supportOf(up, layer); };
    for (std::uint32_t round = 0; round < kPushRounds; ++round)
        for (std::uint32_t one = 0; one < 5; ++one) {
            const std::uint32_t support = supportAt(one);
            for (std::uint32_t other = 0; other < 5; ++other) {
                const float here = shareOf(round, support, supportAt(other), aside);
                EXPECT_EQ(here, shareOf(round, supportAt(other), support, -aside)) << round << one << other;
                EXPECT_EQ(here > 0.0f, one + other == 0 || round % 3 == 1) << round << one << other;
            }
            const float onWall = shareOf(round, supportAt(one + 1), supportAt(one), above);
            EXPECT_EQ(onWall > 0.9f, one > 0 && (round + 1) % 3 == (one + 1) % 3) << round << one;
            EXPECT_TRUE(isPushedIn(round, support) || shareOf(round, support, supportAt(1), aside) == 0.0f);
        }
}

TEST(Bearing, LayersThreeApartHaveTheSameMark) {
    const std::uint32_t up = packedDirection(0, 1024, 0);
    for (std::uint32_t layer = 1; layer < 8; ++layer) {
        for (std::uint32_t other = 1; other < 8; ++other)
            EXPECT_EQ(isOfLayer(supportOf(up, layer), other), layer % 3 == other % 3);
        EXPECT_FALSE(isOfLayer(0, layer));
        EXPECT_TRUE(bearsTowards<float>(directionOfSupport(supportOf(up, layer)), vec3(0.0f, 1.0f, 0.0f)));
    }
}

// In eleven rounds each of eleven layers is pushed after the one below it.
TEST(Bearing, RoundsGoUpLayerByLayer) {
    const std::uint32_t up = packedDirection(0, 1024, 0);
    for (std::uint32_t round = 0; round < kPushRounds; ++round) {
        EXPECT_TRUE(isPushedIn(round, 0)) << "what nothing bears";
        for (std::uint32_t layer = 1; layer <= kPushRounds; ++layer)
            EXPECT_EQ(isPushedFromBelow(round, supportOf(up, layer)), (round + 1) % 3 == layer % 3)
                << round << ", " << layer;
        EXPECT_TRUE(hasRound(round, 1));
        EXPECT_EQ(hasRound(round, 0), round >= kPushRounds - kRoundsInAir);
    }
    std::uint32_t told = 0;  // so many layers know of what stops the lowest
    for (std::uint32_t round = 0; round < kPushRounds; ++round)
        if (isPushedFromBelow(round, supportOf(up, told + 1))) ++told;
    EXPECT_EQ(told, kPushRounds);
    EXPECT_TRUE(isRoundOfAll(kPushRounds - 1));
    EXPECT_EQ(kPushRounds % 2, 1u) << "or the last one writes where the first one reads";
    EXPECT_EQ(kRoundsInAir % 2, 1u);
}

TEST(Bearing, PassesOfLayersAreOneLineOfTheDescription) {
    EXPECT_CONTAINS(describe(*take(compile(pileUnder(1.0, 2)))), fmt::format("{} times", kMostLayers - 1));
}

}  // namespace
}  // namespace pliant::test
