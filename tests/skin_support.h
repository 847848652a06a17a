#pragma once

// Meshes that are filled and carried.

#include "enclosure_support.h"

namespace pliant::test {

inline LatticeDescription latticeOf(const MeshDescription& mesh, float cellSize) {
    LatticeDescription lattice;
    lattice.vertices = mesh.vertices;
    lattice.faceSizes = mesh.faceSizes;
    lattice.faceCorners = mesh.faceCorners;
    lattice.cellSize = cellSize;
    return lattice;
}

inline void append(MeshDescription& mesh, const MeshDescription& other, bool isTurned = false) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), other.vertices.begin(), other.vertices.end());
    mesh.faceSizes.insert(mesh.faceSizes.end(), other.faceSizes.begin(), other.faceSizes.end());
    std::size_t corner = 0;
    for (const std::uint32_t size : other.faceSizes) {
        for (std::uint32_t i = 0; i < size; ++i)
            mesh.faceCorners.push_back(first + other.faceCorners[corner + (isTurned ? size - 1 - i : i)]);
        corner += size;
    }
}

/// A box of six quads, each cut into pieces x pieces smaller ones; outwards, vertices given once per side.
inline MeshDescription boxMesh(vec3 low, vec3 high, std::uint32_t pieces = 1) {
    MeshDescription mesh;
    for (int axis = 0; axis < 3; ++axis) {
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        for (const bool isHigh : {false, true}) {
            const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
            for (std::uint32_t j = 0; j <= pieces; ++j) {
                for (std::uint32_t i = 0; i <= pieces; ++i) {
                    vec3 p;
                    p[axis] = isHigh ? high[axis] : low[axis];
                    p[u] = glm::mix(low[u], high[u], float(i) / float(pieces));
                    p[v] = glm::mix(low[v], high[v], float(j) / float(pieces));
                    mesh.vertices.push_back(p);
                }
            }
            for (std::uint32_t j = 0; j < pieces; ++j) {
                for (std::uint32_t i = 0; i < pieces; ++i) {
                    const std::uint32_t a = first + j * (pieces + 1) + i, c = a + pieces + 2;
                    mesh.faceSizes.push_back(4);
                    for (const std::uint32_t corner : {a, isHigh ? a + 1 : c - 1, c, isHigh ? c - 1 : a + 1})
                        mesh.faceCorners.push_back(corner);
                }
            }
        }
    }
    return mesh;
}

/// Without its face number `face`.
inline MeshDescription withoutFace(MeshDescription mesh, std::size_t face) {
    std::size_t first = 0;
    for (std::size_t i = 0; i < face; ++i)
        first += mesh.faceSizes[i];
    const auto begin = mesh.faceCorners.begin() + std::ptrdiff_t(first);
    mesh.faceCorners.erase(begin, begin + mesh.faceSizes[face]);
    mesh.faceSizes.erase(mesh.faceSizes.begin() + std::ptrdiff_t(face));
    return mesh;
}

inline Scene filledScene(const MeshDescription& mesh, float cellSize) {
    Scene scene;
    take(addLattice(scene, latticeOf(mesh, cellSize)));
    return scene;
}

inline double massOf(const Scene& scene) {
    double mass = 0.0;
    for (const float m : scene.masses)
        mass += double(m);
    return mass;
}

}  // namespace pliant::test
