#include "pliant/gpu/gpu.h"

#include <fmt/format.h>

#include "gpu_support.h"
#include "pliant/cpu/cpu_solver.h"
#include "pliant/gpu/context.h"
#include "pliant/gpu/kernels.h"
#include "pliant/gpu/programs.h"
#include "pliant/gpu/whole_bodies.h"
#include "vulkan_spy.h"

namespace pliant::test {
namespace {

class GpuDevice : public GpuTest {};

constexpr std::uint32_t kBrokenKernel[] =
#include "broken_kernel.inc"
    ;

TEST_F(GpuDevice, IsListedWithWhatItPromises) {
    const std::vector<DeviceInfo> devices = take(listDevices());
    ASSERT_FALSE(devices.empty()) << "the tests need a Vulkan device; software Vulkan will do";
    for (const DeviceInfo& d : devices) {
        EXPECT_FALSE(d.name.empty());
        EXPECT_FALSE(d.type.empty());
        EXPECT_EQ(d.api.substr(0, 2), "1.");
        EXPECT_GE(d.maxStorageBufferBytes, std::uint64_t(1) << 27);  // Vulkan's own minimum
        EXPECT_GE(d.maxWorkgroupSize, 128u);
        EXPECT_GE(d.maxSharedMemoryBytes, 16384u);
        EXPECT_GT(d.memoryBytes, 0u);
    }
}

TEST_F(GpuDevice, IsFoundByNumberAndByPartOfItsName) {
    const DeviceInfo first = take(listDevices())[0];
    std::string part = first.name.substr(0, 4);
    for (char& c : part)
        c = static_cast<char>(std::toupper(c));
    for (const std::string& name : {std::string("0"), part}) {
        GpuOptions options;
        options.device = name;
        EXPECT_EQ(take(Gpu::create(options))->info().index, 0u);
    }
    for (const std::string name : {"99", "no such device"}) {
        GpuOptions options;
        options.device = name;
        const std::string message = messageOf(Gpu::create(options));
        EXPECT_CONTAINS(message, name);
        EXPECT_CONTAINS(message, first.name);  // says what there is
    }
}

// The silence of the other tests means something only if validation would speak.
TEST_F(GpuDevice, ValidationSpeaks) {
    if (!gpu_->context().instance->isValidated()) GTEST_SKIP() << "validation is switched off";
    const Gpu::Context& c = gpu_->context();
    VkBufferCreateInfo empty{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    empty.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    VkBuffer handle = VK_NULL_HANDLE;
    c.vk.vkCreateBuffer(c.device, &empty, nullptr, &handle);
    if (handle) c.vk.vkDestroyBuffer(c.device, handle, nullptr);
    ASSERT_FALSE(messages_.empty());
    EXPECT_CONTAINS(messages_[0], "VUID-VkBufferCreateInfo-size");
    messages_.clear();
}

TEST_F(GpuDevice, SynchronizationValidationSpeaks) {
    if (!gpu_->context().instance->isValidated()) GTEST_SKIP() << "validation is switched off";
    const Buffer buffer = take(createDeviceBuffer(gpu_, 256, "test"));
    take(gpu_->submitAndWait([&](VkCommandBuffer commands) -> Status {
        gpu_->context().vk.vkCmdFillBuffer(commands, buffer.handle, 0, 256, 1);
        gpu_->context().vk.vkCmdFillBuffer(commands, buffer.handle, 0, 256, 2);
        return {};
    }));
    ASSERT_FALSE(messages_.empty());
    const std::string& said = messages_[0];  // older layers write SYNC-HAZARD-WRITE-AFTER-WRITE
    EXPECT_TRUE(said.find("WRITE_AFTER_WRITE") != said.npos || said.find("WRITE-AFTER-WRITE") != said.npos) << said;
    messages_.clear();
}

// Only where it is asked for, by the settings of Assisted.gpu in ctest.
TEST_F(GpuDevice, DISABLED_AssistedValidationSpeaks) {
    const Buffer buffer = take(createDeviceBuffer(gpu_, 2 * sizeof(vec4), "test"));
    Programs programs;
    const std::uint32_t constants = 0;
    programs.create(gpu_, {buffer.handle}, sizeof(constants), "the test's kernel");
    const Program program = take(programs.add(kBrokenKernel));  // it writes a third vector
    take(gpu_->submitAndWait([&](VkCommandBuffer commands) -> Status {
        programs.dispatchGroups(commands, program, 1, &constants);
        return {};
    }));
    ASSERT_EQ(messages_.size(), 1u);
    EXPECT_CONTAINS(messages_[0], "access out of bounds");
    messages_.clear();
}

TEST_F(GpuDevice, RefusesABufferAboveTheLimitWithBothNumbers) {
    const std::uint64_t limit = gpu_->info().maxStorageBufferBytes;
    const std::string message = messageOf(createDeviceBuffer(gpu_, limit + 16, "particles"));
    EXPECT_CONTAINS(message, std::to_string(limit));
    EXPECT_CONTAINS(message, std::to_string(limit + 16));
    EXPECT_CONTAINS(message, "particles");
}

// Both numbers are named, and nothing has been allocated.
TEST_F(GpuDevice, RefusesAScheduleThatItHasNoRoomFor) {
    const SchedulePtr schedule = take(compile(clothScene(80)));
    const auto refusal = [&] {
        GpuOptions options;
        options.device = gpu_->info().name;
        options.getInstanceProcAddr = VulkanSpy::getInstanceProcAddr;
        const std::shared_ptr<Gpu> small = take(Gpu::create(options));
        VulkanSpy::calls.clear();
        const std::int64_t allocations = VulkanSpy::allocations;
        const Result<GpuSolver> solver = GpuSolver::create(small, schedule);
        EXPECT_EQ(VulkanSpy::allocations, allocations);
        EXPECT_EQ(VulkanSpy::calls["vkCreateBuffer"], solver ? VulkanSpy::calls["vkDestroyBuffer"] : 0);
        EXPECT_TRUE(solver || solver.error().kind == ErrorKind::OutOfMemory);
        return solver ? std::string() : solver.error().message;
    };
    VulkanSpy::reset();
    VulkanSpy::memoryBytes = deviceBytes(*schedule) - 1;
    EXPECT_CONTAINS(refusal(), fmt::format("needs {} bytes", deviceBytes(*schedule)));
    EXPECT_CONTAINS(refusal(), fmt::format("has {} bytes of memory", deviceBytes(*schedule) - 1));

    // The largest comes behind others: they have not been allocated either.
    VulkanSpy::reset();
    const std::uint64_t largest = schedule->sticks.size() * sizeof(Stick);
    VulkanSpy::storageBufferBytes = static_cast<std::uint32_t>(largest - 1);
    EXPECT_CONTAINS(refusal(), fmt::format("sticks need {} bytes", largest));
    EXPECT_CONTAINS(refusal(), fmt::format("at most {}", largest - 1));
    VulkanSpy::reset();
}

// Drivers have few allocations to give (4,096 is usual): a solver takes one for what kernels see, one that it reads
// back through, and one for the inputs of its steps. Where an allocation may not be so large it takes more.
TEST_F(GpuDevice, TakesThreeAllocationsForASolver) {
    VulkanSpy::reset();
    GpuOptions options;
    options.device = gpu_->info().name;
    options.getInstanceProcAddr = VulkanSpy::getInstanceProcAddr;
    const std::shared_ptr<Gpu> gpu = take(Gpu::create(options));
    const SchedulePtr schedule = take(compile(mixedScene()));
    CpuSolver cpu = take(CpuSolver::create(schedule));
    take(cpu.step());
    const auto allocationsOf = [&](VkDeviceSize largest) {
        const_cast<Gpu::Context&>(gpu->context()).maxAllocationBytes = largest;
        const std::int64_t before = VulkanSpy::allocations;
        GpuSolver solver = take(GpuSolver::create(gpu, schedule));
        const std::int64_t taken = VulkanSpy::allocations - before;
        take(solver.step());
        EXPECT_EQ(take(solver.snapshot()), cpu.snapshot()) << "allocations of at most " << largest << " bytes";
        return taken;
    };
    const std::int64_t none = VulkanSpy::allocations;
    EXPECT_EQ(allocationsOf(1u << 30), 3);
    EXPECT_GT(allocationsOf(4096), 5);
    EXPECT_EQ(allocationsOf(1), std::int64_t(kBufferCount) + 2);
    EXPECT_EQ(VulkanSpy::allocations, none);
}

TEST_F(GpuDevice, RefusesTraitsThatKernelsCannotHave) {
    const auto refusal = [](auto&& change) {
        GpuOptions options;
        options.device = gpu_->info().name;
        GpuTraits traits;
        change(traits);
        options.traits = traits;
        return messageOf(Gpu::create(options));
    };
    EXPECT_CONTAINS(refusal([](GpuTraits& t) { t.passWorkgroup = 0; }), "a workgroup of 0");
    EXPECT_CONTAINS(refusal([](GpuTraits& t) { t.stickWorkgroup = 48; }), "a workgroup of 48");
    EXPECT_CONTAINS(refusal([](GpuTraits& t) { t.chainWorkgroup = 96; }), "a workgroup of 96");
    EXPECT_CONTAINS(refusal([](GpuTraits& t) { t.passWorkgroup = 2048; }), "from 8 to 1024");
    EXPECT_CONTAINS(refusal([](GpuTraits& t) { t.contactLanes = 0; }), "contactLanes is 0");
    EXPECT_CONTAINS(refusal([](GpuTraits& t) { t.contactLanes = 3; }), "a power of two");
    EXPECT_CONTAINS(refusal([](GpuTraits& t) { t.contactLanes = 2048; }), "from 1 to 1024");
    EXPECT_CONTAINS(refusal([](GpuTraits& t) { t.mostLoops = 3; }), "mostLoops is 3");
    EXPECT_CONTAINS(refusal([](GpuTraits& t) { t.itemOrder = ItemOrder(3); }), "no order of items 3");
}

// MoltenVK and its like have only a part of Vulkan: they are listed when asked for, and want to hear that one knows.
TEST_F(GpuDevice, TakesDriversThatHaveAPartOfVulkan) {
    VulkanSpy::reset();
    VulkanSpy::isPortable = true;
    GpuOptions options;
    options.device = gpu_->info().name;
    options.getInstanceProcAddr = VulkanSpy::getInstanceProcAddr;
    take(Gpu::create(options));
    EXPECT_EQ(VulkanSpy::instanceFlags, VkInstanceCreateFlags(VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR));
    EXPECT_EQ(VulkanSpy::deviceExtensions, std::vector<std::string>{"VK_KHR_portability_subset"});
    VulkanSpy::isPortable = false;
    take(Gpu::create(options));
    for (const std::string& extension : VulkanSpy::deviceExtensions)
        EXPECT_EQ(extension, VK_EXT_CONDITIONAL_RENDERING_EXTENSION_NAME);
}

// Pipelines belong to the device: a second solver of the same kind makes none.
TEST_F(GpuDevice, MakesEachPipelineOnce) {
    VulkanSpy::reset();
    GpuOptions options;
    options.device = gpu_->info().name;
    options.getInstanceProcAddr = VulkanSpy::getInstanceProcAddr;
    const std::shared_ptr<Gpu> gpu = take(Gpu::create(options));
    const auto made = [&](const Scene& scene) {
        VulkanSpy::calls.clear();
        const GpuSolver solver = take(GpuSolver::create(gpu, take(compile(scene))));
        return VulkanSpy::calls["vkCreateComputePipelines"];
    };
    EXPECT_GT(made(clothScene(6)), 3);
    EXPECT_EQ(made(clothScene(6)), 0);
}

// And none for what no step of the schedule can run.
TEST_F(GpuDevice, MakesPipelinesForWhatCanBeRun) {
    const auto made = [&](Scene scene, CompileOptions options, const GpuSolverOptions& solver) {
        const std::shared_ptr<Gpu> gpu = gpuLike(gpu_->traits(), VulkanSpy::getInstanceProcAddr);
        options.wholeParticles = solver.wholeBodies ? options.wholeParticles : 0;
        const SchedulePtr schedule = take(compile(scene, options));
        VulkanSpy::reset();
        GpuSolver each = take(GpuSolver::create(gpu, schedule, solver));
        const int count = VulkanSpy::calls["vkCreateComputePipelines"];
        for (const Method method : {Method::Auto, Method::GaussSeidel, Method::Jacobi, Method::Hybrid}) {
            if (averages(method) && !options.jacobi) continue;
            StepInputs inputs;
            inputs.colliders.resize(1);
            inputs.pins = {{0, PinInput::Action::Hold}};
            take(each.step(settings(2, 1, method), inputs));
            take(each.step(settings(7, 3, method)));
        }
        EXPECT_EQ(VulkanSpy::calls["vkCreateComputePipelines"], count) << "a step makes none";
        return count;
    };
    const auto untethered = [](Scene scene) {
        scene.tethers = scene.levels = false;
        return scene;
    };
    const auto inAir = [](Scene scene) {
        scene.environment.airDensity = 1.2f;
        return scene;
    };
    const GpuSolverOptions chained{.chainedItems = 100'000, .wholeBodies = false};
    const GpuSolverOptions alone{.chainedItems = 0, .wholeBodies = false};
    Scene loose = untethered(clothScene(9));
    loose.sticks.clear();
    EXPECT_EQ(made(loose, {}, chained), 4) << "integration, pins, colliders, places that are kept";
    EXPECT_EQ(made(untethered(clothScene(9)), {}, chained), 5) << "and sticks chained, but not alone";
    EXPECT_EQ(made(untethered(clothScene(9)), {}, alone), 5) << "or alone, but not chained";
    EXPECT_EQ(made(inAir(untethered(clothScene(9))), {}, alone), 7) << "and air";
    Scene tethered = clothScene(9);
    tethered.levels = false;
    EXPECT_EQ(made(tethered, {}, alone), 6) << "and tethers";
    EXPECT_EQ(made(untethered(clothScene(9)), {.jacobi = true}, alone), 7) << "and two that average";
    EXPECT_EQ(made(untethered(clothScene(9)), {}, {.chainedItems = 100'000}), 7) << "and tiles, and whole bodies";
}

// A record per pass of a list, and one behind each list; and what there is of tiles, no buffer below 16 bytes.
std::uint64_t turnAndTileBytes(const Schedule& s) {
    std::uint64_t turns = 0;
    for (const std::vector<Pass>* passes : passLists(s))
        turns += passes->size() + 1;
    const auto atLeast = [](std::uint64_t bytes) { return std::max<std::uint64_t>(bytes, 16); };
    return 16 * turns + atLeast(s.tiles.size() * sizeof(TileRecord)) + atLeast(s.tileRuns.size() * sizeof(TileRun)) +
           atLeast(s.tileSticks.size() * sizeof(TileStick));
}

TEST_F(GpuDevice, DeviceBytesIsWhatTheBuffersTake) {
    Scene scene = mixedScene();
    scene.tethers = scene.levels = false;
    const SchedulePtr s = take(compile(scene, kForAllMethods));
    const std::uint64_t n = s->particles.size(), m = s->sticks.size();
    const std::uint64_t particles = 48 * n + 32 * n;  // and a pin record each
    const std::uint64_t sticks = 16 * m + 16 * m + 4 * s->compliantCount + 12 * s->restraints.size();
    const std::uint64_t rows = 4 * s->rowFirst.size() + 4 * s->rowEntries.size() + 4 * s->shares.size();
    const std::uint64_t empty = (kBufferCount - 17) * 16;  // the others; and the counter
    const std::uint64_t inWhole =
        kMostWholeColliders * sizeof(ColliderRecord) + kMostWholeSubsteps * sizeof(WholeSubstep);
    EXPECT_EQ(deviceBytes(*s), particles + sticks + rows + empty + turnAndTileBytes(*s) + inWhole);
    // Tethers and coarse levels on top of that.
    const SchedulePtr whole = take(compile(mixedScene(), kForAllMethods));
    EXPECT_EQ(deviceBytes(*whole) - turnAndTileBytes(*whole) - (deviceBytes(*s) - turnAndTileBytes(*s)),
              whole->mostTethers * 8 * n - 16 + 16 * (whole->sticks.size() - m) + 4 * n +
                  (3 * 16 + 32) * whole->clusters.size() + 8 * whole->clusterMembers.size() - 3 * 16);
}

TEST_F(GpuDevice, ABadStepRecordsNothing) {
    GpuSolver solver = gpuSolver(take(compile(clothScene(4))));
    const Snapshot before = take(solver.snapshot());
    StepSettings bad;
    bad.dt = 0.0;
    EXPECT_CONTAINS(messageOf(solver.step(bad)), "dt");
    EXPECT_EQ(take(solver.snapshot()), before);
    Snapshot broken = before;
    broken.positions[3].x = NAN;
    EXPECT_CONTAINS(messageOf(solver.restore(broken)), "particle 3");
    EXPECT_EQ(take(solver.snapshot()), before);
}

}  // namespace
}  // namespace pliant::test
