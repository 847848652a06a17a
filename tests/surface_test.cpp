// Normals against an oracle in double precision, and what of a scene is drawn.

#include "pliant/surface/surface.h"

#include <glm/geometric.hpp>

#include "flush_denormals.h"
#include "pliant/cpu/cpu_solver.h"
#include "skin_support.h"

namespace pliant::test {
namespace {

using glm::dvec3;

std::vector<vec4> placesOf(const Schedule& schedule, const std::vector<vec3>& positions) {
    std::vector<vec4> places(positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i)
        places[schedule.localParticle[i]] = vec4(positions[i], 1.0f);
    return places;
}

// The textbook: sum of cross products over all triangles, one after another.
std::vector<dvec3> oracle(const Surface& surface, const std::vector<vec4>& places) {
    std::vector<dvec3> normals(places.size(), dvec3(0.0));
    for (std::size_t t = 0; t < surface.triangles.size(); t += 3) {
        const std::uint32_t* corner = &surface.triangles[t];
        const dvec3 a(vec3(places[corner[0]])), b(vec3(places[corner[1]])), c(vec3(places[corner[2]]));
        for (int k = 0; k < 3; ++k)
            normals[corner[k]] += glm::cross(b - a, c - a);
    }
    for (dvec3& n : normals)
        n = glm::length(n) > 0.0 ? glm::normalize(n) : dvec3(0.0, 1.0, 0.0);
    return normals;
}

void expectNear(const std::vector<vec3>& normals, const std::vector<dvec3>& expected, double tolerance) {
    ASSERT_EQ(normals.size(), expected.size());
    for (std::size_t i = 0; i < normals.size(); ++i)
        EXPECT_LT(glm::distance(dvec3(normals[i]), expected[i]), tolerance) << "particle " << i;
}

Scene bumpyScene() {
    Scene scene;
    take(addMesh(scene, irregularMesh(17)));
    return scene;
}

TEST(Surface, NormalsOfAFallenClothAreThoseOfTheOracle) {
    const Scene scene = clothScene(30);
    const SchedulePtr schedule = take(compile(scene));
    CpuSolver solver = take(CpuSolver::create(schedule));
    for (int frame = 0; frame < 20; ++frame)
        take(solver.step());
    const Surface surface = surfaceOf(scene, *schedule);
    const std::vector<vec4> places = placesOf(*schedule, solver.snapshot().positions);
    expectNear(normalsOf(surface, places), oracle(surface, places), 2e-6);
}

// From a ten millionth of a millimetre to beyond where positions go: where squares of areas are no longer floats.
TEST(Surface, NormalsOfAnIrregularMeshOfAnySize) {
    const Scene scene = bumpyScene();
    const SchedulePtr schedule = take(compile(scene));
    const Surface surface = surfaceOf(scene, *schedule);
    for (const float scale : {1e-10f, 1e-3f, 1.0f, 1e4f, 2e10f}) {
        std::vector<vec4> places = placesOf(*schedule, scene.positions);
        for (vec4& place : places)
            place *= scale;
        SCOPED_TRACE(scale);
        expectNear(normalsOf(surface, places), oracle(surface, places), 2e-6);
    }
}

// Triangles that are nearly flat have normals with tiny parts: a device that flushes denormals sees the same.
TEST(Surface, NormalsAreTheSameWhereDenormalsAreFlushed) {
    const float tiny = std::ldexp(1.0f, -100);
    for (const vec3 corner : {vec3(0.0f, 1e6f, tiny), vec3(0.0f, 9e7f, tiny), vec3(tiny, 1.0f, tiny)}) {
        MeshDescription mesh;
        mesh.vertices = {{0, 0, 0}, {1000, 0, 0}, {0, 1, 0}};
        mesh.faceSizes = {3};
        mesh.faceCorners = {0, 1, 2};
        Scene scene;
        take(addMesh(scene, mesh));
        const SchedulePtr schedule = take(compile(scene));
        const Surface surface = surfaceOf(scene, *schedule);
        std::vector<vec4> places = placesOf(*schedule, scene.positions);
        places[schedule->localParticle[2]] = vec4(corner, 1.0f);
        const std::vector<vec3> kept = normalsOf(surface, places);
        const FlushDenormals flush;
        const std::vector<vec3> flushed = normalsOf(surface, places);
        for (std::size_t i = 0; i < kept.size(); ++i)
            EXPECT_TRUE(sameBits(kept[i], flushed[i])) << i;
    }
}

// Larger triangles count for more: at the corner of a box of unequal sides, two triangles of one face may meet.
TEST(Surface, NormalsAreWeightedByArea) {
    MeshDescription mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 3}};
    mesh.faceSizes = {3, 3};
    mesh.faceCorners = {0, 1, 2, 0, 2, 3};  // normals z, area 1/2, and x, area 3/2
    Scene scene;
    take(addMesh(scene, mesh));
    const SchedulePtr schedule = take(compile(scene));
    const std::vector<vec3> normals = normalsOf(surfaceOf(scene, *schedule), placesOf(*schedule, scene.positions));
    const vec3 n = normals[schedule->localParticle[0]];
    EXPECT_NEAR(n.x, 3.0 / std::sqrt(10.0), 1e-6);
    EXPECT_NEAR(n.y, 0.0, 1e-6);
    EXPECT_NEAR(n.z, 1.0 / std::sqrt(10.0), 1e-6);
}

