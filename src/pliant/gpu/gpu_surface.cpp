#include "pliant/gpu/gpu_surface.h"

#include <algorithm>
#include <array>

#include "pliant/fail.h"
#include "pliant/gpu/bounds_plan.h"
#include "pliant/gpu/kernel_code.h"
#include "pliant/gpu/programs.h"
#include "pliant/gpu/uploads.h"
#include "pliant/gpu/vertex_streams.h"
#include "pliant/surface/tangents.h"

namespace pliant {
namespace {

// The kernels follow these numbers without looking.
Status check(const Surface& surface, std::size_t particles) {
    const auto isBelow = [](const std::vector<std::uint32_t>& items, std::size_t limit) {
        return std::all_of(items.begin(), items.end(), [&](std::uint32_t item) { return item < limit; });
    };
    const std::size_t vertices = particles + surface.carried.size();
    if (surface.rowFirst.size() != vertices + 1) {
        return fail("the surface has rows for {} particles, but the solver has {}",
                    surface.rowFirst.empty() ? 0 : surface.rowFirst.size() - 1 - surface.carried.size(), particles);
    }
    for (const CarriedVertex& v : surface.carried) {
        if (std::max({v.a, v.b, v.c, v.d}) < particles) continue;
        return fail("a vertex is carried by a particle that the solver does not have (0 to {})", particles - 1);
    }
    const bool hasGoodRows = std::is_sorted(surface.rowFirst.begin(), surface.rowFirst.end()) &&
                             surface.rowFirst.back() == surface.rowEntries.size() &&
                             isBelow(surface.rowEntries, surface.triangles.size() / 3);
    const bool hasGoodEnds = isBelow(surface.triangles, vertices) && isBelow(surface.lines, particles);
    if (!hasGoodRows) return fail("the surface's rows do not fit its triangles; surfaceOf() makes ones that do");
    if (!hasGoodEnds) return fail("the surface names particles that the solver does not have (0 to {})", particles - 1);
    return validate(surface.renderMesh, vertices);
}

Status checkBodies(const VertexLayout& layout, const Surface& surface, std::size_t vertices) {
    if (!layout.hasBounds) return {};
    const std::vector<std::uint32_t>&first = surface.bodyFirst, &all = surface.bodyVertices;
    const bool isGood = !first.empty() && first.front() == 0 && first.back() == all.size() &&
                        std::is_sorted(first.begin(), first.end()) &&
                        std::all_of(all.begin(), all.end(), [&](std::uint32_t vertex) { return vertex < vertices; });
    if (isGood) return {};
    return fail("the surface's vertices of bodies are not its own, or in no rows; surfaceOf() makes ones that are");
}

Status checkTexture(const VertexLayout& layout, const RenderMesh& mesh) {
    if (layout.tangentStride == 0 || !mesh.textureCoordinates.empty()) return {};
    return fail("tangentStride is {} bytes, but tangents need a render mesh with texture coordinates",
                layout.tangentStride);
}

}  // namespace

struct GpuSurface::State {
    explicit State(const GpuSolver& solver)
        : gpu(solver.gpu()), schedule(solver.schedule()), uploads(gpu), solved(solver.positions()) {}

    std::shared_ptr<Gpu> gpu;
    SchedulePtr schedule;
    Uploads uploads;
    VkBuffer solved = VK_NULL_HANDLE;  // the solver's positions
    Buffer states;                     // interpolated: two of them, one behind the other
    Buffer places;                     // of vertices, where they are not the solver's positions
    Buffer carried;                    // vertices behind the particles
    Buffer views, frameOf;             // in the world
    Buffer corners, rowFirst, rowEntries;
    Buffer surfaceVertices;  // of a render mesh
    Buffer indices;  // only drawn from, so that they may go to another queue family: the kernels have their own corners
    Buffer lines;
    Buffer textureMaps, textureCorners, textureRowFirst, textureRowEntries;  // for tangents
    Buffer boundsNodes, bodyVertices, bounds;
    std::vector<std::uint32_t> boundsLevels;  // where their nodes begin
    std::uint32_t boundsCount = 0;
    Buffer written;  // positions as they were written last, where they are wanted
    VertexStreams streams;
    std::uint32_t indexCount = 0, lineIndexCount = 0;
    Programs programs;
    Program placeVertices, writeVertices, reduceBounds;  // the second with tangents or without
    SurfaceConstants constants{};
    bool hasState = false;
    bool isInterpolated = false;  // between two states
    bool isInWorld = false;       // though it is in frames
    bool hasRenderMesh = false;   // drawn in place of the surface's vertices

