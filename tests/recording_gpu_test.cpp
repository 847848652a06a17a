// Commands of a step are recorded once and submitted again, and nobody can tell from the bits.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "gpu_support.h"
#include "pliant/cpu/cpu_solver.h"
#include "pliant/gpu/context.h"
#include "vulkan_spy.h"

namespace pliant::test {
namespace {

int commandCount = 0;   // recorded
int dispatchCount = 0;  // of these
PFN_vkCmdPipelineBarrier realBarrier = nullptr;
PFN_vkCmdDispatch realDispatch = nullptr;
PFN_vkCmdDispatchIndirect realIndirect = nullptr;

void VKAPI_CALL countBarrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkPipelineStageFlags to,
                             VkDependencyFlags flags, std::uint32_t memoryCount, const VkMemoryBarrier* memory,
                             std::uint32_t bufferCount, const VkBufferMemoryBarrier* buffers, std::uint32_t imageCount,
                             const VkImageMemoryBarrier* images) {
    ++commandCount;
    realBarrier(commands, from, to, flags, memoryCount, memory, bufferCount, buffers, imageCount, images);
}

void VKAPI_CALL countDispatch(VkCommandBuffer commands, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    ++commandCount;
    ++dispatchCount;
    realDispatch(commands, x, y, z);
}

void VKAPI_CALL countIndirect(VkCommandBuffer commands, VkBuffer buffer, VkDeviceSize offset) {
    ++commandCount;
    ++dispatchCount;
    realIndirect(commands, buffer, offset);
}

class Recording : public GpuTest {
  protected:
    void SetUp() override {
        GpuTest::SetUp();
        realBarrier = std::exchange(table().vkCmdPipelineBarrier, countBarrier);
        realDispatch = std::exchange(table().vkCmdDispatch, countDispatch);
        realIndirect = std::exchange(table().vkCmdDispatchIndirect, countIndirect);
        commandCount = dispatchCount = 0;
    }
    void TearDown() override {
        table().vkCmdPipelineBarrier = realBarrier;
        table().vkCmdDispatch = realDispatch;
        table().vkCmdDispatchIndirect = realIndirect;
        GpuTest::TearDown();
    }
    static VolkDeviceTable& table() { return const_cast<Gpu::Context&>(gpu_->context()).vk; }
};

// Cloth with bends, tethers and coarse levels, in air.
Scene clothInAir() {
    Scene scene;
    GridDescription grid;
    grid.columns = grid.rows = 13;
    grid.fabric = take(fabricNamed("denim"));
    take(addGrid(scene, grid));
    take(pinPlace(scene, 0, GridPlace::FirstRowCorners));
    scene.environment.airDensity = 1.2f;
    return scene;
}

std::vector<PinInput> pulls(std::uint32_t count, float height) {
    std::vector<PinInput> pins;
    for (std::uint32_t i = 0; i < count; ++i)
        pins.push_back({i, PinInput::Action::Pull, vec3(0.01f * float(i), height, 0.2f), 1e-3f});
    return pins;
}

std::vector<Collider> balls(std::uint32_t count, int frame, bool move) {
    std::vector<Collider> colliders(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        colliders[i].shape = ColliderShape::Sphere;
        colliders[i].radius = 0.1f;
        colliders[i].pose.position = vec3(0.1f * float(i), -0.2f + 0.01f * float(frame), 0.5f);
        if (move) colliders[i].before = Pose{colliders[i].pose.position + vec3(0.0f, 0.01f, 0.0f)};
    }
    return colliders;
}

TEST_F(Recording, EqualStepsRecordNothing) {
    GpuSolver solver = gpuSolver(take(compile(clothInAir(), kForAllMethods)));
    for (int frame = 0; frame < 6; ++frame) {
        StepInputs inputs;  // whose number, places and targets change
        inputs.pins = pulls(static_cast<std::uint32_t>(1 + 12 * frame % 64), 0.1f * float(frame));
        inputs.colliders = balls(3, frame, true);
        commandCount = 0;
        take(solver.step(settings(12), inputs));
        if (frame == 0) EXPECT_GT(commandCount, 0);
        else EXPECT_EQ(commandCount, 0) << "step " << frame;
    }
}

// A substep by itself: bends take turns over so many steps, tethers over two.
TEST_F(Recording, AFewRecordingsAreKept) {
    GpuSolver solver = gpuSolver(take(compile(clothInAir(), kForAllMethods)));
    StepSettings s = settings(1);
    s.dt = 1.0 / 700.0;
    s.bendPeriod = 3;
    for (int frame = 0; frame < 18; ++frame) {
        if (frame == 12) commandCount = 0;
        take(solver.step(s));
    }
    EXPECT_EQ(commandCount, 0);
}

struct Turn {
    StepSettings settings;
    StepInputs inputs;
};

Turn turnOf(int frame) {
    Turn turn;
    turn.settings = settings(frame % 7 == 5 ? 4 : 3, 1, frame % 5 == 4 ? Method::Jacobi : Method::GaussSeidel);
    turn.settings.dt = frame % 11 < 8 ? 1.0 / 60 : 1.0 / 70;
    turn.settings.tethers = frame % 13 != 6;
    turn.settings.levels = frame % 9 != 3;
    turn.settings.bendPeriod = frame % 17 == 16 ? 2 : 0;
    if (frame % 3 == 1) turn.inputs.pins = pulls(1 + 70 * (frame % 2), 0.1f);
    if (frame % 6 == 2) turn.inputs.pins = {{40, PinInput::Action::Move, vec3(0.3f, 0.1f * float(frame % 4), 0.2f)}};
    if (frame % 12 == 5) turn.inputs.pins = {{40, PinInput::Action::Release, {}}, {3, PinInput::Action::Hold, {}}};
    if (frame % 4 > 1) turn.inputs.colliders = balls(2 + frame % 2, frame % 6, frame % 4 == 3);
    if (frame % 10 > 6) turn.inputs.wind = vec3(2.0f, 0.0f, 1.0f);
    return turn;
}

TEST_F(Recording, HasTheBitsOfTheCpuWhereThingsChangeAndChangeBack) {
    const SchedulePtr schedule = take(compile(clothInAir(), kForAllMethods));
    GpuSolver gpu = gpuSolver(schedule);
    CpuSolver cpu = take(CpuSolver::create(schedule));
    for (int frame = 0; frame < 60; ++frame) {
        const Turn turn = turnOf(frame % 36);
        take(gpu.step(turn.settings, turn.inputs));
        take(cpu.step(turn.settings, turn.inputs));
        const Snapshot expected = cpu.snapshot();
        expectEqual(take(gpu.snapshot()), expected, fmt::format("step {}", frame));
        if (HasFailure()) return;
        if (frame % 20 == 19) take(gpu.restore(expected));
    }
}

// More of them than there is room for in what the host writes.
TEST_F(Recording, HasTheBitsOfTheCpuWithManyMovingColliders) {
    const SchedulePtr schedule = take(compile(clothScene(6)));
    GpuSolver gpu = gpuSolver(schedule);
    CpuSolver cpu = take(CpuSolver::create(schedule));
    for (const std::uint32_t substeps : {32u, 33u, 32u}) {
        StepInputs inputs;
        inputs.colliders = balls(kMostColliders, int(substeps), true);
        take(gpu.step(settings(substeps), inputs));
        take(cpu.step(settings(substeps), inputs));
        expectEqual(take(gpu.snapshot()), cpu.snapshot(), fmt::format("{} substeps", substeps));
    }
}

// Steps with the same passes, beside small bodies and large ones. Tethers take turns over two substeps, of four.
TEST_F(Recording, KnowsWhetherCollidersMoveAndHowLongStepsAre) {
    for (const std::uint32_t size : {13u, 25u}) {
        const SchedulePtr schedule = take(compile(clothScene(size)));
        GpuSolver gpu = gpuSolver(schedule);
        CpuSolver cpu = take(CpuSolver::create(schedule));
        for (int frame = 0; frame < 8; ++frame) {
            const StepInputs inputs{{}, balls(3, 5 * frame, frame % 2 == 1), {}};
            StepSettings s = settings(4);
            s.dt = frame % 4 < 2 ? 1.0 / 60 : 1.0 / 70;
            take(gpu.step(s, inputs));
            take(cpu.step(s, inputs));
            expectEqual(take(gpu.snapshot()), cpu.snapshot(), fmt::format("step {}", frame));
        }
    }
}

// As many workgroups as they fill, and a few records that no pin has.
TEST_F(Recording, HasTheBitsOfTheCpuWithAnyNumberOfPins) {
    const SchedulePtr schedule = take(compile(clothScene(25)));
    ASSERT_EQ(schedule->wholeFirst, schedule->particles.size());
    GpuSolver gpu = gpuSolver(schedule);
    CpuSolver cpu = take(CpuSolver::create(schedule));
    for (const std::uint32_t count : {300u, 257u, 512u, 625u, 1u}) {
        const StepInputs inputs{pulls(count, 0.1f), {}, {}};
        take(gpu.step(settings(2), inputs));
        take(cpu.step(settings(2), inputs));
        expectEqual(take(gpu.snapshot()), cpu.snapshot(), fmt::format("{} pins", count));
    }
}

TEST_F(Recording, ShortPassesChainedAreOneDispatch) {
    const SchedulePtr schedule = take(compile(ropeScene(65)));
    const auto dispatchesOf = [&](std::uint32_t items) {
        GpuSolver solver = gpuSolver(schedule, {.chainedItems = items, .wholeBodies = false});
        dispatchCount = 0;
        StepSettings s = settings(4);
        s.tethers = s.levels = false;
        take(solver.step(s));
        return dispatchCount;
    };
    const int colours = int(schedule->gaussSeidel.size());
    ASSERT_GE(colours, 2);
    EXPECT_EQ(dispatchesOf(0), 4 * (1 + colours) + 1);
    EXPECT_EQ(dispatchesOf(1000), 4 * (1 + 1) + 1);
}

// Passes of several kinds; but particles, which are many, go along by themselves.
TEST_F(Recording, CoarseLevelsAreOneDispatch) {
    const SchedulePtr schedule = take(compile(clothScene(30)));
    ASSERT_GE(schedule->levels.size(), 20u);
    ASSERT_EQ(schedule->levels.back().kind, PassKind::ShiftParticles);
    std::vector<Snapshot> states;
    const auto dispatchesOf = [&](std::uint32_t items, bool levels) {
        GpuSolver solver = gpuSolver(schedule, {.chainedItems = items, .wholeBodies = false});
        dispatchCount = 0;
        StepSettings s = settings(4);
        s.levels = levels;
        take(solver.step(s));
        if (levels) states.push_back(take(solver.snapshot()));
        return dispatchCount;
    };
    EXPECT_EQ(dispatchesOf(0, true) - dispatchesOf(0, false), 4 * int(schedule->levels.size()));
    EXPECT_EQ(dispatchesOf(1000, true) - dispatchesOf(1000, false), 4 * 2);
    const int some = dispatchesOf(20, true) - dispatchesOf(20, false);  // those of the finest are longer
    EXPECT_GT(some, 4 * 2);
    EXPECT_LT(some, 4 * int(schedule->levels.size()));
    for (const Snapshot& state : states)
        expectEqual(state, states.front(), "whatever is chained");
}

TEST_F(Recording, AProfileHasAllKindsAndTheStepIsTheSame) {
    const SchedulePtr schedule = take(compile(clothInAir(), kForAllMethods));
    GpuSolver gpu = gpuSolver(schedule, {.chainedItems = 0, .wholeBodies = false});
    CpuSolver cpu = take(CpuSolver::create(schedule));
    StepInputs inputs;
    inputs.pins = pulls(2, 0.1f);
    inputs.colliders = balls(1, 0, true);
    std::map<PassKind, std::uint32_t> expected;
    const StepPlan plan = take(planStep(*schedule, settings(6), inputs, initialProgress(*schedule)));
    replay(
        *schedule, plan, [](std::uint32_t) {}, [&](const Pass& pass, const PassConstants&) { ++expected[pass.kind]; });
    const StepProfile profile = take(gpu.profileStep(settings(6), inputs));
    std::map<PassKind, std::uint32_t> found;
    double sum = profile.inputsMs;
    for (const PassTime& pass : profile.passes) {
        EXPECT_GT(pass.timeMs, 0.0) << nameOf(pass.kind);
        EXPECT_FALSE(found.contains(pass.kind));
        found[pass.kind] = pass.dispatchCount;
        sum += pass.timeMs;
    }
    EXPECT_EQ(found, expected);
    EXPECT_GT(profile.inputsMs, 0.0);
    EXPECT_DOUBLE_EQ(profile.totalMs(), sum);
    take(cpu.step(settings(6), inputs));
    expectEqual(take(gpu.snapshot()), cpu.snapshot(), "a profiled step");
    take(gpu.step(settings(6), inputs));
    take(cpu.step(settings(6), inputs));
    expectEqual(take(gpu.snapshot()), cpu.snapshot(), "and the next one");
}

// 12,300 dispatches, in parts.
TEST_F(Recording, AProfileOfAVeryLongStep) {
    GpuSolver gpu = gpuSolver(take(compile(ropeScene(5))), {.chainedItems = 0, .wholeBodies = false});
    const StepProfile profile = take(gpu.profileStep(settings(300, 20)));
    const auto sticks = std::find_if(profile.passes.begin(), profile.passes.end(),
                                     [](const PassTime& pass) { return pass.kind == PassKind::SolveSticks; });
    ASSERT_NE(sticks, profile.passes.end());
    EXPECT_GE(sticks->dispatchCount, 300u * 20u * 2u);
}

TEST_F(Recording, AQueueWithoutTimestampsHasNoProfile) {
    VulkanSpy::reset();
    VulkanSpy::hasTimestamps = false;
    GpuOptions options;
    options.getInstanceProcAddr = VulkanSpy::getInstanceProcAddr;
    GpuSolver solver = take(GpuSolver::create(take(Gpu::create(options)), take(compile(ropeScene(3)))));
    EXPECT_CONTAINS(messageOf(solver.profileStep()), "timestampValidBits");
    take(solver.step());
    VulkanSpy::reset();
}

}  // namespace
}  // namespace pliant::test
