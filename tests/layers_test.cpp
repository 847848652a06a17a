// How near layers of a folded surface are, against all pairs of particles and the shortest ways between all of them.

#include "pliant/scene/layers.h"

#include <gtest/gtest.h>

#include <random>

#include "coarse_meshes.h"
#include "neighbour_support.h"
#include "pliant/scene/block.h"

namespace pliant::test {
namespace {

using Index = std::uint32_t;

double nearestOfAll(const Scene& scene, double most) {
    const std::size_t n = scene.positions.size();
    const auto apart = [&](std::size_t i, std::size_t j) {
        return glm::distance(glm::dvec3(scene.positions[i]), glm::dvec3(scene.positions[j]));
    };
    std::vector<double> ways(n * n, 1e9), longest(n, 0.0);
    std::vector<std::uint8_t> hasEdge(n * n, 0);
    for (std::size_t i = 0; i < n; ++i)
        ways[i * n + i] = 0.0;
    for (const SceneStick& stick : scene.sticks) {
        if (stick.kind == StickKind::Bend) continue;
        for (const auto& [i, j] : {std::pair(stick.a, stick.b), std::pair(stick.b, stick.a)}) {
            ways[i * n + j] = apart(i, j);
            hasEdge[i * n + j] = 1;
            longest[i] = std::max(longest[i], apart(i, j));
        }
    }
    for (std::size_t k = 0; k < n; ++k)  // Floyd 1962
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j)
                ways[i * n + j] = std::min(ways[i * n + j], ways[i * n + k] + ways[k * n + j]);
    double nearest = most;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j) {
            bool isNear = hasEdge[i * n + j] != 0;
            for (std::size_t k = 0; k < n; ++k)
                isNear = isNear || (hasEdge[i * n + k] != 0 && hasEdge[k * n + j] != 0);
            const bool isLayer = !isNear && apart(i, j) < 1.5 * std::min(longest[i], longest[j]);
            if (isLayer && ways[i * n + j] > 2.0 * apart(i, j)) nearest = std::min(nearest, apart(i, j));
        }
    return nearest;
}

// Pleats, crumpled by chance and of sizes that differ by up to eight times.
TEST(Layers, AreTheNearestOfAllPairs) {
    std::mt19937 random(7);
    const auto chance = [&] { return float(random() % 2001u) * 1e-3f - 1.0f; };
    int folded = 0;
    for (int round = 0; round < 200; ++round) {
        MeshDescription mesh = pleated(4 + round % 20, 0.02f + 0.018f * chance());
        for (vec3& vertex : mesh.vertices) {
            vertex += 0.02f * vec3(chance(), chance(), chance());
            if (round % 3 == 0) vertex *= 1.0f + 7.0f * vertex.z;
        }
        Scene scene;
        take(addMesh(scene, mesh));
        const double most = 0.05 + 0.1 * (round % 4), nearest = nearestOfAll(scene, most);
        EXPECT_NEAR(nearestLayers(scene, scene.bodies[0], most), nearest, 1e-12) << round;
        folded += nearest < most ? 1 : 0;
    }
    EXPECT_GT(folded, 100);
    EXPECT_LT(folded, 200);
}

// Solids keep themselves apart, and in a flat sheet nothing is folded, however its edges differ.
TEST(Layers, AreThoseOfSurfaces) {
    Scene scene;
    take(addMesh(scene, unevenSheet(14, 1.0f, 3)));
    take(addMesh(scene, sheetWithShortEdge()));
    BlockDescription block;
    block.cells = {4, 1, 4};
    block.size = vec3(1.0f, 0.02f, 1.0f);
    take(addBlock(scene, block));
    for (const Body& body : scene.bodies)
        EXPECT_EQ(nearestLayers(scene, body, 0.4), 0.4) << body.name;
}

}  // namespace
}  // namespace pliant::test
