// Attributes of vertices in buffers of the caller's: where they were told to be, and nothing else is touched.

#include "surface_support.h"

namespace pliant::test {
namespace {

constexpr std::uint32_t kMark = 0x7fc12345;

class VertexTargetGpu : public SurfaceGpu {
  protected:
    void SetUp() override {
        SurfaceGpu::SetUp();
        scene_ = clothScene(9);
        schedule_ = take(compile(scene_));
        surface_ = surfaceOf(scene_, *schedule_);
        surface_.renderMesh.triangles = surface_.triangles;
        for (std::uint32_t i = 0; i < scene_.positions.size(); ++i) {
            surface_.renderMesh.surfaceVertices.push_back(i);
            surface_.renderMesh.textureCoordinates.emplace_back(scene_.positions[schedule_->sceneParticle[i]]);
        }
    }

    static Buffer markedBuffer(std::uint64_t sizeBytes) {
        Buffer buffer = take(createDeviceBuffer(gpu_, sizeBytes, "vertices of the caller's"));
        take(gpu_->submitAndWait([&](VkCommandBuffer commands) -> Status {
            gpu_->context().vk.vkCmdFillBuffer(commands, buffer.handle, 0, VK_WHOLE_SIZE, kMark);
            return {};
        }));
        return buffer;
    }

    Scene scene_;
    SchedulePtr schedule_;
    Surface surface_;
};

// Offsets that no descriptor may have, between what is another's.
TEST_F(VertexTargetGpu, AttributesLieAmongDataOfTheCallers) {
    constexpr std::uint32_t kFirst = 300, kStride = 60, kUsed = 52;
    const std::uint32_t count = static_cast<std::uint32_t>(scene_.positions.size());
    const std::uint64_t sizeBytes = kFirst + (count - 1) * kStride + kUsed;  // to the last byte
    const Buffer buffer = markedBuffer(sizeBytes + 400);
    VertexLayout layout{kStride, kStride};
    layout.previousStride = layout.tangentStride = kStride;
    layout.positionTarget = {buffer.handle, kFirst, sizeBytes};
    layout.normalTarget = {buffer.handle, kFirst + 12, sizeBytes};
    layout.tangentTarget = {buffer.handle, kFirst + 24, sizeBytes};
    layout.previousTarget = {buffer.handle, kFirst + 40, sizeBytes};
    GpuSolver solver = gpuSolver(schedule_);
    GpuSurface onGpu = take(GpuSurface::create(solver, surface_, layout));
    record(onGpu);
    const std::vector<vec3> before = read(onGpu.positions(), count);
    take(solver.step());
    record(onGpu);
    const std::vector<vec4> places = placesOf(*schedule_, take(solver.snapshot()));
    for (const VertexStream& stream :
         {onGpu.positions(), onGpu.normals(), onGpu.tangents(), onGpu.previousPositions()}) {
        EXPECT_EQ(stream.buffer, buffer.handle);
        EXPECT_EQ(stream.stride, kStride);
    }
    EXPECT_EQ(onGpu.tangents().offset, kFirst + 24);
    expectSame(read(onGpu.positions(), count), pointsOf(places), "positions");
    expectSame(read(onGpu.normals(), count), normalsOf(surface_, places), "normals");
    expectSame(read(onGpu.previousPositions(), count), before, "previous positions");
    const std::vector<vec4> tangents = tangentsOf(surface_, places), found = read<vec4>(onGpu.tangents(), count);
    EXPECT_EQ(std::memcmp(found.data(), tangents.data(), count * sizeof(vec4)), 0);
    const std::vector<std::uint32_t> words = readWords(buffer.handle, (sizeBytes + 400) / 4);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool isOurs = 4 * i >= kFirst && 4 * i < sizeBytes && (4 * i - kFirst) % kStride < kUsed;
        ASSERT_EQ(words[i] == kMark, !isOurs) << "byte " << 4 * i;
    }
}

// Positions that would be the solver's own are written where they are wanted; all else has buffers of the surface's.
TEST_F(VertexTargetGpu, MayBeOfOneAttributeAlone) {
    const std::size_t count = scene_.positions.size();
    surface_.renderMesh = {};
    const Buffer buffer = markedBuffer(16 * count);
    const GpuSolver solver = gpuSolver(schedule_);
    VertexLayout layout;
    layout.positionTarget = {buffer.handle, 0, 16 * count};
    GpuSurface onGpu = take(GpuSurface::create(solver, surface_, layout));
    record(onGpu);
    const std::vector<vec4> places = placesOf(*schedule_, initialSnapshot(*schedule_));
    EXPECT_EQ(onGpu.positions().buffer, buffer.handle);
    EXPECT_NE(onGpu.normals().buffer, buffer.handle);
    expectSame(read(onGpu.positions(), count), pointsOf(places), "positions");
    expectSame(read(onGpu.normals(), count), normalsOf(surface_, places), "normals");
}

TEST_F(VertexTargetGpu, NamesWhatHasNoRoom) {
    const std::uint64_t count = scene_.positions.size();  // 81
    const Buffer buffer = markedBuffer(64 * count);
    const GpuSolver solver = gpuSolver(schedule_);
    const auto refusal = [&](const VertexLayout& layout) {
        return messageOf(GpuSurface::create(solver, surface_, layout));
    };
    VertexLayout layout{32, 32};
    layout.positionTarget = {buffer.handle, 8, 8 + 80 * 32 + 11};
    EXPECT_CONTAINS(refusal(layout), "positionTarget has 2571 bytes from offset 8 on, but 81 vertices need 2572");
    layout.positionTarget = {buffer.handle, ~std::uint64_t(3), 64 * count};
    EXPECT_CONTAINS(refusal(layout), "positionTarget has 0 bytes from offset 18446744073709551612 on");
    layout.positionTarget = {buffer.handle, 6, 64 * count};
    EXPECT_CONTAINS(refusal(layout), "positionTarget::offset is 6; it must be a multiple of 4");
    layout.positionTarget.offset = 0;
    layout.interleaved = true;
    EXPECT_CONTAINS(refusal(layout), "positionTarget has a buffer, but `interleaved`");
    layout.interleaved = false;
    layout.tangentTarget = {buffer.handle, 0, 64 * count};
    EXPECT_CONTAINS(refusal(layout), "tangentTarget has a buffer, but tangentStride is 0");
    layout.tangentTarget = {};
    for (const std::uint64_t offset : {0u, 8u, 24u, 64u}) {
        layout.normalTarget = {buffer.handle, offset, 64 * count};
        EXPECT_CONTAINS(refusal(layout), "positions and normals overlap in their buffer") << offset;
    }
    for (const std::uint64_t offset : {12u, 20u, 44u, 80u * 32u + 12u}) {
        layout.normalTarget.offset = offset;
        EXPECT_TRUE(GpuSurface::create(solver, surface_, layout)) << offset;
    }
    layout.normalStride = 12;
    layout.normalTarget.offset = 80 * 32 + 8;
    EXPECT_CONTAINS(refusal(layout), "positions and normals overlap in their buffer");
    layout.normalTarget.offset = 80 * 32 + 12;
    EXPECT_TRUE(GpuSurface::create(solver, surface_, layout));
}

}  // namespace
}  // namespace pliant::test
