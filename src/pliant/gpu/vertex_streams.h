#pragma once

#include <array>

#include "pliant/gpu/buffer.h"
#include "pliant/gpu/gpu_surface.h"
#include "pliant/shared/surface_layout.h"

namespace pliant {

/// What a vertex that is drawn may have.
enum class Attribute { Position, Normal, Previous, Tangent };
inline constexpr std::size_t kAttributeCount = 4;

/// Errors: a stride that breaks the rules of VertexLayout.
Status check(const VertexLayout& layout);

/// Where the attributes of vertices lie, and the buffers that they lie in.
class VertexStreams {
  public:
    /// Of so many vertices; the buffers are made with the group. `copiesPositions`: they are written at all.
    void plan(const VertexLayout& layout, std::uint32_t count, bool copiesPositions, BufferGroup& group);

    /// Once the group's buffers have been created. `places`: where positions are that are not written.
    void finish(VkBuffer places);

    /// No buffer: it was not asked for.
    const VertexStream& of(Attribute attribute) const { return streams_[std::size_t(attribute)]; }

    /// Stride 0: kernels do not write it.
    AttributePlace placeOf(Attribute attribute) const;

    /// What kernels bind for it, which is some buffer in any case.
    VkBuffer boundTo(Attribute attribute) const;

  private:
    std::array<VertexStream, kAttributeCount> streams_;
    std::array<bool, kAttributeCount> isWritten_{};
    std::array<Buffer, kAttributeCount> separate_;
    Buffer interleaved_;
};

}  // namespace pliant
