#pragma once

#include "pliant/export.h"
#include "pliant/gpu/gpu_solver.h"
#include "pliant/surface/surface.h"
#include "pliant/surface/world.h"

namespace pliant {

/// Where in a buffer of the caller's an attribute of vertices is to be written, with the stride that the layout has for
/// it. Several attributes may share a buffer, as long as none lies on another.
struct VertexTarget {
    /// Of the surface's device and with VK_BUFFER_USAGE_STORAGE_BUFFER_BIT; it must live as long as the surface.
    /// Null: the surface has a buffer of its own.
    VkBuffer buffer = nullptr;
    std::uint64_t offset = 0;     ///< [bytes] of the first vertex, a multiple of 4
    std::uint64_t sizeBytes = 0;  ///< of the buffer: behind it nothing is written
};

/// How vertices are to lie in memory. Strides are in bytes, multiples of 4 from 12 to 1024. Positions and normals are
/// three floats, tangents four; what is left between them is not written.
struct VertexLayout {
    std::uint32_t positionStride = 16;  ///< 12: tightly packed
    std::uint32_t normalStride = 16;    ///< 12: tightly packed
    /// One buffer, a vertex being a position, behind it a normal, a previous position and a tangent: strides are added
    /// up.
    bool interleaved = false;
    bool interpolated = false;  ///< positions between the last two states, for a fixed time step; see recordState()
    /// Positions and normals in the world, as the view of record() has it; else in the frames of reference of the
    /// bodies. No matter in scenes without frames.
    bool inWorld = false;
    std::uint32_t previousStride = 0;  ///< of GpuSurface::previousPositions(), for motion vectors; 0: there are none
    std::uint32_t tangentStride = 0;   ///< of GpuSurface::tangents(), from 16 on; 0: there are none

    bool hasBounds = false;  ///< GpuSurface::bounds(): boxes around bodies

    /// What is drawn is in buffers of the surface's with VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT: on a borrowed
    /// device that says BorrowedDevice::hasBufferDeviceAddress.
    bool hasDeviceAddresses = false;
    /// Likewise, with that of inputs of acceleration structures: BorrowedDevice::hasAccelerationStructures. They are
    /// built from addresses, which these buffers then have, too.
    bool forAccelerationStructures = false;

    VertexTarget positionTarget;  ///< positions are then written in any case; not with `interleaved`, as the others
    VertexTarget normalTarget;    ///< likewise of normals
    VertexTarget previousTarget;  ///< likewise of previous positions
    VertexTarget tangentTarget;   ///< likewise of tangents
};

/// Where a vertex attribute is to be found: three floats (VK_FORMAT_R32G32B32_SFLOAT) per vertex, but for tangents.
struct VertexStream {
    VkBuffer buffer = nullptr;  ///< the surface's or the solver's own, which live as long as these, or the caller's
    std::uint64_t offset = 0;   ///< [bytes] of the first
    std::uint32_t stride = 0;   ///< [bytes]
};

/// What a renderer draws of a solver: positions, normals and indices in device memory. Separate positions with a stride
/// of 16 and without interpolation are the solver's own buffer: nothing is copied, unless bodies have skins or are put
/// into the world, or a mesh of the user's own is drawn (Surface::renderMesh). The solver must live for as long as
/// anything is recorded; after it the surface can only be destroyed. Usage of all buffers: as GpuSolver::positions(),
/// and what the layout asks for.
///
/// Between the solver's writes and the renderer's reads stand these stages. record() waits for earlier compute and
/// transfer writes in the queue, and writes with COMPUTE_SHADER, SHADER_WRITE. The renderer makes that visible:
///
///     COMPUTE_SHADER, SHADER_WRITE  ->  VERTEX_INPUT, VERTEX_ATTRIBUTE_READ
///
/// and, before the next step or upload is recorded, keeps it from overwriting what is still being read:
///
///     VERTEX_INPUT, 0  ->  COMPUTE_SHADER | TRANSFER, 0
///
/// On one queue the second barrier also covers frames in flight: submission order does the rest. After recordUpload()
/// the indices (and the solver's positions, if they are drawn before the first step) want
///
///     TRANSFER, TRANSFER_WRITE  ->  VERTEX_INPUT, INDEX_READ | VERTEX_ATTRIBUTE_READ
///
/// Buffers belong to one queue family at a time. What the surface writes it writes anew in each record() and does not
/// read before, so that nobody needs to hand it back from another family; the solver's own positions must be handed
/// back.
class PLIANT_API GpuSurface {
  public:
    /// Errors: a stride that breaks the rule above, a surface of another number of particles or with indices out of
    /// range, a render mesh that validate() refuses, tangents without texture coordinates,
    /// usage that the device is not known to have, a target that has no room for the vertices, or where one would lie
    /// on another, a buffer above the device's limit, a Vulkan call that fails.
    static Result<GpuSurface> create(const GpuSolver& solver, const Surface& surface, const VertexLayout& layout = {});

    /// On a borrowed device, once after create(), as those of GpuSolver.
    Status recordUpload(VkCommandBuffer commands);
    /// After the commands of recordUpload() have been executed: gives back the host memory that they copied from.
    void releaseUpload();

    /// Interpolated surfaces: notes the solver's state, by a copy; the others do nothing. Once before the first step,
    /// and then after each one (or after the last of several in one frame, having noted the one before it); twice after
    /// a restore(), or the first frames would lead there from where it was before. Errors: a null command buffer,
    /// recordUpload() left out.
    Status recordState(VkCommandBuffer commands);

    /// Writes the vertices for the state as it is; interpolated, for `share` of the way from the state before to the
    /// last one, 0 ... 1: what is left of the frame's time, divided by the fixed time step. Outside of a render pass;
    /// compute pipeline, compute descriptor sets and push constants are ours afterwards. Errors: those of
    /// recordState(), a share out of range, and where it is in the world, those of viewsOf().
    /// `view`: of a surface in the world, where its frames are when what is drawn is seen.
    Status record(VkCommandBuffer commands, float share = 1.0f, const WorldView& view = {});

    VertexStream positions() const;  ///< [m], three floats per vertex
    VertexStream normals() const;    ///< of length 1, three floats per vertex
    /// Positions as the record() before the last one wrote them; after the first, those of this one. So they are in
    /// the view that was seen then. After a restore(), record twice, or it is motion.
    VertexStream previousPositions() const;
    VertexStream tangents() const;  ///< those of tangentsOf(), four floats per vertex (VK_FORMAT_R32G32B32A32_SFLOAT)
    /// The schedule's particles, and behind them the points of skins; or the vertices of the render mesh.
    std::uint32_t vertexCount() const;
    /// Two times three floats per body of the scene, 16 bytes apart: those of boundsOf(), where record() has put the
    /// vertices. No buffer: they were not asked for.
    VertexStream bounds() const;
    std::uint32_t boundsCount() const;      ///< bodies
    VkBuffer triangles() const;             ///< index buffer, VK_INDEX_TYPE_UINT32; only drawn from
    std::uint32_t triangleIndices() const;  ///< how many
    VkBuffer lines() const;                 ///< index buffer of ropes as line lists, VK_INDEX_TYPE_UINT32
    std::uint32_t lineIndices() const;      ///< how many; 0 without ropes

    GpuSurface(GpuSurface&&) noexcept;             ///< what is moved from can only be assigned to or destroyed
    GpuSurface& operator=(GpuSurface&&) noexcept;  ///< likewise
    ~GpuSurface();                                 ///< gives its buffers back; none of them may be in flight

  private:
    struct State;
    explicit GpuSurface(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace pliant
