// Between two dispatches that touch the same particle there must be a barrier. Software Vulkan runs dispatches one after another
// anyway, and synchronization validation does not look inside a buffer, so this test listens to what recordStep() records and
// works out from the schedule which passes may overlap.

#include <set>

#include "gpu/context.h"
#include "gpu_support.h"

namespace pliant::test {
namespace {

int barrierCount = 0;
std::vector<int> barriersBeforeDispatch;  // per dispatch: the barriers recorded so far
PFN_vkCmdPipelineBarrier realBarrier = nullptr;
PFN_vkCmdDispatch realDispatch = nullptr;

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
    realBarrier(commands, from, to, flags, memoryCount, memory, bufferCount, buffers, imageCount, images);
}

void VKAPI_CALL countDispatch(VkCommandBuffer commands, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    barriersBeforeDispatch.push_back(barrierCount);
    realDispatch(commands, x, y, z);
}

class Barriers : public GpuTest {
  protected:
    void SetUp() override {
        GpuTest::SetUp();
        barrierCount = 0;
        barriersBeforeDispatch.clear();
        realBarrier = std::exchange(table().vkCmdPipelineBarrier, countBarrier);
        realDispatch = std::exchange(table().vkCmdDispatch, countDispatch);
    }
    void TearDown() override {
        table().vkCmdPipelineBarrier = realBarrier;
        table().vkCmdDispatch = realDispatch;
        GpuTest::TearDown();
    }
    static VolkDeviceTable& table() { return const_cast<Gpu::Context&>(gpu_->context()).vk; }
};

std::vector<std::uint32_t> particlesOfItem(const Schedule& s, const Pass& pass, std::uint32_t i) {
    switch (pass.kind) {
        case PassKind::SolveSticks:
        case PassKind::CorrectSticks: return {s.sticks[i].a, s.sticks[i].b};
        case PassKind::SolveBends: return {s.bends[i].a, s.bends[i].b, s.bends[i].c, s.bends[i].d};
        case PassKind::PushTriangles: return {s.triangles[i].a, s.triangles[i].b, s.triangles[i].c};
        default: return {i};
    }
}

std::set<std::uint32_t> particlesOf(const Schedule& s, const Pass& pass) {
    std::set<std::uint32_t> particles;
    for (std::uint32_t i = pass.first; i < pass.first + pass.count; ++i) {
        const std::vector<std::uint32_t> met = particlesOfItem(s, pass, i);
        particles.insert(met.begin(), met.end());
    }
    return particles;
}

// Cloth of a fabric with bends and long sticks, in air.
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

// The passes of each dispatch: neighbours in a list that one workgroup can run in turn are one.
struct Dispatch {
    std::vector<Pass> passes;
    bool isNext = false;  // its first pass is the next in the list after the last of the dispatch before
    std::set<std::uint32_t> particles;
};

std::vector<Dispatch> dispatchesOf(const Schedule& schedule, const StepPlan& plan, bool inTurn) {
    std::vector<Dispatch> dispatches;
    const Pass* before = nullptr;
    replay(
        schedule, plan, [](std::uint32_t) {},
        [&](const Pass& pass, const PassConstants&) {
            const bool hasTurns = pass.kind == PassKind::SolveSticks || pass.kind == PassKind::SolveBends;
            const bool isNext = before && &pass == before + 1;
            const bool joins = inTurn && hasTurns && isNext && before->kind == pass.kind;
            if (!joins) dispatches.push_back({{}, isNext, {}});
            dispatches.back().passes.push_back(pass);
            dispatches.back().particles.merge(particlesOf(schedule, pass));
            before = &pass;
        });
    return dispatches;
}

// Reading the same particles is no conflict: CorrectSticks moves nothing.
bool mayOverlap(const Dispatch& a, const Dispatch& b) {
    const bool readOnly = a.passes[0].kind == PassKind::CorrectSticks && b.passes[0].kind == PassKind::CorrectSticks;
    return readOnly || std::none_of(a.particles.begin(), a.particles.end(),
                                    [&](std::uint32_t particle) { return b.particles.contains(particle); });
}

class BarriersOf : public Barriers, public testing::WithParamInterface<bool> {};

TEST_P(BarriersOf, SeparateThePassesThatTouchTheSameParticleAndNoOthers) {
    const bool inTurn = GetParam();
    for (const Scene& scene : {mixedScene(), clothScene(6), clothInAir(), ropeScene(2), ropeScene(1)}) {
        for (const Method method : {Method::GaussSeidel, Method::Jacobi, Method::Hybrid}) {
            const SchedulePtr schedule = take(compile(scene));
            GpuSolver solver = gpuSolver(schedule, {.itemsInTurn = inTurn ? 1u << 30 : 0, .wholeBodies = false});
            barrierCount = 0;
            barriersBeforeDispatch.clear();
            take(solver.step(settings(2, 2, method)));

            const StepPlan plan = take(planStep(*schedule, settings(2, 2, method), {}, initialProgress(*schedule)));
            const std::vector<Dispatch> dispatches = dispatchesOf(*schedule, plan, inTurn);
            ASSERT_EQ(barriersBeforeDispatch.size(), dispatches.size());
            ASSERT_GT(barriersBeforeDispatch[0], 0) << "the first pass must wait for what was recorded before the step";
            std::size_t first = 0;  // of the dispatches since the last barrier
            for (std::size_t i = 1; i < dispatches.size(); ++i) {
                const bool hasBarrier = barriersBeforeDispatch[i] != barriersBeforeDispatch[i - 1];
                bool needsBarrier = false;
                for (std::size_t j = first; j < i; ++j)
                    needsBarrier |= !mayOverlap(dispatches[j], dispatches[i]);
                ASSERT_TRUE(hasBarrier || !needsBarrier) << "before dispatch " << i;
                const bool mayBeSpared = !inTurn && dispatches[i].isNext;
                ASSERT_TRUE(needsBarrier || !hasBarrier || !mayBeSpared) << "before dispatch " << i;
                if (hasBarrier) first = i;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Passes, BarriersOf, testing::Bool(),
                         [](const auto& info) { return info.param ? "InTurn" : "OneByOne"; });

}  // namespace
}  // namespace pliant::test
