// Meshes that are carried by the tetrahedra that fill them: nothing is lost, everything goes along.

#include <fstream>
#include <glm/gtc/quaternion.hpp>
#include <numbers>
#include <numeric>
#include <random>
#include <sstream>

#include "command.h"
#include "pliant/io/frame_writer.h"
#include "pliant/scene/pieces.h"
#include "skin_support.h"

namespace pliant::test {
namespace {

using Index = std::uint32_t;

// How far the vertices that are written lie from where a map takes those of the mesh.
template <class Map>
double farthest(const Scene& scene, const MeshDescription& mesh, const std::vector<vec3>& positions, Map&& map) {
    const std::vector<vec3> now = userVertices(scene, positions);
    EXPECT_EQ(now.size(), mesh.vertices.size());
    double largest = 0.0;
    for (std::size_t i = 0; i < now.size(); ++i)
        largest = std::max(largest, glm::distance(dvec3(now[i]), map(dvec3(mesh.vertices[i]))));
    return largest;
}

double farthestAtRest(const Scene& scene, const MeshDescription& mesh) {
    return farthest(scene, mesh, scene.positions, [](const dvec3& p) { return p; });
}

// Least weight of any vertex in its tetrahedron: below 0 it lies beside it, by so many heights.
double leastWeight(const Scene& scene) {
    float least = 1.0f;
    for (const SkinPoint& point : scene.bodies[0].skin.points) {
        const vec3 w = point.weights;
        least = std::min({least, w.x, w.y, w.z, 1.0f - w.x - w.y - w.z});
    }
    return double(least);
}

std::vector<MeshDescription> awkwardMeshes() {
    MeshDescription plate = boxMesh(vec3(-1.0f, 0.013f, -1.0f), vec3(1.0f, 0.031f, 1.0f), 9);
    MeshDescription rod = boxMesh(vec3(-1.0f, -0.02f, -0.015f), vec3(1.0f, 0.02f, 0.015f));
    for (vec3& p : rod.vertices)
        p = vec3(glm::dquat(dvec3(0.3, 0.5, 0.7)) * dvec3(p));
    MeshDescription horned = sphereMesh(vec3(0.0f), 0.5f, 3);
    append(horned, rod);
    return {sphereMesh(vec3(0.3f, -0.2f, 0.1f), 1.0f, 4), torusMesh(vec3(0.0f), 1.0f, 0.3f, 48, 24), plate, rod,
            horned};
}

TEST(Embedding, MeshesLieWhereTheyWereAtRest) {
    for (const MeshDescription& mesh : awkwardMeshes()) {
        for (const float size : {0.35f, 0.2f, 0.11f})
            EXPECT_LT(farthestAtRest(filledScene(mesh, size), mesh), 2e-7) << size;
    }
}

// No vertex is farther outside of what carries it than a cell, and few are outside at all.
TEST(Embedding, NothingIsFarFromWhatCarriesIt) {
    for (const MeshDescription& mesh : awkwardMeshes()) {
        for (const float size : {0.35f, 0.2f, 0.11f})
            EXPECT_GT(leastWeight(filledScene(mesh, size)), -1.2) << size;
    }
}

TEST(Embedding, WhatMovesTheLatticeMovesTheMesh) {
    std::mt19937 random(3);
    std::normal_distribution<double> any;
    for (const MeshDescription& mesh : awkwardMeshes()) {
        const Scene scene = filledScene(mesh, 0.2f);
        glm::dmat3 strain;
        for (int i = 0; i < 9; ++i)
            strain[i / 3][i % 3] = 0.4 * any(random) + (i % 4 == 0 ? 1.0 : 0.0);
        const glm::dmat3 turn(glm::normalize(glm::dquat(any(random), any(random), any(random), any(random))));
        for (const glm::dmat3& matrix : {turn, strain}) {
            const auto map = [&](const dvec3& p) { return matrix * p + dvec3(0.3, -0.2, 0.5); };
            std::vector<vec3> positions;
            for (const vec3& p : scene.positions)
                positions.emplace_back(map(dvec3(p)));
            EXPECT_LT(farthest(scene, mesh, positions, map), 1e-6);
        }
    }
}

// Far from the origin places are as exact as floats there.
TEST(Embedding, FarFromTheOrigin) {
    MeshDescription mesh = sphereMesh(vec3(0.0f), 1.0f, 3);
    for (vec3& p : mesh.vertices)
        p += vec3(1000.0f, 2000.0f, -500.0f);
    EXPECT_LT(farthestAtRest(filledScene(mesh, 0.2f), mesh),
              2.5e-4);  // a float at 2000 is within 1.2e-4 of its neighbour
}

TEST(Embedding, MassIsThatOfTheMesh) {
    EXPECT_NEAR(massOf(filledScene(boxMesh(vec3(-0.5f), vec3(0.5f), 4), 0.17f)), 1000.0, 0.1);
    EXPECT_NEAR(massOf(filledScene(torusMesh(vec3(0.0f), 1.0f, 0.13f, 96, 48), 0.2f)),
                1000.0 * 2.0 * std::numbers::pi * std::numbers::pi * 0.0169, 3.0);
    // A third of a cell thick, and leaning.
    MeshDescription plate = boxMesh(vec3(-1.0f, -0.03f, -1.0f), vec3(1.0f, 0.03f, 1.0f), 6);
    for (vec3& p : plate.vertices)
        p = vec3(glm::dquat(dvec3(0.3, 0.5, 0.7)) * dvec3(p));
    EXPECT_NEAR(massOf(filledScene(plate, 0.2f)), 240.0, 0.1);
    MeshDescription apart = boxMesh(vec3(-0.5f), vec3(0.5f));
    append(apart, boxMesh(vec3(0.1f, 0.1f, 0.1f), vec3(0.7f, 0.4f, 0.4f)));  // overlap
    EXPECT_NEAR(massOf(filledScene(apart, 0.17f)), 1018.0, 15.0);
    // Thinner than any part.
    EXPECT_NEAR(massOf(filledScene(boxMesh(vec3(0.0f), vec3(1.0f, 0.001f, 1.0f)), 0.3f)), 1.0, 0.01);
}

// The connected parts of what sticks join.
std::size_t countParts(const Scene& scene) {
    std::vector<Index> parents(scene.positions.size());
    std::iota(parents.begin(), parents.end(), 0u);
    const auto rootOf = [&](Index i) {
        while (parents[i] != i)
            i = parents[i] = parents[parents[i]];
        return i;
    };
    for (const SceneStick& stick : scene.sticks)
        parents[rootOf(stick.a)] = rootOf(stick.b);
    std::size_t parts = 0;
    for (Index i = 0; i < parents.size(); ++i)
        parts += parents[i] == i ? 1 : 0;
    return parts;
}

TEST(Embedding, LegsHalfACellApartAreNotGluedTogether) {
    for (const float gap : {0.101f, 0.15f, 0.3f}) {
        for (const float shift : {0.0f, 0.03f, 0.07f, 0.11f}) {
            MeshDescription legs = boxMesh(vec3(-0.13f - shift, 0.0f, 0.0f), vec3(0.0f, 1.0f, 0.15f));
            append(legs, boxMesh(vec3(gap, 0.0f, 0.0f), vec3(gap + 0.13f, 1.0f, 0.15f)));
            EXPECT_EQ(countParts(filledScene(legs, 0.2f)), 2u) << gap << " " << shift;
        }
    }
}

// A rod is one, however it leans, and so is what it grows out of.
TEST(Embedding, WhatIsConnectedStaysConnected) {
    std::mt19937 random(5);
    std::normal_distribution<double> any;
    for (int round = 0; round < 20; ++round) {
        const glm::dquat turn = glm::normalize(glm::dquat(any(random), any(random), any(random), any(random)));
        MeshDescription rod = boxMesh(vec3(-1.0f, -0.01f, -0.02f), vec3(1.0f, 0.01f, 0.02f));
        for (vec3& p : rod.vertices)
            p = vec3(turn * dvec3(p));
        EXPECT_EQ(countParts(filledScene(rod, 0.15f)), 1u);
        append(rod, sphereMesh(vec3(0.0f), 0.4f, 3));
        EXPECT_EQ(countParts(filledScene(rod, 0.15f)), 1u);
    }
}

TEST(Embedding, ASmallHoleChangesNothing) {
    for (const float size : {0.3f, 0.17f}) {
        const MeshDescription closed = boxMesh(vec3(-0.5f), vec3(0.5f), 20);
        const Scene whole = filledScene(closed, size), open = filledScene(withoutFace(closed, 470), size);
        EXPECT_EQ(whole.positions, open.positions);
        EXPECT_EQ(whole.tets.size(), open.tets.size());
        EXPECT_NEAR(massOf(whole), massOf(open), 2.0);
    }
}

// Triangles that face the wrong way, are there twice, or are missing.
TEST(Embedding, MeshesWithFaultsAreFilled) {
    const MeshDescription ball = sphereMesh(vec3(0.0f), 1.0f, 4);
    const double mass = massOf(filledScene(ball, 0.2f));
    std::mt19937 random(11);
    for (int fault = 0; fault < 3; ++fault) {
        MeshDescription bad = ball;
        for (int i = 0; i < 40; ++i) {
            const std::size_t face = random() % bad.faceSizes.size();
            if (fault == 0) std::swap(bad.faceCorners[3 * face], bad.faceCorners[3 * face + 1]);
            if (fault == 1) bad = withoutFace(bad, face);
            if (fault == 2) {
                bad.faceSizes.push_back(3);
                for (std::size_t k = 0; k < 3; ++k)
                    bad.faceCorners.push_back(bad.faceCorners[3 * face + k]);
            }
        }
        const Scene scene = filledScene(bad, 0.2f);
        EXPECT_NEAR(massOf(scene), mass, 0.02 * mass) << fault;
        EXPECT_LT(farthestAtRest(scene, bad), 2e-7) << fault;
    }
}

MeshDescription sheetMesh() {
    MeshDescription sheet;
    sheet.vertices = {{5, 5, 5}, {0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {1, 1, 0.1f}, {2, 1, 0}};
    sheet.faceSizes = {4, 4};
    sheet.faceCorners = {1, 2, 5, 4, 2, 3, 6, 5};
    return sheet;
}

TEST(Embedding, WhatHasNoInsideIsRefusedByNameOfTheHole) {
    Scene scene;
    const std::string message = messageOf(addLattice(scene, latticeOf(sheetMesh(), 0.2f)));
    EXPECT_CONTAINS(message, "lattice 'lattice': the mesh has no inside");
    EXPECT_CONTAINS(message, "its largest hole is 6.01 m around, along 6 edges, one of which starts at vertex 1");
    EXPECT_CONTAINS(
        messageOf(addLattice(scene, latticeOf(withoutFace(boxMesh(vec3(0.0f), vec3(1.0f, 0.1f, 1.0f)), 3), 0.05f))),
        "4 m around, along 4 edges");
    EXPECT_TRUE(scene.positions.empty() && scene.bodies.empty());
    // A bowl has one.
    MeshDescription bowl;
    const MeshDescription ball = sphereMesh(vec3(0.0f), 1.0f, 4);
    bowl.vertices = ball.vertices;
    for (std::size_t i = 0; i < ball.faceCorners.size(); i += 3) {
        if (ball.vertices[ball.faceCorners[i]].y > 0.1f) continue;
        bowl.faceSizes.push_back(3);
        bowl.faceCorners.insert(bowl.faceCorners.end(), ball.faceCorners.begin() + std::ptrdiff_t(i),
                                ball.faceCorners.begin() + std::ptrdiff_t(i + 3));
    }
    EXPECT_GT(massOf(filledScene(bowl, 0.1f)), 0.9 * 1000.0 * 2.0 / 3.0 * std::numbers::pi);
}

// Vertices that share a place, vertices without a face, polygons: as the user numbered them.
TEST(Embedding, FilesHaveTheUsersOwnVerticesAndFaces) {
    MeshDescription mesh = boxMesh(vec3(0.0f), vec3(1.0f), 2);
    mesh.vertices.insert(mesh.vertices.begin(), vec3(0.5f, 1.5f, 0.25f));
    for (Index& corner : mesh.faceCorners)
        ++corner;
    Scene scene = ropeScene(3);
    take(addLattice(scene, latticeOf(mesh, 0.3f)));
    const tests::TempFolder folder;
    OutputFile file = take(OutputFile::create(folder / "box.obj"));
    take(writeObj(file, scene, scene.positions));
    take(file.finish());
    std::ifstream text(folder / "box.obj");
    std::vector<vec3> vertices;
    std::vector<Index> corners;
    std::vector<Index> sizes;
    for (std::string line; std::getline(text, line);) {
        std::istringstream words(line);
        std::string word;
        words >> word;
        if (word == "v") {
            vec3& p = vertices.emplace_back();
            words >> p.x >> p.y >> p.z;
        }
        if (word != "f") continue;
        sizes.push_back(0);
        for (Index corner; words >> corner; ++sizes.back())
            corners.push_back(corner - 4);  // from 1 on, behind the rope's three
    }
    ASSERT_EQ(vertices.size(), 3 + mesh.vertices.size());
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
        EXPECT_LT(glm::distance(vertices[3 + i], mesh.vertices[i]), 2e-7f) << i;
    EXPECT_EQ(sizes, mesh.faceSizes);
    EXPECT_EQ(corners, mesh.faceCorners);
}

// Dropped, with parts that hang on single cells: the mesh stays in one piece, and comes to rest.
TEST(Embedding, ThinThingsAreStable) {
    for (const MeshDescription& mesh : awkwardMeshes()) {
        LatticeDescription lattice = latticeOf(mesh, 0.35f);
        lattice.material.edge = compliant(2.5e-5f);
        lattice.material.edge.damping = 0.002f;
        lattice.material.bulkCompliance = 2.5e-6f;
        Scene scene;
        take(addLattice(scene, lattice));
        CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
        StepInputs inputs;
        Collider floor;
        floor.pose.position.y = -1.5f;
        inputs.colliders.push_back(floor);
        for (int frame = 0; frame < 120; ++frame)
            take(solver.step(settings(20), inputs));
        const Snapshot end = solver.snapshot();
        EXPECT_EQ(end.lost, 0u);
        for (const vec3& p : userVertices(scene, end.positions)) {
            EXPECT_GT(p.y, -1.75f);
            EXPECT_LT(glm::length(p), 4.0f);
        }
    }
}

// Three cells around a corner: one that is full, one with a little beside it, and one with a little across the corner,
// which would hang on the full one by an edge alone, like a hinge, if the cell between them were left out as a thin
// layer.
TEST(Embedding, NothingHangsByAnEdge) {
    CellGrid grid;
    grid.counts = {2, 2, 1};
    std::vector<CellMask> inside(4, 0), touched(4, 0);
    inside[grid.cellAt(0, 0, 0)] = ~CellMask(0);
    for (std::uint32_t part = 0; part < kCellParts; ++part) {
        touched[grid.cellAt(1, 0, 0)] |= partBit(0, part, 0);  // along the side of the full one
        touched[grid.cellAt(1, 1, 0)] |= partBit(0, part, 0);
    }
    const auto isFilled = [](const Pieces& pieces, std::size_t cell) { return pieces.ofCell(cell)[0].isFilled; };
    const Pieces corner = piecesOf(grid, inside, touched);
    EXPECT_TRUE(isFilled(corner, grid.cellAt(0, 0, 0)));
    EXPECT_TRUE(isFilled(corner, grid.cellAt(1, 0, 0)));
    EXPECT_TRUE(isFilled(corner, grid.cellAt(1, 1, 0)));
    touched[grid.cellAt(1, 1, 0)] = 0;
    EXPECT_FALSE(isFilled(piecesOf(grid, inside, touched), grid.cellAt(1, 0, 0))) << "a thin layer on the full one";
}

TEST(Embedding, SkinsAreChecked) {
    const Scene good = filledScene(sphereMesh(vec3(0.0f), 1.0f, 2), 0.4f);
    const auto with = [&](auto&& change) {
        Scene bad = good;
        change(bad.bodies[0].skin);
        return messageOf(compile(bad));
    };
    EXPECT_CONTAINS(with([](Skin& s) { s.points[3].particles[2] = 100000; }),
                    "point 3 of its skin is carried by particle");
    EXPECT_CONTAINS(with([](Skin& s) { s.points[4].weights.y = NAN; }), "point 4 of its skin has weights");
    EXPECT_CONTAINS(with([](Skin& s) { s.points[4].weights.y = -2e6f; }), "point 4 of its skin has weights");
    EXPECT_CONTAINS(with([](Skin& s) { s.vertexPoints[5] = 162; }),
                    "vertex 5 of its skin is point 162, but there are 162");
    EXPECT_CONTAINS(with([](Skin& s) { s.faceCorners[6] = 162; }), "corner 6 of its skin is vertex 162");
    EXPECT_CONTAINS(with([](Skin& s) { s.faceSizes.pop_back(); }),
                    "its skin lists 960 corners, but its faces have 957");
    EXPECT_TRUE(compile(good));
}

}  // namespace
}  // namespace pliant::test
