#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "pliant/export.h"
#include "pliant/result.h"

namespace pliant {

struct Body;
struct Scene;

/// A point that four particles carry, as a point of their tetrahedron is carried: it lies at
/// a + x (b - a) + y (c - a) + z (d - a), inside it or a little beside it. So it goes along with everything that turns,
/// moves or strains all four alike.
struct SkinPoint {
    std::array<std::uint32_t, 4> particles{};  ///< a, b, c, d: of the body; the first is best the nearest, for hands
    glm::vec3 weights{0.0f};                   ///< x, y, z: of b, c and d; a has what is left of 1
};

/// A mesh embedded in a body, with the user's own vertices and faces.
struct Skin {
    std::vector<SkinPoint> points;            ///< all places that vertices may have
    std::vector<std::uint32_t> vertexPoints;  ///< per vertex of the user: its point; several may share one (welding)
    std::vector<std::uint32_t> faceSizes;     ///< per face: its number of corners
    std::vector<std::uint32_t> faceCorners;   ///< all corners, face after face: indices of the user's vertices

    bool isEmpty() const { return vertexPoints.empty(); }  ///< the body carries no mesh
};

/// Weights are within it [1].
inline constexpr float kLargestWeight = 1e6f;

/// Where a point is now; `positions` are the scene's particles.
PLIANT_API glm::vec3 placeOf(const SkinPoint& point, const std::vector<glm::vec3>& positions);

/// How many vertices are drawn and written of a body: those of its skin, or its own. The same holds for its faces.
PLIANT_API std::size_t shownVertexCount(const Body& body);
/// Per face that is shown its number of corners.
PLIANT_API const std::vector<std::uint32_t>& shownFaceSizes(const Body& body);
/// All corners of these, face after face: indices of vertices that are shown.
PLIANT_API const std::vector<std::uint32_t>& shownFaceCorners(const Body& body);

/// The particle of a vertex that is shown; of a skin the one that is nearest to it.
PLIANT_API std::uint32_t shownParticle(const Body& body, std::size_t vertex);

/// The first index or number of a skin that is out of range.
PLIANT_API Status validateSkins(const Scene& scene);

}  // namespace pliant
