#pragma once

// Scenes whose particles keep each other off.

#include <fmt/format.h>

#include <numbers>
#include <random>

#include "intersections.h"
#include "pliant/cpu/cpu_solver.h"
#include "pliant/scene/block.h"
#include "pliant/scene/collider.h"
#include "pliant/scene/obstacle.h"
#include "pliant/scene/rope.h"
#include "pliant/state/crossings.h"

namespace pliant::test {

/// By a test of triangles that shares nothing with the solver, and by the one that counts what has a corner in common.
inline void expectNothingThrough(const Scene& scene, const CpuSolver& solver, const std::string& where) {
    const std::vector<vec3> positions = solver.snapshot().positions;
    ASSERT_EQ(intersections(positions, trianglesOf(scene)), 0u) << where;
    ASSERT_EQ(take(crossingsOf(scene, positions)).size(), 0u) << where;
}

inline GridDescription sheet(std::uint32_t size, float side, vec3 centre) {
    GridDescription grid;
    grid.columns = grid.rows = size;
    grid.width = grid.height = side;
    grid.corner = centre - 0.5f * vec3(side, 0.0f, side);
    grid.fabric = take(fabricNamed("cotton"));
    return grid;
}

inline std::uint32_t addSheet(Scene& scene, std::uint32_t size, float side, vec3 centre,
                              const ContactDescription& contact = {}) {
    const std::uint32_t body = take(addGrid(scene, sheet(size, side, centre)));
    take(addContact(scene, body, contact));
    return body;
}

inline StepInputs onFloor() {
    StepInputs inputs;
    inputs.colliders.emplace_back();
    return inputs;
}

/// A floor, and a ball on it that is 0.65 m high.
inline StepInputs onBall() {
    StepInputs inputs = onFloor();
    Collider ball;
    ball.shape = ColliderShape::Sphere;
    ball.radius = 0.3f;
    ball.pose.position = vec3(0.0f, 0.35f, 0.0f);
    inputs.colliders.push_back(ball);
    return inputs;
}

/// A sheet of 1 m whose vertices are off their grid by up to 0.4 of its spacing, and whose diagonals go either way.
inline MeshDescription unevenSheet(std::uint32_t size, float height, std::uint32_t seed) {
    MeshDescription mesh;
    mesh.fabric = take(fabricNamed("cotton"));
    std::mt19937 random(seed);
    const float spacing = 1.0f / static_cast<float>(size - 1);
    const auto off = [&] { return spacing * (0.8f * static_cast<float>(random() % 1000u) / 999.0f - 0.4f); };
    for (std::uint32_t k = 0; k < size * size; ++k) {
        const float x = spacing * static_cast<float>(k % size) - 0.5f + off();
        mesh.vertices.emplace_back(x, height, spacing * static_cast<float>(k / size) - 0.5f + off());
    }
    for (std::uint32_t k = 0; k + size + 1 < size * size; ++k) {
        if (k % size == size - 1) continue;
        const std::uint32_t a = k, b = k + size, c = k + size + 1, d = k + 1;
        const auto isUp = [&](std::uint32_t p, std::uint32_t q, std::uint32_t r) {
            return glm::cross(mesh.vertices[q] - mesh.vertices[p], mesh.vertices[r] - mesh.vertices[p]).y > 0.0f;
        };
        const bool first = isUp(a, b, c) && isUp(a, c, d), second = isUp(a, b, d) && isUp(b, c, d);
        mesh.faceSizes.insert(mesh.faceSizes.end(), {3u, 3u});
        if (first && (!second || random() % 2u == 0))
            mesh.faceCorners.insert(mesh.faceCorners.end(), {a, b, c, a, c, d});
        else mesh.faceCorners.insert(mesh.faceCorners.end(), {a, b, d, b, c, d});
    }
    return mesh;
}

inline ObstacleDescription obstacleOf(const MeshDescription& mesh, float thickness) {
    ObstacleDescription obstacle;
    obstacle.vertices = mesh.vertices;
    obstacle.faceSizes = mesh.faceSizes;
    obstacle.faceCorners = mesh.faceCorners;
    obstacle.thickness = thickness;
    return obstacle;
}

/// Two layers of 16 x 16 in one mesh, 0.1 m above the floor and 10 mm apart.
inline Scene layersOfOneMesh(float thickness) {
    constexpr std::uint32_t kSize = 16;
    MeshDescription mesh;
    mesh.fabric = take(fabricNamed("cotton"));
    for (std::uint32_t i = 0; i < 2 * kSize * kSize; ++i) {
        const float height = i < kSize * kSize ? 0.1f : 0.11f;
        mesh.vertices.emplace_back(0.03f * float(i % kSize), height, 0.03f * float(i / kSize % kSize));
    }
    for (std::uint32_t i = 0; i + kSize < 2 * kSize * kSize; ++i) {
        if (i % kSize == kSize - 1 || i / kSize == kSize - 1) continue;
        mesh.faceSizes.push_back(4);
        mesh.faceCorners.insert(mesh.faceCorners.end(), {i, i + kSize, i + kSize + 1, i + 1});
    }
    Scene scene;
    take(addContact(scene, take(addMesh(scene, mesh)), {.thickness = thickness}));
    return scene;
}

/// A sheet of 12 x 12 vertices, 0.1 m apart, but that the sixth of the sixth row is 0.04 m from the next.
inline constexpr std::uint32_t kSizeWithShortEdge = 12;
inline MeshDescription sheetWithShortEdge() {
    constexpr std::uint32_t kSize = kSizeWithShortEdge;
    MeshDescription mesh;
    for (std::uint32_t i = 0; i < kSize * kSize; ++i)
        mesh.vertices.push_back(0.1f * vec3(i % kSize, 0.0f, i / kSize));
    mesh.vertices[5 * kSize + 5].x += 0.06f;
    for (std::uint32_t i = 0; i + kSize < kSize * kSize; ++i) {
        if (i % kSize == kSize - 1) continue;
        mesh.faceSizes.insert(mesh.faceSizes.end(), 2, 3);
        mesh.faceCorners.insert(mesh.faceCorners.end(), {i, i + kSize, i + 1, i + 1, i + kSize, i + kSize + 1});
    }
    return mesh;
}

/// A sheet of 20 x 20, and a rope that hangs from one of its vertices. They are joined by a stick, and touch each other
/// and themselves if wanted.
inline Scene sheetWithRope(bool areTouching) {
    constexpr std::uint32_t kMiddle = 210;
    Scene scene;
    const std::uint32_t cloth = take(addGrid(scene, sheet(20, 0.95f, vec3(0.0f, 1.0f, 0.0f))));
    RopeDescription rope;
    rope.from = scene.positions[kMiddle];
    rope.to = rope.from - vec3(0.0f, 0.8f, 0.0f);
    rope.count = 17;
    rope.linearDensity = 0.05f;
    const std::uint32_t body = take(addRope(scene, rope));
    take(addStick(scene, kMiddle, scene.bodies[body].vertexParticles.front()));
    for (const std::uint32_t touching : {cloth, body})
        if (areTouching) take(addContact(scene, touching));
    return scene;
}

/// As if every particle had moved at this velocity [m/s] before the first step.
template <class VelocityOf>
Snapshot thrown(const Schedule& schedule, VelocityOf&& velocityOf) {
    Snapshot start = initialSnapshot(schedule);
    start.previousSubstep = kDefaultSubstep;
    start.stepCount = 1;
    for (std::size_t i = 0; i < start.positions.size(); ++i)
        start.previous[i] = start.positions[i] - velocityOf(i) * static_cast<float>(kDefaultSubstep);
    return start;
}

/// Everything that has contact: sheets, one of them held by a corner, a rope, a block of jelly and two loose particles.
inline void addCrowd(Scene& scene) {
    const std::uint32_t held = addSheet(scene, 24, 1.0f, vec3(0.0f, 0.6f, 0.0f));
    take(pinVertices(scene, held, std::vector<std::uint32_t>{0}));
    addSheet(scene, 15, 0.6f, vec3(0.1f, 0.9f, 0.0f), {.friction = 0.8f});
    RopeDescription rope;
    rope.count = 40;
    rope.from = vec3(-0.5f, 1.1f, 0.03f);
    rope.to = vec3(0.5f, 1.1f, 0.0f);
    take(addContact(scene, take(addRope(scene, rope)), {.thickness = 0.03f}));
    BlockDescription block;
    block.centre = vec3(0.05f, 1.4f, 0.02f);
    block.size = vec3(0.25f);
    block.cells = {3, 3, 3};
    take(addContact(scene, take(addBlock(scene, block))));
    for (const float x : {-0.2f, 0.2f}) {
        const std::uint32_t loose = addParticle(scene, vec3(x, 1.2f, 0.1f), 0.02f);
        scene.contacts.push_back({loose, 1, 0.08f});
    }
}

inline Scene crowdedScene() {
    Scene scene;
    addCrowd(scene);
    return scene;
}

/// The same, and a sheet of uneven triangles, all of it thinner than its edges are long.
inline Scene thinCrowd() {
    Scene scene = crowdedScene();
    take(addContact(scene, take(addMesh(scene, unevenSheet(14, 1.05f, 3)))));
    for (Contact& contact : scene.contacts)
        contact.thickness *= 0.1f;
    return scene;
}

/// A crowd in each of so many frames of reference, at the same places, and one in the world.
inline Scene crowdsInFrames(std::uint32_t frames) {
    Scene scene;
    for (std::uint32_t frame = 0; frame <= frames; ++frame) {
        const std::size_t before = scene.bodies.size();
        addCrowd(scene);
        if (frame == frames) break;
        scene.frames.emplace_back();
        for (std::size_t b = before; b < scene.bodies.size(); ++b)
            scene.bodies[b].frame = frame;
    }
    return scene;
}

/// All of it thrown together.
inline Snapshot thrownTogether(const Schedule& schedule) {
    return thrown(schedule, [&](std::size_t i) {
        return 4.0f * (vec3(0.0f, 0.5f, 0.0f) - vec3(schedule.particles[schedule.localParticle[i]]));
    });
}

/// Two discs above each other, of so many triangles around a corner in their midst.
inline void addFans(Scene& scene, std::uint32_t corners, vec3 centre) {
    for (const float side : {-1.0f, 1.0f}) {
        MeshDescription disc;
        disc.vertices = {centre + vec3(0.0f, 0.02f * side, 0.0f)};
        for (std::uint32_t k = 0; k < corners; ++k) {
            const double angle = 2.0 * std::numbers::pi * k / corners;
            disc.vertices.push_back(disc.vertices[0] + vec3(0.1 * std::cos(angle), 0.0, 0.1 * std::sin(angle)));
            disc.faceSizes.push_back(3);
            disc.faceCorners.insert(disc.faceCorners.end(), {0u, k + 1, (k + 1) % corners + 1});
        }
        take(addContact(scene, take(addMesh(scene, disc)), {.thickness = 0.01f}));
    }
}

}  // namespace pliant::test
