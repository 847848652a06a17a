#include "support.h"

#include <numeric>
#include <set>

namespace pliant::test {
namespace {

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

MeshDescription meshOf(std::vector<vec3> vertices, const std::vector<std::vector<std::uint32_t>>& faces) {
    MeshDescription mesh;
    mesh.vertices = std::move(vertices);
    for (const auto& face : faces) {
        mesh.faceSizes.push_back(static_cast<std::uint32_t>(face.size()));
        mesh.faceCorners.insert(mesh.faceCorners.end(), face.begin(), face.end());
    }
    return mesh;
}

Pairs sticksOf(const Scene& scene, StickKind kind) {
    Pairs pairs;
    for (const SceneStick& s : scene.sticks) {
        if (s.kind != kind) continue;
        const bool isNew = pairs.insert({std::min(s.a, s.b), std::max(s.a, s.b)}).second;
        EXPECT_TRUE(isNew) << "a stick twice";
    }
    return pairs;
}

const std::vector<vec3> kSquare = {{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 0, 1}};

TEST(Mesh, TwoTrianglesBendAcrossTheirEdge) {
    Scene scene;
    take(addMesh(scene, meshOf(kSquare, {{0, 1, 2}, {0, 2, 3}})));
    EXPECT_EQ(sticksOf(scene, StickKind::Structural), (Pairs{{0, 1}, {1, 2}, {0, 2}, {2, 3}, {0, 3}}));
    EXPECT_EQ(sticksOf(scene, StickKind::Shear), Pairs{});
    EXPECT_EQ(sticksOf(scene, StickKind::Bend), (Pairs{{1, 3}}));
    const double mass = std::accumulate(scene.masses.begin(), scene.masses.end(), 0.0);
    EXPECT_NEAR(mass, 0.15, 1e-6);
}

TEST(Mesh, AQuadHasBothDiagonals) {
    Scene scene;
    take(addMesh(scene, meshOf(kSquare, {{0, 1, 2, 3}})));
    EXPECT_EQ(sticksOf(scene, StickKind::Structural), (Pairs{{0, 1}, {1, 2}, {2, 3}, {0, 3}}));
    EXPECT_EQ(sticksOf(scene, StickKind::Shear), (Pairs{{0, 2}, {1, 3}}));
}

// A grid given as a mesh of quads is the same cloth as the grid itself.
TEST(Mesh, GridOfQuadsEqualsGrid) {
    GridDescription grid;
    grid.columns = 6;
    grid.rows = 5;
    Scene expected;
    take(addGrid(expected, grid));
    MeshDescription mesh;
    mesh.vertices = expected.positions;
    mesh.faceSizes = expected.bodies[0].faceSizes;
    mesh.faceCorners = expected.bodies[0].faceCorners;
    Scene scene;
    take(addMesh(scene, mesh));
    for (const StickKind kind : {StickKind::Structural, StickKind::Shear, StickKind::Bend}) {
        EXPECT_EQ(sticksOf(scene, kind), sticksOf(expected, kind));
    }
    for (std::size_t i = 0; i < scene.masses.size(); ++i)
        EXPECT_NEAR(scene.masses[i], expected.masses[i], 1e-8);
}

TEST(Mesh, WeldsEqualPositionsAndKeepsTheUsersNumbers) {
    std::vector<vec3> vertices = {{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {-0.0f, 0, 0}, {1, 0, 1}, {0, 0, 1}};
    Scene scene;
    take(addMesh(scene, meshOf(vertices, {{0, 1, 2}, {3, 4, 5}})));
    EXPECT_EQ(scene.positions.size(), 4u);
    EXPECT_EQ(scene.bodies[0].vertexParticles, (std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3}));
    EXPECT_EQ(scene.bodies[0].faceCorners, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(sticksOf(scene, StickKind::Structural).size(), 5u);
    EXPECT_EQ(sticksOf(scene, StickKind::Bend), (Pairs{{1, 3}}));
}

TEST(Mesh, EveryPairOfFacesAtAnEdgeBends) {
    const std::vector<vec3> vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}};
    Scene scene;
    take(addMesh(scene, meshOf(vertices, {{0, 1, 2}, {0, 1, 3}, {1, 0, 4}})));
    EXPECT_EQ(sticksOf(scene, StickKind::Bend), (Pairs{{2, 3}, {2, 4}, {3, 4}}));
}

TEST(Mesh, OddButLegal) {
    std::vector<vec3> vertices = kSquare;
    vertices.push_back({8, 0, 0});  // a second component
    vertices.push_back({9, 0, 0});
    vertices.push_back({8, 0, 1});
    Scene scene;
    take(addMesh(scene, meshOf(vertices, {{0, 1, 2}, {0, 2, 3}, {0, 1, 2}, {4, 5, 6}})));  // one face twice
    ASSERT_EQ(scene.positions.size(), 7u);
    EXPECT_EQ(sticksOf(scene, StickKind::Structural).size(), 8u);
    EXPECT_TRUE(compile(scene));
}

// They would fall freely. One that lies where a vertex of a face lies goes with it.
TEST(Mesh, VerticesOfNoFaceAreLeftOutAndKeepTheirNumbers) {
    const std::vector<vec3> vertices = {{7, 7, 7}, {0, 0, 0}, {1, 0, 0}, {5, 5, 5}, {1, 0, 0}, {5, 5, 5}, {0, 0, 1}};
    Scene scene = ropeScene(2);
    const std::uint32_t body = take(addMesh(scene, meshOf(vertices, {{1, 4, 6}})));
    const Body& added = scene.bodies[body];
    EXPECT_EQ(scene.positions.size(), 5u);
    EXPECT_EQ(added.particleCount, 3u);
    EXPECT_EQ(added.vertexParticles, (std::vector<std::uint32_t>{kNoParticle, 2, 3, kNoParticle, 3, kNoParticle, 4}));
    EXPECT_EQ(added.looseVertices, (std::vector<vec3>{{7, 7, 7}, {5, 5, 5}, {5, 5, 5}}));
    EXPECT_EQ(added.faceCorners, (std::vector<std::uint32_t>{1, 4, 6}));
    EXPECT_TRUE(compile(scene));
    EXPECT_CONTAINS(messageOf(pinVertices(scene, body, std::vector<std::uint32_t>{1, 3})), "pin vertex 3");
    EXPECT_EQ(scene.pinned[2], 0) << "all or nothing";
    take(pinVertices(scene, body, std::vector<std::uint32_t>{2}));
    EXPECT_EQ(scene.pinned[3], 1);
}

// In a time that grows with its corners, not with their square.
TEST(Mesh, APolygonOfManyCorners) {
    constexpr std::uint32_t kCorners = 30'000;
    MeshDescription mesh;
    for (std::uint32_t i = 0; i < kCorners; ++i) {
        const float angle = 6.2831853f * float(i) / float(kCorners);
        mesh.vertices.emplace_back(1e3f * std::cos(angle), 0.0f, 1e3f * std::sin(angle));
        mesh.faceCorners.push_back(i);
    }
    mesh.faceSizes = {kCorners};
    mesh.fabric = take(fabricNamed("cotton"));
    Scene scene;
    take(addMesh(scene, mesh));
    EXPECT_EQ(sticksOf(scene, StickKind::Structural).size(), kCorners);
    EXPECT_EQ(sticksOf(scene, StickKind::Shear).size(), kCorners);
}

// Pairs of faces would make sticks and bends by the square.
TEST(Mesh, AnEdgeHasAtMost64Faces) {
    std::vector<vec3> vertices = {{0, 0, 0}, {1, 0, 0}};
    std::vector<std::vector<std::uint32_t>> triangles, quads;
    const auto addFace = [&](float x) {
        const auto next = static_cast<std::uint32_t>(vertices.size());
        vertices.push_back({x, 1, 0});
        vertices.push_back({x, 0, 1});
        triangles.push_back({0, 1, next});
        quads.push_back({0, next, 1, next + 1});  // meet in the diagonal alone, along which they are cut
    };
    for (int i = 0; i < 64; ++i)
        addFace(float(i));
    Scene scene;
    EXPECT_TRUE(addMesh(scene, meshOf(vertices, triangles)));
    EXPECT_CONTAINS(messageOf(addMesh(scene, meshOf(vertices, quads))), "64 faces meet in the edge from vertex 0 to 1");
    addFace(64.0f);
    EXPECT_CONTAINS(messageOf(addMesh(scene, meshOf(vertices, triangles))),
                    "64 faces meet in the edge from vertex 0 to 1");
    EXPECT_EQ(scene.bodies.size(), 1u);
}

// A sliver whose corner would weigh next to nothing, as careless tools make them.
TEST(Mesh, SliversGetAMass) {
    const std::vector<vec3> vertices = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0.5f, 0, -1e-9f}};
    Scene scene;
    take(addMesh(scene, meshOf(vertices, {{0, 1, 2}, {1, 0, 3}})));
    EXPECT_NEAR(scene.masses[3], scene.masses[0], 1e-6);
    EXPECT_TRUE(compile(scene));
}

