#include "pliant/scene/solids.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>

#include "pliant/scene/soft_body.h"

namespace pliant {
namespace {

using glm::dvec3;
using Index = std::uint32_t;

struct Triangles {
    std::vector<dvec3> points;
    std::vector<Index> corners;
};

// Of edge length 2, its corners on a sphere.
Triangles icosahedron() {
    const double g = (1.0 + std::sqrt(5.0)) / 2.0;
    return {{{-1, g, 0},
             {1, g, 0},
             {-1, -g, 0},
             {1, -g, 0},
             {0, -1, g},
             {0, 1, g},
             {0, -1, -g},
             {0, 1, -g},
             {g, 0, -1},
             {g, 0, 1},
             {-g, 0, -1},
             {-g, 0, 1}},
            {0, 11, 5, 0, 5, 1, 0, 1, 7, 0, 7, 10, 0, 10, 11, 1, 5, 9, 5, 11, 4,  11, 10, 2,  10, 7, 6, 7, 1, 8,
             3, 9,  4, 3, 4, 2, 3, 2, 6, 3, 6, 8,  3, 8,  9,  4, 9, 5, 2, 4,  11, 6,  2,  10, 8,  6, 7, 9, 8, 1}};
}

Triangles halved(const Triangles& coarse) {
    Triangles fine{coarse.points, {}};
    std::map<std::pair<Index, Index>, Index> middles;
    const auto middle = [&](Index a, Index b) {
        const auto [found, isNew] = middles.try_emplace(std::minmax(a, b), static_cast<Index>(fine.points.size()));
        if (isNew) fine.points.push_back(glm::normalize(fine.points[a] + fine.points[b]));
        return found->second;
    };
    for (std::size_t i = 0; i < coarse.corners.size(); i += 3) {
        const Index a = coarse.corners[i], b = coarse.corners[i + 1], c = coarse.corners[i + 2];
        const Index ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
        fine.corners.insert(fine.corners.end(), {a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca});
    }
    return fine;
}

}  // namespace

MeshDescription sphereMesh(vec3 centre, float radius, std::uint32_t subdivisions) {
    Triangles ball = icosahedron();
    for (dvec3& p : ball.points)
        p = glm::normalize(p);
    for (Index i = 0; i < std::min(subdivisions, 8u); ++i)
        ball = halved(ball);
    MeshDescription mesh;
    mesh.name = "sphere";
    for (const dvec3& p : ball.points)
        mesh.vertices.emplace_back(dvec3(centre) + double(radius) * p);
    mesh.faceSizes.assign(ball.corners.size() / 3, 3);
    mesh.faceCorners = std::move(ball.corners);
    return mesh;
}

// Vertex 4 k + 2 j + i lies on the side i of x, j of y and k of z.
MeshDescription boxMesh(vec3 centre, vec3 size) {
    MeshDescription mesh;
    mesh.name = "box";
    for (Index v = 0; v < 8; ++v) {
        const vec3 side(v & 1 ? 0.5f : -0.5f, v & 2 ? 0.5f : -0.5f, v & 4 ? 0.5f : -0.5f);
        mesh.vertices.push_back(centre + side * size);
    }
    mesh.faceCorners = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                        2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};
    mesh.faceSizes.assign(12, 3);
    return mesh;
}

MeshDescription torusMesh(vec3 centre, float radius, float thickness, std::uint32_t around, std::uint32_t across) {
    const std::vector<vec2> ring = circleOutline(vec2(0.0f), 1.0f, around);
    const std::vector<vec2> section = circleOutline(vec2(0.0f), thickness, across);
    const auto sections = static_cast<Index>(ring.size()), corners = static_cast<Index>(section.size());
    MeshDescription mesh;
    mesh.name = "torus";
    for (const vec2& r : ring) {
        for (const vec2& s : section)
            mesh.vertices.push_back(centre + vec3(r.x * (radius + s.x), s.y, r.y * (radius + s.x)));
    }
    for (Index i = 0; i < sections; ++i) {
        for (Index j = 0; j < corners; ++j) {
            const Index next = (i + 1) % sections, up = (j + 1) % corners;
            const Index a = i * corners + j, b = next * corners + j;
            const Index c = next * corners + up, d = i * corners + up;
            mesh.faceCorners.insert(mesh.faceCorners.end(), {a, d, c, a, c, b});
            mesh.faceSizes.insert(mesh.faceSizes.end(), {3, 3});
        }
    }
    return mesh;
}

}  // namespace pliant
