// Cusick's drape test (BS 5058, 1973): a disc of fabric of 30 cm lies on one of 18 cm and hangs over its edge. The
// drape coefficient is how much of the ring around it lies in its shadow from above.

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/vec2.hpp>
#include <numbers>

#include "pliant/cpu/cpu_solver.h"
#include "support.h"

namespace pliant::test {
namespace {

constexpr double kRadius = 0.15, kHeld = 0.09;  // [m]

// Rings of triangles around a middle, 6 k vertices on the k-th.
struct Rings {
    std::uint32_t count;

    std::uint32_t vertex(std::uint32_t ring, std::uint32_t i) const {
        return ring == 0 ? 0 : 1 + 3 * ring * (ring - 1) + i % (6 * ring);
    }
};

MeshDescription discOf(const Rings& rings, const Fabric& fabric) {
    MeshDescription mesh;
    mesh.fabric = fabric;
    mesh.vertices.emplace_back(0.0f);
    const auto addFace = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        mesh.faceSizes.push_back(3);
        mesh.faceCorners.insert(mesh.faceCorners.end(), {a, b, c});
    };
    for (std::uint32_t k = 1; k <= rings.count; ++k) {
        for (std::uint32_t i = 0; i < 6 * k; ++i) {
            const double angle = 2.0 * std::numbers::pi * i / (6.0 * k), radius = kRadius * k / rings.count;
            mesh.vertices.emplace_back(radius * std::cos(angle), 0.0, radius * std::sin(angle));
        }
        for (std::uint32_t side = 0; side < 6; ++side)
            for (std::uint32_t j = 0; j < k; ++j) {
                const std::uint32_t in = rings.vertex(k - 1, side * (k - 1) + j), out = rings.vertex(k, side * k + j);
                const std::uint32_t next = rings.vertex(k, side * k + j + 1);
                addFace(in, out, next);
                if (j + 1 < k) addFace(in, next, rings.vertex(k - 1, side * (k - 1) + j + 1));
            }
    }
    return mesh;
}

// From above [m^2], by the middles of squares of half a millimetre.
double shadowOf(const std::vector<vec3>& places, const std::vector<std::uint32_t>& corners) {
    using glm::dvec2;
    constexpr int kSquares = 640;
    constexpr double kSize = 0.5e-3;
    const auto squareOf = [&](double x) { return std::clamp(int(std::floor(x / kSize)) + kSquares / 2, 0, kSquares); };
    const auto middleOf = [&](int square) { return (square - kSquares / 2 + 0.5) * kSize; };
    std::vector<bool> isDark(kSquares * kSquares);
    for (std::size_t c = 0; c < corners.size(); c += 3) {
        std::array<dvec2, 3> p;
        for (std::size_t k = 0; k < 3; ++k)
            p[k] = dvec2(places[corners[c + k]].x, places[corners[c + k]].z);
        const dvec2 low = glm::min(p[0], glm::min(p[1], p[2])), high = glm::max(p[0], glm::max(p[1], p[2]));
        const auto isWithin = [&](const dvec2& x) {
            const auto side = [&](std::size_t a, std::size_t b) {
                return (p[b].x - p[a].x) * (x.y - p[a].y) - (p[b].y - p[a].y) * (x.x - p[a].x);
            };
            const double first = side(0, 1), second = side(1, 2), third = side(2, 0);
            return std::min({first, second, third}) >= 0.0 || std::max({first, second, third}) <= 0.0;
        };
        for (int x = squareOf(low.x); x < std::min(squareOf(high.x) + 1, kSquares); ++x)
            for (int z = squareOf(low.y); z < std::min(squareOf(high.y) + 1, kSquares); ++z)
                if (isWithin({middleOf(x), middleOf(z)})) isDark[std::size_t(x * kSquares + z)] = true;
    }
    return kSize * kSize * double(std::count(isDark.begin(), isDark.end(), true));
}

// [%], after three seconds.
double drapeCoefficient(const char* fabric, std::uint32_t rings, std::uint32_t substeps) {
    const MeshDescription mesh = discOf({rings}, take(fabricNamed(fabric)));
    Scene scene;
    take(addMesh(scene, mesh));
    for (std::size_t i = 0; i < scene.positions.size(); ++i)
        scene.pinned[i] = std::hypot(scene.positions[i].x, scene.positions[i].z) < kHeld + 1e-4 ? 1 : 0;
    scene.environment.damping = 2.0f;
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    for (int frame = 0; frame < 180; ++frame)
        take(solver.step(settings(substeps)));
    const double held = std::numbers::pi * kHeld * kHeld, all = std::numbers::pi * kRadius * kRadius;
    return 100.0 * (shadowOf(solver.snapshot().positions, mesh.faceCorners) - held) / (all - held);
}

struct Drape {
    const char* fabric;
    double coefficient;  // [%]
};

class CusickDrape : public testing::TestWithParam<Drape> {};

// What the length of substeps changes is less than what two specimens of one fabric differ by. Silks have 20 to 40 %,
// denims 70 to 90; of cottons, 60 to 76, this one falls short: see tests/PHYSICS.md.
TEST_P(CusickDrape, IsThatOfTheFabricInAnySubsteps) {
    for (const std::uint32_t substeps : {12u, 24u, 48u})
        EXPECT_NEAR(drapeCoefficient(GetParam().fabric, 15, substeps), GetParam().coefficient, 1.5) << substeps;
}

INSTANTIATE_TEST_SUITE_P(Fabrics, CusickDrape,
                         testing::Values(Drape{"silk", 27.0}, Drape{"cotton", 49.0}, Drape{"denim", 70.75}),
                         [](const auto& info) { return std::string(info.param.fabric); });

}  // namespace
}  // namespace pliant::test
