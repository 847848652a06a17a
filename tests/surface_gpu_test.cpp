// What a renderer draws: the bits of the CPU's normals and positions, wherever the caller wants them.

#include <fmt/format.h>

#include "frames_support.h"
#include "pliant/cpu/cpu_solver.h"
#include "pliant/shared/normal.h"
#include "surface_support.h"

namespace pliant::test {
namespace {

TEST_F(SurfaceGpu, EveryLayoutHoldsTheBitsOfTheCpu) {
    const Scene scene = clothScene(23);
    const SchedulePtr schedule = take(compile(scene));
    const Surface surface = surfaceOf(scene, *schedule);
    GpuSolver solver = gpuSolver(schedule);
    for (int frame = 0; frame < 10; ++frame)
        take(solver.step());
    const std::vector<vec4> places = placesOf(*schedule, take(solver.snapshot()));
    const std::vector<vec3> normals = normalsOf(surface, places);
    const VertexLayout layouts[] = {{16, 16},
                                    {12, 12},
                                    {12, 16},
                                    {16, 12},
                                    {32, 20},
                                    {12, 12, true},
                                    {16, 16, true},
                                    {20, 12, true},
                                    {12, 12, false, true},
                                    {16, 16, true, true}};
    for (const VertexLayout& layout : layouts) {
        GpuSurface onGpu = take(GpuSurface::create(solver, surface, layout));
        record(onGpu);
        const std::string what = fmt::format("{} + {} bytes, {}, {}", layout.positionStride, layout.normalStride,
                                             layout.interleaved, layout.interpolated);
        expectSame(read(onGpu.normals(), places.size()), normals, "normals of " + what);
        expectSame(read(onGpu.positions(), places.size()), pointsOf(places), "positions of " + what);
        const bool isOwn = layout.positionStride == 16 && !layout.interleaved && !layout.interpolated;
        EXPECT_EQ(onGpu.positions().buffer == solver.positions(), isOwn) << what;
        if (layout.interleaved) {
            EXPECT_EQ(onGpu.normals().buffer, onGpu.positions().buffer);
            EXPECT_EQ(onGpu.normals().offset, layout.positionStride);
            EXPECT_EQ(onGpu.positions().stride, layout.positionStride + layout.normalStride);
        }
    }
}

TEST_F(SurfaceGpu, OfFramesComesOutInTheWorld) {
    const Scene scene = framesScene();
    const SchedulePtr schedule = take(compile(scene));
    const Surface surface = surfaceOf(scene, *schedule);
    GpuSolver solver = gpuSolver(schedule);
    for (int step = 0; step < 4; ++step)
        take(solver.step(settings(4), everythingIn(step, scene)));
    const Snapshot now = take(solver.snapshot());
    for (const VertexLayout& layout : {VertexLayout{.inWorld = true}, VertexLayout{12, 12, true, true, true}}) {
        GpuSurface onGpu = take(GpuSurface::create(solver, surface, layout));
        for (const dvec3 origin : {dvec3(0.0), dvec3(0.25, 3.0, -7.5)}) {
            const WorldView view = worldView(now, origin);
            take(gpu_->submitAndWait([&](VkCommandBuffer commands) { return onGpu.record(commands, 1.0f, view); }));
            Snapshot seen = now;
            seen.positions = take(worldPositions(*schedule, now, view));
            const std::vector<vec4> places = placesOf(*schedule, seen);
            expectSame(read(onGpu.positions(), places.size()), pointsOf(places), "positions in the world");
            expectSame(read(onGpu.normals(), places.size()), normalsOf(surface, places), "normals in the world");
        }
        const Status without = gpu_->submitAndWait([&](VkCommandBuffer commands) { return onGpu.record(commands); });
        EXPECT_CONTAINS(messageOf(without), "the view has 0 frames, but the scene has 3");
    }
    GpuSurface inside = take(GpuSurface::create(solver, surface));
    record(inside);
    expectSame(read(inside.positions(), now.positions.size()), pointsOf(placesOf(*schedule, now)), "in the frames");
}

TEST_F(SurfaceGpu, AnyNumberOfParticlesOfAnyShape) {
    for (const std::uint32_t ring : {3u, 7u, 31u, 40u}) {
        Scene scene;
        take(addMesh(scene, irregularMesh(ring)));
        RopeDescription rope;
        rope.count = ring;
        take(addRope(scene, rope));
        const SchedulePtr schedule = take(compile(scene));
        const Surface surface = surfaceOf(scene, *schedule);
        GpuSolver solver = gpuSolver(schedule);
        take(solver.step());
        GpuSurface onGpu = take(GpuSurface::create(solver, surface));
        record(onGpu);
        const std::vector<vec4> places = placesOf(*schedule, take(solver.snapshot()));
        expectSame(read(onGpu.normals(), places.size()), normalsOf(surface, places), "normals");
        EXPECT_EQ(readWords(onGpu.triangles(), onGpu.triangleIndices()), surface.triangles);
        EXPECT_EQ(readWords(onGpu.lines(), onGpu.lineIndices()), surface.lines);
        EXPECT_EQ(onGpu.lineIndices(), 2 * (ring - 1));
    }
}

void expectFinite(const std::vector<vec3>& items) {
    for (const vec3& p : items)
        ASSERT_TRUE(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z));
}

TEST_F(SurfaceGpu, CarriedVerticesHaveTheBitsOfTheCpu) {
    const Scene scene = skinnedScene();
    const SchedulePtr schedule = take(compile(scene));
    const Surface surface = surfaceOf(scene, *schedule);
    ASSERT_EQ(surface.carried.size(), scene.bodies[1].skin.points.size() + scene.bodies[3].skin.points.size());
    GpuSolver solver = gpuSolver(schedule);
    tumble(solver, scene, 12);
    const std::vector<vec4> vertices = verticesOf(surface, placesOf(*schedule, take(solver.snapshot())));
    const std::vector<vec3> normals = normalsOf(surface, vertices);
    expectFinite(normals);
    expectFinite(pointsOf(vertices));
    const VertexLayout layouts[] = {{16, 16}, {12, 12}, {32, 20}, {16, 16, true}, {16, 16, false, true}};
    for (const VertexLayout& layout : layouts) {
        GpuSurface onGpu = take(GpuSurface::create(solver, surface, layout));
        record(onGpu);
        const std::string what = fmt::format("{} + {} bytes, {}, {}", layout.positionStride, layout.normalStride,
                                             layout.interleaved, layout.interpolated);
        ASSERT_EQ(onGpu.vertexCount(), vertices.size());
        expectSame(read(onGpu.normals(), vertices.size()), normals, "normals of " + what);
        expectSame(read(onGpu.positions(), vertices.size()), pointsOf(vertices), "positions of " + what);
        EXPECT_EQ(readWords(onGpu.triangles(), onGpu.triangleIndices()), surface.triangles);
        EXPECT_NE(onGpu.positions().buffer, solver.positions());
    }
}

TEST_F(SurfaceGpu, CarriedVerticesAreInterpolatedAsTheirParticlesAre) {
    const Scene scene = skinnedScene();
    const SchedulePtr schedule = take(compile(scene));
    const Surface surface = surfaceOf(scene, *schedule);
    GpuSolver solver = gpuSolver(schedule);
    GpuSurface onGpu = take(GpuSurface::create(solver, surface, {.interpolated = true}));
    tumble(solver, scene, 6);
    recordState(onGpu);
    const std::vector<vec4> before = placesOf(*schedule, take(solver.snapshot()));
    tumble(solver, scene, 1);
    recordState(onGpu);
    const std::vector<vec4> now = placesOf(*schedule, take(solver.snapshot()));
    for (const float share : {0.0f, 0.4f, 1.0f}) {
        std::vector<vec4> places;
        for (std::size_t i = 0; i < now.size(); ++i)
            places.emplace_back(between<float>(vec3(before[i]), vec3(now[i]), share), 0.0f);
        const std::vector<vec4> vertices = verticesOf(surface, places);
        record(onGpu, share);
        expectSame(read(onGpu.positions(), vertices.size()), pointsOf(vertices), fmt::format("share {}", share));
        expectSame(read(onGpu.normals(), vertices.size()), normalsOf(surface, vertices),
                   fmt::format("share {}", share));
    }
}

// The last two states and nothing else, whatever comes and goes before.
TEST_F(SurfaceGpu, InterpolatesBetweenTheLastTwoStates) {
    const Scene scene = clothScene(12);
    const SchedulePtr schedule = take(compile(scene));
    const Surface surface = surfaceOf(scene, *schedule);
    GpuSolver solver = gpuSolver(schedule);
    GpuSurface onGpu = take(GpuSurface::create(solver, surface, {.interpolated = true}));
    recordState(onGpu);
    std::vector<vec4> before = placesOf(*schedule, take(solver.snapshot()));
    for (int frame = 0; frame < 4; ++frame) {
        take(solver.step());
        recordState(onGpu);
        const std::vector<vec4> now = placesOf(*schedule, take(solver.snapshot()));
        for (const float share : {0.0f, 0.3f, 1.0f}) {
            std::vector<vec4> places;
            for (std::size_t i = 0; i < now.size(); ++i)
                places.emplace_back(between<float>(vec3(before[i]), vec3(now[i]), share), 0.0f);
            record(onGpu, share);
            const std::string what = fmt::format("frame {}, share {}", frame, share);
            expectSame(read(onGpu.positions(), now.size()), pointsOf(places), what);
            if (share == 1.0f) expectSame(read(onGpu.positions(), now.size()), pointsOf(now), "exactly there, " + what);
            expectSame(read(onGpu.normals(), now.size()), normalsOf(surface, places), what);
        }
        before = now;
    }
}

// For motion vectors: what the record() before wrote, whatever has happened to the solver since.
TEST_F(SurfaceGpu, PreviousPositionsAreThoseOfTheLastRecord) {
    const Scene scene = skinnedScene();
    const SchedulePtr schedule = take(compile(scene));
    const Surface surface = surfaceOf(scene, *schedule);
    for (const VertexLayout& layout : {VertexLayout{.previousStride = 12},
                                       {.positionStride = 12, .interleaved = true, .previousStride = 16},
                                       {.interpolated = true, .previousStride = 20}}) {
        GpuSolver solver = gpuSolver(schedule);
        GpuSurface onGpu = take(GpuSurface::create(solver, surface, layout));
        std::vector<vec3> before;
        for (const float share : {0.25f, 0.5f, 1.0f, 1.0f}) {
            if (share != 1.0f) tumble(solver, scene, 2);
            recordState(onGpu);
            record(onGpu, share);
            const std::vector<vec3> now = read(onGpu.positions(), onGpu.vertexCount());
            const std::vector<vec3> previous = read(onGpu.previousPositions(), onGpu.vertexCount());
            expectSame(previous, before.empty() ? now : before, fmt::format("share {}", share));
            before = now;
        }
        const std::uint32_t both = layout.positionStride + layout.normalStride;
        EXPECT_EQ(onGpu.previousPositions().offset, layout.interleaved ? both : 0u);
        EXPECT_EQ(onGpu.previousPositions().stride, layout.previousStride + (layout.interleaved ? both : 0u));
    }
    const GpuSolver solver = gpuSolver(schedule);
    EXPECT_EQ(take(GpuSurface::create(solver, surface)).previousPositions().buffer, nullptr) << "nobody asked for them";
}

TEST_F(SurfaceGpu, LeavesAloneWhatLiesBetween) {
    constexpr std::uint32_t kMark = 0x7fc12345;
    const Scene scene = clothScene(9);
    const SchedulePtr schedule = take(compile(scene));
    const GpuSolver solver = gpuSolver(schedule);
    GpuSurface onGpu =
        take(GpuSurface::create(solver, surfaceOf(scene, *schedule),
                                {.positionStride = 20, .interleaved = true, .previousStride = 16}));  // 13 words
    take(gpu_->submitAndWait([&](VkCommandBuffer commands) {
        gpu_->context().vk.vkCmdFillBuffer(commands, onGpu.positions().buffer, 0, VK_WHOLE_SIZE, kMark);
        return onGpu.record(commands);
    }));
    const std::vector<std::uint32_t> words = readWords(onGpu.positions().buffer, 13 * scene.positions.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool isGap = i % 13 == 3 || i % 13 == 4 || i % 13 == 8 || i % 13 == 12;
        EXPECT_EQ(words[i] == kMark, isGap) << "word " << i % 13 << " of vertex " << i / 13;
    }
}

TEST_F(SurfaceGpu, NamesWhatIsWrong) {
    const Scene scene = clothScene(3);
    const SchedulePtr schedule = take(compile(scene));
    const GpuSolver solver = gpuSolver(schedule);
    const Surface surface = surfaceOf(scene, *schedule);
    EXPECT_CONTAINS(messageOf(GpuSurface::create(solver, surface, {.positionStride = 8})), "positionStride is 8 bytes");
    EXPECT_CONTAINS(messageOf(GpuSurface::create(solver, surface, {.normalStride = 14})), "normalStride is 14 bytes");
    EXPECT_CONTAINS(messageOf(GpuSurface::create(solver, surface, {.normalStride = 4096})), "multiple of 4 from 12");
    EXPECT_CONTAINS(messageOf(GpuSurface::create(solver, surface, {.previousStride = 8})), "previousStride is 8 bytes");
    const Scene other = clothScene(4);
    const Surface foreign = surfaceOf(other, *take(compile(other)));
    EXPECT_CONTAINS(messageOf(GpuSurface::create(solver, foreign)), "rows for 16 particles, but the solver has 9");
    Surface edited = surface;
    edited.triangles[4] = 9;
    EXPECT_CONTAINS(messageOf(GpuSurface::create(solver, edited)), "particles that the solver does not have (0 to 8)");
    const Scene skinned = skinnedScene();
    const SchedulePtr skinnedSchedule = take(compile(skinned));
    const GpuSolver carrier = gpuSolver(skinnedSchedule);
    Surface carried = surfaceOf(skinned, *skinnedSchedule);
    carried.carried[5].c = 1u << 20;
    EXPECT_CONTAINS(messageOf(GpuSurface::create(carrier, carried)),
                    "a vertex is carried by a particle that the solver");
    edited = surface;
    edited.rowFirst[3] = 100;
    EXPECT_CONTAINS(messageOf(GpuSurface::create(solver, edited)), "rows do not fit");
    edited = surface;
    edited.rowEntries[0] = 8;
    EXPECT_CONTAINS(messageOf(GpuSurface::create(solver, edited)), "rows do not fit");
    GpuSurface good = take(GpuSurface::create(solver, surface));
    for (const float share : {-0.1f, 1.5f, std::numeric_limits<float>::quiet_NaN()}) {
        const Status status =
            gpu_->submitAndWait([&](VkCommandBuffer commands) { return good.record(commands, share); });
        EXPECT_CONTAINS(messageOf(status), "it must be from 0 to 1");
    }
}

}  // namespace
}  // namespace pliant::test
