// Solvers on one borrowed device, created, recorded and destroyed by several threads at once. Under the thread
// sanitizer (the preset tsan) this finds what they share.

#include <latch>
#include <thread>

#include "gpu_support.h"
#include "pliant/cpu/cpu_solver.h"
#include "pliant/gpu/gpu_surface.h"
#include "pliant/threads.h"

namespace pliant::test {
namespace {

constexpr int kSteps = 3;

class RecordingThreads : public GpuTest {
  protected:
    static std::shared_ptr<Gpu> borrowed() {
        const Gpu::Context& c = gpu_->context();
        return take(Gpu::borrow({c.instance->getInstanceProcAddr, c.instance->handle, c.physicalDevice, c.device,
                                 VK_API_VERSION_1_2, *c.instance->computeFamily(c.physicalDevice)}));
    }
};

// A command buffer and its pool, for one thread.
struct Commands {
    explicit Commands(const Gpu::Context& context) : c(context) {
        VkCommandPoolCreateInfo info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
        info.queueFamilyIndex = c.queueFamily;
        EXPECT_EQ(c.vk.vkCreateCommandPool(c.device, &info, nullptr, &pool), VK_SUCCESS);
        VkCommandBufferAllocateInfo allocate{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
        allocate.commandPool = pool;
        allocate.commandBufferCount = 1;
        EXPECT_EQ(c.vk.vkAllocateCommandBuffers(c.device, &allocate, &handle), VK_SUCCESS);
    }
    ~Commands() { c.vk.vkDestroyCommandPool(c.device, pool, nullptr); }
    Commands(const Commands&) = delete;
    Commands& operator=(const Commands&) = delete;

    void begin() const {
        const VkCommandBufferBeginInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
        EXPECT_EQ(c.vk.vkBeginCommandBuffer(handle, &info), VK_SUCCESS);
    }
    void end() const { EXPECT_EQ(c.vk.vkEndCommandBuffer(handle), VK_SUCCESS); }

    const Gpu::Context& c;
    VkCommandPool pool = VK_NULL_HANDLE;
    VkCommandBuffer handle = VK_NULL_HANDLE;
};

// On this thread alone: the sanitizer does not see how oneTBB's wait for each other.
SchedulePtr compiled(const Scene& scene) {
    return Arena(1).execute([&] { return take(compile(scene)); });
}

// What a thread makes, keeps and hands to the one that submits.
struct Recorded {
    Recorded(const Gpu::Context& context, Scene shown)
        : scene(std::move(shown)), schedule(compiled(scene)), commands(context) {}

    void createAndRecord(const std::shared_ptr<Gpu>& gpu) {
        take(GpuSolver::create(gpu, schedule));  // and destroys it
        solver.emplace(take(GpuSolver::create(gpu, schedule)));
        surface.emplace(take(GpuSurface::create(*solver, surfaceOf(scene, *schedule),
                                                {.interpolated = true, .previousStride = 12, .hasBounds = true})));
        commands.begin();
        take(solver->recordUpload(commands.handle));
        take(surface->recordUpload(commands.handle));
        for (int step = 0; step < kSteps; ++step) {
            take(solver->recordStep(commands.handle));
            take(surface->recordState(commands.handle));
            take(surface->record(commands.handle));
        }
        take(solver->recordSnapshot(commands.handle));
        commands.end();
    }

    Scene scene;
    SchedulePtr schedule;
    Commands commands;
    std::optional<GpuSolver> solver;
    std::optional<GpuSurface> surface;
};

TEST_F(RecordingThreads, SolversOnOneBorrowedDeviceDoNotKnowOfEachOther) {
    const std::shared_ptr<Gpu> gpu = borrowed();
    Scene rope;
    take(addRope(rope, {}));
    Recorded recorded[] = {
        {gpu_->context(), clothScene(9)}, {gpu_->context(), clothScene(24)}, {gpu_->context(), rope}};
    std::latch together(std::ssize(recorded));
    std::vector<std::thread> threads;
    for (Recorded& own : recorded) {
        threads.emplace_back([&] {
            together.arrive_and_wait();
            own.createAndRecord(gpu);
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    for (Recorded& own : recorded) {
        take(gpu_->submitAndWait(own.commands.handle));
        CpuSolver cpu = take(CpuSolver::create(own.schedule));
        for (int step = 0; step < kSteps; ++step)
            take(cpu.step());
        EXPECT_EQ(take(own.solver->recordedSnapshot()), cpu.snapshot());
    }
}

}  // namespace
}  // namespace pliant::test
