// How far fabrics stretch: by their compliance at rest, and never beyond their limit.

#include "pliant/cpu/cpu_solver.h"
#include "pliant/schedule/own_weight.h"
#include "pliant/state/stretch.h"
#include "support.h"

namespace pliant::test {
namespace {

constexpr double kGravity = 9.81;

Scene hanging(const Fabric& fabric, std::uint32_t columns, std::uint32_t rows, float width, float height) {
    GridDescription grid;
    grid.columns = columns;
    grid.rows = rows;
    grid.width = width;
    grid.height = height;
    grid.alongColumn = vec3(0.0f, -1.0f, 0.0f);
    grid.fabric = fabric;
    Scene scene;
    take(addGrid(scene, grid));
    take(pinPlace(scene, 0, GridPlace::FirstRow));
    scene.environment.damping = 2.0f;
    return scene;
}

std::vector<vec3> settle(const Scene& scene, double seconds, const StepSettings& settings = {},
                         const CompileOptions& options = {}) {
    CpuSolver solver = take(CpuSolver::create(take(compile(scene, options))));
    for (int step = 0; step < int(seconds / settings.dt); ++step)
        take(solver.step(settings));
    return solver.snapshot().positions;
}

// ---- What is expected of a body's own weight

// Of a strip the tension at distance y from its upper end is what hangs below, and the strain that times the
// compliance.
TEST(OwnWeight, StretchesAStripAsItsComplianceSays) {
    const Fabric leather = take(fabricNamed("leather"));
    for (const float weight : {0.0f, 3.0f}) {
        Scene scene = hanging(leather, 5, 41, 0.2f, 2.0f);
        for (std::uint32_t column = 0; column < 5; ++column)
            scene.masses[40 * 5 + column] += weight / 5.0f;
        const std::vector<float> strains = stretchUnderOwnWeight(scene, *take(compile(scene)));
        for (std::size_t i = 0; i < scene.sticks.size(); ++i) {
            const SceneStick& stick = scene.sticks[i];
            const double y = -0.5 * (double(scene.positions[stick.a].y) + scene.positions[stick.b].y);
            if (stick.kind != StickKind::Structural || stick.a + 5 != stick.b) continue;
            const double tension = kGravity * (leather.arealDensity * (2.0 - y) + weight / 0.2);
            const double expected = leather.stretchCompliance * tension;
            EXPECT_NEAR(strains[i], expected, 1e-3 * expected + 1e-6) << "at " << y;
        }
    }
}

TEST(OwnWeight, OfARopeBetweenTwoPinsIsHalvedByThem) {
    RopeDescription rope;
    rope.count = 101;
    rope.linearDensity = 0.1f;
    rope.material = compliant(1e-6f);
    rope.material.strainLimit = 0.1f;
    Scene scene;
    take(addRope(scene, rope));
    scene.pinned.front() = scene.pinned.back() = 1;
    const std::vector<float> strains = stretchUnderOwnWeight(scene, *take(compile(scene)));
    EXPECT_NEAR(strains[0], 1e-6 * kGravity * 0.0495 / 0.01, 0.01 * strains[0]);
    EXPECT_LT(strains[50], 0.02 * strains[0]);
}

TEST(OwnWeight, IsNotLookedAtWhereNothingGivesUpToALimit) {
    Scene scene = clothScene(8, compliant(1e-5f));
    EXPECT_TRUE(stretchUnderOwnWeight(scene, *take(compile(scene))).empty());
    for (StickMaterial& material : scene.materials)
        material.strainLimit = 0.1f;
    EXPECT_EQ(stretchUnderOwnWeight(scene, *take(compile(scene))).size(), scene.sticks.size());
}

// ---- At rest

struct Rest {
    const char* fabric;
    double largestMean;  // [%]
};

class HangingByItsCorners : public testing::TestWithParam<Rest> {};

// 64 x 64 particles and 2 m. A run of 64 substeps and 20 iterations, 64 frames a second, has a mean of 0.0085, 0.028,
// 0.008 and 0.0068 %; one sweep in each of 12 substeps is not as exact, but no more goes to the limit, 2.3 to 20 %.
TEST_P(HangingByItsCorners, StretchesByItsComplianceAndNotToItsLimit) {
    GridDescription grid;
    grid.columns = grid.rows = 64;
    grid.width = grid.height = 2.0f;
    grid.fabric = take(fabricNamed(GetParam().fabric));
    Scene scene;
    take(addGrid(scene, grid));
    take(pinPlace(scene, 0, GridPlace::FirstRowCorners));
    scene.environment.damping = 2.0f;
    const Stretch stretch = measureStretch(scene, settle(scene, 6.0));
    EXPECT_LT(100.0 * stretch.mean, GetParam().largestMean);
    EXPECT_LT(stretch.p99, grid.fabric->strainLimit + 0.01);
    EXPECT_LT(stretch.max, 1.5 * grid.fabric->strainLimit);
}

INSTANTIATE_TEST_SUITE_P(Fabrics, HangingByItsCorners,
                         testing::Values(Rest{"cotton", 0.03}, Rest{"denim", 0.08}, Rest{"silk", 0.03},
                                         Rest{"leather", 0.06}),
                         [](const auto& info) { return std::string(info.param.fabric); });

// Numbers of cotton, of which none is a limit: the one that a fabric has anyway. Without any nothing but its own sticks
// holds it.
TEST(StrainLimit, HoldsFabricsThatDoNotSayTheirs) {
    const Fabric cotton = take(fabricNamed("cotton"));
    for (const bool isEndless : {false, true}) {
        Fabric fabric;
        fabric.arealDensity = cotton.arealDensity;
        fabric.stretchCompliance = cotton.stretchCompliance;
        fabric.shearCompliance = cotton.shearCompliance;
        if (isEndless) fabric.strainLimit = std::numeric_limits<float>::infinity();
        GridDescription grid;
        grid.columns = grid.rows = 32;
        grid.width = grid.height = 2.0f;
        grid.fabric = fabric;
        Scene scene;
        take(addGrid(scene, grid));
        take(pinPlace(scene, 0, GridPlace::FirstRowCorners));
        scene.environment.damping = 2.0f;
        const double mean = 100.0 * measureStretch(scene, settle(scene, 6.0)).mean;
        if (isEndless) EXPECT_GT(mean, 0.2);
        else EXPECT_LT(mean, 0.04);
    }
}

// ---- Under load

// A leather strip of 0.5 m x 0.05 m that bears a weight, in substeps short enough for its sticks: by compliance times
// load up to its limit, and no further with ten times as much.
TEST(StrainLimit, IsReachedUnderLoadAndNeverLeft) {
    Fabric leather = take(fabricNamed("leather"));
    leather.stretchCompliance *= 500.0f;
    leather.shearCompliance = 1e3f;  // none to speak of: diagonals would bear their part
    StepSettings settings;
    settings.dt = 1.0 / 64.0;
    settings.substeps = 32;
    settings.iterations = 10;
    const double compliance = leather.stretchCompliance / 0.05;  // of a strip as wide [m/N], per length
    for (const bool tethers : {true, false}) {
        for (const double strain : {0.05, 0.15, 0.5}) {
            Scene scene = hanging(leather, 3, 21, 0.05f, 0.5f);
            scene.tethers = scene.levels = tethers;
            const double own = 0.5 * kGravity * leather.arealDensity * 0.5 * leather.stretchCompliance;
            const double weight = (strain - own) / compliance / kGravity;
            for (std::uint32_t column = 0; column < 3; ++column)
                scene.masses[20 * 3 + column] += float(weight / 3.0);
            const std::vector<vec3> p = settle(scene, 4.0, settings);
            const double stretched = -double(p[20 * 3 + 1].y) / 0.5 - 1.0;
            const double expected = std::min(strain, double(leather.strainLimit));
            EXPECT_NEAR(stretched, expected, 0.08 * expected) << "tethers " << tethers << ", strain " << strain;
        }
    }
}

// Pins that are pulled apart stretch the fabric between them by as much, evenly: tethers do not throw particles from
// side to side.
TEST(StrainLimit, TethersGiveWayToPinsThatArePulledApart) {
    const Fabric cotton = take(fabricNamed("cotton"));
    Scene scene = hanging(cotton, 24, 24, 1.0f, 1.0f);
    for (std::uint32_t column = 0; column < 24; ++column)
        scene.pinned[23 * 24 + column] = 1;
    for (vec3& position : scene.positions)
        position.y *= 1.01f;
    const std::vector<vec3> p = settle(scene, 3.0);
    for (std::uint32_t row = 0; row < 24; ++row)
        EXPECT_NEAR(p[row * 24 + 12].y, -1.01 * row / 23.0, 0.004) << row;
}

}  // namespace
}  // namespace pliant::test
