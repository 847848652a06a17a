#pragma once

#include "pliant/io/gltf_buffers.h"
#include "pliant/scene/scene.h"

namespace pliant {

/// How many vertices and corners a glTF file may become: nodes may show a mesh again and again, and primitives may
/// share accessors, so a small file can stand for more than fits any memory.
class GltfBudget {
  public:
    explicit GltfBudget(std::size_t fileBytes) : fileBytes_(fileBytes) {}

    Status take(std::uint64_t count, const GltfBuffers& buffers);

  private:
    std::size_t fileBytes_;
    std::uint64_t taken_ = 0;
};

/// The length of an accessor, by its own account. Errors here and below name the accessor or the view.
Result<std::uint64_t> countOf(const Json& root, std::uint64_t accessor);

/// Points: floats, or bytes and shorts as KHR_mesh_quantization has them. Errors: another type, elements that are not
/// all in their view, a sparse index out of range.
Result<std::vector<vec3>> readPoints(const Json& root, GltfBuffers& buffers, std::uint64_t accessor);

/// Indices of vertices: bytes, shorts or 32 bits, without sign.
Result<std::vector<std::uint32_t>> readIndices(const Json& root, GltfBuffers& buffers, std::uint64_t accessor);

}  // namespace pliant
