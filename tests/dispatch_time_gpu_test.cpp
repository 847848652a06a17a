// No dispatch takes a device for long: by the estimate of what it does per second, passes go in parts. With one that
// says that it does next to nothing everything is cut, and the bits are those of the CPU.

#include <fmt/format.h>

#include "frames_support.h"
#include "gpu_support.h"
#include "parity_scenes.h"
#include "pliant/cpu/cpu_solver.h"
#include "pliant/gpu/pass_work.h"
#include "pliant/gpu/step_recorder.h"
#include "pliant/scene/block.h"
#include "vulkan_spy.h"
#include "whole_support.h"

namespace pliant::test {
namespace {

GpuTraits solving(double sticksAtOnce) {
    GpuTraits traits;
    traits.sticksPerSecond = sticksAtOnce / kLongestDispatch;
    return traits;
}

TEST(DispatchTime, CutsWhatTakesLonger) {
    EXPECT_EQ(itemsAtOnce(solving(1000.0), 1.0, 1), 1000u);
    EXPECT_EQ(itemsAtOnce(solving(1000.0), 4.0, 1), 250u);
    EXPECT_EQ(itemsAtOnce(solving(1000.0), 1.0, 64), 960u) << "whole workgroups";
    EXPECT_EQ(itemsAtOnce(solving(50.0), 1.0, 64), 50u) << "but of a part of one";
    EXPECT_EQ(itemsAtOnce(solving(10.0), 1e6, 64), 1u) << "an item is never cut";
    EXPECT_GT(itemsAtOnce(solving(1e18), 1.0, 64), 0u);
    GpuTraits traits;
    traits.loopsPerSecond = 1e6;
    EXPECT_EQ(loopsAtOnce(traits), 250'000u);
    traits.mostLoops = 20'000;
    EXPECT_EQ(loopsAtOnce(traits), 20'000u);
}

TEST(DispatchTime, PartsHaveEachItemOnce) {
    using Parts = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
    const auto parts = [](std::uint32_t first, std::uint32_t count, std::uint32_t most) {
        Parts all;
        forEachPart(first, count, most, [&](std::uint32_t at, std::uint32_t n) { all.emplace_back(at, n); });
        return all;
    };
    EXPECT_EQ(parts(5, 10, 4), (Parts{{5, 4}, {9, 4}, {13, 2}}));
    EXPECT_EQ(parts(5, 4, 4), (Parts{{5, 4}}));
    EXPECT_EQ(parts(0, 7, ~0u), (Parts{{0, 7}}));
    EXPECT_EQ(parts(3, 0, 4), Parts{});
    EXPECT_EQ(parts(0, ~0u, 1u << 31), (Parts{{0, 1u << 31}, {1u << 31, (1u << 31) - 1}}));
}

TEST(DispatchTime, WorkIsThatOfTheItems) {
    const Schedule tiled = *take(compile(clothScene(30), {.tiles = TileUse::Always, .tileParticles = 64}));
    const PassWork work(tiled);
    PassConstants constants{.colliderCount = 0, .sweeps = 1};
    EXPECT_EQ(work.ofItem(PassKind::Integrate, constants), 1.0);
    const double free = work.ofItem(PassKind::Collide, constants), once = work.ofItem(PassKind::SweepTiles, constants);
    EXPECT_GT(once, 100.0);
    constants.colliderCount = 10;
    constants.sweeps = 3;
    EXPECT_GE(work.ofItem(PassKind::Collide, constants), free + 10.0);
    EXPECT_GT(work.ofItem(PassKind::SweepTiles, constants), 2.0 * once);
}

class DispatchTimes : public GpuTest {
  protected:
    void SetUp() override {
        GpuTest::SetUp();
        VulkanSpy::reset();
    }

    // Of gpu_, which can do so much in one dispatch.
    static std::shared_ptr<Gpu> slowGpu(double sticksAtOnce, PFN_vkGetInstanceProcAddr entry = nullptr) {
        GpuTraits traits = gpu_->traits();
        traits.sticksPerSecond = sticksAtOnce / kLongestDispatch;
        return gpuLike(traits, entry);
    }

    // Of a step, by the way in which it goes.
    static int dispatchesOf(double sticksAtOnce, const SchedulePtr& schedule, const StepSettings& settings,
                            const GpuSolverOptions& options) {
        const std::shared_ptr<Gpu> gpu = slowGpu(sticksAtOnce, VulkanSpy::getInstanceProcAddr);
        GpuSolver solver = take(GpuSolver::create(gpu, schedule, options));
        VulkanSpy::reset();
        take(solver.step(settings));
        return VulkanSpy::calls["vkCmdDispatch"];
    }
};

TEST_F(DispatchTimes, PartsAreAsManyAsTheEstimateSays) {
    const SchedulePtr schedule =
        take(compile(clothScene(30), {.tiles = TileUse::Always, .tileParticles = 64, .wholeParticles = 0}));
    const GpuSolverOptions options{.workgroupSize = 8, .chainedItems = 0, .tileForm = TileForm::Workgroup};
    const StepSettings s = settings(2, 2, Method::Tiles);
    const StepPlan plan = take(planStep(*schedule, s, {}, initialProgress(*schedule)));
    const PassWork work(*schedule);
    std::set<int> counts;
    for (const double sticksAtOnce : {1e9, 500.0, 77.0, 1.0}) {
        int expected = 0;
        replay(
            *schedule, plan, [](std::uint32_t) {},
            [&](const Pass& pass, const PassConstants& constants) {
                const std::uint32_t most = itemsAtOnce(solving(sticksAtOnce), work.ofItem(pass.kind, constants),
                                                       pass.kind == PassKind::SweepTiles ? 1 : 8);
                expected += int((pass.count - 1) / most + 1);
            });
        EXPECT_EQ(dispatchesOf(sticksAtOnce, schedule, s, options), expected) << sticksAtOnce;
        counts.insert(expected);
    }
    EXPECT_EQ(counts.size(), 4u);
}

// Elements count: jelly takes more dispatches than its sticks alone would.
TEST_F(DispatchTimes, WholeBodiesOfElementsTakeMore) {
    const auto dispatchesFor = [&](bool hasTets) {
        Scene scene;
        for (int i = 0; i < 40; ++i) {
            BlockDescription block;
            block.centre = vec3(float(i), 0.0f, 0.0f);
            block.cells = {2, 2, 2};
            take(addBlock(scene, block));
        }
        if (!hasTets) scene.tets.clear();
        const SchedulePtr schedule = take(compile(scene));
        EXPECT_EQ(schedule->wholeFirst, 0u);
        return dispatchesOf(5'000.0, schedule, settings(3), {.tileForm = TileForm::Workgroup});
    };
    EXPECT_GT(dispatchesFor(true), dispatchesFor(false));
}

TEST_F(DispatchTimes, WholeBodiesGoOneByOneWhereEachIsTooMuch) {
    const SchedulePtr schedule = take(compile(ropesScene()));
    ASSERT_EQ(schedule->wholeFirst, 0u);
    ASSERT_GT(schedule->tiles.size(), 2u);
    for (const TileForm form : {TileForm::Workgroup, TileForm::Invocation}) {
        const bool isAlone = form == TileForm::Invocation;
        if (isAlone && ownBytesForWhole(*schedule) > gpu_->traits().ownBytes) continue;  // it goes pass after pass
        EXPECT_EQ(dispatchesOf(1e9, schedule, settings(3), {.tileForm = form}), 1);
        EXPECT_EQ(dispatchesOf(1.0, schedule, settings(3), {.tileForm = form}), int(schedule->tiles.size()));
    }
}

// What cuts a pass also cuts the command buffers of a long step: none has more dispatches than it may.
TEST_F(DispatchTimes, LongStepsAreCutToo) {
    const SchedulePtr schedule = take(compile(clothScene(16), {.wholeParticles = 0}));
    GpuSolver gpu =
        take(GpuSolver::create(slowGpu(1.0, VulkanSpy::getInstanceProcAddr), schedule, {.chainedItems = 0}));
    CpuSolver cpu = take(CpuSolver::create(schedule));
    StepInputs release;
    release.pins = {{0, PinInput::Action::Release}};
    for (int step = 0; step < 2; ++step) {
        VulkanSpy::calls.clear();
        take(gpu.step(settings(6), release));
        const int dispatches = VulkanSpy::calls["vkCmdDispatch"], submits = VulkanSpy::calls["vkQueueSubmit"];
        EXPECT_GT(dispatches, int(StepRecorder::kMostDispatches));
        EXPECT_EQ(submits, (dispatches - 1) / int(StepRecorder::kMostDispatches) + 1);
        take(cpu.step(settings(6), release));
        expectEqual(take(gpu.snapshot()), cpu.snapshot(), fmt::format("step {}", step));
    }
}

TEST_F(DispatchTimes, RatesThatAreNoneAreRefused) {
    GpuTraits traits = gpu_->traits();
    const auto refusal = [&](auto&& change) {
        GpuOptions options;
        options.traits = traits;
        change(*options.traits);
        return messageOf(Gpu::create(options));
    };
    EXPECT_CONTAINS(refusal([](GpuTraits& t) { t.sticksPerSecond = 0.0; }), "sticksPerSecond is 0");
    EXPECT_CONTAINS(refusal([](GpuTraits& t) { t.sticksPerSecond = std::nan(""); }), "sticksPerSecond is nan");
    EXPECT_CONTAINS(refusal([](GpuTraits& t) { t.loopsPerSecond = 39'000.0; }), "loopsPerSecond is 39000");
    EXPECT_CONTAINS(refusal([](GpuTraits& t) { t.loopsPerSecond = 1e300; }), "loopsPerSecond");
}

struct CutCase {
    std::string name;
    Scene scene;
    StepInputs (*inputs)(int step, const Scene& scene);
    CompileOptions options = kForAllMethods;
    std::vector<Method> methods{Method::Auto, Method::Jacobi, Method::Hybrid};
};

void PrintTo(const CutCase& c, std::ostream* out) {
    *out << c.name;
}

StepInputs nothing(int, const Scene&) {
    return {};
}

StepInputs everything(int step, const Scene& scene) {
    return {pinsIn(step + 5, scene), collidersIn(step, true), vec3(3.0f, 0.0f, 1.0f)};
}

std::vector<CutCase> cutCases() {
    const CompileOptions byTile{.tiles = TileUse::Always, .tileParticles = 32, .jacobi = true};
    const CompileOptions noneWhole{.wholeParticles = 0, .jacobi = true};
    std::vector<CutCase> cases;
    for (const NamedScene& named : parityScenes())
        cases.push_back({named.name, named.scene(), nothing});
    cases.push_back({"InTiles", mixedScene(), everything, byTile, {Method::Tiles, Method::GaussSeidel}});
    cases.push_back({"ClothInTiles", clothScene(30), everything, byTile, {Method::Tiles}});
    cases.push_back({"Ropes", ropesScene(), everything});
    cases.push_back({"FlagsWhole", flagsScene(), everything});
    cases.push_back({"FlagsNotWhole", flagsScene(), everything, noneWhole});
    cases.push_back({"SmallAndLarge", smallAndLargeScene(), everything});
    cases.push_back({"Frames", framesScene(), everythingIn});
    cases.push_back({"Balloons", balloonsInFramesScene(), everythingIn});
    return cases;
}

class CutPasses : public DispatchTimes, public testing::WithParamInterface<CutCase> {};

TEST_P(CutPasses, HaveTheBitsOfTheCpu) {
    const CutCase& c = GetParam();
    const SchedulePtr schedule = take(compile(c.scene, c.options));
    CpuSolver cpu = take(CpuSolver::create(schedule));
    const std::shared_ptr<Gpu> slow = slowGpu(60.0);
    std::vector<GpuSolver> solvers;
    for (const GpuSolverOptions& options :
         {GpuSolverOptions{.chainedItems = 0}, GpuSolverOptions{.tileForm = TileForm::Workgroup},
          GpuSolverOptions{.chainedItems = 0, .wholeBodies = false}})
        solvers.push_back(take(GpuSolver::create(slow, schedule, options)));
    for (std::size_t step = 0; step < std::max<std::size_t>(2, c.methods.size()); ++step) {
        const StepSettings s = settings(2, 1 + step % 2, c.methods[step % c.methods.size()]);
        const StepInputs inputs = c.inputs(int(step), c.scene);
        take(cpu.step(s, inputs));
        for (GpuSolver& solver : solvers) {
            take(solver.step(s, inputs));
            expectEqual(take(solver.snapshot()), cpu.snapshot(), fmt::format("{}, step {}", c.name, step));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, CutPasses, testing::ValuesIn(cutCases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace pliant::test
