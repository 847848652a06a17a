#include "pliant/scene/faces.h"

#include <cmath>
#include <glm/geometric.hpp>

#include "pliant/scene/polygon.h"

namespace pliant {
namespace {

using Index = std::uint32_t;
using glm::dvec3;

constexpr std::size_t kMostClipped = 4096;  // corners: clipping takes their square in time

// Twice the area of the triangle, along its normal.
dvec3 areaVector(const std::vector<vec3>& positions, Index a, Index b, Index c) {
    const dvec3 origin(positions[a]);
    return glm::cross(dvec3(positions[b]) - origin, dvec3(positions[c]) - origin);
}

dvec3 normalOf(const std::vector<vec3>& positions, const std::vector<Index>& corners) {
    dvec3 sum(0.0);
    for (std::size_t i = 1; i + 1 < corners.size(); ++i)
        sum += areaVector(positions, corners[0], corners[i], corners[i + 1]);
    return sum;
}

// Along the axis that is nearest to the normal, so that no coordinate is rounded; counter-clockwise seen from its tip.
Polygon seenAlong(const dvec3& normal, const std::vector<vec3>& positions, const std::vector<Index>& corners) {
    const dvec3 size = glm::abs(normal);
    const int axis = size.x > size.y && size.x > size.z ? 0 : size.y > size.z ? 1 : 2;
    const int right = (axis + 1) % 3, up = (axis + 2) % 3;
    const float turned = normal[axis] < 0.0 ? -1.0f : 1.0f;
    Polygon polygon;
    for (const Index corner : corners)
        polygon.emplace_back(turned * positions[corner][right], positions[corner][up]);
    return polygon;
}

}  // namespace

std::span<const std::array<Index, 3>> FaceCutter::cut(std::span<const Index> corners) {
    triangles_.clear();
    corners_.clear();
    for (const Index corner : corners)
        if (corners_.empty() || corners_.back() != corner) corners_.push_back(corner);
    while (corners_.size() > 1 && corners_.back() == corners_.front())
        corners_.pop_back();
    if (isFanWithin() || corners_.size() > kMostClipped || !clipEars()) addFan();
    return triangles_;
}

void FaceCutter::addFan() {
    for (std::size_t i = 1; i + 1 < corners_.size(); ++i) {
        const Index a = corners_[0], b = corners_[i], c = corners_[i + 1];
        if (a != b && b != c && c != a) triangles_.push_back({a, b, c});
    }
}

// The angles of the fan add up to that of the face at its first corner. So if none of its triangles turns over, the
// face is seen whole from there.
bool FaceCutter::isFanWithin() const {
    if (corners_.size() < 4) return true;
    const dvec3 normal = normalOf(positions_, corners_);
    for (std::size_t i = 1; i + 1 < corners_.size(); ++i)
        if (glm::dot(normal, areaVector(positions_, corners_[0], corners_[i], corners_[i + 1])) < 0.0) return false;
    return true;
}

// False where the face touches itself.
bool FaceCutter::clipEars() {
    const Polygon polygon = seenAlong(normalOf(positions_, corners_), positions_, corners_);
    if (touchingEdges(polygon)) return false;
    for (const auto& [a, b, c] : triangulate(polygon))
        triangles_.push_back({corners_[a], corners_[b], corners_[c]});
    return true;
}

std::vector<bool> particlesWithin(const Scene& scene) {
    std::vector<bool> isSolid(scene.positions.size(), false), isWithin(scene.positions.size(), false);
    for (const SceneTet& tet : scene.tets)
        for (const std::uint32_t i : tet.particles)
            isSolid[i] = true;
    for (const SceneShape& shape : scene.shapes)
        for (const std::uint32_t i : shape.particles)
            isSolid[i] = true;
    for (const Body& body : scene.bodies) {
        if (body.faceSizes.empty()) continue;
        for (std::uint32_t i = body.firstParticle; i < body.firstParticle + body.particleCount; ++i)
            isWithin[i] = isSolid[i];
        forEachTriangle(body, scene.positions, [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
            isWithin[a] = isWithin[b] = isWithin[c] = false;
        });
    }
    return isWithin;
}

}  // namespace pliant
