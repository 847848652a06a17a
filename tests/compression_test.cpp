// How far sticks give way that are pressed: as a spring does, whatever the length of the substeps, and of the sticks.

#include <bit>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/scene/collider.h"
#include "pliant/schedule/tile_items.h"
#include "pliant/shared/stick.h"
#include "pliant/state/step_report.h"
#include "pliant/state/stretch.h"
#include "support.h"

namespace pliant::test {
namespace {

constexpr double kGravity = 9.81;
constexpr double kRate = 720.0;  // shares are those of substeps of 1/720 s

PassConstants inSubstepsOf(double h) {
    PassConstants constants{};
    constants.inverseSquaredStep = static_cast<float>(1.0 / (h * h));
    return constants;
}

TEST(CompressionNow, IsWhatTheMaterialSaysInTheSubstepThatItIsOf) {
    for (const double h : {kDefaultSubstep, 1.0 / 60 / 12})
        for (int i = 0; i <= 128; ++i) {
            const float share = float(i) / 128.0f;
            EXPECT_EQ(std::bit_cast<std::uint32_t>(compressionNow<float>(share, inSubstepsOf(h))),
                      std::bit_cast<std::uint32_t>(share));
        }
}

TEST(CompressionNow, IsThatOfAnImplicitSpringInAllOthers) {
    for (const double h : {1.0 / 60, 1.0 / 600, 1.0 / 721, 1.0 / 768, 1.0 / 2880, 1e-5}) {
        const PassConstants constants = inSubstepsOf(h);
        EXPECT_EQ(compressionNow<float>(0.0f, constants), 0.0f);
        EXPECT_EQ(compressionNow<float>(1.0f, constants), 1.0f);
        for (int i = 1; i < 128; ++i) {
            const double share = i / 128.0, ratio = 1.0 / (kRate * kRate * h * h);
            const double expected = 1.0 / (1.0 + (1.0 / share - 1.0) * ratio);
            EXPECT_NEAR(compressionNow<float>(float(share), constants), expected, 3e-7 + 2e-7 * expected) << h;
        }
    }
}

// Tiles keep a rigid stick's share as a byte.
TEST(ShareIn, IsAsNearAsFiveBitsTell) {
    EXPECT_EQ(shareIn(byteOfShare(1.0f) << 24), 1.0f);
    EXPECT_LT(shareIn(byteOfShare(0.0f) << 24), 2e-5f);
    for (float share = 2e-5f; share < 1.0f; share *= 1.001f) {
        const std::uint32_t ends = byteOfShare(share) << 24 | 0xabcdefu;
        EXPECT_NEAR(shareIn(ends), share, share / 32.0f);
        EXPECT_EQ(byteOfShare(shareIn(ends)), ends >> 24);
    }
}

// A particle that stands upon a pinned one, a metre above it, where floats are finest.
Scene standing(const StickMaterial& material) {
    Scene scene = ropeScene(2, material);
    scene.positions = {vec3(0.0f, -1.0f, 0.0f), vec3(0.0f)};
    if (material.response == Response::Rigid) scene.masses[0] = 1e6f;  // pinned or not, it counts there
    scene.environment.damping = 20.0f;
    scene.tethers = scene.levels = false;
    return scene;
}

double energyOfGravity(const Scene& scene, const Snapshot& now) {
    double energy = 0.0;
    for (std::size_t i = 0; i < now.positions.size(); ++i)
        if (scene.pinned[i] == 0) energy -= double(scene.masses[i]) * scene.environment.gravity.y * now.positions[i].y;
    return energy;
}

// What is pressed by m g gives way by m g times its compliance, and holds half of the work that it took.
TEST(Compression, StandsForTheStiffnessOfASpring) {
    StickMaterial stiff, elastic = limited(1e-9f, 0.05f);
    StickMaterial damped = elastic;
    damped.damping = 2e-3f;
    const double weight = standing(stiff).masses[1] * kGravity, expected = kGravity * 7.0 / (kRate * kRate);
    for (StickMaterial material : {stiff, elastic, damped}) {
        material.compressionCompliance = float(expected / weight);  // a share of 1/8: tiles know it exactly
        const Scene scene = standing(material);
        const CompileOptions options{.tiles = TileUse::Always, .wholeParticles = 0};
        const SchedulePtr schedule = take(compile(scene, options));
        for (const Method method : {Method::GaussSeidel, Method::Tiles})
            for (const std::uint32_t substeps : {6u, 12u, 20u, 48u})
                for (const std::uint32_t iterations : {1u, 3u}) {
                    if (iterations > 1 && material.response == Response::Rigid) continue;
                    CpuSolver solver = take(CpuSolver::create(schedule));
                    for (int frame = 0; frame < 120; ++frame)
                        take(solver.step(settings(substeps, iterations, method)));
                    const Snapshot now = solver.snapshot();
                    EXPECT_NEAR(-now.positions[1].y, expected, 0.01 * expected) << nameOf(method) << ", " << substeps;
                    const double held = reportOf(scene, now).potentialEnergy - energyOfGravity(scene, now);
                    EXPECT_NEAR(held, 0.5 * weight * expected, 0.02 * 0.5 * weight * expected);
                }
    }
}

// Of uneven masses and pieces: a damped stick keeps its compliance, a rigid one the share for the masses of its ends.
TEST(Compression, OfASticksShapeAndMassesIsCompiled) {
    StickMaterial stiff, elastic = limited(1e-9f, 0.05f);
    stiff.compressionCompliance = elastic.compressionCompliance = 0.03f;
    for (const StickMaterial& material : {stiff, elastic}) {
        Scene scene = ropeScene(12, material);
        for (std::size_t i = 0; i < scene.masses.size(); ++i)
            scene.masses[i] = 0.01f * float(1 + i % 3);
        for (std::size_t i = 0; i < scene.sticks.size(); ++i)
            scene.sticks[i].complianceFactor = 0.25f * float(1 + i);
        const SchedulePtr schedule = take(compile(scene));
        for (std::size_t i = 0; i < schedule->sceneStick.size(); ++i) {
            const SceneStick& stick = scene.sticks[schedule->sceneStick[i]];
            const float yielding = 0.03f * stick.complianceFactor;
            const double w = 1.0 / scene.masses[stick.a] + 1.0 / scene.masses[stick.b];
            const double share = w / (w + double(yielding) * kRate * kRate);
            if (material.response == Response::Rigid)
                EXPECT_NEAR(schedule->sticks[i].parameter, share, share / 32.0) << i;
            else EXPECT_EQ(schedule->restraints[i].yielding, yielding) << i;
        }
    }
}

// A column that stands upon its lowest particle, of springs that are much softer than a substep tells: each gives way
// by what it bears.
TEST(Compression, OfAColumnIsThatOfAllThatItsSticksBear) {
    constexpr double kMass = 0.2, kCompliance = 0.05;  // [kg] of 1 m, [m/N] of all of it
    for (const std::uint32_t sticks : {2u, 4u, 8u}) {
        StickMaterial material = limited(1e-9f, 0.05f);
        material.compressionCompliance = float(kCompliance);
        Scene scene = ropeScene(sticks + 1, material);
        for (std::uint32_t i = 0; i <= sticks; ++i) {
            scene.positions[i] = vec3(0.0f, float(i) / float(sticks), 0.0f);
            scene.masses[i] = float(kMass / sticks);
        }
        for (SceneStick& stick : scene.sticks) {
            stick.restLength = 1.0f / float(sticks);
            stick.complianceFactor = 1.0f / float(sticks);
        }
        scene.environment.damping = 5.0f;
        scene.tethers = scene.levels = false;
        CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
        for (int frame = 0; frame < 300; ++frame)
            take(solver.step(settings(48)));
        const double sunk = 1.0 - solver.snapshot().positions.back().y;
        const double expected = kMass * kGravity * kCompliance * (sticks + 1) / 2 / sticks;
        EXPECT_NEAR(sunk, expected, 0.01 * expected) << sticks;
    }
}

double pressedOnABall(std::uint32_t substeps, std::uint32_t size = 32) {
    GridDescription grid;
    grid.columns = grid.rows = size;
    grid.corner = vec3(-1.0f, 0.05f, -1.0f);
    grid.width = grid.height = 2.0f;
    grid.fabric = take(fabricNamed("cotton"));
    Scene scene;
    take(addGrid(scene, grid));
    scene.environment.damping = 2.0f;
    StepInputs inputs;
    inputs.colliders.push_back({.shape = ColliderShape::Sphere, .radius = 0.5f});
    inputs.colliders[0].pose.position.y = -0.5f;
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    for (int frame = 0; frame < 180; ++frame)
        take(solver.step(settings(substeps), inputs));
    return measureStretch(scene, solver.snapshot().positions).pressed;
}

// When sticks gave back the same share in each substep, 48 of them left a fifth of what 12 do; when all gave back the
// same share of a push, cloth was pressed twice as much when it was twice as fine.
TEST(Compression, OfClothOnABallIsThatOfItsFabricInAnySubstepsAndMesh) {
    const double usual = pressedOnABall(12);
    EXPECT_NEAR(usual, 0.03, 0.006);
    EXPECT_NEAR(pressedOnABall(48), usual, 0.2 * usual);
    EXPECT_NEAR(pressedOnABall(12, 64), usual, 0.2 * usual);
}

}  // namespace
}  // namespace pliant::test
