// A device that an application lends: only recorded into, never submitted to or waited for, and left as it was.

#include "borrowed_support.h"
#include "pliant/cpu/cpu_solver.h"
#include "pliant/gpu/gpu_surface.h"

namespace pliant::test {
namespace {

StepInputs inputsOf(int frame) {
    StepInputs inputs;
    Collider ball;
    ball.shape = ColliderShape::Sphere;
    ball.radius = 0.2f;
    ball.pose.position = vec3(0.5f, -0.3f, 0.5f);
    inputs.colliders = {ball};
    inputs.wind = vec3(float(frame), 0.0f, 1.0f);
    if (frame == 2) inputs.pins = {{0, PinInput::Action::Release, {}}};
    if (frame == 3) inputs.pins = {{7, PinInput::Action::Pull, vec3(0.0f, 1.0f, 0.0f), 1e-3f}};
    return inputs;
}

TEST_F(Borrowed, RecordedStepsHaveTheBitsOfTheCpu) {
    Scene scene = clothScene(20);
    scene.environment.airDensity = 1.2f;
    const SchedulePtr schedule = take(compile(scene));
    GpuSolver solver = take(GpuSolver::create(borrowed(), schedule));
    CpuSolver cpu = take(CpuSolver::create(schedule));
    upload(solver);
    for (int frame = 0; frame < 5; ++frame) {
        submit([&](VkCommandBuffer commands) { take(solver.recordStep(commands, {}, inputsOf(frame))); });
        take(cpu.step({}, inputsOf(frame)));
    }
    EXPECT_EQ(snapshotOf(solver), cpu.snapshot());
}

// What the application keeps for the next program has our kernels, too.
TEST_F(Borrowed, CompilesThroughTheApplicationsPipelineCache) {
    const Gpu::Context& c = gpu_->context();
    const VkPipelineCacheCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    VkPipelineCache cache = VK_NULL_HANDLE;
    ASSERT_EQ(c.vk.vkCreatePipelineCache(c.device, &info, nullptr, &cache), VK_SUCCESS);
    BorrowedDevice device = lent();
    device.pipelineCache = cache;
    const SchedulePtr schedule = take(compile(clothScene(4)));
    take(GpuSolver::create(take(Gpu::borrow(device)), schedule));
    EXPECT_EQ(VulkanSpy::lastCache, cache);
    take(GpuSolver::create(borrowed(), schedule));
    EXPECT_EQ(VulkanSpy::lastCache, VkPipelineCache(VK_NULL_HANDLE)) << "it has given none";
    c.vk.vkDestroyPipelineCache(c.device, cache, nullptr);  // validation would see it used after this
}

TEST_F(Borrowed, UploadAndStepsFitOneCommandBuffer) {
    const SchedulePtr schedule = take(compile(clothScene(12)));
    GpuSolver solver = take(GpuSolver::create(borrowed(), schedule));
    CpuSolver cpu = take(CpuSolver::create(schedule));
    submit([&](VkCommandBuffer commands) {
        take(solver.recordUpload(commands));
        take(solver.recordStep(commands));
        take(solver.recordStep(commands));
        take(solver.recordSnapshot(commands));
        take(solver.recordStep(commands));  // not in the snapshot
    });
    solver.releaseUpload();
    take(cpu.step());
    take(cpu.step());
    EXPECT_EQ(take(solver.recordedSnapshot()), cpu.snapshot());
    take(cpu.step());
    EXPECT_EQ(snapshotOf(solver), cpu.snapshot());
}

TEST_F(Borrowed, RestoredStatesAreUploadedLikeTheFirst) {
    const SchedulePtr schedule = take(compile(clothScene(12)));
    GpuSolver solver = take(GpuSolver::create(borrowed(), schedule));
    CpuSolver cpu = take(CpuSolver::create(schedule));
    take(cpu.step());
    const Snapshot early = cpu.snapshot();
    take(cpu.step());
    take(solver.restore(early));
    take(solver.restore(cpu.snapshot()));  // before anything was recorded: the last one counts
    upload(solver);
    EXPECT_EQ(snapshotOf(solver), cpu.snapshot());
    take(solver.restore(early));
    submit(
        [&](VkCommandBuffer commands) { EXPECT_CONTAINS(messageOf(solver.recordStep(commands)), "recordUpload()"); });
    upload(solver);
    EXPECT_EQ(snapshotOf(solver), early);
}

// Too large to be solved whole: whole bodies are told the numbers of their substeps by an update.
TEST_F(Borrowed, AStepIsOnlyRecordedAndCopiesNothing) {
    const Scene scene = clothScene(24);
    const SchedulePtr schedule = take(compile(scene));
    const std::shared_ptr<Gpu> gpu = borrowed();
    GpuSolver solver = take(GpuSolver::create(gpu, schedule));
    GpuSurface surface = take(GpuSurface::create(solver, surfaceOf(scene, *schedule)));
    EXPECT_EQ(VulkanSpy::calls["vkGetDeviceQueue"], 0);
    EXPECT_EQ(VulkanSpy::calls["vkQueueSubmit"], 0);
    EXPECT_EQ(VulkanSpy::calls["vkCreateCommandPool"] + VulkanSpy::calls["vkCreateFence"], 0);
    submit([&](VkCommandBuffer commands) {
        take(solver.recordUpload(commands));
        take(surface.recordUpload(commands));
        const std::int64_t allocations = VulkanSpy::allocations;
        VulkanSpy::reset();
        take(solver.recordStep(commands));
        take(surface.record(commands));
        EXPECT_EQ(VulkanSpy::allocations, allocations);
    });
    EXPECT_GT(VulkanSpy::calls["vkCmdDispatch"], 0);
    VulkanSpy::calls.erase("vkCmdDispatch");
    VulkanSpy::calls.erase("vkCmdPipelineBarrier");
    EXPECT_EQ(VulkanSpy::calls, (std::map<std::string, int>())) << "no copy, no update, no wait, nothing created";
    EXPECT_EQ(surface.positions().buffer, solver.positions());
}

TEST_F(Borrowed, NothingThatWaitsIsOffered) {
    const SchedulePtr schedule = take(compile(clothScene(4)));
    GpuSolver solver = take(GpuSolver::create(borrowed(), schedule));
    upload(solver);
    EXPECT_CONTAINS(messageOf(solver.step()), "is borrowed");
    EXPECT_CONTAINS(messageOf(solver.snapshot()), "is borrowed");
    EXPECT_CONTAINS(messageOf(solver.gpu()->begin()), "is borrowed");
    EXPECT_CONTAINS(messageOf(solver.gpu()->submitAndWait()), "is borrowed");
    EXPECT_EQ(snapshotOf(solver), initialSnapshot(*schedule)) << "a refused step must not count";
}

TEST_F(Borrowed, NothingIsRecordedBeforeTheUpload) {
    const Scene scene = clothScene(4);
    const SchedulePtr schedule = take(compile(scene));
    GpuSolver solver = take(GpuSolver::create(borrowed(), schedule));
    GpuSurface surface = take(GpuSurface::create(solver, surfaceOf(scene, *schedule), {.interpolated = true}));
    EXPECT_CONTAINS(messageOf(solver.recordedSnapshot()), "before recordSnapshot()");
    submit([&](VkCommandBuffer commands) {
        VulkanSpy::calls.clear();
        EXPECT_CONTAINS(messageOf(solver.recordStep(commands)), "recordStep() before recordUpload()");
        EXPECT_CONTAINS(messageOf(solver.recordSnapshot(commands)), "recordSnapshot() before recordUpload()");
        EXPECT_CONTAINS(messageOf(surface.recordState(commands)), "recordState() before recordUpload()");
        EXPECT_CONTAINS(messageOf(surface.record(commands)), "record() before recordUpload()");
        EXPECT_TRUE(VulkanSpy::calls.empty());
    });
    upload(solver);
    for (const Status& status :
         {solver.recordUpload(nullptr), solver.recordStep(nullptr), solver.recordSnapshot(nullptr),
          surface.recordUpload(nullptr), surface.recordState(nullptr), surface.record(nullptr)})
        EXPECT_CONTAINS(messageOf(status), "null command buffer");
}

TEST_F(Borrowed, WhatWasThrownAwayComesBackWithASnapshot) {
    const SchedulePtr schedule = take(compile(clothScene(8)));
    GpuSolver solver = take(GpuSolver::create(borrowed(), schedule));
    CpuSolver cpu = take(CpuSolver::create(schedule));
    throwAway([&](VkCommandBuffer commands) {
        take(solver.recordUpload(commands));
        take(solver.recordStep(commands));
    });
    take(solver.restore(cpu.snapshot()));
    upload(solver);
    for (int frame = 0; frame < 3; ++frame) {
        submit([&](VkCommandBuffer commands) { take(solver.recordStep(commands)); });
        take(cpu.step());
    }
    EXPECT_EQ(snapshotOf(solver), cpu.snapshot());
}

// On a device of our own: what submits by itself must not take the command buffer away from under a recording.
TEST_F(Borrowed, ARecordingIsNotDisturbed) {
    const SchedulePtr schedule = take(compile(clothScene(4)));
    GpuSolver solver = gpuSolver(schedule);
    const Snapshot start = take(solver.snapshot());
    submit([&](VkCommandBuffer commands) {
        take(solver.recordStep(commands));
        EXPECT_CONTAINS(messageOf(solver.snapshot()), "not submitted yet");
        EXPECT_CONTAINS(messageOf(solver.restore(start)), "not submitted yet");
        EXPECT_CONTAINS(messageOf(solver.step()), "not submitted yet");
    });
    CpuSolver cpu = take(CpuSolver::create(schedule));
    take(cpu.step());
    EXPECT_EQ(take(solver.snapshot()), cpu.snapshot());
}

TEST_F(Borrowed, ACommandBufferInTheWrongStateIsToldByValidationAndDoesNoHarm) {
    if (!gpu_->context().instance->isValidated()) GTEST_SKIP() << "validation is switched off";
    if (gpu_->info().type != "CPU") GTEST_SKIP() << "only software Vulkan is known to bear it";
    const SchedulePtr schedule = take(compile(clothScene(4)));
    GpuSolver solver = take(GpuSolver::create(borrowed(), schedule));
    upload(solver);
    take(solver.recordStep(gpu_->context().commands));  // not begun
    ASSERT_FALSE(messages_.empty());
    EXPECT_CONTAINS(messages_[0], "commandBuffer-recording");
    messages_.clear();
    take(gpu_->begin());  // as it was
    take(gpu_->submitAndWait());
}

TEST_F(Borrowed, NamesWhatIsMissing) {
    const struct {
        const char* says;
        void (*spoil)(BorrowedDevice&);
    } kCases[] = {
        {"getInstanceProcAddr is null", [](BorrowedDevice& bad) { bad.getInstanceProcAddr = nullptr; }},
        {"instance is null", [](BorrowedDevice& bad) { bad.instance = nullptr; }},
        {"physicalDevice is null", [](BorrowedDevice& bad) { bad.physicalDevice = nullptr; }},
        {"device is null", [](BorrowedDevice& bad) { bad.device = nullptr; }},
        {"apiVersion is 1.1", [](BorrowedDevice& bad) { bad.apiVersion = VK_API_VERSION_1_1; }},
        {"queueFamily is 1000", [](BorrowedDevice& bad) { bad.queueFamily = 1000; }},
    };
    for (const auto& [says, spoil] : kCases) {
        BorrowedDevice bad = lent();
        spoil(bad);
        EXPECT_CONTAINS(messageOf(Gpu::borrow(bad)), says);
    }
}

TEST_F(Borrowed, ALossThatIsSeenWhileWaitingIsALossToo) {
    GpuOptions options;
    options.getInstanceProcAddr = VulkanSpy::getInstanceProcAddr;
    const std::shared_ptr<Gpu> gpu = take(Gpu::create(options));
    GpuSolver solver = take(GpuSolver::create(gpu, take(compile(clothScene(4)))));
    VulkanSpy::waitsUntilLost = 0;
    EXPECT_CONTAINS(messageOf(solver.step()), "vkWaitForFences");
    VulkanSpy::reset();
    EXPECT_CONTAINS(messageOf(solver.step()), "was lost");
    EXPECT_CONTAINS(messageOf(gpu->submitAndWait()), "was lost");
}

TEST_F(Borrowed, NamesWhatTheDeviceLacks) {
    VulkanSpy::apiVersion = VK_API_VERSION_1_1;
    EXPECT_CONTAINS(messageOf(Gpu::borrow(lent())), "has Vulkan 1.1; 1.2 or later is needed");
    VulkanSpy::reset();
    VulkanSpy::computes = false;
    EXPECT_CONTAINS(messageOf(Gpu::borrow(lent())), "does not compute");
    VulkanSpy::reset();
    VulkanSpy::storageBuffers = 4;
    EXPECT_CONTAINS(messageOf(Gpu::borrow(lent())), "has 4 storage buffers per kernel");
    for (const char* name :
         {"vkGetPhysicalDeviceProperties", "vkGetPhysicalDeviceProperties2", "vkGetDeviceProcAddr"}) {
        VulkanSpy::reset();
        VulkanSpy::unknown = name;
        EXPECT_CONTAINS(messageOf(Gpu::borrow(lent())), std::string("does not know ") + name);
    }
}

TEST_F(Borrowed, IsGivenBackWithoutATrace) {
    const Scene scene = clothScene(10);
    const SchedulePtr schedule = take(compile(scene));
    const std::int64_t before = VulkanSpy::allocations;
    for (int round = 0; round < 12; ++round) {
        std::shared_ptr<Gpu> gpu = borrowed();
        auto solver = std::make_unique<GpuSolver>(take(GpuSolver::create(gpu, schedule)));
        auto surface = std::make_unique<GpuSurface>(take(GpuSurface::create(*solver, surfaceOf(scene, *schedule))));
        EXPECT_GT(VulkanSpy::allocations, before);
        EXPECT_GT(VulkanSpy::alive(), 20);
        // Any order will do.
        if (round % 3 == 0) gpu.reset();
        if (round % 2 == 0) solver.reset();
        surface.reset();
    }
    EXPECT_EQ(VulkanSpy::allocations, before);
    EXPECT_EQ(VulkanSpy::alive(), 0);
    submit([](VkCommandBuffer) {});  // software Vulkan keeps what was destroyed until something is submitted
}

TEST_F(Borrowed, WhatIsPartlyCreatedIsGivenBackToo) {
    const Scene scene = clothScene(10);
    const SchedulePtr schedule = take(compile(scene));
    const std::int64_t before = VulkanSpy::allocations;
    {
        const GpuSolver solver = take(GpuSolver::create(borrowed(), schedule));
        Surface bad = surfaceOf(scene, *schedule);
        bad.rowEntries.back() = 1000;
        EXPECT_FALSE(GpuSurface::create(solver, bad));
    }
    EXPECT_EQ(VulkanSpy::allocations, before);
    EXPECT_EQ(VulkanSpy::alive(), 0);
}

// Our own device, whose submissions fail from some point on.
TEST_F(Borrowed, ALostDeviceIsToldOnceAndLeavesTheLastSnapshot) {
    GpuOptions options;
    options.getInstanceProcAddr = VulkanSpy::getInstanceProcAddr;
    const std::shared_ptr<Gpu> gpu = take(Gpu::create(options));
    const SchedulePtr schedule = take(compile(clothScene(8)));
    GpuSolver solver = take(GpuSolver::create(gpu, schedule));
    take(solver.step());
    const Snapshot last = take(solver.snapshot());
    VulkanSpy::submitsUntilLost = 1;
    take(solver.step());
    const Status lost = solver.step();
    EXPECT_CONTAINS(messageOf(lost), "VK_ERROR_DEVICE_LOST");
    EXPECT_EQ(lost.error().kind, ErrorKind::DeviceLost);
    const int submits = VulkanSpy::calls["vkQueueSubmit"];
    EXPECT_CONTAINS(messageOf(solver.step()), "was lost");
    EXPECT_CONTAINS(messageOf(solver.snapshot()), "was lost");
    EXPECT_EQ(VulkanSpy::calls["vkQueueSubmit"], submits) << "a lost device is left alone";
    VulkanSpy::reset();

    GpuSolver next = gpuSolver(schedule);  // on another device, from where the last snapshot was taken
    take(next.restore(last));
    EXPECT_EQ(take(next.snapshot()), last);
}

}  // namespace
}  // namespace pliant::test
