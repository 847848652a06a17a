// The same bits at every size of workgroups, at counts around them, and on a device that can do no more than it must.

#include <fmt/format.h>

#include "gpu_support.h"
#include "neighbour_support.h"
#include "parity_scenes.h"
#include "pliant/cpu/cpu_solver.h"
#include "vulkan_spy.h"

namespace pliant::test {
namespace {

constexpr std::uint32_t kAll = 1u << 30;  // of chained items

// Three steps of both backends.
void expectParity(const std::shared_ptr<Gpu>& device, const Scene& scene, GpuSolverOptions options, Method method,
                  const std::string& where) {
    options.wholeBodies = false;  // those have tests of their own
    const SchedulePtr schedule = take(compile(scene, kForAllMethods));
    GpuSolver gpu = take(GpuSolver::create(device, schedule, options));
    CpuSolver cpu = take(CpuSolver::create(schedule));
    StepInputs inputs;
    inputs.pins = {{0, PinInput::Action::Pull, vec3(0.0f), 1e-2f}};
    for (int frame = 0; frame < 3; ++frame) {
        take(gpu.step(settings(2, 1 + frame % 2, method), inputs));
        take(cpu.step(settings(2, 1 + frame % 2, method), inputs));
    }
    expectEqual(take(gpu.snapshot()), cpu.snapshot(), where);
}

class Workgroups : public GpuTest, public testing::WithParamInterface<std::uint32_t> {};

TEST_P(Workgroups, AnyNumberOfParticles) {
    const std::uint32_t size = GetParam();
    for (const std::uint32_t particles : {1u, 2u, 63u, 64u, 65u, size + 1}) {
        const std::uint32_t chained = particles % 2 == 0 ? 0 : kAll;
        expectParity(gpu_, ropeScene(particles, compliant(1e-6f)), {size, chained}, Method::GaussSeidel,
                     fmt::format("{} particles, workgroups of {}", particles, size));
    }
}

TEST_P(Workgroups, EveryResponse) {
    const std::uint32_t size = GetParam();
    expectParity(gpu_, mixedScene(), {size, 0}, Method::GaussSeidel, fmt::format("workgroups of {}", size));
    expectParity(gpu_, mixedScene(), {size, 40}, Method::Hybrid, fmt::format("some chained, workgroups of {}", size));
    expectParity(gpu_, mixedScene(), {size, kAll}, Method::GaussSeidel, fmt::format("chained, workgroups of {}", size));
}

INSTANTIATE_TEST_SUITE_P(Sizes, Workgroups, testing::Values(8, 16, 32, 64, 128, 256, 512, 1024),
                         [](const auto& info) { return fmt::format("{}", info.param); });

class WorkgroupSizes : public GpuTest {};

// More items, and more passes, than the loops of an invocation can go through on some devices.
TEST_F(WorkgroupSizes, AnyNumberOfChainedItems) {
    expectParity(gpu_, clothScene(450), {8, kAll}, Method::GaussSeidel, "many items");
    Scene star = ropeScene(24000);
    for (std::uint32_t i = 0; i < star.sticks.size(); ++i) {
        star.sticks[i].a = 0;
        star.sticks[i].b = i + 1;
    }
    expectParity(gpu_, star, {}, Method::GaussSeidel, "many passes");
}

TEST_F(WorkgroupSizes, ThatAreNoneAreRefused) {
    const SchedulePtr schedule = take(compile(ropeScene(3)));
    for (const std::uint32_t size : {1u, 4u, 7u, 63u, 96u, 2048u, 0x80000000u}) {
        const std::string message = messageOf(GpuSolver::create(gpu_, schedule, {.workgroupSize = size}));
        EXPECT_CONTAINS(message, fmt::format("workgroup size of {}", size));
        EXPECT_CONTAINS(message, "power of two from 8 to");
    }
}

// Not the validation layer's limits, which come from the driver: the spy looks at what is asked for.
class SmallestDevice : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        VulkanSpy::reset();
        VulkanSpy::hasSmallestLimits = true;
        GpuOptions options;
        options.getInstanceProcAddr = VulkanSpy::getInstanceProcAddr;
        gpu_ = take(Gpu::create(options));
    }
    static void TearDownTestSuite() {
        gpu_.reset();
        VulkanSpy::reset();
    }
    void TearDown() override {
        EXPECT_LE(VulkanSpy::largestWorkgroup, 128u);
        EXPECT_LE(VulkanSpy::largestShared * sizeof(vec4), 16384u);
        EXPECT_LE(VulkanSpy::mostGroups, 65535u);
        EXPECT_LE(VulkanSpy::largestStorageBuffer, VkDeviceSize(1) << 27);
    }
    inline static std::shared_ptr<Gpu> gpu_;
};

TEST_F(SmallestDevice, HasSmallLimits) {
    EXPECT_EQ(gpu_->info().maxWorkgroupSize, 128u);
    EXPECT_EQ(gpu_->info().maxSharedMemoryBytes, 16384u);
    EXPECT_EQ(gpu_->info().maxStorageBufferBytes, std::uint64_t(1) << 27);
}

TEST_F(SmallestDevice, RunsEveryScene) {
    for (const auto& [name, scene] : parityScenes()) {
        expectParity(gpu_, scene(), {}, Method::Auto, name);
        expectParity(gpu_, scene(), {128, kAll}, Method::Jacobi, name);
    }
}

// Where several invocations share a particle there are as many as the device has room for.
TEST_F(SmallestDevice, HasAsManyLanesAsFitIn) {
    GpuOptions options;
    options.getInstanceProcAddr = VulkanSpy::getInstanceProcAddr;
    options.traits = GpuTraits{.passWorkgroup = 64, .contactLanes = 16, .mostLoops = gpu_->traits().mostLoops};
    const std::shared_ptr<Gpu> gpu = take(Gpu::create(options));
    for (const auto& [size, lanes] : {std::pair(0u, 2u), std::pair(128u, 1u), std::pair(8u, 16u)}) {
        VulkanSpy::mostLanes = 0;
        expectParity(gpu, crowdedScene(), {size, 0}, Method::Auto, fmt::format("workgroups of {}", size));
        EXPECT_EQ(VulkanSpy::mostLanes, lanes) << size;
    }
}

TEST_F(SmallestDevice, RefusesWhatItCannotDo) {
    const SchedulePtr schedule = take(compile(ropeScene(3)));
    EXPECT_CONTAINS(messageOf(GpuSolver::create(gpu_, schedule, {.workgroupSize = 256})), "from 8 to 128");
}

}  // namespace
}  // namespace pliant::test