// A polygon of the plane, tilted, as the only face of a mesh; from some corner on.
Scene faceScene(const std::vector<glm::vec2>& polygon, const glm::mat3& tilt, std::size_t from) {
    MeshDescription mesh;
    mesh.faceSizes = {static_cast<std::uint32_t>(polygon.size())};
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        mesh.vertices.push_back(tilt * vec3(polygon[(i + from) % polygon.size()], 0.25f));
        mesh.faceCorners.push_back(static_cast<std::uint32_t>(i));
    }
    Scene scene;
    take(addMesh(scene, mesh));
    return scene;
}

// Of the triangles that are drawn: the sum of their areas along a direction, and of their sizes.
struct Areas {
    double along = 0.0, sizes = 0.0;
};

Areas areasOf(const Scene& scene, vec3 direction) {
    const SchedulePtr schedule = take(compile(scene));
    const Surface surface = surfaceOf(scene, *schedule);
    Areas areas;
    for (std::size_t i = 0; i < surface.triangles.size(); i += 3) {
        const auto at = [&](std::size_t k) {
            return glm::dvec3(scene.positions[schedule->sceneParticle[surface.triangles[i + k]]]);
        };
        const glm::dvec3 area = 0.5 * glm::cross(at(1) - at(0), at(2) - at(0));
        areas.along += glm::dot(area, glm::dvec3(direction));
        areas.sizes += glm::length(area);
    }
    return areas;
}

// No triangle reaches out of a face, turns over, or lies on another: the sizes of all add up to the face's own area.
TEST(Surface, ConcaveFacesAreCutWithin) {
    const std::vector<std::pair<std::vector<glm::vec2>, double>> kFaces = {
        {{{0, 0}, {1, 0.3f}, {2, 0}, {1, 2}}, 1.7},                               // an arrow
        {{{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 2}, {3, 2}, {3, 3}, {0, 3}}, 7.0},  // a C
        {{{0, 0}, {1, 0}, {2, 0}, {2, 2}, {1, 1}, {0, 2}}, 3.0},                  // a point in a straight side
        {{{0, 0}, {2, 0}, {2, 1}, {0, 1}}, 2.0}};
    const glm::mat3 kTilts[] = {glm::mat3(1.0f), glm::mat3(0, 1, 0, 0, 0, 1, 1, 0, 0),
                                glm::mat3(0, -1, 0, 1, 0, 0, 0, 0, 1),
                                glm::mat3(0.6f, 0.0f, -0.8f, 0.64f, -0.6f, 0.48f, -0.48f, -0.8f, -0.36f)};
    for (const auto& [polygon, area] : kFaces) {
        for (const glm::mat3& tilt : kTilts) {
            for (std::size_t from = 0; from < polygon.size(); ++from) {
                const Areas areas = areasOf(faceScene(polygon, tilt, from), tilt * vec3(0, 0, 1));
                EXPECT_NEAR(areas.sizes, area, 1e-5) << polygon.size() << " corners, from " << from;
                EXPECT_NEAR(areas.along, glm::determinant(tilt) * area, 1e-5);
            }
        }
    }
}

