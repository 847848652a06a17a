#pragma once

#include <cmath>
#include <numbers>
#include <random>

#include "pliant/scene/fabric.h"
#include "pliant/scene/mesh.h"
#include "support.h"

namespace pliant::test {

inline void addTriangle(MeshDescription& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    mesh.faceSizes.push_back(3);
    mesh.faceCorners.insert(mesh.faceCorners.end(), {a, b, c});
}

/// So many strips of silk, 0.18 m long and 0.12 m wide, that lead up and down, so far from each other.
inline MeshDescription pleated(std::uint32_t pleats, float pitch) {
    MeshDescription mesh;
    mesh.fabric = take(fabricNamed("silk"));
    for (std::uint32_t line = 0; line <= pleats; ++line)
        for (const float z : {0.0f, 0.12f})
            mesh.vertices.emplace_back(pitch * float(line), line % 2 == 0 ? 0.0f : 0.18f, z);
    for (std::uint32_t a = 0; a < 2 * pleats; a += 2) {
        addTriangle(mesh, a, a + 2, a + 3);
        addTriangle(mesh, a, a + 3, a + 1);
    }
    return mesh;
}

/// Two triangles of silk with one corner in common, and so far from each other at the other end.
inline MeshDescription twoPages(float height) {
    MeshDescription mesh;
    mesh.fabric = take(fabricNamed("silk"));
    const float up = 0.5f * height;
    mesh.vertices = {vec3(0.0f), vec3(0.5f, up, 0.0f), vec3(0.48f, up, 0.15f), vec3(0.5f, -up, 0.0f),
                     vec3(0.48f, -up, 0.15f)};
    addTriangle(mesh, 0, 1, 2);
    addTriangle(mesh, 0, 3, 4);
    return mesh;
}

/// So many leaves of cotton around a spine of three particles, each of four faces, evenly all round. Two of them lie in
/// one plane and are one surface.
inline MeshDescription leavesOfBook(std::uint32_t leaves) {
    MeshDescription mesh;
    mesh.fabric = take(fabricNamed("cotton"));
    const auto addLine = [&](float y, float z) {
        for (int k = 0; k < 3; ++k)
            mesh.vertices.emplace_back(0.45f * float(k), 0.3f + y, z);
    };
    addLine(0.0f, 0.0f);
    for (std::uint32_t leaf = 0; leaf < leaves; ++leaf) {
        const double angle = 2.0 * std::numbers::pi * leaf / leaves + 0.2;
        addLine(0.27f * float(std::sin(angle)), 0.27f * float(std::cos(angle)));
        for (std::uint32_t k = 0; k < 2; ++k) {
            const std::uint32_t spine = k, edge = 3 * (leaf + 1) + k;
            const bool isTurned = leaves == 2 && leaf == 1;
            addTriangle(mesh, spine, isTurned ? edge : spine + 1, isTurned ? spine + 1 : edge);
            addTriangle(mesh, spine + 1, isTurned ? edge : edge + 1, isTurned ? edge + 1 : edge);
        }
    }
    return mesh;
}

/// A crumpled disc of 24 triangles around a corner in its midst, and a ring around these, 0.3 m above the floor.
inline MeshDescription crumpledDisc(std::uint32_t seed) {
    constexpr std::uint32_t kCorners = 24;
    std::mt19937 random(seed);
    const auto chance = [&] { return double(random() % 1000u) * 1e-3 - 0.5; };
    MeshDescription disc;
    disc.vertices = {vec3(0.0f, 0.3f, 0.0f)};
    for (std::uint32_t i = 0; i < 2 * kCorners; ++i) {
        const double ring = i < kCorners ? 1.0 : 2.0, turn = i < kCorners ? 0.0 : 0.5;
        const double angle = 2.0 * std::numbers::pi * (i % kCorners + turn) / kCorners;
        const double radius = 0.1 * ring * (1.0 + 0.3 * chance()), height = 0.3 + 0.1 * ring * chance();
        disc.vertices.push_back(vec3(radius * std::cos(angle), height, radius * std::sin(angle)));
    }
    for (std::uint32_t k = 0; k < kCorners; ++k) {
        const std::uint32_t a = 1 + k, b = 1 + (k + 1) % kCorners, c = a + kCorners, d = b + kCorners;
        addTriangle(disc, 0, b, a);
        addTriangle(disc, a, b, c);
        addTriangle(disc, b, d, c);
    }
    return disc;
}

}  // namespace pliant::test
