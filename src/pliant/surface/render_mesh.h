#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <vector>

#include "pliant/export.h"
#include "pliant/result.h"

namespace pliant {

/// A mesh of the user's own that goes with a surface. Several of its vertices may be at one vertex of the surface, as
/// along seams of texture coordinates: they share its place and its normal, which seams do not break.
struct RenderMesh {
    std::vector<std::uint32_t> surfaceVertices;  ///< per vertex: which of the surface it is, see surfaceVertices()
    std::vector<std::uint32_t> triangles;        ///< three corners each: indices of these vertices
    std::vector<std::uint32_t> lines;            ///< two ends each, likewise

    /// Per vertex (s, t), within kLargestTextureCoordinate; or none. Tangents are made from them, and nothing else.
    std::vector<glm::vec2> textureCoordinates = {};

    bool isEmpty() const { return surfaceVertices.empty(); }  ///< there is none
};

/// Texture coordinates are within it.
inline constexpr float kLargestTextureCoordinate = 1e6f;

/// Errors, each with its index: a vertex that is none of the surface, which has so many; a corner or an end that is no
/// vertex of the mesh; corners that are no whole triangles, ends that are no whole lines, either of them without
/// vertices; texture coordinates of some vertices only, or out of range.
PLIANT_API Status validate(const RenderMesh& mesh, std::size_t surfaceVertexCount);

}  // namespace pliant
