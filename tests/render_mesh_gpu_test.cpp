// Vertices of the user's own: several for one vertex of the surface, with the bits of the CPU.

#include "surface_support.h"

namespace pliant::test {
namespace {

class RenderMeshGpu : public SurfaceGpu {};

// Every triangle has corners of its own, the last first; lines likewise.
RenderMesh unweldedMesh(const Surface& surface) {
    RenderMesh mesh;
    const auto take = [&](const std::vector<std::uint32_t>& corners, std::vector<std::uint32_t>& indices) {
        for (auto corner = corners.rbegin(); corner != corners.rend(); ++corner) {
            indices.push_back(static_cast<std::uint32_t>(mesh.surfaceVertices.size()));
            mesh.surfaceVertices.push_back(*corner);
        }
    };
    take(surface.triangles, mesh.triangles);
    take(surface.lines, mesh.lines);
    return mesh;
}

TEST_F(RenderMeshGpu, EveryLayoutHoldsTheBitsOfTheCpu) {
    const Scene scene = skinnedScene();
    const SchedulePtr schedule = take(compile(scene));
    Surface surface = surfaceOf(scene, *schedule);
    surface.renderMesh = unweldedMesh(surface);
    GpuSolver solver = gpuSolver(schedule);
    tumble(solver, scene, 6);
    const std::vector<vec4> places = verticesOf(surface, placesOf(*schedule, take(solver.snapshot())));
    const std::vector<vec3> positions = atDrawnVertices(surface, pointsOf(places));
    const std::vector<vec3> normals = atDrawnVertices(surface, normalsOf(surface, places));
    ASSERT_EQ(positions.size(), surface.triangles.size() + surface.lines.size());
    for (const VertexLayout& layout :
         {VertexLayout{}, {12, 12}, {32, 20}, {16, 16, true}, {16, 16, false, true}, {12, 12, true, true}}) {
        GpuSurface onGpu = take(GpuSurface::create(solver, surface, layout));
        record(onGpu);
        const std::string what = fmt::format("{} + {} bytes, {}, {}", layout.positionStride, layout.normalStride,
                                             layout.interleaved, layout.interpolated);
        ASSERT_EQ(onGpu.vertexCount(), positions.size());
        expectSame(read(onGpu.positions(), positions.size()), positions, "positions of " + what);
        expectSame(read(onGpu.normals(), positions.size()), normals, "normals of " + what);
        EXPECT_EQ(readWords(onGpu.triangles(), onGpu.triangleIndices()), surface.renderMesh.triangles);
        EXPECT_EQ(readWords(onGpu.lines(), onGpu.lineIndices()), surface.renderMesh.lines);
    }
}

// A part of what there is, and in an order of its own.
TEST_F(RenderMeshGpu, MayHaveFewVertices) {
    const Scene scene = clothScene(5);
    const SchedulePtr schedule = take(compile(scene));
    Surface surface = surfaceOf(scene, *schedule);
    const std::vector<std::uint32_t> vertices = surfaceVertices(scene, *schedule, 0);
    surface.renderMesh = {{vertices[7], vertices[6], vertices[12]}, {1, 0, 2}, {}};
    GpuSolver solver = gpuSolver(schedule);
    take(solver.step());
    const Snapshot now = take(solver.snapshot());
    GpuSurface onGpu = take(GpuSurface::create(solver, surface));
    record(onGpu);
    EXPECT_EQ(onGpu.vertexCount(), 3u);
    EXPECT_EQ(onGpu.triangleIndices(), 3u);
    EXPECT_EQ(onGpu.lineIndices(), 0u);
    expectSame(read(onGpu.positions(), 3), {now.positions[7], now.positions[6], now.positions[12]}, "positions");
    const std::vector<vec3> normals = normalsOf(surface, placesOf(*schedule, now));
    expectSame(read(onGpu.normals(), 3), {normals[vertices[7]], normals[vertices[6]], normals[vertices[12]]},
               "normals");
}

TEST_F(RenderMeshGpu, NamesWhatIsWrong) {
    const Scene scene = clothScene(3);
    const SchedulePtr schedule = take(compile(scene));
    const GpuSolver solver = gpuSolver(schedule);
    Surface surface = surfaceOf(scene, *schedule);
    surface.renderMesh = {{0, 1, 9}, {0, 1, 2}, {}};
    EXPECT_CONTAINS(messageOf(GpuSurface::create(solver, surface)),
                    "vertex 2 of the render mesh is vertex 9 of the surface, which has 9");
}

}  // namespace
}  // namespace pliant::test
