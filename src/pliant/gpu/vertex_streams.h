#pragma once

#include <array>

#include "pliant/gpu/buffer.h"
#include "pliant/gpu/gpu_surface.h"
#include "pliant/shared/surface_layout.h"

namespace pliant {

/// What a vertex that is drawn may have.
enum class Attribute { Position, Normal, Previous, Tangent };
inline constexpr std::size_t kAttributeCount = 4;

/// Of so many vertices. Errors: what breaks the rules of VertexLayout or of VertexTarget, usage that the
/// device is not known to have.
Status check(const VertexLayout& layout, std::uint32_t count, const Gpu::Context& context);

/// Usage beside that of all buffers, of those that are drawn from.
VkBufferUsageFlags usageOf(const VertexLayout& layout);

/// Where the attributes of vertices lie, and the buffers that they lie in.
class VertexStreams {
  public:
    /// Of so many vertices; the buffers are made with the group. `copiesPositions`: they are written at all.
    /// `alignment`: of the offsets that kernels may see parts of buffers from.
    void plan(const VertexLayout& layout, std::uint32_t count, bool copiesPositions, VkDeviceSize alignment,
              BufferGroup& group);

    /// Once the group's buffers have been created. `places`: where positions are that are not written.
    void finish(VkBuffer places);

    /// No buffer: it was not asked for.
    const VertexStream& of(Attribute attribute) const { return streams_[std::size_t(attribute)]; }

    /// In what kernels bind. Stride 0: they do not write it.
    AttributePlace placeOf(Attribute attribute) const;

    /// What kernels bind for it, which is some buffer in any case, and which part of that.
    VkDescriptorBufferInfo boundTo(Attribute attribute) const;

  private:
    bool isWritten(std::size_t attribute) const { return parts_[attribute].range != 0; }

    std::array<VertexStream, kAttributeCount> streams_;
    std::array<VkDescriptorBufferInfo, kAttributeCount> parts_{};  // without the handle
    std::array<Buffer, kAttributeCount> separate_;
    Buffer interleaved_;
};

}  // namespace pliant
