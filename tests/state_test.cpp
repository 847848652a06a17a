#include "pliant/state/snapshot.h"

#include <limits>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/state/stretch.h"
#include "support.h"

namespace pliant::test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

Snapshot threePoints() {
    const std::vector<vec3> points{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}};
    return {points, points, 4, 40, 0.001};
}

TEST(UlpDistance, CountsRepresentableFloats) {
    EXPECT_EQ(ulpDistance(1.0f, 1.0f), 0u);
    EXPECT_EQ(ulpDistance(1.0f, std::nextafter(1.0f, 2.0f)), 1u);
    EXPECT_EQ(ulpDistance(-1.0f, std::nextafter(-1.0f, -2.0f)), 1u);
    EXPECT_EQ(ulpDistance(1.0f, 2.0f), 1u << 23);
    EXPECT_EQ(ulpDistance(0.0f, -0.0f), 1u);
    const float tiny = std::numeric_limits<float>::denorm_min();
    EXPECT_EQ(ulpDistance(tiny, -tiny), 3u);
    EXPECT_EQ(ulpDistance(kNan, -kNan), 0u);
    EXPECT_EQ(ulpDistance(kNan, 1.0f), std::uint64_t(1) << 32);
    EXPECT_LT(ulpDistance(-kInfinity, kInfinity), std::uint64_t(1) << 32);
}

TEST(Compare, SaysWhereAndByHowMuch) {
    const Snapshot a = threePoints();
    EXPECT_EQ(take(compare(a, a)).differing, 0u);
    Snapshot b = a;
    b.positions[2].y = std::nextafter(7.0f, 8.0f);
    b.previous[1].x = 3.5f;
    const Comparison c = take(compare(a, b));
    EXPECT_EQ(c.differing, 2u);
    EXPECT_EQ(c.firstParticle, 1u);
    EXPECT_EQ(c.maxAbs, 0.5);
    EXPECT_EQ(c.maxUlp, 1u << 21);
}

TEST(Compare, SeesVelocitiesAndTurns) {
    Snapshot a = threePoints();
    a.velocities.assign(3, vec3(1.0f));
    a.shapeTurns.assign(2, vec4(0.0f, 0.0f, 0.0f, 1.0f));
    Snapshot b = a;
    EXPECT_EQ(take(compare(a, b)).differingTurns, 0u);
    b.shapeTurns[1].w = std::nextafter(1.0f, 0.0f);
    EXPECT_EQ(take(compare(a, b)).differingTurns, 1u);
    EXPECT_EQ(take(compare(a, b)).differing, 0u);
    b.velocities[2].z = 1.5f;
    EXPECT_EQ(take(compare(a, b)).differing, 1u);
    EXPECT_EQ(take(compare(a, b)).firstParticle, 2u);
    b.shapeTurns.pop_back();
    EXPECT_CONTAINS(messageOf(compare(a, b)), "2 and 1 shapes");
}

TEST(Compare, NonFiniteNumbers) {
    Snapshot a = threePoints(), b = a;
    a.positions[0].x = kNan;
    b.positions[0].x = -kNan;
    EXPECT_EQ(take(compare(a, b)).differing, 0u);
    EXPECT_EQ(hashOf(a), hashOf(b));
    b.positions[0].x = 1.0f;
    const Comparison c = take(compare(a, b));
    EXPECT_EQ(c.differing, 1u);
    EXPECT_EQ(c.maxAbs, std::numeric_limits<double>::infinity());
    b = a;
    b.positions.pop_back();
    EXPECT_CONTAINS(messageOf(compare(a, b)), "3 and 2");
}