TEST(Surface, ConvexFacesAreFansAndCrossingOnesTheirOwnFault) {
    const auto trianglesOf = [](const std::vector<glm::vec2>& polygon) {
        const Scene scene = faceScene(polygon, glm::mat3(1.0f), 0);
        const SchedulePtr schedule = take(compile(scene));
        std::vector<std::uint32_t> corners = surfaceOf(scene, *schedule).triangles;
        for (std::uint32_t& corner : corners)
            corner = schedule->sceneParticle[corner];
        return corners;
    };
    using Corners = std::vector<std::uint32_t>;
    EXPECT_EQ(trianglesOf({{0, 0}, {2, 0}, {2, 1}, {0, 1}}), (Corners{0, 1, 2, 0, 2, 3}));
    EXPECT_EQ(trianglesOf({{0, 0}, {2, 1}, {2, 0}, {0, 3}}), (Corners{0, 1, 2, 0, 2, 3})) << "it crosses itself";
}

TEST(Surface, WhereThereIsNoNormalItPointsUp) {
    Scene scene = ropeScene(5);
    addParticle(scene, vec3(3.0f), 1.0f);
    const SchedulePtr schedule = take(compile(scene));
    const Surface surface = surfaceOf(scene, *schedule);
    EXPECT_TRUE(surface.triangles.empty());
    for (const vec3& normal : normalsOf(surface, placesOf(*schedule, scene.positions)))
        EXPECT_EQ(normal, vec3(0.0f, 1.0f, 0.0f));
    const Scene flat = clothScene(4);
    const SchedulePtr flatSchedule = take(compile(flat));
    const std::vector<vec4> onePoint(16, vec4(1.0f, 2.0f, 3.0f, 1.0f));
    for (const vec3& normal : normalsOf(surfaceOf(flat, *flatSchedule), onePoint))
        EXPECT_EQ(normal, vec3(0.0f, 1.0f, 0.0f));
}

// As the user has numbered them: welded vertices are one of the surface, loose ones none, skins have their points.
TEST(Surface, KnowsTheVerticesOfTheUser) {
    MeshDescription mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {5, 5, 5}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    mesh.faceSizes = {3, 3};
    mesh.faceCorners = {0, 1, 3, 4, 5, 6};
    Scene scene = clothScene(3);
    take(addLattice(scene, latticeOf(boxMesh(vec3(2.0f), vec3(3.0f)), 0.5f)));
    const std::uint32_t body = take(addMesh(scene, mesh));
    const SchedulePtr schedule = take(compile(scene));
    const std::vector<std::uint32_t> found = take(surfaceVertices(scene, *schedule, body));
    ASSERT_EQ(found.size(), 7u);
    EXPECT_CONTAINS(surfaceVertices(scene, *schedule, 3).error().message, "there is no body 3");
    EXPECT_CONTAINS(surfaceVertices(clothScene(4), *schedule, 0).error().message, "16 particles, but the schedule");
    EXPECT_EQ(found[1], found[4]);
    EXPECT_EQ(found[3], found[6]);
    EXPECT_EQ(found[2], kNoParticle);
    const Surface surface = surfaceOf(scene, *schedule);
    const std::vector<vec4> places = verticesOf(surface, placesOf(*schedule, scene.positions));
    for (const std::size_t i : {0u, 1u, 3u, 4u, 5u, 6u})
        EXPECT_EQ(vec3(places[found[i]]), mesh.vertices[i]) << i;
    const Skin& skin = scene.bodies[1].skin;
    const std::vector<std::uint32_t> carried = take(surfaceVertices(scene, *schedule, 1));
    ASSERT_EQ(carried.size(), skin.vertexPoints.size());
    for (std::size_t i = 0; i < carried.size(); ++i)
        EXPECT_EQ(vec3(places[carried[i]]), placeOf(skin.points[skin.vertexPoints[i]], scene.positions)) << i;
}

