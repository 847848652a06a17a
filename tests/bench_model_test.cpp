// What `pliant bench` says must move, against numbers counted by hand: a position is 16 bytes, a stick 16, a tether 8.

#include "cli/bench_model.h"

#include "cli/bench_bound.h"
#include "support.h"

namespace pliant::test {
namespace {

using namespace cli;

// Particles in a row, each joined to the next; the first is pinned.
Scene ropeOf(std::uint32_t count, const StickMaterial& material = rigid()) {
    RopeDescription rope;
    rope.count = count;
    rope.material = material;
    Scene scene;
    scene.tethers = scene.levels = false;
    take(addRope(scene, rope));
    take(pinVertices(scene, 0, std::vector<std::uint32_t>{0}));
    return scene;
}

StepSettings settingsOf(std::uint32_t substeps, Method method) {
    StepSettings settings;
    settings.substeps = substeps;
    settings.method = method;
    return settings;
}

FrameModel modelOf(const Scene& scene, const StepSettings& settings, const Execution& execution = {}) {
    return take(cli::modelOf(*take(compile(scene, kForAllMethods)), settings, {}, execution));
}

Traffic trafficOf(const FrameModel& frame, PassKind kind) {
    for (const KindModel& model : frame.kinds)
        if (model.kind == kind) return model.traffic;
    ADD_FAILURE() << "no pass of kind " << nameOf(kind);
    return {};
}

// In each of two substeps: three particles are integrated (96 bytes each), and two sticks of two colours solved (16,
// and 32 for either end); at the end three places are looked at (16 each).
TEST(BenchModel, CountsARopeByHand) {
    const FrameModel frame = modelOf(ropeOf(3), settingsOf(2, Method::GaussSeidel));
    EXPECT_EQ(frame.dispatches, 7u);
    EXPECT_EQ(frame.waits, 6u);
    EXPECT_EQ(frame.stickSolves, 4u);
    EXPECT_EQ(trafficOf(frame, PassKind::Integrate), (Traffic{0.0, 2 * 3 * 96.0}));
    EXPECT_EQ(trafficOf(frame, PassKind::SolveSticks), (Traffic{2 * 2 * 16.0, 2 * 2 * 64.0}));
    EXPECT_EQ(trafficOf(frame, PassKind::KeepPlaces), (Traffic{0.0, 48.0}));
    EXPECT_EQ(frame.traffic, (Traffic{64.0, 880.0}));
    EXPECT_EQ(frame.itemFootprint, 32.0);
    EXPECT_EQ(frame.particleFootprint, 144.0);
}

// A multiplier is written by the first iteration, and read as well by the second. A damped stick reads its damping, and
// where both of its ends were.
TEST(BenchModel, CompliantSticksHaveMultipliersAndDampedOnesMore) {
    StepSettings settings = settingsOf(1, Method::GaussSeidel);
    settings.iterations = 2;
    EXPECT_EQ(trafficOf(modelOf(ropeOf(2, compliant(1e-3f)), settings), PassKind::SolveSticks),
              (Traffic{(16 + 4) + (16 + 8.0), 2 * 64.0}));
    StickMaterial damped = compliant(1e-3f);
    damped.damping = 0.01f;
    EXPECT_EQ(trafficOf(modelOf(ropeOf(2, damped), settings), PassKind::SolveSticks),
              (Traffic{(16 + 4 + 4) + (16 + 4 + 8.0), 2 * (64 + 32.0)}));
}

// Two sticks share the middle particle, which is read once; then three rows of four entries gather two corrections.
TEST(BenchModel, CountsJacobiByHand) {
    const FrameModel frame = modelOf(ropeOf(3), settingsOf(1, Method::Jacobi));
    EXPECT_EQ(trafficOf(frame, PassKind::CorrectSticks), (Traffic{2 * 32.0, 3 * 20.0}));
    EXPECT_EQ(trafficOf(frame, PassKind::GatherCorrections), (Traffic{3 * 4 + 4 * 4 + 2 * 16.0, 3 * 32.0}));
    EXPECT_EQ(frame.stickSolves, 2u);
}

// One cell of cloth in the wind: two triangles of four particles.
TEST(BenchModel, CountsAirByHand) {
    Scene scene;
    scene.tethers = scene.levels = false;
    GridDescription grid;
    grid.columns = grid.rows = 2;
    take(addGrid(scene, grid));
    scene.environment.airDensity = 1.2f;
    const FrameModel frame = modelOf(scene, settingsOf(1, Method::GaussSeidel));
    EXPECT_EQ(trafficOf(frame, PassKind::PushTriangles), (Traffic{2 * 32.0, 4 * 32.0}));
    EXPECT_EQ(trafficOf(frame, PassKind::GatherPushes), (Traffic{4 * 4 + 6 * 4 + 2 * 16 + 4 * 4.0, 4 * 32.0}));
}

// One bend of three particles: 32 bytes and a damping; positions now, read and written, and before, which are written
// too where bends run in every second substep only.
TEST(BenchModel, CountsBendsTethersAndCollidersByHand) {
    RopeDescription rope;
    rope.count = 3;
    rope.bendingStiffness = 1e-6f;
    Scene scene;
    scene.levels = false;
    take(addRope(scene, rope));
    take(pinVertices(scene, 0, std::vector<std::uint32_t>{0}));
    StepSettings settings = settingsOf(1, Method::GaussSeidel);
    settings.bendPeriod = 1;
    EXPECT_EQ(trafficOf(modelOf(scene, settings), PassKind::SolveBends), (Traffic{48.0, 3 * 48.0}));
    settings.bendPeriod = 2;
    EXPECT_EQ(trafficOf(modelOf(scene, settings), PassKind::SolveBends), (Traffic{48.0, 3 * 64.0}));
    EXPECT_EQ(trafficOf(modelOf(scene, settings), PassKind::HoldTethers), (Traffic{3 * 8.0, 3 * 32.0}));
    StepInputs inputs;
    inputs.colliders.resize(1);
    EXPECT_EQ(trafficOf(take(cli::modelOf(*take(compile(scene)), settings, inputs)), PassKind::Collide),
              (Traffic{0.0, 3 * 48.0}));
}

// Sixteen particles in two tiles of eight: a seam of one stick; then two tiles of seven sticks in two runs (colours)
// each.
TEST(BenchModel, CountsTilesByHand) {
    const SchedulePtr schedule =
        take(compile(ropeOf(16), {.tiles = TileUse::Always, .tileParticles = 8, .wholeParticles = 0}));
    StepSettings settings = settingsOf(1, Method::Tiles);
    settings.sweeps = 3;
    const FrameModel frame = take(cli::modelOf(*schedule, settings, {}));
    EXPECT_EQ(trafficOf(frame, PassKind::SolveSticks), (Traffic{16.0, 64.0}));
    EXPECT_EQ(trafficOf(frame, PassKind::SweepTiles), (Traffic{4 * 16 + 14 * 8.0, 16 * 32.0}));
    EXPECT_EQ(frame.stickSolves, 1u + 3u * 14u);
    EXPECT_EQ(frame.dispatches, 4u);
    // The tiles go through KeepPlaces right after they have been swept.
    const FrameModel together = take(cli::modelOf(*schedule, settings, {}, {.localTogether = true}));
    EXPECT_EQ(together.dispatches, 3u);
    EXPECT_EQ(together.waits, 2u);
    EXPECT_EQ(together.traffic.particleBytes, 16 * 96.0 + 64.0 + 16 * (32 + 16.0));
}

// A body that is solved whole is fetched once in the frame: two sticks, and three particles now, before and carried,
// read and written.
TEST(BenchModel, AWholeBodyMovesOnce) {
    const Execution whole{.wholeBodies = true};
    const FrameModel frame = modelOf(ropeOf(3), settingsOf(20, Method::GaussSeidel), whole);
    EXPECT_EQ(frame.dispatches, 1u);
    EXPECT_EQ(frame.waits, 0u);
    EXPECT_EQ(frame.stickSolves, 40u);
    EXPECT_EQ(frame.traffic, (Traffic{32.0, 3 * 96.0}));
    EXPECT_EQ(frame.whole, frame.traffic);
    EXPECT_TRUE(frame.kinds.empty());
    EXPECT_EQ(modelOf(ropeOf(2000), settingsOf(1, Method::GaussSeidel), whole).dispatches, 4u) << "it is too large";
}

// 1100 particles are handed out to several threads, colours of 550 and 549 sticks are not.
TEST(BenchModel, ShortPassesMakeNobodyWait) {
    const FrameModel frame = modelOf(ropeOf(1100), settingsOf(2, Method::GaussSeidel), Execution{.shortAlone = true});
    EXPECT_EQ(frame.dispatches, 7u);
    EXPECT_EQ(frame.waits, 2u) << "for the second substep, and for KeepPlaces";
}

TEST(BenchModel, SaysWhatNobodyHasCounted) {
    const Pass pass{PassKind::SolveElements, 0, 0, 0, 1};
    EXPECT_CONTAINS(messageOf(cli::trafficOf(*take(compile(ropeOf(2))), pass, PassConstants{})), "SolveElements");
}

// 600 bytes go through the cache that holds the particles, 100 of them come from memory.
TEST(BenchBound, TakesTheSlowestOfAll) {
    FrameModel frame;
    frame.traffic = {100.0, 500.0};
    frame.particleFootprint = 1000.0;
    frame.itemFootprint = 9000.0;
    frame.stickSolves = 40;
    frame.waits = 3;
    Ceiling ceiling{"", {{1000.0, 600.0}, {10'000.0, 50.0}}, 0.0, 0.1};
    Bound bound = boundOf(frame, ceiling);
    EXPECT_DOUBLE_EQ(bound.moveSeconds, 2.0) << "100 bytes at 50 bytes per second, longer than 600 at 600";
    EXPECT_DOUBLE_EQ(bound.seconds(), 2.3);
    EXPECT_STREQ(bound.limit(), "memory");
    ceiling.solvesPerSecond = 8.0;
    bound = boundOf(frame, ceiling);
    EXPECT_DOUBLE_EQ(bound.seconds(), 5.3);
    EXPECT_STREQ(bound.limit(), "solving");
    ceiling.secondsPerWait = 2.0;
    EXPECT_STREQ(boundOf(frame, ceiling).limit(), "waits");
    frame.itemFootprint = 0.0;
    EXPECT_DOUBLE_EQ(boundOf(frame, ceiling).moveSeconds, 1.0);
}

TEST(BenchBound, CopiesInBetweenAreOfRatesInBetween) {
    Ceiling ceiling{"", {{100.0, 50.0}, {10'000.0, 90.0}, {1e6, 10.0}}};
    makeMonotone(ceiling.copies);
    EXPECT_EQ(ceiling.copyRate(1.0), 90.0) << "what comes from afar at 90 comes from near at 90 too";
    EXPECT_EQ(ceiling.copyRate(1000.0), 90.0);
    EXPECT_NEAR(ceiling.copyRate(1e5), 50.0, 1e-9);
    EXPECT_EQ(ceiling.copyRate(1e9), 10.0);
}

}  // namespace
}  // namespace pliant::test
