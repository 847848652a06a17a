// Boxes around bodies, from level to level, exactly those of the CPU.

#include "pliant/gpu/bounds_plan.h"
#include "surface_support.h"

namespace pliant::test {
namespace {

class BoundsGpu : public SurfaceGpu {
  protected:
    static void expectBounds(const GpuSurface& onGpu, const Surface& surface, const std::vector<vec4>& places) {
        const std::vector<Bounds> expected = boundsOf(surface, places);
        ASSERT_EQ(onGpu.boundsCount(), expected.size());
        const VertexStream stream = onGpu.bounds();
        ASSERT_EQ(stream.stride, 32u);
        const std::vector<vec3> found = read({stream.buffer, 0, 16}, 2 * expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            EXPECT_TRUE(sameBits(found[2 * i], expected[i].low)) << "body " << i;
            EXPECT_TRUE(sameBits(found[2 * i + 1], expected[i].high)) << "body " << i;
        }
    }
};

// One to three levels at once: 4, 33, 81 and 1600 vertices, and skins of some thousand.
Scene bodiesOfManySizes() {
    Scene scene = skinnedScene();
    for (const std::uint32_t columns : {2u, 9u, 40u}) {
        GridDescription grid;
        grid.columns = grid.rows = columns;
        take(addGrid(scene, grid));
    }
    RopeDescription rope;
    rope.count = 33;
    take(addRope(scene, rope));
    return scene;
}

TEST_F(BoundsGpu, AreThoseOfTheCpu) {
    const Scene scene = bodiesOfManySizes();
    const SchedulePtr schedule = take(compile(scene));
    const Surface surface = surfaceOf(scene, *schedule);
    GpuSolver solver = gpuSolver(schedule);
    for (const VertexLayout& layout : {VertexLayout{.hasBounds = true}, {12, 12, true, true, false, 12, 0, true}}) {
        GpuSurface onGpu = take(GpuSurface::create(solver, surface, layout));
        for (int round = 0; round < 2; ++round) {
            tumble(solver, scene, 5);
            recordState(onGpu);
            record(onGpu);
            expectBounds(onGpu, surface, verticesOf(surface, placesOf(*schedule, take(solver.snapshot()))));
        }
    }
    EXPECT_EQ(take(GpuSurface::create(solver, surface)).bounds().buffer, nullptr) << "nobody asked for them";
}

// Written behind the solver's back: what is no number does not count, wherever it is.
TEST_F(BoundsGpu, KeepWhatIsNoNumberOut) {
    const Scene scene = clothScene(40);
    const SchedulePtr schedule = take(compile(scene));
    const Surface surface = surfaceOf(scene, *schedule);
    const GpuSolver solver = gpuSolver(schedule);
    GpuSurface onGpu = take(GpuSurface::create(solver, surface, {.hasBounds = true}));
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinite = std::numeric_limits<float>::infinity();
    std::vector<vec4> places = placesOf(*schedule, initialSnapshot(*schedule));
    for (const std::size_t i : {0u, 1u, 31u, 32u, 700u, 1599u})
        places[i] = vec4(nan, -0.0f, float(i), 1.0f);
    for (const bool isAll : {false, true}) {
        if (isAll) places.assign(places.size(), vec4(nan, -infinite, 1e-40f, 1.0f));
        take(gpu_->submitAndWait([&](VkCommandBuffer commands) -> Status {
            gpu_->context().vk.vkCmdUpdateBuffer(commands, solver.positions(), 0, places.size() * sizeof(vec4),
                                                 places.data());
            return onGpu.record(commands);
        }));
        expectBounds(onGpu, surface, places);
    }
}

TEST_F(BoundsGpu, NamesRowsThatAreNone) {
    const Scene scene = clothScene(3);
    const SchedulePtr schedule = take(compile(scene));
    const GpuSolver solver = gpuSolver(schedule);
    const VertexLayout layout{.hasBounds = true};
    Surface surface = surfaceOf(scene, *schedule);
    surface.bodyVertices[4] = 9;
    EXPECT_CONTAINS(messageOf(GpuSurface::create(solver, surface, layout)), "vertices of bodies are not its own");
    EXPECT_TRUE(GpuSurface::create(solver, surface)) << "nobody follows them";
    surface = surfaceOf(scene, *schedule);
    surface.bodyFirst = {0, 10};
    EXPECT_CONTAINS(messageOf(GpuSurface::create(solver, surface, layout)), "vertices of bodies are not its own");
    surface.bodyFirst.clear();
    EXPECT_CONTAINS(messageOf(GpuSurface::create(solver, surface, layout)), "vertices of bodies are not its own");
}

// Every vertex and every node is taken once, by the next level or as a body's own.
TEST(BoundsPlan, TakesEachVertexOnce) {
    const std::vector<std::uint32_t> bodyFirst{0, 0, 1, 33, 66, 1090, 2115, 70000};
    const BoundsPlan plan = planBounds(bodyFirst);
    std::vector<int> vertices(bodyFirst.back()), results(plan.resultCount), written(plan.resultCount);
    for (std::size_t level = 0; level + 1 < plan.levelFirst.size(); ++level) {
        for (std::uint32_t i = plan.levelFirst[level]; i < plan.levelFirst[level + 1]; ++i) {
            const BoundsNode& node = plan.nodes[i];
            EXPECT_LE(node.count, 32u);
            EXPECT_EQ(node.hasVertices != 0, level == 0);
            for (std::uint32_t k = node.first; k < node.first + node.count; ++k) {
                EXPECT_TRUE(level == 0 || written[k] == 1) << "by the level before";
                ++(level == 0 ? vertices : results)[k];
            }
        }
        for (std::uint32_t i = plan.levelFirst[level]; i < plan.levelFirst[level + 1]; ++i)
            ++written[plan.nodes[i].result];
    }
    EXPECT_EQ(vertices, std::vector<int>(vertices.size(), 1));
    EXPECT_EQ(written, std::vector<int>(written.size(), 1));
    for (std::size_t i = 0; i < results.size(); ++i)
        EXPECT_EQ(results[i], i + 1 < bodyFirst.size() ? 0 : 1) << i;
    EXPECT_EQ(plan.levelFirst.size(), 5u);
}

}  // namespace
}  // namespace pliant::test