    VkBuffer placesToDraw() const { return places.handle ? places.handle : solved; }

    // The parts of creation: what buffers there are to be; what is in some of them; what is drawn from them.
    void planBuffers(const Surface& surface, const VertexLayout& layout);
    void planDrawn(const std::vector<std::uint32_t>& triangles, const std::vector<std::uint32_t>& ends);
    Status createBuffers();
    template <class T>
    void planFilled(Buffer& buffer, const std::vector<T>& items, const char* name, VkBufferUsageFlags also = 0);
    void planTextures(const RenderMesh& mesh);
    void planBodies(const Surface& surface);
    void recordBounds(VkCommandBuffer commands);
    void waitForWrites(VkCommandBuffer commands) const;
    Status createPrograms();
    Status add(Program& program, SurfaceKernel kernel);
    void noteState(VkCommandBuffer commands);
    void writeViews(VkCommandBuffer commands, const std::vector<FrameView>& records) const;

    struct Contents {
        const Buffer* buffer;
        const void* items;
        std::uint64_t sizeBytes;
    };
    VkBufferUsageFlags usage = 0;  // of buffers that are drawn from
    BufferGroup group;             // these during creation alone
    std::vector<Contents> contents;
    TextureMaps textures;
    BoundsPlan boundsPlan;
};

template <class T>
void GpuSurface::State::planFilled(Buffer& buffer, const std::vector<T>& items, const char* name,
                                   VkBufferUsageFlags also) {
    group.add(buffer, items.size() * sizeof(T), name, also);
    contents.push_back({&buffer, items.data(), items.size() * sizeof(T)});
}

// Vertices have places of their own where they lie between two states or are put into the world, or where particles
// carry some of them.
void GpuSurface::State::planBuffers(const Surface& surface, const VertexLayout& layout) {
    isInterpolated = layout.interpolated;
    usage = usageOf(layout);
    isInWorld = layout.inWorld && !schedule->frames.empty();
    hasRenderMesh = !surface.renderMesh.isEmpty();
    planFilled(corners, surface.triangles, "corners of triangles");
    planFilled(rowFirst, surface.rowFirst, "row starts of triangles");
    planFilled(rowEntries, surface.rowEntries, "triangles of particles");
    planFilled(carried, surface.carried, "carried vertices");
    planFilled(surfaceVertices, surface.renderMesh.surfaceVertices, "vertices of the render mesh");
    planDrawn(hasRenderMesh ? surface.renderMesh.triangles : surface.triangles,
              hasRenderMesh ? surface.renderMesh.lines : surface.lines);
    if (isInWorld) {
        group.add(views, (1 + schedule->frames.size()) * sizeof(FrameView), "views of frames");
        planFilled(frameOf, schedule->frameOf, "frames of particles");
    }
    if (isInterpolated) group.add(states, 2 * constants.particles * sizeof(vec4), "last two states");
    if (isInterpolated || isInWorld || !surface.carried.empty())
        group.add(places, constants.count * sizeof(vec4), "places of vertices");
    if (layout.tangentStride != 0) planTextures(surface.renderMesh);
    if (layout.hasBounds) planBodies(surface);
    const std::uint64_t kept = layout.previousStride != 0 ? constants.drawn : 0;
    group.add(written, kept * sizeof(vec4), "positions of the last frame");
    // Separate positions that lie as the solver's do are the solver's.
    const bool copiesPositions = layout.interleaved || layout.positionStride != sizeof(vec4) || hasRenderMesh ||
                                 layout.positionTarget.buffer || usage != 0;
    streams.plan(layout, constants.drawn, copiesPositions, gpu->context().limits.minStorageBufferOffsetAlignment,
                 group);
    constants.position = streams.placeOf(Attribute::Position);
    constants.normal = streams.placeOf(Attribute::Normal);
    constants.previous = streams.placeOf(Attribute::Previous);
    constants.tangent = streams.placeOf(Attribute::Tangent);
}

void GpuSurface::State::planTextures(const RenderMesh& mesh) {
    textures = textureMapsOf(mesh);
    planFilled(textureMaps, textures.maps, "texture maps of triangles");
    planFilled(textureCorners, textures.corners, "corners of textured triangles");
    planFilled(textureRowFirst, textures.rowFirst, "row starts of textured triangles");
    planFilled(textureRowEntries, textures.rowEntries, "textured triangles of vertices");
}

void GpuSurface::State::planDrawn(const std::vector<std::uint32_t>& triangles, const std::vector<std::uint32_t>& ends) {
    indexCount = static_cast<std::uint32_t>(triangles.size());
    lineIndexCount = static_cast<std::uint32_t>(ends.size());
    planFilled(indices, triangles, "indices of triangles", usage);
    planFilled(lines, ends, "ends of lines", usage);
}

void GpuSurface::State::planBodies(const Surface& surface) {
    boundsPlan = planBounds(surface.bodyFirst);
    boundsLevels = boundsPlan.levelFirst;
    boundsCount = static_cast<std::uint32_t>(surface.bodyFirst.size() - 1);
    planFilled(boundsNodes, boundsPlan.nodes, "nodes of bounds");
    planFilled(bodyVertices, surface.bodyVertices, "vertices of bodies");
    group.add(bounds, boundsPlan.resultCount * sizeof(vec4) * 2, "bounds", usage);
}

Status GpuSurface::State::createBuffers() {
    if (Status status = group.create(gpu); !status) return status;
    streams.finish(placesToDraw());
    for (const Contents& each : contents) {
        if (Status status = uploads.add(*each.buffer, each.items, each.sizeBytes); !status) return status;
    }
    contents.clear();
    textures = {};
    boundsPlan = {};
    return uploads.finish();
}

Status GpuSurface::State::createPrograms() {
    const VkBuffer now = isInterpolated ? states.handle : solved;
    // By the numbers of surface_kernel.glsl and gather_tangents.comp.glsl; null where attributes go.
    programs.create(gpu,
                    {now,
                     placesToDraw(),
                     corners.handle,
                     rowFirst.handle,
                     rowEntries.handle,
                     VK_NULL_HANDLE,
                     VK_NULL_HANDLE,
                     carried.handle,
                     views.handle,
                     frameOf.handle,
                     surfaceVertices.handle,
                     written.handle,
                     VK_NULL_HANDLE,
                     textureMaps.handle,
                     textureCorners.handle,
                     textureRowFirst.handle,
                     textureRowEntries.handle,
                     VK_NULL_HANDLE,
                     boundsNodes.handle,
                     bodyVertices.handle,
                     bounds.handle},
                    sizeof(SurfaceConstants), "the surface's kernels");
    programs.bindPart(5, streams.boundTo(Attribute::Position));
    programs.bindPart(6, streams.boundTo(Attribute::Normal));
    programs.bindPart(12, streams.boundTo(Attribute::Previous));
    programs.bindPart(17, streams.boundTo(Attribute::Tangent));
    const SurfaceKernel write = textureMaps.handle ? SurfaceKernel::GatherTangents : SurfaceKernel::GatherNormals;
    if (Status status = add(writeVertices, write); !status) return status;
    if (boundsCount > 0) {
        if (Status status = add(reduceBounds, SurfaceKernel::ReduceBounds); !status) return status;
    }
    if (!places.handle) return {};
    return add(placeVertices, isInWorld ? SurfaceKernel::PlaceVerticesInWorld : SurfaceKernel::PlaceVertices);
}

Status GpuSurface::State::add(Program& program, SurfaceKernel kernel) {
    const Result<Program> made = programs.add(kernelCode(kernel), hasRenderMesh);
    if (!made) return made.error();
    program = *made;
    return {};
}

Result<GpuSurface> GpuSurface::create(const GpuSolver& solver, const Surface& surface, const VertexLayout& layout) {
    auto state = std::make_unique<State>(solver);
    state->constants.particles = static_cast<std::uint32_t>(solver.schedule()->particles.size());
    if (Status status = check(surface, state->constants.particles); !status) return status.error();
    if (Status status = checkTexture(layout, surface.renderMesh); !status) return status.error();
    state->constants.count = state->constants.particles + static_cast<std::uint32_t>(surface.carried.size());
    if (Status status = checkBodies(layout, surface, state->constants.count); !status) return status.error();
    const std::size_t ownVertices = surface.renderMesh.surfaceVertices.size();
    state->constants.drawn = ownVertices > 0 ? static_cast<std::uint32_t>(ownVertices) : state->constants.count;
    const Gpu::Context& context = solver.gpu()->context();
    if (Status status = check(layout, state->constants.drawn, context); !status) return status.error();
    state->planBuffers(surface, layout);
    if (Status status = state->createBuffers(); !status) return status.error();
    if (Status status = state->createPrograms(); !status) return status.error();
    return GpuSurface(std::move(state));
}

Status GpuSurface::recordUpload(VkCommandBuffer commands) {
    return state_->uploads.record(commands);
}

void GpuSurface::releaseUpload() {
    state_->uploads.release();
}

// The two halves of the buffer take turns; the first state fills both.
void GpuSurface::State::noteState(VkCommandBuffer commands) {
    const std::uint32_t count = constants.particles;
    constants.older = constants.newer;
    constants.newer = constants.older == 0 ? count : 0;
    recordBarrier(*gpu, commands, kOurStages, kOurWrites, VK_PIPELINE_STAGE_TRANSFER_BIT,
                  VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT);
    const auto note = [&](std::uint32_t at) {
        const VkBufferCopy region{0, at * sizeof(vec4), count * sizeof(vec4)};
        gpu->context().vk.vkCmdCopyBuffer(commands, solved, states.handle, 1, &region);
    };
    note(constants.newer);
    if (!hasState) note(constants.older);
    hasState = true;
}

// After the kernels of an earlier record().
void GpuSurface::State::writeViews(VkCommandBuffer commands, const std::vector<FrameView>& records) const {
    recordBarrier(*gpu, commands, kOurStages, kOurWrites, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
    gpu->context().vk.vkCmdUpdateBuffer(commands, views.handle, 0, records.size() * sizeof(FrameView), records.data());
}

Status GpuSurface::recordState(VkCommandBuffer commands) {
    if (Status status = state_->uploads.check(commands, "recordState"); !status) return status;
    if (state_->isInterpolated) state_->noteState(commands);
    return {};
}

Status GpuSurface::record(VkCommandBuffer commands, float share, const WorldView& view) {
    State& s = *state_;
    if (Status status = s.uploads.check(commands, "record"); !status) return status;
    if (!(share >= 0.0f && share <= 1.0f)) return fail("the share is {}; it must be from 0 to 1", share);
    std::vector<FrameView> records;
    if (s.isInWorld) {
        Result<std::vector<FrameView>> made = viewsOf(*s.schedule, view);
        if (!made) return made.error();
        records = std::move(*made);
    }
    if (s.isInterpolated && !s.hasState) s.noteState(commands);
    if (s.isInWorld) s.writeViews(commands, records);
    s.waitForWrites(commands);
    s.constants.share = share;
    if (s.places.handle) {
        s.programs.dispatch(commands, s.placeVertices, s.constants.count, &s.constants);
        s.waitForWrites(commands);
    }
    s.programs.dispatch(commands, s.writeVertices, s.constants.drawn, &s.constants);
    s.recordBounds(commands);
    s.constants.hasWritten = 1;
    return {};
}

void GpuSurface::State::waitForWrites(VkCommandBuffer commands) const {
    recordBarrier(*gpu, commands, kOurStages, kOurWrites, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                  VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
}

// Level after level; nothing where no bounds are wanted.
void GpuSurface::State::recordBounds(VkCommandBuffer commands) {
    for (std::size_t level = 0; level + 1 < boundsLevels.size(); ++level) {
        if (level > 0) waitForWrites(commands);
        constants.firstNode = boundsLevels[level];
        constants.nodeCount = boundsLevels[level + 1] - boundsLevels[level];
        programs.dispatch(commands, reduceBounds, constants.nodeCount, &constants);
    }
}

VertexStream GpuSurface::positions() const {
    return state_->streams.of(Attribute::Position);
}
VertexStream GpuSurface::normals() const {
    return state_->streams.of(Attribute::Normal);
}
VertexStream GpuSurface::previousPositions() const {
    return state_->streams.of(Attribute::Previous);
}
VertexStream GpuSurface::tangents() const {
    return state_->streams.of(Attribute::Tangent);
}
VertexStream GpuSurface::bounds() const {
    return {state_->bounds.handle, 0, 2 * sizeof(vec4)};
}
std::uint32_t GpuSurface::boundsCount() const {
    return state_->boundsCount;
}
std::uint32_t GpuSurface::vertexCount() const {
    return state_->constants.drawn;
}
VkBuffer GpuSurface::triangles() const {
    return state_->indices.handle;
}
std::uint32_t GpuSurface::triangleIndices() const {
    return state_->indexCount;
}
VkBuffer GpuSurface::lines() const {
    return state_->lines.handle;
}
std::uint32_t GpuSurface::lineIndices() const {
    return state_->lineIndexCount;
}

GpuSurface::GpuSurface(std::unique_ptr<State> state) : state_(std::move(state)) {}
GpuSurface::GpuSurface(GpuSurface&&) noexcept = default;
GpuSurface& GpuSurface::operator=(GpuSurface&&) noexcept = default;
GpuSurface::~GpuSurface() = default;

}  // namespace pliant
