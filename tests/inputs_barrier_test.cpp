// What a step writes from the command buffer, pins, tethers and colliders, must wait for the kernels that still read
// what was there, and kernels must wait for it. Software Vulkan runs commands one after another anyway, so this test
// listens to what is recorded.

#include <algorithm>
#include <utility>

#include "gpu_support.h"
#include "pliant/gpu/context.h"

namespace pliant::test {
namespace {

enum class Event { Dispatch, Update, BarrierToUpdate, BarrierToKernel, Other };

struct Recorded {
    std::vector<Event> events;
    std::vector<VkDeviceSize> updateBytes;
};
Recorded recorded;
PFN_vkCmdPipelineBarrier realBarrier = nullptr;
PFN_vkCmdDispatch realDispatch = nullptr;
PFN_vkCmdUpdateBuffer realUpdate = nullptr;

bool has(VkFlags flags, VkFlags wanted) {
    return (flags & wanted) == wanted;
}

// Kernels after updates and kernels, or updates after kernels and updates: both seeing what was written.
Event classify(VkPipelineStageFlags from, VkPipelineStageFlags to, const VkMemoryBarrier& memory) {
    constexpr VkPipelineStageFlags kBoth = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
    constexpr VkAccessFlags kWrites = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
    const bool waitsForBoth = has(from, kBoth) && has(memory.srcAccessMask, kWrites);
    if (waitsForBoth && has(to, VK_PIPELINE_STAGE_TRANSFER_BIT) &&
        has(memory.dstAccessMask, VK_ACCESS_TRANSFER_WRITE_BIT)) {
        return Event::BarrierToUpdate;
    }
    if (waitsForBoth && has(to, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT) &&
        has(memory.dstAccessMask, VK_ACCESS_SHADER_READ_BIT)) {
        return Event::BarrierToKernel;
    }
    return Event::Other;
}

void VKAPI_CALL hearBarrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkPipelineStageFlags to,
                            VkDependencyFlags flags, std::uint32_t memoryCount, const VkMemoryBarrier* memory,
                            std::uint32_t bufferCount, const VkBufferMemoryBarrier* buffers, std::uint32_t imageCount,
                            const VkImageMemoryBarrier* images) {
    if (memoryCount == 1) recorded.events.push_back(classify(from, to, *memory));
    realBarrier(commands, from, to, flags, memoryCount, memory, bufferCount, buffers, imageCount, images);
}

void VKAPI_CALL hearDispatch(VkCommandBuffer commands, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    recorded.events.push_back(Event::Dispatch);
    realDispatch(commands, x, y, z);
}

void VKAPI_CALL hearUpdate(VkCommandBuffer commands, VkBuffer buffer, VkDeviceSize offset, VkDeviceSize size,
                           const void* data) {
    EXPECT_EQ(offset % 4, 0u);
    EXPECT_EQ(size % 4, 0u);
    EXPECT_LE(size, 65536u);
    EXPECT_GT(size, 0u);
    recorded.events.push_back(Event::Update);
    recorded.updateBytes.push_back(size);
    realUpdate(commands, buffer, offset, size, data);
}

class InputBarriers : public GpuTest {
  protected:
    void SetUp() override {
        GpuTest::SetUp();
        recorded = {};
        realBarrier = std::exchange(table().vkCmdPipelineBarrier, hearBarrier);
        realDispatch = std::exchange(table().vkCmdDispatch, hearDispatch);
        realUpdate = std::exchange(table().vkCmdUpdateBuffer, hearUpdate);
    }
    void TearDown() override {
        table().vkCmdPipelineBarrier = realBarrier;
        table().vkCmdDispatch = realDispatch;
        table().vkCmdUpdateBuffer = realUpdate;
        GpuTest::TearDown();
    }
    static VolkDeviceTable& table() { return const_cast<Gpu::Context&>(gpu_->context()).vk; }
};

// Since the last dispatch a barrier before the first update, and since the last update one before the next dispatch.
void expectOrdered(const std::vector<Event>& events) {
    bool updateMayRun = false, kernelMayRun = false;
    for (std::size_t i = 0; i < events.size(); ++i) {
        switch (events[i]) {
            case Event::BarrierToUpdate: updateMayRun = true; break;
            case Event::BarrierToKernel: kernelMayRun = true; break;
            case Event::Other: break;
            case Event::Update:
                ASSERT_TRUE(updateMayRun) << "update, event " << i << ", overtakes kernels";
                kernelMayRun = false;
                break;
            case Event::Dispatch:
                ASSERT_TRUE(kernelMayRun) << "dispatch, event " << i << ", does not wait for what was written";
                updateMayRun = false;
                break;
        }
    }
}

StepInputs someInputs(std::uint32_t pins, bool collidersMove) {
    StepInputs inputs;
    for (std::uint32_t i = 0; i < pins; ++i)
        inputs.pins.push_back({i, PinInput::Action::Move, vec3(float(i), 0.0f, 0.0f)});
    inputs.colliders.resize(kMostColliders);
    if (collidersMove) inputs.colliders[3].before = Pose{vec3(0.0f, -1.0f, 0.0f)};
    return inputs;
}

TEST_F(InputBarriers, SeparateWhatIsWrittenFromTheKernelsAroundIt) {
    Scene scene = clothScene(70);  // 4900 pins and four tethers each take more than one update
    scene.levels = false;
    const SchedulePtr schedule = take(compile(scene));
    for (const bool collidersMove : {false, true}) {
        for (const std::uint32_t pins : {0u, 1u, 4800u}) {
            GpuSolver solver = gpuSolver(schedule);
            recorded = {};
            take(gpu_->submitAndWait([&](VkCommandBuffer commands) -> Status {
                for (int step = 0; step < 2; ++step)
                    take(solver.recordStep(commands, settings(3), someInputs(pins, collidersMove)));
                return {};
            }));
            expectOrdered(recorded.events);
            // 10,240 bytes of colliders in every substep where one moves, else once a step.
            const std::ptrdiff_t expected = collidersMove ? 2 * 3 : 2;
            EXPECT_EQ(std::count(recorded.updateBytes.begin(), recorded.updateBytes.end(), 64u * 160u), expected);
            recorded = {};
            take(solver.step(settings(3), someInputs(pins, collidersMove)));
            expectOrdered(recorded.events);
        }
    }
}

// Whole bodies beside a cloth, in steps of several parts.
TEST_F(InputBarriers, SeparateWhatIsWrittenFromWholeBodies) {
    Scene scene = clothScene(30);
    RopeDescription rope;
    rope.count = 100;
    take(addRope(scene, rope));
    GpuSolver solver = gpuSolver(take(compile(scene)));
    for (const bool collidersMove : {false, true}) {
        recorded = {};
        take(gpu_->submitAndWait([&](VkCommandBuffer commands) -> Status {
            for (const std::uint32_t substeps : {3u, 80u})
                take(solver.recordStep(commands, settings(substeps), someInputs(1, collidersMove)));
            return {};
        }));
        expectOrdered(recorded.events);
    }
}

// Where nothing changes nothing is written.
TEST_F(InputBarriers, NoInputsCostNothing) {
    GpuSolver solver = take(GpuSolver::create(gpu_, take(compile(clothScene(9))), {.wholeBodies = false}));
    recorded = {};
    take(solver.step(settings(3)));
    EXPECT_TRUE(recorded.updateBytes.empty());
    EXPECT_EQ(std::count(recorded.events.begin(), recorded.events.end(), Event::BarrierToUpdate), 0);
}

}  // namespace
}  // namespace pliant::test
