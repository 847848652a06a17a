// Method::Tiles on the GPU against the CPU, to the bit: by workgroup and by invocation.

#include <fmt/format.h>

#include <set>

#include "gpu_support.h"
#include "pliant/cpu/cpu_solver.h"
#include "pliant/gpu/tiles.h"
#include "vulkan_spy.h"

namespace pliant::test {
namespace {

const char* nameOf(TileForm form) {
    return form == TileForm::Workgroup ? "by workgroup" : "by invocation";
}

CompileOptions tilesOf(std::uint32_t particles, std::uint32_t wholeParticles = 0) {
    return {TileUse::Always, particles, wholeParticles};
}

StepSettings sweeping(std::uint32_t sweeps, std::uint32_t iterations = 1) {
    StepSettings s = settings(3, iterations, Method::Tiles);
    s.sweeps = sweeps;
    return s;
}

class TilesOnTheGpu : public GpuTest {
  protected:
    static GpuSolver solverOf(const SchedulePtr& schedule, TileForm form, std::uint32_t workgroupSize = 0) {
        GpuSolverOptions options;
        options.tileForm = form;
        options.workgroupSize = workgroupSize;
        return take(GpuSolver::create(gpu_, schedule, options));
    }

    // Not all devices have so much memory for an invocation.
    static std::vector<TileForm> formsFor(const Schedule& schedule) {
        const bool fitsAlone = largestTile(schedule) * sizeof(vec4) <= gpu_->traits().ownBytes;
        return fitsAlone ? std::vector{TileForm::Workgroup, TileForm::Invocation} : std::vector{TileForm::Workgroup};
    }

