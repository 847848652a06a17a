// Closed meshes filled with tetrahedra.

#include "enclosure_support.h"
#include "scene/inside.h"

namespace pliant::test {
namespace {

using Index = std::uint32_t;

LatticeDescription latticeOf(const MeshDescription& mesh, float cellSize) {
    LatticeDescription lattice;
    lattice.vertices = mesh.vertices;
    lattice.faceSizes = mesh.faceSizes;
    lattice.faceCorners = mesh.faceCorners;
    lattice.cellSize = cellSize;
    return lattice;
}

void append(MeshDescription& mesh, const MeshDescription& other, bool isTurned = false) {
    const auto first = static_cast<Index>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), other.vertices.begin(), other.vertices.end());
    mesh.faceSizes.insert(mesh.faceSizes.end(), other.faceSizes.begin(), other.faceSizes.end());
    for (std::size_t i = 0; i < other.faceCorners.size(); i += 3) {
        for (const std::size_t corner : {i, isTurned ? i + 2 : i + 1, isTurned ? i + 1 : i + 2})
            mesh.faceCorners.push_back(first + other.faceCorners[corner]);
    }
}

double volumeOfTets(const Scene& scene) {
    double sum = 0.0;
    for (const SceneTet& tet : scene.tets)
        sum += double(tet.restVolume);
    return sum;
}

// Every tetrahedron is right way round and large enough, the faces close around the same volume.
double checkedVolume(const Scene& scene, double cellSize) {
    for (const SceneTet& tet : scene.tets)
        EXPECT_GT(double(tet.restVolume), 0.199 / 6.0 * cellSize * cellSize * cellSize);
    Enclosure surface;
    surface.boundary = boundaryOf(scene.bodies[0], scene.positions);
    const double volume = volumeOfTets(scene);
    EXPECT_NEAR(measureOf(surface, scene.positions, false), volume, 1e-5 * volume);
    double mass = 0.0;
    for (const float m : scene.masses)
        mass += double(m);
    EXPECT_NEAR(mass, 1000.0 * volume, 1e-5 * mass);
    return volume;
}

double filledVolume(const MeshDescription& mesh, float cellSize) {
    Scene scene;
    take(addLattice(scene, latticeOf(mesh, cellSize)));
    take(compile(scene));
    return checkedVolume(scene, double(cellSize));
}

constexpr double kPi = 3.14159265358979;

TEST(Lattice, AFilledBallHasTheVolumeOfTheBall) {
    const MeshDescription ball = sphereMesh(vec3(0.3f, -0.2f, 0.1f), 1.0f, 4);
    const double expected = 4.0 / 3.0 * kPi;
    double before = 1.0;
    for (const auto& [size, tolerance] : {std::pair(0.4f, 0.1), std::pair(0.2f, 0.03), std::pair(0.1f, 0.012)}) {
        const double error = std::abs(filledVolume(ball, size) / expected - 1.0);
        EXPECT_LT(error, tolerance) << size;
        EXPECT_LT(error, before);
        before = error;
    }
}

TEST(Lattice, ARingIsFilledAndItsHoleIsNot) {
    const MeshDescription torus = torusMesh(vec3(0.0f), 1.0f, 0.4f, 64, 32);
    EXPECT_NEAR(filledVolume(torus, 0.1f) / (2.0 * kPi * kPi * 0.16), 1.0, 0.03);
}

// Two thirds of the outer vertices are drawn all the way onto the mesh; none is further from it than a cell's corner can be.
TEST(Lattice, OuterVerticesAreDrawnToTheMesh) {
    Scene scene;
    take(addLattice(scene, latticeOf(sphereMesh(vec3(0.0f), 1.0f, 5), 0.1f)));
    std::size_t near = 0;
    double sum = 0.0;
    for (const Index particle : scene.bodies[0].vertexParticles) {
        const double distance = std::abs(glm::length(dvec3(scene.positions[particle])) - 1.0);
        EXPECT_LT(distance, 0.065);
        near += distance < 2e-3 ? 1 : 0;
        sum += distance;
    }
    EXPECT_GT(double(near), 0.6 * double(scene.bodies[0].vertexParticles.size()));
    EXPECT_LT(sum, 0.012 * double(scene.bodies[0].vertexParticles.size()));
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

// A cube as three-cornered and four-cornered faces, its vertices given once per face, rays running exactly through edges,
// diagonals and corners of triangles: cells at 0.25 have their centres at multiples of 0.125.
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

// Turned at random, so that rays meet triangles at all angles: cells inside are those whose centre is.
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
        const CellGrid grid{dvec3(-1.5), dvec3(0.1), {30, 30, 30}};
        const std::vector<std::uint8_t> isInside = cellsInside(mesh, grid);
        std::size_t wrong = 0;
        for (Index z = 0; z < 30; ++z) {
            for (Index y = 0; y < 30; ++y) {
                for (Index x = 0; x < 30; ++x) {
                    const dvec3 p = glm::conjugate(turn) * (grid.corner(x, y, z) + 0.05);
                    const double across = std::hypot(std::hypot(p.x, p.z) - 1.0, p.y);
                    if (std::abs(across - 0.4) < 2e-3) continue;
                    if ((across < 0.4) != (isInside[grid.cellAt(x, y, z)] != 0)) ++wrong;
                }
            }
        }
        EXPECT_EQ(wrong, 0u);
    }
}

// A sheet thinner than the cells: what has a centre inside is filled, and the rest is not.
TEST(Lattice, ThinThings) {
    MeshDescription sheet = cubeMesh(0.5f);
    for (vec3& p : sheet.vertices)
        p.y *= 0.3f;
    EXPECT_NEAR(filledVolume(sheet, 0.2f), 0.3, 0.1);
    Scene scene;
    MeshDescription film = cubeMesh(0.5f);
    for (vec3& p : film.vertices)
        p = vec3(p.x, 1e-3f * p.y + 0.05f, p.z) + vec3(0.0f, 0.5f * p.x, 0.0f);
    EXPECT_CONTAINS(messageOf(addLattice(scene, latticeOf(film, 0.3f))), "no cell of 0.3 m has its centre inside");
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
                        l.faceSizes.pop_back();
                        l.faceCorners.resize(l.faceCorners.size() - 3);
                    }),
                    "the mesh is not closed: the edge from vertex");
    EXPECT_CONTAINS(with([](auto& l) { std::swap(l.faceCorners[0], l.faceCorners[1]); }), "the mesh is not closed");
    EXPECT_TRUE(scene.positions.empty() && scene.bodies.empty());
}

}  // namespace
}  // namespace pliant::test
