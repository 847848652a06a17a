// Vertices of the user's own: several for one vertex of the surface, with the bits of the CPU.

#include <random>

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
    // Torn to and fro, turned over, and here and there without any extent.
    std::mt19937 random(7);
    const auto number = [&] { return float(random() % 64) / 16.0f - 2.0f; };
    for (std::size_t i = 0; i < mesh.surfaceVertices.size(); ++i)
        mesh.textureCoordinates.push_back(i / 3 % 5 == 0 ? glm::vec2(1.0f) : glm::vec2(number(), number()));
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

// Vertices at one place that share triangles, so that several count for a tangent.
TEST_F(RenderMeshGpu, TangentsHaveTheBitsOfTheCpu) {
    const Scene scene = skinnedScene();
    const SchedulePtr schedule = take(compile(scene));
    Surface surface = surfaceOf(scene, *schedule);
    GpuSolver solver = gpuSolver(schedule);
    tumble(solver, scene, 6);
    const std::vector<vec4> places = verticesOf(surface, placesOf(*schedule, take(solver.snapshot())));
    RenderMesh welded{{}, surface.triangles, {}};
    std::mt19937 random(3);
    for (std::uint32_t i = 0; i < places.size(); ++i) {
        welded.surfaceVertices.push_back(i);
        welded.textureCoordinates.emplace_back(float(random() % 8), float(random() % 1000) * 1e-3f);
    }
    for (const RenderMesh& mesh : {unweldedMesh(surface), welded}) {
        surface.renderMesh = mesh;
        const std::vector<vec4> tangents = tangentsOf(surface, places);
        ASSERT_EQ(tangents.size(), mesh.surfaceVertices.size());
        for (const VertexLayout& layout :
             {VertexLayout{.tangentStride = 16},
              {.positionStride = 12, .interleaved = true, .previousStride = 12, .tangentStride = 20},
              {.interpolated = true, .tangentStride = 32}}) {
            GpuSurface onGpu = take(GpuSurface::create(solver, surface, layout));
            record(onGpu);
            const VertexStream& stream = onGpu.tangents();
            EXPECT_EQ(stream.offset, layout.interleaved ? 40u : 0u);
            EXPECT_EQ(stream.stride, layout.interleaved ? 60u : layout.tangentStride);
            const std::vector<vec4> found = read<vec4>(stream, tangents.size());
            for (std::size_t i = 0; i < tangents.size(); ++i)
                ASSERT_EQ(std::memcmp(&found[i], &tangents[i], sizeof(vec4)), 0) << "vertex " << i;
            expectSame(read(onGpu.positions(), tangents.size()), atDrawnVertices(surface, pointsOf(places)), "places");
        }
    }
}

// A part of what there is, and in an order of its own.
TEST_F(RenderMeshGpu, MayHaveFewVertices) {
    const Scene scene = clothScene(5);
    const SchedulePtr schedule = take(compile(scene));
    Surface surface = surfaceOf(scene, *schedule);
    const std::vector<std::uint32_t> vertices = take(surfaceVertices(scene, *schedule, 0));
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
    surface.renderMesh.surfaceVertices[2] = 8;
    EXPECT_CONTAINS(messageOf(GpuSurface::create(solver, surface, {.tangentStride = 16})),
                    "tangentStride is 16 bytes, but tangents need a render mesh with texture coordinates");
    surface.renderMesh.textureCoordinates = {{0, 0}, {1, 0}};
    EXPECT_CONTAINS(messageOf(GpuSurface::create(solver, surface)), "2 texture coordinates, but 3 vertices");
    surface.renderMesh.textureCoordinates.emplace_back(0.0f, 1.0f);
    EXPECT_CONTAINS(messageOf(GpuSurface::create(solver, surface, {.tangentStride = 12})), "multiple of 4 from 16");
}

}  // namespace
}  // namespace pliant::test
