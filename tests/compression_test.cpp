// How far sticks give way that are pressed: as a spring does, whatever the length of the substeps.

#include <bit>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/scene/collider.h"
#include "pliant/shared/stick.h"
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

// A particle that stands upon a pinned one, a metre above it, where floats are finest.
Scene standing(const StickMaterial& material) {
    Scene scene = ropeScene(2, material);
    scene.positions = {vec3(0.0f, -1.0f, 0.0f), vec3(0.0f)};
    scene.environment.damping = 20.0f;
    scene.tethers = scene.levels = false;
    return scene;
}

// What is pressed by m g gives way by m g times its inverse stiffness, (1/compression - 1) / (m (720/s)^2).
TEST(Compression, StandsForTheStiffnessOfASpring) {
    StickMaterial stiff, elastic = limited(1e-9f, 0.05f);
    stiff.compression = elastic.compression = 0.125f;
    const double expected = kGravity * (1.0 / 0.125 - 1.0) / (kRate * kRate);
    for (const StickMaterial& material : {stiff, elastic}) {
        for (const Method method : {Method::GaussSeidel, Method::Tiles}) {
            const CompileOptions options{.tiles = TileUse::Always, .wholeParticles = 0};
            const SchedulePtr schedule = take(compile(standing(material), options));
            for (const std::uint32_t substeps : {6u, 12u, 20u, 48u}) {
                CpuSolver solver = take(CpuSolver::create(schedule));
                for (int frame = 0; frame < 120; ++frame)
                    take(solver.step(settings(substeps, 1, method)));
                const double sunk = -solver.snapshot().positions[1].y;
                EXPECT_NEAR(sunk, expected, 0.01 * expected) << nameOf(method) << ", " << substeps;
            }
        }
    }
}

double pressedOnABall(std::uint32_t substeps) {
    GridDescription grid;
    grid.columns = grid.rows = 32;
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

// When sticks gave back the same share in each substep, 48 of them left a fifth of what 12 do.
TEST(Compression, OfClothOnABallIsThatOfItsFabricInAnySubsteps) {
    const double usual = pressedOnABall(12), fine = pressedOnABall(48);
    EXPECT_GT(usual, 0.005);
    EXPECT_GT(fine, 0.7 * usual);
    EXPECT_LT(fine, 1.5 * usual);
}

}  // namespace
}  // namespace pliant::test
