#pragma once

#include <array>
#include <span>
#include <vector>

#include "pliant/scene/scene.h"

namespace pliant {

/// Cuts faces into triangles, the same ones for all who ask: air, normals, bends, volumes and pictures.
class FaceCutter {
  public:
    explicit FaceCutter(const std::vector<vec3>& positions) : positions_(positions) {}

    /// `corners` are indices of positions. A convex face becomes the fan around its first corner. A concave one, whose
    /// fan would reach out of it, is seen along its normal and clipped ear by ear, unless it crosses itself there or
    /// has more than 4096 corners: then the fan is as good as anything. All triangles go round as the face does; those
    /// that welding has closed up are left out. Valid until the next call.
    std::span<const std::array<std::uint32_t, 3>> cut(std::span<const std::uint32_t> corners);

  private:
    void addFan();
    bool isFanWithin() const;
    bool clipEars();

    const std::vector<vec3>& positions_;
    std::vector<std::uint32_t> corners_;  // without neighbours that are the same
    std::vector<std::array<std::uint32_t, 3>> triangles_;
};

/// Calls take(a, b, c) for the triangles of a body, in particles of the scene.
template <class Take>
void forEachTriangle(const Body& body, const std::vector<vec3>& positions, Take&& take) {
    FaceCutter cutter(positions);
    std::vector<std::uint32_t> particles;
    std::size_t first = 0;
    for (const std::uint32_t size : body.faceSizes) {
        particles.clear();
        for (std::size_t i = first; i < first + size; ++i)
            particles.push_back(body.vertexParticles[body.faceCorners[i]]);
        for (const auto& [a, b, c] : cutter.cut(particles))
            take(a, b, c);
        first += size;
    }
}

/// Calls take(a, b) for the edges around each face of a body, in particles of the scene; not for those with an end that
/// is none.
template <class Take>
void forEachFaceEdge(const Body& body, Take&& take) {
    std::size_t first = 0;
    for (const std::uint32_t size : body.faceSizes) {
        for (std::size_t k = 0; k < size; ++k) {
            const std::uint32_t a = body.vertexParticles[body.faceCorners[first + k]];
            const std::uint32_t b = body.vertexParticles[body.faceCorners[first + (k + 1) % size]];
            if (a != kNoParticle && b != kNoParticle) take(a, b);
        }
        first += size;
    }
}

/// Per particle of the scene, whether it is in a solid and on none of the faces of its body: a corner of tetrahedra or
/// a member of a shape. What comes near it has met the faces first.
std::vector<bool> particlesWithin(const Scene& scene);

}  // namespace pliant
