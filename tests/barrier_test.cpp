// Between any two dispatches there must be one barrier, and no more. Passes of one colour that follow each other touch
// no common particle and could do without; but they write to the same buffers, which synchronization validation calls a
// hazard, and hardly a schedule has any. Software Vulkan runs dispatches one after another anyway, so this test listens
// to what recordStep() records.

#include "gpu_support.h"
#include "pliant/gpu/context.h"
#include "pliant/schedule/families.h"
#include "pliant/shared/clash.h"
#include "pliant/shared/support.h"

namespace pliant::test {
namespace {

int barrierCount = 0;
std::vector<int> barriersBeforeDispatch;  // per dispatch: the barriers recorded so far
PFN_vkCmdPipelineBarrier realBarrier = nullptr;
PFN_vkCmdDispatch realDispatch = nullptr;
PFN_vkCmdDispatchIndirect realIndirect = nullptr;
int indirectCount = 0;
int countBarriers = 0;  // after which counts of workgroups are read that kernels before them wrote

// Kernels after it wait for kernels before it, and see what they wrote.
bool ordersKernels(VkPipelineStageFlags from, VkPipelineStageFlags to, const VkMemoryBarrier& memory) {
    constexpr VkAccessFlags kReadWrite = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;
    return (from & VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT) && (to & VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT) &&
           (memory.srcAccessMask & VK_ACCESS_SHADER_WRITE_BIT) && (memory.dstAccessMask & kReadWrite) == kReadWrite;
}

void VKAPI_CALL countBarrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkPipelineStageFlags to,
                             VkDependencyFlags flags, std::uint32_t memoryCount, const VkMemoryBarrier* memory,
                             std::uint32_t bufferCount, const VkBufferMemoryBarrier* buffers, std::uint32_t imageCount,
                             const VkImageMemoryBarrier* images) {
    if (memoryCount == 1 && ordersKernels(from, to, *memory)) ++barrierCount;
    const bool ordersCounts = memoryCount == 1 && (to & VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT) &&
                              (memory->dstAccessMask & VK_ACCESS_INDIRECT_COMMAND_READ_BIT);
    if (ordersCounts) ++countBarriers;
    realBarrier(commands, from, to, flags, memoryCount, memory, bufferCount, buffers, imageCount, images);
}

void VKAPI_CALL countDispatch(VkCommandBuffer commands, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    barriersBeforeDispatch.push_back(barrierCount);
    realDispatch(commands, x, y, z);
}

void VKAPI_CALL countIndirect(VkCommandBuffer commands, VkBuffer buffer, VkDeviceSize offset) {
    barriersBeforeDispatch.push_back(barrierCount);
    ++indirectCount;
    realIndirect(commands, buffer, offset);
}

class Barriers : public GpuTest {
  protected:
    void SetUp() override {
        GpuTest::SetUp();
        barrierCount = 0;
        barriersBeforeDispatch.clear();
        realBarrier = std::exchange(table().vkCmdPipelineBarrier, countBarrier);
        realDispatch = std::exchange(table().vkCmdDispatch, countDispatch);
        realIndirect = std::exchange(table().vkCmdDispatchIndirect, countIndirect);
    }
    void TearDown() override {
        table().vkCmdPipelineBarrier = realBarrier;
        table().vkCmdDispatch = realDispatch;
        table().vkCmdDispatchIndirect = realIndirect;
        GpuTest::TearDown();
    }
    static VolkDeviceTable& table() { return const_cast<Gpu::Context&>(gpu_->context()).vk; }
};

// Cloth of a fabric with bends and coarse levels, in air.
Scene clothInAir() {
    Scene scene;
    GridDescription grid;
    grid.columns = grid.rows = 10;
    grid.fabric = take(fabricNamed("denim"));
    take(addGrid(scene, grid));
    take(pinPlace(scene, 0, GridPlace::FirstRowCorners));
    scene.environment.airDensity = 1.2f;
    return scene;
}

// Several passes to a colour, one for each kind of stick.
Scene mixedColours() {
    Scene scene = clothScene(8);
    StickMaterial damped = compliant(1e-5f);
    damped.damping = 0.5f;
    std::uint32_t materials[4] = {}, next = 0;
    for (const StickMaterial& material : {StickMaterial{}, compliant(1e-6f), damped, oneSided(damped)})
        materials[next++] = addMaterial(scene, material);
    for (SceneStick& stick : scene.sticks)
        stick.material = materials[next++ % 4];
    return scene;
}

Scene clothThatTouchesItself(std::optional<float> thickness) {
    Scene scene = clothScene(6);
    take(addContact(scene, 0, {.thickness = thickness}));
    return scene;
}

bool hasNeighboursOfOneColour(const std::vector<Pass>& passes) {
    const auto areOne = [](const Pass& a, const Pass& b) { return a.kind == b.kind && a.colour == b.colour; };
    return std::adjacent_find(passes.begin(), passes.end(), areOne) != passes.end();
}

class BarriersOf : public Barriers, public testing::WithParamInterface<bool> {};

TEST_P(BarriersOf, StandBetweenAnyTwoDispatches) {
    const bool chained = GetParam();
    ASSERT_TRUE(hasNeighboursOfOneColour(take(compile(mixedColours()))->gaussSeidel));
    for (const Scene& scene : {mixedScene(), mixedColours(), clothScene(6), clothInAir(), clothThatTouchesItself({}),
                               clothThatTouchesItself(0.001f), ropeScene(2), ropeScene(1)}) {
        for (const Method method : {Method::GaussSeidel, Method::Jacobi, Method::Hybrid}) {
            const SchedulePtr schedule = take(compile(scene, kForAllMethods));
            GpuSolver solver = gpuSolver(schedule, {.chainedItems = chained ? 1u << 30 : 0, .wholeBodies = false});
            barrierCount = indirectCount = countBarriers = 0;
            barriersBeforeDispatch.clear();
            take(solver.step(settings(2, 2, method)));
            const int ofFaces = hasThinContacts(*schedule) ? 4 : 0;  // counted, pushed and taken, and moved first
            const int ofSubsteps = 2 * (4 + int(kPushRounds + 2 * kBaseRounds) + ofFaces), ofStep = int(kMostLayers);
            EXPECT_EQ(indirectCount, schedule->touching.empty() ? 0 : ofSubsteps + ofStep);
            // Such a barrier takes as long as a dispatch. They are where lists have been made and touches been counted,
            // which is done twice in a step's first substep.
            EXPECT_EQ(countBarriers, schedule->touching.empty() ? 0 : 2 * 2 + 1);
            ASSERT_FALSE(barriersBeforeDispatch.empty());
            ASSERT_GT(barriersBeforeDispatch[0], 0) << "the first pass must wait for what was recorded before the step";
            for (std::size_t i = 1; i < barriersBeforeDispatch.size(); ++i)
                ASSERT_EQ(barriersBeforeDispatch[i], barriersBeforeDispatch[i - 1] + 1) << "before dispatch " << i;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Passes, BarriersOf, testing::Bool(),
                         [](const auto& info) { return info.param ? "Chained" : "OneByOne"; });

}  // namespace
}  // namespace pliant::test
