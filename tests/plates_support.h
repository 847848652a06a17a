#pragma once

// Flat pieces of uneven triangles.

#include <random>

#include "support.h"

namespace pliant::test {

// A strip of irregular triangles that is clamped between its first two rows, 1 m long from there; load: its weight
// times length squared by bending stiffness.
inline Scene stripOf(std::uint32_t rows, std::uint32_t columns, double load, double unevenness = 0.25) {
    const double spacing = 1.0 / (rows - 1.5);
    std::mt19937 random(5);
    const auto chance = [&] { return double(random()) / 4294967296.0; };
    MeshDescription mesh;
    for (std::uint32_t row = 0; row < rows; ++row)
        for (std::uint32_t column = 0; column < columns; ++column) {
            const bool isInside = row > 1 && column > 0 && column + 1 < columns;
            const double x = row > 1 && row + 1 < rows ? unevenness * (2.0 * chance() - 1.0) : 0.0;
            const double z = isInside ? unevenness * (2.0 * chance() - 1.0) : 0.0;
            mesh.vertices.push_back(vec3(float((row - 0.5 + x) * spacing), 0.0f, float((column + z) * spacing)));
        }
    for (std::uint32_t row = 0; row + 1 < rows; ++row)
        for (std::uint32_t column = 0; column + 1 < columns; ++column) {
            const std::uint32_t a = row * columns + column, b = a + 1, c = a + columns, d = c + 1;
            const bool isTurned = chance() < 0.5;
            for (const std::uint32_t corner : isTurned ? std::array<std::uint32_t, 6>{a, b, c, c, b, d}
                                                       : std::array<std::uint32_t, 6>{a, b, d, a, d, c})
                mesh.faceCorners.push_back(corner);
            mesh.faceSizes.insert(mesh.faceSizes.end(), {3, 3});
        }
    mesh.fabric = Fabric{.arealDensity = 0.2f, .bendingStiffness = float(0.2 * double(9.81f) / load)};
    mesh.fabric->compressionCompliance = 0.0f;
    Scene scene;
    take(addMesh(scene, mesh));
    std::fill_n(scene.pinned.begin(), 2 * columns, std::uint8_t(1));
    return scene;
}

}  // namespace pliant::test
