// Meshes filled with tetrahedra: what is inside, and what the body is like. What it carries is in embedding_test.cpp.

#include "pliant/scene/inside.h"
#include "skin_support.h"

namespace pliant::test {
namespace {

using Index = std::uint32_t;

double volumeOfTets(const Scene& scene) {
    double sum = 0.0;
    for (const SceneTet& tet : scene.tets)
        sum += double(tet.restVolume);
    return sum;
}

// The volume of a cell, which is as much smaller than wanted as makes whole ones fit between the mesh's ends.
double fittedCell(const MeshDescription& mesh, float cellSize) {
    vec3 low = mesh.vertices[0], high = low;
    for (const vec3& p : mesh.vertices) {
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
    double volume = 1.0;
    for (int axis = 0; axis < 3; ++axis) {
        const double extent = double(high[axis]) - low[axis];
        volume *= extent / std::ceil(extent / cellSize);
    }
    return volume;
}

// Every tetrahedron is right way round and large enough, the faces close around the same volume. Returns how much of it
// is material.
double filledVolume(const MeshDescription& mesh, float cellSize) {
    const Scene scene = filledScene(mesh, cellSize);
    take(compile(scene));
    const double cell = fittedCell(mesh, cellSize);
    for (const SceneTet& tet : scene.tets)
        EXPECT_GT(double(tet.restVolume), 0.199 / 6.0 * cell);
    Enclosure surface;
    surface.boundary = boundaryOf(scene.bodies[0], scene.positions);
    const double volume = volumeOfTets(scene);
    EXPECT_NEAR(measureOf(surface, scene.positions, false), volume, 1e-5 * volume);
    return massOf(scene) / 1000.0;
}

constexpr double kPi = 3.14159265358979;

TEST(Lattice, TheCageOfABallIsNearlyTheBall) {
    const MeshDescription ball = sphereMesh(vec3(0.3f, -0.2f, 0.1f), 1.0f, 4);
    const double expected = 4.0 / 3.0 * kPi;
    for (const auto& [size, tolerance] : {std::pair(0.4f, 0.1), std::pair(0.2f, 0.05), std::pair(0.1f, 0.03)}) {
        EXPECT_NEAR(filledVolume(ball, size) / expected, 1.0, 0.0025) << size;
        const double error = volumeOfTets(filledScene(ball, size)) / expected - 1.0;
        EXPECT_LT(std::abs(error), tolerance) << size;
    }
}

TEST(Lattice, ARingIsFilledAndItsHoleIsNot) {
    const MeshDescription torus = torusMesh(vec3(0.0f), 1.0f, 0.4f, 64, 32);
    EXPECT_NEAR(filledVolume(torus, 0.1f) / (2.0 * kPi * kPi * 0.16), 1.0, 0.03);
}

// Two thirds of the outer vertices are drawn all the way onto the mesh; none is further from it than a cell's corner
// can be.
TEST(Lattice, OuterVerticesAreDrawnToTheMesh) {
    Scene scene;
    take(addLattice(scene, latticeOf(sphereMesh(vec3(0.0f), 1.0f, 5), 0.1f)));
    std::size_t near = 0;
    double sum = 0.0;
    for (const Index particle : scene.bodies[0].vertexParticles) {
        const double distance = std::abs(glm::length(dvec3(scene.positions[particle])) - 1.0);
        EXPECT_LT(distance, 0.06);
        near += distance < 2e-3 ? 1 : 0;
        sum += distance;
    }
    EXPECT_GT(double(near), 0.6 * double(scene.bodies[0].vertexParticles.size()));
    EXPECT_LT(sum, 0.008 * double(scene.bodies[0].vertexParticles.size()));
}

TEST(Lattice, ShellsInShellsApartAndThrough) {
    const double ball = 4.0 / 3.0 * kPi;
    MeshDescription hollow = sphereMesh(vec3(0.0f), 1.0f, 4);
    append(hollow, sphereMesh(vec3(0.0f), 0.5f, 3), true);
    EXPECT_NEAR(filledVolume(hollow, 0.1f), ball * 0.875, 0.04 * ball);
    MeshDescription apart = sphereMesh(vec3(0.0f), 1.0f, 4);
    append(apart, sphereMesh(vec3(3.0f, 0.0f, 0.0f), 1.0f, 4));
    EXPECT_NEAR(filledVolume(apart, 0.1f), 2.0 * ball, 0.04 * ball);
    MeshDescription through = sphereMesh(vec3(0.0f), 1.0f, 4);
    append(through, sphereMesh(vec3(1.0f, 0.0f, 0.0f), 1.0f, 4));
    EXPECT_NEAR(filledVolume(through, 0.1f), ball * (2.0 - 5.0 / 16.0), 0.05 * ball);
    MeshDescription turned;
    append(turned, sphereMesh(vec3(0.0f), 1.0f, 4), true);  // faces inwards
    EXPECT_NEAR(filledVolume(turned, 0.1f), ball, 0.02 * ball);
}

// A cube as three-cornered and four-cornered faces, its vertices given once per face, rays running exactly through
// edges, diagonals and corners of triangles: cells at 0.25 have their centres at multiples of 0.125.
MeshDescription cubeMesh(float half) {
    MeshDescription mesh;
    for (int axis = 0; axis < 3; ++axis) {
        for (const float side : {-1.0f, 1.0f}) {
            const auto first = static_cast<Index>(mesh.vertices.size());
            for (const auto& [u, v] : {std::pair(-1.0f, -1.0f), std::pair(1.0f, -1.0f), std::pair(1.0f, 1.0f),
                                       std::pair(-1.0f, 1.0f), std::pair(0.0f, 0.0f)}) {
                vec3 p(0.0f);
                p[axis] = side * half;
                p[(axis + 1) % 3] = u * half;
                p[(axis + 2) % 3] = v * half;
                mesh.vertices.push_back(p);
            }
            for (Index i = 0; i < 4; ++i) {
                const Index next = (i + 1) % 4;
                mesh.faceSizes.push_back(3);
                for (const Index corner : {Index(4), side > 0.0f ? i : next, side > 0.0f ? next : i})
                    mesh.faceCorners.push_back(first + corner);
            }
        }
    }
    return mesh;
}

TEST(Lattice, RaysThroughEdgesAndCorners) {
    for (const Index cells : {1u, 2u, 3u, 4u, 8u, 9u}) {
        Scene scene;
        take(addLattice(scene, latticeOf(cubeMesh(0.5f), 1.0f / float(cells))));
        EXPECT_EQ(scene.tets.size(), 5u * cells * cells * cells) << cells;
        EXPECT_NEAR(volumeOfTets(scene), 1.0, 1e-5) << cells;
    }
}

// Turned at random, so that rays meet triangles at all angles: parts are inside whose middle is.
TEST(Lattice, InsideAgainstGeometry) {
    const MeshDescription torus = torusMesh(vec3(0.0f), 1.0f, 0.4f, 200, 100);
    std::mt19937 random(17);
    std::normal_distribution<double> any;
    for (int round = 0; round < 4; ++round) {
        const glm::dquat turn = glm::normalize(glm::dquat(any(random), any(random), any(random), any(random)));
        TriangleMesh mesh;
        for (const vec3& p : torus.vertices)
            mesh.points.push_back(turn * dvec3(p));
        mesh.corners = torus.faceCorners;
        const CellGrid grid{dvec3(-1.5), dvec3(0.3), {10, 10, 10}}, parts = partsOf(grid);
        const std::vector<CellMask> inside = insideOf(mesh, {}, grid).parts;
        std::size_t wrong = 0;
        for (Index z = 0; z < 40; ++z) {
            for (Index y = 0; y < 40; ++y) {
                for (Index x = 0; x < 40; ++x) {
                    const dvec3 p = glm::conjugate(turn) * (parts.corner(x, y, z) + 0.5 * parts.size);
                    const double across = std::hypot(std::hypot(p.x, p.z) - 1.0, p.y);
                    if (std::abs(across - 0.4) < 2e-3) continue;
                    const bool isInside = (inside[cellOfPart(grid, x, y, z)] & partBit(x, y, z)) != 0;
                    if ((across < 0.4) != isInside) ++wrong;
                }
            }
        }
        EXPECT_EQ(wrong, 0u);
    }
}

// With holes, against the sum over all triangles of Jacobson et al. 2013.
TEST(Lattice, InsideOfAMeshWithHolesAgainstTheSumOfSolidAngles) {
    const MeshDescription ball = sphereMesh(vec3(0.1f, 0.05f, -0.02f), 1.0f, 2);
    TriangleMesh mesh;
    mesh.points.assign(ball.vertices.begin(), ball.vertices.end());
    for (std::size_t i = 0; i < ball.faceCorners.size(); i += 3) {
        const vec3 p = ball.vertices[ball.faceCorners[i]];
        if (p.y > 0.8f || p.y < -0.7f) continue;
        mesh.corners.insert(mesh.corners.end(), ball.faceCorners.begin() + std::ptrdiff_t(i),
                            ball.faceCorners.begin() + std::ptrdiff_t(i + 3));
    }
    const std::vector<Hole> holes = holesOf(mesh);
    EXPECT_EQ(holes.size(), 2u);
    EXPECT_TRUE(hasInside(mesh, holes));
    const CellGrid grid{dvec3(-1.3), dvec3(0.26), {10, 10, 10}}, parts = partsOf(grid);
    const std::vector<CellMask> inside = insideOf(mesh, holes, grid).parts;
    std::size_t wrong = 0, near = 0;
    for (Index i = 0; i < 64000; i += 7) {
        const Index x = i % 40, y = i / 40 % 40, z = i / 1600;
        const dvec3 p = parts.corner(x, y, z) + 0.5 * parts.size;
        double winding = 0.0;
        for (std::size_t t = 0; t < mesh.corners.size(); t += 3) {
            const dvec3 a = mesh.points[mesh.corners[t]] - p, b = mesh.points[mesh.corners[t + 1]] - p;
            const dvec3 c = mesh.points[mesh.corners[t + 2]] - p;
            const double la = glm::length(a), lb = glm::length(b), lc = glm::length(c);
            winding += std::atan2(glm::dot(a, glm::cross(b, c)),
                                  la * lb * lc + glm::dot(a, b) * lc + glm::dot(b, c) * la + glm::dot(c, a) * lb);
        }
        winding /= 2.0 * kPi;
        if (std::abs(winding - 0.5) < 0.05) {  // the lid: in a cell it is where its middle has it
            ++near;
            continue;
        }
        const bool isInside = (inside[cellOfPart(grid, x, y, z)] & partBit(x, y, z)) != 0;
        if ((winding > 0.5) != isInside) ++wrong;
    }
    EXPECT_LE(wrong, 3u);
    EXPECT_LT(near, 500u);
}

TEST(Lattice, Errors) {
    Scene scene;
    const LatticeDescription good = latticeOf(sphereMesh(vec3(0.0f), 1.0f, 1), 0.3f);
    const auto with = [&](auto&& change) {
        LatticeDescription bad = good;
        change(bad);
        return messageOf(addLattice(scene, bad));
    };
    EXPECT_CONTAINS(with([](auto& l) { l.faceSizes.clear(); }), "the mesh has no faces");
    EXPECT_CONTAINS(with([](auto& l) { l.faceSizes[3] = 2; }), "face 3 has 2 corners");
    EXPECT_CONTAINS(with([](auto& l) { l.faceCorners.pop_back(); }), "lists 239 corners, but its faces have 240");
    EXPECT_CONTAINS(with([](auto& l) { l.faceCorners[7] = 42; }), "corner 7 uses vertex 42");
    EXPECT_CONTAINS(with([](auto& l) { l.vertices[5].x = NAN; }), "vertex 5 lies at (nan");
    EXPECT_CONTAINS(with([](auto& l) { l.cellSize = 0.0f; }), "cells of 0 m; they must be positive");
    EXPECT_CONTAINS(with([](auto& l) { l.cellSize = 1e-4f; }), "in the box around the mesh; at most");
    EXPECT_CONTAINS(with([](auto& l) {
                        l.faceSizes.resize(20);
                        l.faceCorners.resize(60);
                    }),
                    "the mesh has no inside: its largest hole is");
    EXPECT_TRUE(scene.positions.empty() && scene.bodies.empty());
}

}  // namespace
}  // namespace pliant::test