// A face that welding folds up keeps its edges, once each, and joins no particle to itself.
TEST(Mesh, FacesFoldedByWelding) {
    const std::vector<vec3> vertices = {{0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {0, 0, 1}};
    Scene scene;
    take(addMesh(scene, meshOf(vertices, {{0, 1, 2}, {0, 1, 2, 3}})));
    EXPECT_EQ(sticksOf(scene, StickKind::Structural), (Pairs{{0, 1}, {1, 2}, {0, 2}}));
    EXPECT_TRUE(compile(scene));
}

TEST(Mesh, RefusesWhatIsNoMeshAndLeavesTheScene) {
    const auto refused = [](MeshDescription mesh) {
        Scene scene;
        const std::string message = messageOf(addMesh(scene, mesh));
        EXPECT_TRUE(scene.positions.empty() && scene.sticks.empty() && scene.bodies.empty());
        return message;
    };
    EXPECT_CONTAINS(refused(meshOf(kSquare, {})), "no faces");
    EXPECT_CONTAINS(refused(meshOf(kSquare, {{0, 1, 2}, {0, 4, 2}})), "face 1 uses vertex 4");
    EXPECT_CONTAINS(refused(meshOf(kSquare, {{0, 1, 1}})), "face 0 uses vertex 1 twice");
    EXPECT_CONTAINS(refused(meshOf(kSquare, {{0, 1}})), "2 corners");
    EXPECT_CONTAINS(refused(meshOf({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 1, 2}})), "next to no area");
    std::vector<vec3> broken = kSquare;
    broken[2].x = NAN;
    EXPECT_CONTAINS(refused(meshOf(broken, {{0, 1, 3}})), "vertex 2");
    MeshDescription weightless = meshOf(kSquare, {{0, 1, 2}});
    weightless.arealDensity = -1.0f;
    EXPECT_CONTAINS(refused(weightless), "density");
    MeshDescription short1 = meshOf(kSquare, {{0, 1, 2}});
    short1.faceSizes[0] = 4;
    EXPECT_CONTAINS(refused(short1), "more corners");
    MeshDescription long1 = meshOf(kSquare, {{0, 1, 2}});
    long1.faceCorners.push_back(3);
    EXPECT_CONTAINS(refused(long1), "4 corners");
}

}  // namespace
}  // namespace pliant::test
