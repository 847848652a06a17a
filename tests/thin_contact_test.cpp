// Faces and edges keep off each other, and do not go through each other, however thin a body is: what is looked at goes
// by how long its edges are.

#include <gtest/gtest.h>

#include "neighbour_lists_support.h"
#include "neighbour_support.h"
#include "rigid_support.h"

namespace pliant::test {
namespace {

// A sheet of 1.4 m that falls over a ball onto a floor, where its folds lie on each other and creases go through cells.
void dropOverBall(float thickness) {
    Scene scene;
    addSheet(scene, 40, 1.4f, vec3(0.0f, 0.75f, 0.0f), {.thickness = thickness});
    CpuSolver solver = take(CpuSolver::create(take(compile(scene)), {2, true}));
    for (int frame = 0; frame < 80 && !testing::Test::HasFatalFailure(); ++frame) {
        take(solver.step({}, onBall()));
        expectNothingThrough(scene, solver, fmt::format("{} m thick, frame {}", thickness, frame));
    }
    EXPECT_EQ(solver.snapshot().crowded, 0u);
}

TEST(ThinContact, ClothOfAnyThicknessStaysOnItsSide) {
    for (const float thickness : {0.004f, 1e-6f})
        dropOverBall(thickness);
}

// A free sheet that is thrown at another one, twice as heavy: the share of its momentum that both have in the end.
double keptMomentum(float speed) {
    Scene scene = emptySpace();
    addSheet(scene, 30, 1.0f, vec3(0.0f, 0.2f, 0.0f), {.thickness = 0.004f});
    GridDescription heavy = sheet(24, 1.0f, vec3(0.013f, -0.2f, 0.021f));
    heavy.fabric->arealDensity *= 2.0f;
    take(addContact(scene, take(addGrid(scene, heavy)), {.thickness = 0.004f}));
    const SchedulePtr schedule = take(compile(scene));
    CpuSolver solver = take(CpuSolver::create(schedule, {2, true}));
    take(solver.restore(
        thrown(*schedule, [&](std::size_t i) { return vec3(0.0f, i < 30 * 30 ? -speed : 0.0f, 0.0f); })));
    const auto sums = [&](int body) { return sumsOf(scene, scene.bodies[body], solver.snapshot()); };
    const double before = sums(0).momentum.y;
    const auto frames = static_cast<int>(60.0f / speed);
    for (int frame = 0; frame < frames && !testing::Test::HasFatalFailure(); ++frame) {
        take(solver.step({}));
        expectNothingThrough(scene, solver, fmt::format("{} m/s, frame {}", speed, frame));
    }
    EXPECT_LT(sums(1).velocity.y, -0.25 * double(speed)) << "it has been pushed";
    return (sums(0).momentum.y + sums(1).momentum.y) / before;
}

// What is so fast that one push for all that touches a corner is not enough is stopped by planes, which keep no
// momentum.
TEST(ThinContact, TwoSheetsThatMeetKeepTheirMomentum) {
    EXPECT_NEAR(keptMomentum(2.0f), 1.0, 5e-5);
    EXPECT_GT(keptMomentum(10.0f), 0.65);
}

// On a board that is held, both of cloth, tilted by a slope: how far the middle of a sheet of 0.3 m has slid in half a
// second, and how high it is in the end.
dvec3 slid(double slope, float friction) {
    const double angle = std::atan(slope);
    Scene scene = emptySpace();
    scene.environment.gravity = 9.81f * vec3(std::sin(angle), -std::cos(angle), 0.0);
    addSheet(scene, 41, 1.2f, vec3(0.0f), {.thickness = 0.0018f, .friction = friction});
    std::fill(scene.pinned.begin(), scene.pinned.end(), std::uint8_t(1));
    addSheet(scene, 16, 0.3f, vec3(-0.25f, 0.0016f, 0.007f), {.thickness = 0.0012f, .friction = friction});
    CpuSolver solver = take(CpuSolver::create(take(compile(scene)), {2, true}));
    const auto middle = [&] { return sumsOf(scene, scene.bodies[1], solver.snapshot()).centre; };
    const dvec3 before = middle();
    for (int frame = 0; frame < 30; ++frame)
        take(solver.step({}));
    return middle() - dvec3(before.x, 0.0, before.z);
}

// There are no bumps of balls in the way, and it keeps as far off as both are thick.
TEST(ThinContact, ASheetSlidesAsCoulombSays) {
    for (const auto& [slope, friction] : {std::pair(0.15, 0.0f), std::pair(0.6, 0.3f), std::pair(0.3, 0.2f)}) {
        const double angle = std::atan(slope);
        const double way = 0.5 * 9.81 * (std::sin(angle) - double(friction) * std::cos(angle)) * 0.5 * 0.5;
        const dvec3 end = slid(slope, friction);
        EXPECT_NEAR(end.x, way, 0.01 * way) << slope << ", " << friction;
        EXPECT_NEAR(end.y, 0.0015, 0.00003) << slope << ", " << friction;
    }
    EXPECT_NEAR(slid(0.15, 0.3f).x, 0.0, 5e-4) << "it stays";
}

float reachOf(const Scene& scene) {
    return take(compile(scene))->neighbourBodies.at(0).reach;
}

// 0.8 of its mean edge: of a grid a third are diagonals, nearly. What is thicker reaches as far as it is thick.
TEST(ThinContact, ItReachesAsFarAsItsEdgesAsk) {
    constexpr Index kSize = 30;
    constexpr double kSticks = 2.0 * kSize * (kSize - 1), kDiagonals = double(kSize - 1) * (kSize - 1);
    Scene thin, thick, loose;
    addSheet(thin, kSize, 2.9f, vec3(0.0f), {.thickness = 0.001f});
    const double mean = (kSticks * 0.1 + kDiagonals * 0.1 * std::sqrt(2.0)) / (kSticks + kDiagonals);
    EXPECT_NEAR(reachOf(thin), 0.8 * mean, 1e-6);
    thin.contacts[0].thickness = 0.81f * static_cast<float>(mean);
    EXPECT_EQ(reachOf(thin), thin.contacts[0].thickness);
    addSheet(thick, kSize, 2.9f, vec3(0.0f));
    EXPECT_EQ(reachOf(thick), thick.contacts[0].thickness);
    addParticle(loose, vec3(0.0f), 1.0f);
    loose.contacts.push_back({0, 1, 0.03f});
    EXPECT_EQ(reachOf(loose), 0.03f);
}

// How many neighbours all particles have together.
Index listedBy(const Scene& scene) {
    const Lists lists(take(compile(scene)), scene.positions, std::vector<vec3>(scene.positions.size(), vec3(0.0f)),
                      cpu::hasWideKernels());
    Index listed = 0;
    for (Index i = 0; i < scene.positions.size(); ++i)
        listed += lists.looks(i) ? static_cast<Index>(lists.of(i)->size()) : 0;
    return listed;
}

// A rigid body is looked at by others alone. With a shape that gives way it may go through itself.
TEST(RigidContact, ItDoesNotTouchItself) {
    Scene scene;
    take(addRigidBody(scene, rigidBox(vec3(0.3f, 0.05f, 0.3f), 0.05f)));
    ASSERT_EQ(scene.shapes.size(), 1u);
    EXPECT_EQ(listedBy(scene), 0u);
    scene.shapes[0].compliance = 1e-6f;
    EXPECT_GT(listedBy(scene), 100u);
    // Two of them touch each other.
    scene.shapes[0].compliance = 0.0f;
    take(addRigidBody(scene, rigidBox(vec3(0.3f, 0.05f, 0.3f), 0.05f, vec3(0.0f, 0.1f, 0.0f))));
    EXPECT_GT(listedBy(scene), 100u);
    EXPECT_EQ(take(compile(scene))->neighbourBodies.at(1).traits % (1u << kCountShift), kIsRigidBody);
}

}  // namespace
}  // namespace pliant::test
