// What is small beside a face meets it far from all of its corners.

#include "small_things.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pliant/shared/neighbour.h"

namespace pliant::test {
namespace {

using Index = std::uint32_t;

float lowestFrom(const Snapshot& state, Index first) {
    float lowest = 1e9f;
    for (std::size_t i = first; i < state.positions.size(); ++i)
        lowest = std::min(lowest, state.positions[i].y);
    return lowest;
}

TEST(SmallThings, LieOnLargeFaces) {
    const Scene scene = smallThings();
    CpuSolver solver = take(CpuSolver::create(take(compile(scene)), {2, true}));
    for (int frame = 0; frame < 40 && !testing::Test::HasFatalFailure(); ++frame) {
        take(solver.step({}));
        expectNothingThrough(scene, solver, fmt::format("frame {}", frame));
    }
    EXPECT_GT(lowestFrom(solver.snapshot(), scene.bodies[0].particleCount), -0.08f);
    EXPECT_EQ(solver.snapshot().crowded, 0u) << "a corner has no room for all that lies on its faces";
}

// Cloth that falls upon them, and that they are pressed into.
TEST(SmallThings, AreMetWhereTheyAreHeld) {
    const HeldBalls held = heldBalls();
    CpuSolver solver = take(CpuSolver::create(take(compile(held.scene)), {2, true}));
    for (int frame = 0; frame < 40 && !testing::Test::HasFatalFailure(); ++frame) {
        const float turn = 0.15f * float(frame);
        take(solver.step({}, ballsAt(held, vec3(0.01f * std::sin(3.0f * turn), 0.05f * std::sin(turn), 0.0f))));
        expectNothingThrough(held.scene, solver, fmt::format("frame {}", frame));
    }
    EXPECT_EQ(solver.snapshot().crowded, 0u);
}

// A sheet of 11 x 11 vertices, 2 cm apart, but that the middle columns are 8 cm from each other: at the origin is the
// middle of a diagonal.
MeshDescription clothWithWideCells() {
    constexpr Index kSize = 11;
    MeshDescription mesh;
    mesh.fabric = take(fabricNamed("cotton"));
    for (Index i = 0; i < kSize * kSize; ++i) {
        const float column = float(i % kSize), x = 0.02f * (column - 5.0f);
        mesh.vertices.emplace_back(i % kSize < 6 ? x - 0.04f : x + 0.02f, 0.0f, 0.02f * (float(i / kSize) - 4.5f));
    }
    for (Index i = 0; i + kSize < kSize * kSize; ++i) {
        if (i % kSize == kSize - 1) continue;
        mesh.faceSizes.insert(mesh.faceSizes.end(), {3u, 3u});
        mesh.faceCorners.insert(mesh.faceCorners.end(), {i, i + kSize, i + kSize + 1, i, i + kSize + 1, i + 1});
    }
    return mesh;
}

// Where some edges of a mesh are longer than most, their ends reach farther.
TEST(SmallThings, LieOnTheLargestFacesOfAMesh) {
    Scene scene;
    const Index body = take(addMesh(scene, clothWithWideCells()));
    take(addContact(scene, body, {.thickness = 0.002f}));
    std::vector<Index> rim;
    for (Index i = 0; i < 121; ++i)
        if (i % 11 % 10 == 0 || i / 11 % 10 == 0) rim.push_back(i);
    take(pinVertices(scene, body, rim));
    GridDescription upright = sheet(5, 0.01f, vec3(0.0f));
    upright.corner = vec3(-0.005f, 0.01f, 0.0f);
    upright.alongColumn = vec3(0.0f, 1.0f, 0.0f);
    take(addContact(scene, take(addGrid(scene, upright)), {.thickness = 0.002f}));
    CpuSolver solver = take(CpuSolver::create(take(compile(scene)), {1, true}));
    for (int frame = 0; frame < 40 && !testing::Test::HasFatalFailure(); ++frame) {
        take(solver.step({}));
        expectNothingThrough(scene, solver, fmt::format("frame {}", frame));
    }
    EXPECT_GT(lowestFrom(solver.snapshot(), scene.bodies[0].particleCount), -0.05f);
}

// What has no room for all within reach of its long edges reaches as far as its body does: it does not wait.
TEST(SmallThings, OfManyTrianglesAroundACornerNoneWaits) {
    Scene scene;
    MeshDescription disc;
    disc.fabric = take(fabricNamed("cotton"));
    disc.vertices = {vec3(0.0f)};
    for (Index k = 0; k < 256; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / 256;
        disc.vertices.emplace_back(0.5 * std::cos(angle), 0.0, 0.5 * std::sin(angle));
        disc.faceSizes.push_back(3);
        disc.faceCorners.insert(disc.faceCorners.end(), {0u, (k + 1) % 256 + 1, k + 1});
    }
    take(addContact(scene, take(addMesh(scene, disc)), {.thickness = 0.005f}));
    CpuSolver solver = take(CpuSolver::create(take(compile(scene)), {1, true}));
    for (int frame = 0; frame < 5; ++frame)
        take(solver.step({}));
    EXPECT_EQ(solver.snapshot().crowded, 0u);
    EXPECT_LT(solver.snapshot().positions[9].y, -0.02f);
}

// Bases of corners of a face that differ by less than a thousandth of it may bring it through what lies upon it.
TEST(SmallThings, AreNotLeftBehindByBases) {
    Scene scene;
    const Index body = addSheet(scene, 4, 1.0f, vec3(0.0f), {.thickness = 0.003f});
    std::vector<Index> rim;
    for (Index i = 0; i < 16; ++i)
        if (i % 4 % 3 == 0 || i / 4 % 3 == 0) rim.push_back(i);
    take(pinVertices(scene, body, rim));
    for (const vec3 place : {vec3(0.0f), vec3(0.11f, 0.0f, -0.13f), vec3(-0.12f, 0.0f, 0.1f)}) {
        GridDescription upright = sheet(8, 0.07f, vec3(0.0f));
        upright.fabric = take(fabricNamed("stiff-cotton"));
        upright.corner = place + vec3(-0.035f, 0.01f, 0.0f);
        upright.alongColumn = vec3(0.0f, 1.0f, 0.0f);
        take(addContact(scene, take(addGrid(scene, upright)), {.thickness = 0.003f}));
    }
    const MeshDescription ball = sphereMesh(vec3(0.05f, -0.26f, 0.04f), 0.2f, 2);
    ObstacleDescription description = obstacleOf(ball, 0.005f);
    description.spacing = 0.05f;
    const Obstacle obstacle = take(addObstacle(scene, description));
    CpuSolver solver = take(CpuSolver::create(take(compile(scene)), {2, true}));
    for (int frame = 0; frame < 40 && !testing::Test::HasFatalFailure(); ++frame) {
        std::vector<vec3> vertices = ball.vertices;
        for (vec3& vertex : vertices)
            vertex += 0.02f * vec3(0.5f * std::sin(0.9f * float(frame)), 1.0f - std::cos(0.7f * float(frame)), 0.0f);
        StepInputs inputs;
        take(moveObstacle(scene, obstacle, vertices, inputs));
        take(solver.step({}, inputs));
        expectNothingThrough(scene, solver, fmt::format("frame {}", frame));
    }
}

}  // namespace
}  // namespace pliant::test
