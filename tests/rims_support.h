#pragma once

#include <cmath>
#include <numbers>

#include "pliant/scene/contact.h"
#include "pliant/scene/fabric.h"
#include "pliant/scene/mesh.h"
#include "pliant/scene/obstacle.h"
#include "pliant/scene/solids.h"
#include "support.h"

namespace pliant::test {

/// A dress: a cone of triangles, open above and below, of so many particles around and rings.
inline MeshDescription dressMesh(std::uint32_t around, std::uint32_t rings, double above, double below, double height) {
    MeshDescription mesh;
    for (std::uint32_t ring = 0; ring < rings; ++ring) {
        const double down = double(ring) / (rings - 1), radius = above + (below - above) * down;
        for (std::uint32_t k = 0; k < around; ++k) {
            const double angle = 2.0 * std::numbers::pi * (k + 0.5 * ring) / around;
            mesh.vertices.emplace_back(radius * std::cos(angle), -height * down, radius * std::sin(angle));
        }
    }
    const auto at = [&](std::uint32_t ring, std::uint32_t k) { return ring * around + k % around; };
    for (std::uint32_t ring = 0; ring + 1 < rings; ++ring) {
        for (std::uint32_t k = 0; k < around; ++k) {
            const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
                mesh.faceCorners.insert(mesh.faceCorners.end(), {a, b, c});
                mesh.faceSizes.push_back(3);
            };
            add(at(ring, k), at(ring + 1, k), at(ring, k + 1));
            add(at(ring, k + 1), at(ring + 1, k), at(ring + 1, k + 1));
        }
    }
    mesh.fabric = *fabricNamed("cotton");
    return mesh;
}

/// One that hangs by its neck on a body of even triangles which is wider below.
inline Scene dressOnBody(std::uint32_t around, std::uint32_t rings) {
    Scene scene;
    take(addContact(scene, take(addMesh(scene, dressMesh(around, rings, 0.11, 0.3, 0.6)))));
    MeshDescription tube = dressMesh(24, 30, 1.0, 1.0, 1.2);
    for (vec3& vertex : tube.vertices) {
        const float y = vertex.y - 0.1f, up = (y + 0.7f) / 0.64f, radius = 0.16f * std::sqrt(1.0f - up * up);
        vertex = vec3(radius * vertex.x, y, radius * vertex.z);
    }
    ObstacleDescription body;
    body.vertices = tube.vertices;
    body.faceSizes = tube.faceSizes;
    body.faceCorners = tube.faceCorners;
    body.thickness = 0.02f;
    take(addObstacle(scene, body));
    return scene;
}

}  // namespace pliant::test