TEST(Surface, RenderMeshesOfUnknownVerticesAreNamed) {
    const auto refusal = [](const RenderMesh& mesh) { return messageOf(validate(mesh, 4)); };
    EXPECT_TRUE(validate(RenderMesh(), 0));
    EXPECT_TRUE(validate(RenderMesh{{0, 3, 3}, {0, 1, 2, 2, 1, 0}, {2, 0}}, 4));
    EXPECT_CONTAINS(refusal({{0, 3, 4}, {0, 1, 2}, {}}),
                    "vertex 2 of the render mesh is vertex 4 of the surface, which");
    EXPECT_CONTAINS(refusal({{0, kNoParticle}, {}, {}}), "vertex 1 of the render mesh is vertex 4294967295");
    EXPECT_CONTAINS(refusal({{0, 1, 2}, {0, 1, 2, 0, 3, 1}, {}}), "index 4 of the triangles of the render mesh is 3");
    EXPECT_CONTAINS(refusal({{0, 1, 2}, {0, 1}, {}}), "2 indices of triangles; it must be a multiple of 3");
    EXPECT_CONTAINS(refusal({{0, 1, 2}, {}, {0, 7}}), "index 1 of the lines of the render mesh is 7");
    EXPECT_CONTAINS(refusal({{0, 1, 2}, {}, {0}}), "1 indices of lines; it must be a multiple of 2");
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_TRUE(validate(RenderMesh{{0, 1}, {}, {}, {{0, 1}, {-1e6f, 1e6f}}}, 4));
    EXPECT_CONTAINS(refusal({{0, 1}, {}, {}, {{0, 1}}}), "1 texture coordinates, but 2 vertices");
    EXPECT_CONTAINS(refusal({{0, 1}, {}, {}, {{0, 1}, {0, nan}}}),
                    "texture coordinate 1 of the render mesh is (0, nan)");
    EXPECT_CONTAINS(refusal({{0, 1}, {}, {}, {{2e6f, 1}, {0, 1}}}),
                    "texture coordinate 0 of the render mesh is (2000000, 1)");
    EXPECT_CONTAINS(refusal({{}, {0, 1, 2}, {}}), "index 0 of the triangles of the render mesh is 0, but it has 0");
}

TEST(Surface, DrawnVerticesHaveWhatTheirsOfTheSurfaceHave) {
    const Scene scene = clothScene(3);
    Surface surface = surfaceOf(scene, *take(compile(scene)));
    EXPECT_EQ(atDrawnVertices(surface, std::vector<int>{4, 5, 6}), (std::vector<int>{4, 5, 6}));
    surface.renderMesh.surfaceVertices = {2, 0, 2, 1};
    EXPECT_EQ(atDrawnVertices(surface, std::vector<int>{4, 5, 6}), (std::vector<int>{6, 4, 6, 5}));
}

