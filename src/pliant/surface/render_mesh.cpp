#include "pliant/surface/render_mesh.h"

#include <cmath>

#include "pliant/fail.h"

namespace pliant {
namespace {

// Corners of triangles or ends of lines, so many to each.
Status checkIndices(const std::vector<std::uint32_t>& indices, std::size_t each, std::size_t vertexCount,
                    const char* name) {
    if (indices.size() % each != 0)
        return fail("the render mesh has {} indices of {}; it must be a multiple of {}", indices.size(), name, each);
    for (std::size_t i = 0; i < indices.size(); ++i) {
        if (indices[i] < vertexCount) continue;
        return fail("index {} of the {} of the render mesh is {}, but it has {} vertices", i, name, indices[i],
                    vertexCount);
    }
    return {};
}

Status checkTexture(const std::vector<glm::vec2>& coordinates, std::size_t vertexCount) {
    if (!coordinates.empty() && coordinates.size() != vertexCount) {
        return fail("the render mesh has {} texture coordinates, but {} vertices; it must have one for each or none",
                    coordinates.size(), vertexCount);
    }
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
        const glm::vec2& at = coordinates[i];
        if (std::abs(at.x) <= kLargestTextureCoordinate && std::abs(at.y) <= kLargestTextureCoordinate) continue;
        return fail("texture coordinate {} of the render mesh is ({}, {}); it must be from {} to {}", i, at.x, at.y,
                    -kLargestTextureCoordinate, kLargestTextureCoordinate);
    }
    return {};
}

}  // namespace

Status validate(const RenderMesh& mesh, std::size_t surfaceVertexCount) {
    const std::size_t count = mesh.surfaceVertices.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (mesh.surfaceVertices[i] < surfaceVertexCount) continue;
        return fail("vertex {} of the render mesh is vertex {} of the surface, which has {}", i,
                    mesh.surfaceVertices[i], surfaceVertexCount);
    }
    if (Status status = checkIndices(mesh.triangles, 3, count, "triangles"); !status) return status;
    if (Status status = checkIndices(mesh.lines, 2, count, "lines"); !status) return status;
    return checkTexture(mesh.textureCoordinates, count);
}

}  // namespace pliant
