// Whole bodies in one dispatch: the bits of the CPU's passes, on software and real devices alike.

#include <fmt/format.h>

#include <utility>

#include "gpu_support.h"
#include "pliant/cpu/cpu_solver.h"
#include "pliant/gpu/whole_bodies.h"
#include "pliant/scene/block.h"
#include "vulkan_spy.h"
#include "whole_support.h"

namespace pliant::test {
namespace {

class WholeBodiesOnGpu : public GpuTest, public testing::WithParamInterface<WholeCase> {};

TEST_P(WholeBodiesOnGpu, GiveTheBitsOfPassAfterPass) {
    const Scene scene = GetParam().scene();
    const SchedulePtr schedule = take(compile(scene, kForAllMethods));
    GpuSolver byWorkgroup = take(GpuSolver::create(gpu_, schedule, {.tileForm = TileForm::Workgroup}));
    GpuSolver alone = take(GpuSolver::create(gpu_, schedule, {.tileForm = TileForm::Invocation}));
    GpuSolver passes = take(GpuSolver::create(gpu_, schedule, {.wholeBodies = false}));
    CpuSolver reference = take(CpuSolver::create(schedule, {.threads = 1, .wide = false}));
    for (int frame = 0; frame < 13; ++frame) {
        const StepInputs inputs = GetParam().inputs(frame, scene);
        take(reference.step(wholeSettings(frame, *schedule), inputs));
        const Snapshot expected = reference.snapshot();
        for (GpuSolver* solver : {&byWorkgroup, &alone, &passes}) {
            take(solver->step(wholeSettings(frame, *schedule), inputs));
            expectEqual(take(solver->snapshot()), expected, fmt::format("frame {}", frame + 1));
        }
        if (HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, WholeBodiesOnGpu, testing::ValuesIn(wholeCases()),
                         [](const auto& info) { return info.param.name; });

class WholeBodies : public GpuTest {
  protected:
    static StepInputs everything(int frame, const Scene& scene) {
        return {pinsIn(frame, scene), collidersIn(frame, true), vec3(2.0f * float(frame), 0.0f, 1.0f)};
    }
};

TEST_F(WholeBodies, AnySizeOfWorkgroupsGivesTheSameBits) {
    const Scene scene = smallAndLargeScene();
    const SchedulePtr schedule = take(compile(scene, kForAllMethods));
    CpuSolver cpu = take(CpuSolver::create(schedule));
    for (int frame = 0; frame < 5; ++frame)
        take(cpu.step(settings(4), everything(frame, scene)));
    for (std::uint32_t size = kSmallestWorkgroup; size <= std::min(1024u, gpu_->info().maxWorkgroupSize); size *= 2) {
        for (const TileForm form : {TileForm::Workgroup, TileForm::Invocation}) {
            GpuSolver gpu = take(GpuSolver::create(gpu_, schedule, {.workgroupSize = size, .tileForm = form}));
            for (int frame = 0; frame < 5; ++frame)
                take(gpu.step(settings(4), everything(frame, scene)));
            expectEqual(take(gpu.snapshot()), cpu.snapshot(), fmt::format("workgroups of {}", size));
        }
    }
}

TEST_F(WholeBodies, GoFromBackendToBackendMidRun) {
    const Scene scene = smallAndLargeScene();
    const SchedulePtr schedule = take(compile(scene, kForAllMethods));
    CpuSolver reference = take(CpuSolver::create(schedule, {.wide = false})), cpu = take(CpuSolver::create(schedule));
    GpuSolver gpu = take(GpuSolver::create(gpu_, schedule));
    const auto step = [&](auto& solver, int first, int last) {
        for (int frame = first; frame < last; ++frame)
            take(solver.step(wholeSettings(frame, *schedule), everything(frame, scene)));
    };
    step(reference, 0, 12);
    step(gpu, 0, 5);
    take(cpu.restore(take(gpu.snapshot())));
    step(cpu, 5, 8);
    take(gpu.restore(cpu.snapshot()));
    step(gpu, 8, 12);
    expectEqual(take(gpu.snapshot()), reference.snapshot(), "after two moves");
}

// Each step sees its own substeps, pins and colliders, though all are recorded before any runs.
TEST_F(WholeBodies, StepsRecordedTogether) {
    for (const Scene& scene : {flagsScene(), smallAndLargeScene()}) {
        const SchedulePtr schedule = take(compile(scene, kForAllMethods));
        GpuSolver gpu = take(GpuSolver::create(gpu_, schedule));
        CpuSolver cpu = take(CpuSolver::create(schedule));
        take(gpu_->submitAndWait([&](VkCommandBuffer commands) -> Status {
            for (int frame = 0; frame < 7; ++frame)
                take(gpu.recordStep(commands, wholeSettings(frame, *schedule), everything(frame, scene)));
            return {};
        }));
        for (int frame = 0; frame < 7; ++frame)
            take(cpu.step(wholeSettings(frame, *schedule), everything(frame, scene)));
        expectEqual(take(gpu.snapshot()), cpu.snapshot(), "seven steps at once");
    }
}

// More substeps than one dispatch takes, more colliders than there is room for at once, and more work for an invocation
// than some devices allow.
TEST_F(WholeBodies, LongStepsAreCut) {
    const Scene scene = ropesScene();
    const SchedulePtr schedule = take(compile(scene, kForAllMethods));
    StepInputs many;
    for (int i = 0; i < 12; ++i) {
        for (const Collider& c : collidersIn(i, true))
            many.colliders.push_back(c);
    }
    ASSERT_LT(kMostWholeColliders / many.colliders.size(), 70u);
    many.pins = {{5, PinInput::Action::Move, vec3(0.1f, 0.0f, 0.2f)}, {60, PinInput::Action::Hold}};
    const std::pair<StepSettings, StepInputs> kSteps[] = {
        {settings(256), {}},  {settings(257), {}},    {settings(700), {}},
        {settings(70), many}, {settings(2, 700), {}}, {settings(5), {{{60, PinInput::Action::Release}}, {}, {}}}};
    for (const TileForm form : {TileForm::Workgroup, TileForm::Invocation}) {
        GpuSolver gpu = take(GpuSolver::create(gpu_, schedule, {.tileForm = form}));
        CpuSolver cpu = take(CpuSolver::create(schedule, {.wide = false}));
        for (auto [s, inputs] : kSteps) {
            s.dt = 1.0 / 30;
            take(gpu.step(s, inputs));
            take(cpu.step(s, inputs));
            expectEqual(take(gpu.snapshot()), cpu.snapshot(), fmt::format("{} substeps", s.substeps));
        }
    }
}

// More loops than an invocation can make on some devices: bodies side by side that differ, and paths through a fast
// wall.
TEST_F(WholeBodies, ManyLoopsAreCut) {
    Scene scene;
    for (int i = 0; i < 4; ++i) {
        const vec3 from(0.0f, 0.0f, 0.1f * float(i));
        addFlag(scene, from, 8, 8);
        addRopeOf(scene, 512, from);
    }
    scene.pinned.assign(scene.pinned.size(), 0);
    Collider wall;
    wall.shape = ColliderShape::Box;
    wall.halfExtents = vec3(20.0f, 0.01f, 20.0f);
    wall.before = Pose{vec3(0.0f, -1.0f, 0.0f)};
    wall.pose = Pose{vec3(0.0f, 15.0f, 0.0f)};
    const SchedulePtr schedule = take(compile(scene, kForAllMethods));
    for (const TileForm form : {TileForm::Workgroup, TileForm::Invocation}) {
        GpuSolver gpu = take(GpuSolver::create(gpu_, schedule, {.tileForm = form}));
        CpuSolver cpu = take(CpuSolver::create(schedule, {.wide = false}));
        take(gpu.step(settings(2, 170)));
        take(cpu.step(settings(2, 170)));
        expectEqual(take(gpu.snapshot()), cpu.snapshot(), "bodies that differ");
        take(gpu.step(settings(16), {{}, {wall}, {}}));
        take(cpu.step(settings(16), {{}, {wall}, {}}));
        expectEqual(take(gpu.snapshot()), cpu.snapshot(), "a fast wall");
    }
}

// Loops in bends: of one body, and of bodies side by side of which each has what the other has not.
TEST_F(WholeBodies, LoopsOverBendsAreCut) {
    Scene rope, cloth, several;
    RopeDescription stiff;
    stiff.count = 300;
    stiff.bendingStiffness = 1e-3f;
    take(addRope(rope, stiff));
    GridDescription grid;
    grid.columns = grid.rows = 20;
    grid.fabric = take(fabricNamed("cotton"));
    take(addGrid(cloth, grid));
    stiff.count = 67;
    take(addRope(several, stiff));
    addFlag(several, vec3(0.0f, 0.0f, 1.0f));
    take(addBlock(several, {.centre = vec3(3.0f, 0.0f, 0.0f), .cells = {4, 4, 4}}));
    several.environment.airDensity = 1.2f;
    for (const Scene* scene : {&rope, &cloth, &several}) {
        const SchedulePtr schedule = take(compile(*scene));
        ASSERT_LT(schedule->wholeFirstTile, schedule->tiles.size());
        GpuSolver gpu = take(GpuSolver::create(gpu_, schedule, {.tileForm = TileForm::Invocation}));
        CpuSolver cpu = take(CpuSolver::create(schedule));
        for (const std::uint32_t period : {1u, 2u, 0u}) {
            StepSettings s = settings(40);
            s.bendPeriod = period;
            take(gpu.step(s));
            take(cpu.step(s));
            expectEqual(take(gpu.snapshot()), cpu.snapshot(), fmt::format("bends in every {}th substep", period));
        }
    }
}

// So are those over pairs of tethers: particles that follow four pins reach the end of theirs in every substep.
TEST_F(WholeBodies, LoopsOverTethersAreCut) {
    Scene scene;
    addFlag(scene, vec3(0.0f), 8, 8);
    const std::vector<std::uint32_t> corners{0, 7, 56, 63};
    std::vector<PinInput> pins;
    for (const std::uint32_t corner : corners)
        pins.push_back({corner, PinInput::Action::Move, vec3(scene.positions[corner]) + vec3(0.0f, 500.0f, 0.0f)});
    scene.pinned.assign(scene.pinned.size(), 0);
    for (const std::uint32_t corner : corners)
        scene.pinned[corner] = 1;
    const SchedulePtr schedule = take(compile(scene, kForAllMethods));
    ASSERT_EQ(schedule->tethersPerParticle, 4u);
    GpuSolver gpu = take(GpuSolver::create(gpu_, schedule, {.tileForm = TileForm::Invocation}));
    CpuSolver cpu = take(CpuSolver::create(schedule, {.wide = false}));
    take(gpu.step(settings(200), {pins}));
    take(cpu.step(settings(200), {pins}));
    expectEqual(take(gpu.snapshot()), cpu.snapshot(), "cloth that is dragged");
}

// Where more was counted on than the device does, there is no state, rather than a wrong one.
TEST_F(WholeBodies, LoopsThatEndTooEarlyAreAnError) {
    Scene scene;
    addRopeOf(scene, 500, vec3(0.0f));
    const SchedulePtr schedule = take(compile(scene));
    GpuTraits traits = traitsOf(gpu_->info());
    const std::uint64_t most = std::exchange(traits.mostLoops, ~std::uint64_t(0));
    GpuSolver gpu = take(GpuSolver::create(gpuLike(traits), schedule, {.tileForm = TileForm::Invocation}));
    CpuSolver cpu = take(CpuSolver::create(schedule));
    take(gpu.step(settings(200)));
    take(cpu.step(settings(200)));
    const Result<Snapshot> state = gpu.snapshot();
    if (most < 100'000) {
        EXPECT_CONTAINS(messageOf(state), "ended loops before their time");
        EXPECT_EQ(state.error().kind, ErrorKind::Unsupported);
        take(gpu.restore(cpu.snapshot()));
        expectEqual(take(gpu.snapshot()), cpu.snapshot(), "after restore()");
    } else {
        expectEqual(take(state), cpu.snapshot(), "a device without such a limit");
    }
}

// A particle that flies out of this world is put back, and counted, as often as anywhere else.
TEST_F(WholeBodies, LostParticlesAreCounted) {
    Scene scene = ropesScene();
    addRopeOf(scene, 50, vec3(0.0f, 0.5f, 0.0f), hooke(1e9f));
    const SchedulePtr schedule = take(compile(scene, kForAllMethods));
    GpuSolver gpu = take(GpuSolver::create(gpu_, schedule));
    CpuSolver cpu = take(CpuSolver::create(schedule, {.wide = false}));
    for (int frame = 0; frame < 20; ++frame) {
        take(gpu.step(settings(4)));
        take(cpu.step(settings(4)));
        expectEqual(take(gpu.snapshot()), cpu.snapshot(), fmt::format("frame {}", frame + 1));
        if (HasFailure()) return;
    }
    const std::uint64_t lost = cpu.snapshot().lost;
    EXPECT_GT(lost, 0u) << "nothing explodes";
    const StepSettings inParts = settings(600);
    take(gpu.step(inParts));
    take(cpu.step(inParts));
    expectEqual(take(gpu.snapshot()), cpu.snapshot(), "in parts");
    EXPECT_GT(cpu.snapshot().lost, lost) << "nothing explodes in parts";
}

class CountedDispatches : public testing::Test {
  protected:
    void SetUp() override { VulkanSpy::reset(); }
    void TearDown() override { VulkanSpy::reset(); }

    static std::shared_ptr<Gpu> spiedGpu(const std::optional<GpuTraits>& traits = std::nullopt) {
        const char* device = std::getenv("PLIANT_TEST_DEVICE");
        GpuOptions options;
        options.device = device ? device : "";
        options.getInstanceProcAddr = VulkanSpy::getInstanceProcAddr;
        options.traits = traits;
        return take(Gpu::create(options));
    }

    // Of one step, recorded anew.
    static int dispatchesOf(GpuSolver& solver, const StepSettings& s = {}, const StepInputs& inputs = {}) {
        const int before = VulkanSpy::calls["vkCmdDispatch"];
        take(solver.gpu()->submitAndWait(
            [&](VkCommandBuffer commands) -> Status { return solver.recordStep(commands, s, inputs); }));
        return VulkanSpy::calls["vkCmdDispatch"] - before;
    }
};

TEST_F(CountedDispatches, AreOneForAnyNumberOfWholeBodies) {
    const std::shared_ptr<Gpu> gpu = spiedGpu();
    for (const Scene& scene : {ropesScene(), flagsScene(), responsesScene()}) {
        const SchedulePtr schedule = take(compile(scene, kForAllMethods));
        GpuSolver whole = take(GpuSolver::create(gpu, schedule));
        const StepInputs inputs{pinsIn(6, scene), collidersIn(0, true), {}};
        const bool isCut = !schedule->bends.empty() && gpu->traits().mostLoops < 100'000;  // bends go round often
        EXPECT_EQ(dispatchesOf(whole), isCut ? 2 : 1);
        // large enough for all that devices with limits to loops ask for
        const GpuSolverOptions kShared{.workgroupSize = std::min(1024u, gpu->info().maxWorkgroupSize),
                                       .tileForm = TileForm::Workgroup};
        GpuSolver shared = take(GpuSolver::create(gpu, schedule, kShared));
        EXPECT_EQ(dispatchesOf(shared, settings(20, 3), inputs), 1);
        EXPECT_EQ(dispatchesOf(shared, settings(20, 1, Method::Tiles), inputs), 1);
        EXPECT_GT(dispatchesOf(whole, settings(20, 1, Method::Jacobi)), 20) << "has no colours";
        GpuSolver passes = take(GpuSolver::create(gpu, schedule, {.wholeBodies = false}));
        EXPECT_GT(dispatchesOf(passes), 20);
    }
}

// Beside a cloth there is one more than it has by itself.
TEST_F(CountedDispatches, AreOneMoreBesideWhatIsNotWhole) {
    const std::shared_ptr<Gpu> gpu = spiedGpu();
    Scene cloth;
    addFlag(cloth, vec3(0.0f), 36, 30);
    GpuSolver alone = take(GpuSolver::create(gpu, take(compile(cloth)), {.chainedItems = 0}));
    const int expected = dispatchesOf(alone) + 1;
    for (int i = 0; i < 20; ++i)
        addFlag(cloth, vec3(0.0f, 0.0f, 0.1f * float(i + 1)), 6, 7);
    GpuSolver beside = take(GpuSolver::create(gpu, take(compile(cloth)), {.chainedItems = 0}));
    EXPECT_EQ(dispatchesOf(beside), expected);
}

// One whose invocations have too little memory of their own does, too, with the same bits.
TEST_F(CountedDispatches, AreManyWhereAnInvocationHasTooLittleMemory) {
    const Scene scene = flagsScene();
    const SchedulePtr schedule = take(compile(scene, kForAllMethods));
    CpuSolver cpu = take(CpuSolver::create(schedule));
    take(cpu.step());
    for (const bool fits : {true, false}) {
        GpuTraits traits = spiedGpu()->traits();
        traits.ownBytes = ownBytesForWhole(*schedule) - (fits ? 0 : 1);
        const GpuSolverOptions kAlone{.tileForm = TileForm::Invocation};
        GpuSolver solver = take(GpuSolver::create(spiedGpu(traits), schedule, kAlone));
        const int dispatches = dispatchesOf(solver);
        EXPECT_EQ(dispatches > 20, !fits) << dispatches;
        expectEqual(take(solver.snapshot()), cpu.snapshot(), fits ? "whole" : "pass by pass");
    }
}

// A device with few bindings goes pass after pass.
TEST_F(CountedDispatches, AreManyWhereTheDeviceIsTooSmall) {
    VulkanSpy::storageBuffers = 16;
    const std::shared_ptr<Gpu> gpu = spiedGpu();
    const Scene scene = flagsScene();
    const SchedulePtr schedule = take(compile(scene, kForAllMethods));
    GpuSolver solver = take(GpuSolver::create(gpu, schedule, {.tileForm = TileForm::Workgroup}));
    CpuSolver cpu = take(CpuSolver::create(schedule));
    EXPECT_GT(dispatchesOf(solver, settings(3)), 20);
    take(cpu.step(settings(3)));
    expectEqual(take(solver.snapshot()), cpu.snapshot(), "16 storage buffers");
}

}  // namespace
}  // namespace pliant::test