// So that one body is drawn with its own material, and an obstacle not at all. Triangles of a skin are of its body.
TEST(Surface, TrianglesOfBodiesFollowOneAnother) {
    Scene scene = clothScene(5);
    RopeDescription rope;
    take(addRope(scene, rope));
    take(addLattice(scene, latticeOf(boxMesh(vec3(2.0f), vec3(3.0f)), 0.4f)));
    const SchedulePtr schedule = take(compile(scene));
    const Surface surface = surfaceOf(scene, *schedule);
    EXPECT_EQ(surface.bodyFirstTriangle, (std::vector<std::uint32_t>{0, 32, 32, 44}));
    for (std::size_t body = 0; body < scene.bodies.size(); ++body) {
        const auto vertices = surface.bodyVertices.begin();
        const auto first = vertices + surface.bodyFirst[body], end = vertices + surface.bodyFirst[body + 1];
        for (std::uint32_t t = surface.bodyFirstTriangle[body]; t < surface.bodyFirstTriangle[body + 1]; ++t)
            for (const int corner : {0, 1, 2})
                EXPECT_TRUE(std::binary_search(first, end, surface.triangles[3 * t + corner])) << body;
    }
    EXPECT_EQ(3 * surface.bodyFirstTriangle.back(), surface.triangles.size());
}

// Of what is shown: a skin in place of the particles that carry it.
TEST(Surface, BoundsOfBodiesGoToTheirOutermostVertices) {
    Scene scene = clothScene(5);
    take(addLattice(scene, latticeOf(boxMesh(vec3(2.0f), vec3(3.0f)), 0.4f)));
    RopeDescription rope;
    take(addRope(scene, rope));
    scene.bodies.emplace_back();  // without any particle
    const SchedulePtr schedule = take(compile(scene));
    const Surface surface = surfaceOf(scene, *schedule);
    std::vector<vec4> places = verticesOf(surface, placesOf(*schedule, scene.positions));
    std::vector<Bounds> bounds = boundsOf(surface, places);
    ASSERT_EQ(bounds.size(), 4u);
    EXPECT_EQ(bounds[0].low.x, 0.0f);
    EXPECT_EQ(bounds[0].high.x, 1.0f);
    EXPECT_EQ(bounds[1].low, vec3(2.0f));
    EXPECT_EQ(bounds[1].high, vec3(3.0f));
    EXPECT_GT(bounds[3].low.x, bounds[3].high.x) << "there is nothing in it";
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::uint32_t first = surface.bodyVertices[surface.bodyFirst[0]];
    places[first] = vec4(7.0f, nan, -0.0f, 1.0f);
    places[surface.bodyVertices[surface.bodyFirst[2]]] = vec4(std::numeric_limits<float>::infinity());
    bounds = boundsOf(surface, places);
    EXPECT_EQ(bounds[0].high.x, 7.0f);
    EXPECT_TRUE(std::isfinite(bounds[0].low.y) && std::isfinite(bounds[0].high.y));
    EXPECT_FALSE(std::signbit(bounds[0].high.y));
    EXPECT_TRUE(std::isinf(bounds[2].high.x));
}

// Ropes are lines, cloth is triangles, and both are numbered as the solvers number particles.
TEST(Surface, IndicesAreThoseOfTheSchedule) {
    Scene scene = bumpyScene();
    RopeDescription rope;
    rope.count = 4;
    take(addRope(scene, rope));
    const SchedulePtr schedule = take(compile(scene));
    const Surface surface = surfaceOf(scene, *schedule);
    const std::uint32_t first = scene.bodies[1].firstParticle;
    ASSERT_EQ(surface.lines.size(), 6u);
    for (std::uint32_t i = 0; i < 3; ++i) {
        EXPECT_EQ(schedule->sceneParticle[surface.lines[2 * i]], first + i);
        EXPECT_EQ(schedule->sceneParticle[surface.lines[2 * i + 1]], first + i + 1);
    }
    ASSERT_FALSE(surface.triangles.empty());
    EXPECT_EQ(surface.rowFirst.size(), scene.positions.size() + 1);
    for (std::uint32_t i = 0; i < scene.positions.size(); ++i) {
        for (std::uint32_t e = surface.rowFirst[i]; e < surface.rowFirst[i + 1]; ++e) {
            const std::uint32_t* corner = &surface.triangles[3 * surface.rowEntries[e]];
            EXPECT_TRUE(corner[0] == i || corner[1] == i || corner[2] == i);
        }
    }
    EXPECT_EQ(surface.rowEntries.size(), surface.triangles.size());
}

}  // namespace
}  // namespace pliant::test