TEST(HashOf, DependsOnEveryPart) {
    const Snapshot a = threePoints();
    const auto changed = [&](auto change) {
        Snapshot b = a;
        change(b);
        return hashOf(b);
    };
    EXPECT_EQ(hashOf(a), hashOf(threePoints()));
    EXPECT_NE(changed([](Snapshot& s) { s.positions[1].z = std::nextafter(5.0f, 6.0f); }), hashOf(a));
    EXPECT_NE(changed([](Snapshot& s) { s.previous[1].z = std::nextafter(5.0f, 6.0f); }), hashOf(a));
    EXPECT_NE(changed([](Snapshot& s) { s.positions[1].z = 0.0f, s.positions[1].x = -0.0f; }), hashOf(a));
    EXPECT_NE(changed([](Snapshot& s) { std::swap(s.positions[0], s.positions[1]); }), hashOf(a));
    EXPECT_NE(changed([](Snapshot& s) { s.carry = {vec4(1e-9f), vec4(0.0f), vec4(0.0f)}; }), hashOf(a));
    EXPECT_NE(changed([](Snapshot& s) { ++s.stepCount; }), hashOf(a));
    EXPECT_NE(changed([](Snapshot& s) { s.previousSubstep = 0.002; }), hashOf(a));
}

TEST(Snapshot, RestoreRefusesWhatDoesNotFitAndChangesNothing) {
    CpuSolver solver = take(CpuSolver::create(take(compile(clothScene(4)))));
    take(solver.step());
    const Snapshot before = solver.snapshot();
    const auto refused = [&](auto change) {
        Snapshot broken = before;
        change(broken);
        const std::string message = messageOf(solver.restore(broken));
        EXPECT_EQ(solver.snapshot(), before);
        return message;
    };
    EXPECT_CONTAINS(refused([](Snapshot& s) { s.positions.pop_back(); }), "16 particles");
    EXPECT_CONTAINS(refused([](Snapshot& s) { s.positions[7].x = kNan; }), "particle 7");
    EXPECT_CONTAINS(refused([](Snapshot& s) { s.previous[9].x = kInfinity; }), "particle 9");
    EXPECT_CONTAINS(refused([](Snapshot& s) { s.carry.pop_back(); }), "15 particles, but the schedule has 16");
    EXPECT_CONTAINS(refused([](Snapshot& s) { s.carry[3].y = kNan; }), "particle 3");
    EXPECT_CONTAINS(refused([](Snapshot& s) { s.carry[5].w = 0.5f; }), "particle 5 of the snapshot carries 0.5 steps");
    EXPECT_CONTAINS(refused([](Snapshot& s) { s.carry[6].w = kInfinity; }), "particle 6");
    EXPECT_CONTAINS(refused([](Snapshot& s) { s.previousSubstep = -1.0; }), "substep");
    EXPECT_CONTAINS(messageOf(CpuSolver::create(take(compile(clothScene(4))), {0, true})), "0 threads");
    EXPECT_CONTAINS(messageOf(CpuSolver::create(take(compile(clothScene(4))), {1000000000, true})), "1 to 1024");
    StepSettings broken;
    broken.dt = -1.0;
    EXPECT_CONTAINS(messageOf(solver.step(broken)), "dt");
    EXPECT_EQ(solver.snapshot(), before);
}

TEST(Stretch, CountsStructuralSticksOnly) {
    Scene scene;
    for (int i = 0; i < 101; ++i)
        addParticle(scene, vec3(float(i), 0.0f, 0.0f), 1.0f);
    for (std::uint32_t i = 0; i < 100; ++i)
        take(addStick(scene, i, i + 1));
    take(addStick(scene, 0, 100, 0, StickKind::Shear));
    take(addStick(scene, 0, 50));
    scene.sticks.back().restLength = 0.0f;  // has no relative error
    std::vector<vec3> positions = scene.positions;
    positions[100].x += 0.5f;
    positions[0].x -= 0.25f;
    positions[50].x += 0.125f;  // one of its sticks is shorter now, the other longer
    const Stretch stretch = measureStretch(scene, positions);
    EXPECT_NEAR(stretch.mean, 0.875 / 100, 1e-12);
    EXPECT_NEAR(stretch.p99, 0.25, 1e-12);
    EXPECT_NEAR(stretch.pressed, 0.125 / 100, 1e-12);
    EXPECT_NEAR(stretch.max, 0.5, 1e-12);
    positions[5].y = kNan;
    EXPECT_TRUE(std::isnan(measureStretch(scene, positions).mean));
    EXPECT_EQ(countNonFinite(positions), 1u);
    EXPECT_EQ(measureStretch(Scene{}, {}).max, 0.0);
}

}  // namespace
}  // namespace pliant::test