    // All forms against the CPU's plain reference, its wide kernels, and the same tile by tile.
    static void expectSameBits(const Scene& scene, const CompileOptions& options, const std::string& name) {
        const SchedulePtr schedule = take(compile(scene, options));
        std::vector<std::pair<TileForm, GpuSolver>> solvers;
        for (const TileForm form : formsFor(*schedule))
            solvers.emplace_back(form, solverOf(schedule, form));
        CpuSolver reference = take(CpuSolver::create(schedule, {1, false, false}));
        CpuSolver wide = take(CpuSolver::create(schedule, {1, true, false}));
        CpuSolver byTile = take(CpuSolver::create(schedule, {2, true, true}));
        const StepSettings kSteps[] = {sweeping(1), sweeping(2), sweeping(5), sweeping(2, 3), sweeping(0)};
        for (const StepSettings& s : kSteps) {
            for (CpuSolver* cpu : {&reference, &wide, &byTile})
                take(cpu->step(s));
            const std::string where = fmt::format("{}, {} sweeps x {}", name, s.sweeps, s.iterations);
            const Snapshot expected = reference.snapshot();
            expectEqual(wide.snapshot(), expected, where + ", wide");
            expectEqual(byTile.snapshot(), expected, where + ", tile by tile");
            for (auto& [form, solver] : solvers) {
                take(solver.step(s));
                expectEqual(take(solver.snapshot()), expected, fmt::format("{}, GPU {}", where, nameOf(form)));
            }
            if (HasFailure()) return;
        }
    }
};

// Small bodies share a tile, larger ones are cut.
Scene ropesScene() {
    Scene scene;
    for (const std::uint32_t count : {1u, 2u, 7u, 8u, 9u, 63u, 64u, 65u, 129u, 511u, 512u, 513u}) {
        RopeDescription rope;
        rope.count = count;
        take(pinVertices(scene, take(addRope(scene, rope)), std::vector<std::uint32_t>{0}));
    }
    return scene;
}

TEST_F(TilesOnTheGpu, HaveTheBitsOfTheCpuAtAwkwardSizes) {
    for (const std::uint32_t particles : {8u, 64u, 512u})
        expectSameBits(ropesScene(), tilesOf(particles), fmt::format("ropes in tiles of {}", particles));
    for (const std::uint32_t count : {1u, 2u, 65u})
        expectSameBits(ropeScene(count), tilesOf(64), fmt::format("{} particles in tiles of 64", count));
}

TEST_F(TilesOnTheGpu, HaveTheBitsOfTheCpuAtAllSizesOfTiles) {
    Scene cloth = clothScene(40);
    cloth.environment.damping = 0.0f;  // pairs of colours are swapped
    for (const std::uint32_t particles : {8u, 64u, 512u, 1024u})
        expectSameBits(cloth, tilesOf(particles), fmt::format("cloth in tiles of {}", particles));
    expectSameBits(irregularScene(40, compliant(1e-5f)), tilesOf(50), "mesh in tiles of 50");
    expectSameBits(clothScene(40, limited(5e-3f, 0.01f)), tilesOf(100), "limited cloth in tiles of 100");
}

TEST_F(TilesOnTheGpu, HaveTheBitsOfTheCpuForAllResponses) {
    const Scene scene = mixedScene();
    const SchedulePtr schedule = take(compile(scene, tilesOf(1024)));
    std::set<std::uint32_t> responses;
    for (const TileRun& run : schedule->tileRuns)
        responses.insert(run.response);
    EXPECT_EQ(responses.size(), kStickBetweenClusters) << "this test is to have all responses in tiles";
    EXPECT_EQ(responseOfTiles(*schedule), kStickResponseCount);
    for (const std::uint32_t particles : {64u, 1024u})
        expectSameBits(scene, tilesOf(particles), fmt::format("all responses, tiles of {}", particles));
}

// A kernel made for one response is not the one made for several.
TEST_F(TilesOnTheGpu, HaveTheBitsOfTheCpuForEachResponseByItself) {
    const StickMaterial kMaterials[] = {rigid(), compliant(2e-5f), hooke(30.0f), {.damping = 1e-3f}};
    std::set<std::uint32_t> responses;
    for (const StickMaterial& material : kMaterials) {
        for (const bool isOneSided : {false, true}) {
            const Scene scene = clothScene(21, isOneSided ? oneSided(material) : material);
            const std::uint32_t response = responseOfTiles(*take(compile(scene, tilesOf(64))));
            responses.insert(response);
            expectSameBits(scene, tilesOf(64), fmt::format("response {}", response));
        }
    }
    EXPECT_EQ(responses.size(), kStickBetweenClusters);
    EXPECT_FALSE(responses.contains(kStickResponseCount));
}

TEST_F(TilesOnTheGpu, HaveTheBitsOfTheCpuAtAnySizeOfWorkgroups) {
    const SchedulePtr schedule = take(compile(clothScene(40), tilesOf(100)));
    CpuSolver reference = take(CpuSolver::create(schedule, {1, false, false}));
    take(reference.step(sweeping(3, 2)));
    for (std::uint32_t size = 8; size <= std::min(1024u, gpu_->info().maxWorkgroupSize); size *= 2) {
        for (const TileForm form : formsFor(*schedule)) {
            GpuSolver gpu = solverOf(schedule, form, size);
            take(gpu.step(sweeping(3, 2)));
            expectEqual(take(gpu.snapshot()), reference.snapshot(),
                        fmt::format("{}, groups of {}", nameOf(form), size));
        }
    }
}

// More sweeps than the loops of an invocation can make on some devices: they are cut.
TEST_F(TilesOnTheGpu, HaveTheBitsOfTheCpuForManySweeps) {
    const SchedulePtr schedule = take(compile(clothScene(45), tilesOf(1024)));
    CpuSolver reference = take(CpuSolver::create(schedule, {1, false, false}));
    take(reference.step(sweeping(64)));
    for (const TileForm form : formsFor(*schedule)) {
        GpuSolver gpu = solverOf(schedule, form, 8);
        take(gpu.step(sweeping(64)));
        expectEqual(take(gpu.snapshot()), reference.snapshot(), nameOf(form));
    }
}

// Beside the tiles: levels, tethers, bends, air, pins that come, go and move, a ball that flies through.
StepInputs inputsOf(int frame) {
    Collider ball;
    ball.shape = ColliderShape::Sphere;
    ball.radius = 0.15f;
    ball.before = Pose{vec3(0.5f, -0.3f + 0.05f * float(frame), 0.4f)};
    ball.pose = Pose{vec3(0.5f, -0.25f + 0.05f * float(frame), 0.4f)};
    StepInputs inputs;
    inputs.colliders = {ball};
    inputs.pins = {{0, PinInput::Action::Move, vec3(0.01f * float(frame), 0.02f * float(frame), 0.0f)}};
    if (frame == 3) inputs.pins.push_back({700, PinInput::Action::Hold});
    if (frame == 6) inputs.pins.push_back({700, PinInput::Action::Release});
    return inputs;
}

Scene dressedScene() {
    Scene scene;
    GridDescription grid;
    grid.columns = grid.rows = 40;
    grid.fabric = take(fabricNamed("rubber"));
    grid.fabric->bendingStiffness = 1e-4f;
    take(addGrid(scene, grid));
    take(pinPlace(scene, 0, GridPlace::FirstRowCorners));
    grid.columns = grid.rows = 24;
    grid.corner = vec3(0.0f, 0.0f, -1.0f);
    grid.fabric = take(fabricNamed("stiff-cotton"));  // gives way when pressed
    take(addGrid(scene, grid));
    take(addRope(scene, {.from = vec3(2.0f, 0.0f, 0.0f), .to = vec3(3.0f, 0.0f, 0.0f), .count = 100}));
    scene.levels = scene.tethers = true;
    scene.environment.airDensity = 1.2f;
    scene.environment.wind = vec3(1.0f, 0.0f, 2.0f);
    return scene;
}

TEST_F(TilesOnTheGpu, RunBesideEverythingElse) {
    const SchedulePtr schedule = take(compile(dressedScene(), tilesOf(128, 256)));
    EXPECT_GT(schedule->wholeFirstTile, 5u);
    EXPECT_LT(schedule->wholeFirstTile, schedule->tiles.size());
    EXPECT_FALSE(schedule->levels.empty() || schedule->tethers.empty() || schedule->bends.empty());
    for (const TileForm form : formsFor(*schedule)) {
        GpuSolver gpu = solverOf(schedule, form);
        CpuSolver reference = take(CpuSolver::create(schedule, {1, false, false}));
        for (int frame = 0; frame < 9; ++frame) {
            take(gpu.step(sweeping(1 + frame % 3), inputsOf(frame)));
            take(reference.step(sweeping(1 + frame % 3), inputsOf(frame)));
            expectEqual(take(gpu.snapshot()), reference.snapshot(), fmt::format("{}, frame {}", nameOf(form), frame));
            if (HasFailure()) return;
        }
    }
}

TEST_F(TilesOnTheGpu, GoFromBackendToBackendMidRun) {
    const SchedulePtr schedule = take(compile(mixedScene(), tilesOf(48)));
    const auto stepOf = [](int frame) { return sweeping(1 + frame % 3, 1 + frame % 2); };
    CpuSolver reference = take(CpuSolver::create(schedule, {1, false, false}));
    CpuSolver cpu = take(CpuSolver::create(schedule));
    GpuSolver gpu = solverOf(schedule, TileForm::Auto);
    for (int frame = 0; frame < 12; ++frame) {
        const bool onGpu = frame % 4 < 2;
        if (onGpu && frame % 4 == 0 && frame > 0) take(gpu.restore(cpu.snapshot()));
        if (!onGpu && frame % 4 == 2) take(cpu.restore(take(gpu.snapshot())));
        take(onGpu ? gpu.step(stepOf(frame)) : cpu.step(stepOf(frame)));
        take(reference.step(stepOf(frame)));
    }
    expectEqual(cpu.snapshot(), reference.snapshot(), "after five moves");
}

// Both numbers are named, and nothing has been allocated.
TEST_F(TilesOnTheGpu, TooLargeForTheDeviceAreRefused) {
    VulkanSpy::reset();
    VulkanSpy::sharedMemoryBytes = 16384;  // the least that there is
    GpuOptions device;
    device.device = gpu_->info().name;
    device.getInstanceProcAddr = VulkanSpy::getInstanceProcAddr;
    device.traits = gpu_->traits();
    device.traits->ownBytes = 8000;
    const std::shared_ptr<Gpu> small = take(Gpu::create(device));
    const auto refusal = [&](std::uint32_t particles, TileForm form) {
        const SchedulePtr schedule = take(compile(ropeScene(particles), tilesOf(particles)));
        GpuSolverOptions options;
        options.tileForm = form;
        VulkanSpy::calls.clear();
        const std::int64_t allocations = VulkanSpy::allocations;
        const Result<GpuSolver> solver = GpuSolver::create(small, schedule, options);
        EXPECT_TRUE(solver || VulkanSpy::allocations == allocations);
        EXPECT_TRUE(solver || VulkanSpy::calls["vkCreateBuffer"] == 0);
        return solver ? std::string() : solver.error().message;
    };
    EXPECT_EQ(refusal(1024, TileForm::Workgroup), "");
    EXPECT_EQ(refusal(500, TileForm::Invocation), "");
    EXPECT_CONTAINS(refusal(501, TileForm::Invocation), "a tile of 501 particles needs 8016 bytes of an invocation's");
    EXPECT_CONTAINS(refusal(501, TileForm::Invocation), "it has 8000");
    EXPECT_CONTAINS(refusal(1025, TileForm::Workgroup), "a tile of 1025 particles needs 16400 bytes of shared memory");
    EXPECT_CONTAINS(refusal(1025, TileForm::Workgroup), "has 16384 (maxComputeSharedMemorySize)");
    EXPECT_CONTAINS(refusal(1025, TileForm::Auto), "16400 bytes");
    EXPECT_CONTAINS(refusal(1025, TileForm::Invocation), "TileForm::Invocation takes at most 1024");
    VulkanSpy::reset();
}

TEST(SizesForADevice, ComeFromItsSharedMemory) {
    DeviceInfo device;
    device.maxSharedMemoryBytes = 16384;
    EXPECT_EQ(compileOptionsFor(device).tileParticles, 1024u);
    EXPECT_EQ(compileOptionsFor(device).wholeParticles, 512u);
    device.maxSharedMemoryBytes = 49152;
    EXPECT_EQ(compileOptionsFor(device).tileParticles, 1024u);
    EXPECT_EQ(compileOptionsFor(device).wholeParticles, 1024u);
}

// Results do not depend on the device unless somebody asks for it.
TEST(SizesForADevice, AreLeastByDefault) {
    EXPECT_LE(CompileOptions{}.tileParticles * sizeof(vec4), kLeastSharedBytes);
    EXPECT_LE(CompileOptions{}.wholeParticles * 2 * sizeof(vec4), kLeastSharedBytes);
}

}  // namespace
}  // namespace pliant::test
