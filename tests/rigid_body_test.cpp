// Rigid bodies: their masses against the integrals of solids, the mesh that they carry, where they say they are, and
// what is refused.

#include <map>

#include "pliant/scene/refine.h"
#include "rigid_support.h"

namespace pliant::test {
namespace {

using Index = std::uint32_t;

double largest(const dmat3& m) {
    double most = 0.0;
    for (int k = 0; k < 9; ++k)
        most = std::max(most, std::abs(m[k / 3][k % 3]));
    return most;
}

// Of a solid of density 1 whose mass, centre and spread are known, the centre and the spread in its own coordinates.
void expectMoments(RigidBodyDescription rigid, double mass, const dvec3& centre, const dmat3& spread) {
    rigid.density = 1.0f;
    rigid.pose.position = vec3(0.3f, 0.7f, -0.2f);
    rigid.pose.rotation = glm::normalize(glm::quat(0.8f, 0.1f, -0.3f, 0.4f));
    Scene scene = emptySpace();
    take(addRigidBody(scene, rigid));
    const BodySums sums = sumsOf(scene, scene.bodies[0], initialSnapshot(*take(compile(scene))));
    const dmat3 turn = glm::mat3_cast(glm::normalize(dquat(rigid.pose.rotation)));
    EXPECT_NEAR(sums.mass, mass, 1e-6 * mass);
    EXPECT_LT(glm::length(sums.centre - dvec3(rigid.pose.position) - turn * centre), 2e-7);
    EXPECT_LT(largest(glm::transpose(turn) * sums.spread * turn - spread), 1e-6 * largest(spread));
}

dmat3 diagonal(const dvec3& d) {
    return dmat3(dvec3(d.x, 0, 0), dvec3(0, d.y, 0), dvec3(0, 0, d.z));
}

// m / 12 of the squares of its sides.
TEST(RigidBody, ABoxHasTheMomentsOfABox) {
    for (const float spacing : {1.0f, 0.11f, 0.03f}) {
        for (const vec3 size : {vec3(0.2f), vec3(0.3f, 0.1f, 0.2f), vec3(0.4f, 0.02f, 0.3f)}) {
            const dvec3 d(size);
            const double mass = d.x * d.y * d.z;
            expectMoments(rigidBox(size, spacing), mass, dvec3(0.0), diagonal(mass / 12.0 * d * d));
        }
    }
}

// The corner of a box cut off along three edges a, b, c: integrals of xx are V a^2 / 10, of xy V a b / 20, and the
// centre lies at (a, b, c) / 4.
TEST(RigidBody, ACornerHasTheMomentsOfATetrahedron) {
    const dvec3 d(0.3, 0.2, 0.4);
    RigidBodyDescription rigid;
    rigid.vertices = {{0, 0, 0}, {0.3f, 0, 0}, {0, 0.2f, 0}, {0, 0, 0.4f}};
    rigid.faceSizes = {3, 3, 3, 3};
    rigid.faceCorners = {0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3};
    const double volume = d.x * d.y * d.z / 6.0;
    dmat3 spread = volume / 20.0 * (glm::outerProduct(d, d) + diagonal(d * d));
    spread -= volume / 16.0 * glm::outerProduct(d, d);
    for (const float spacing : {1.0f, 0.05f}) {
        rigid.spacing = spacing;
        expectMoments(rigid, volume, d / 4.0, spread);
    }
}

// An angle bracket of two boxes, which is not convex, and of faces of four and six corners.
TEST(RigidBody, ABracketHasTheMomentsOfItsTwoBoxes) {
    RigidBodyDescription rigid;
    const float outline[6][2] = {{0, 0}, {0.3f, 0}, {0.3f, 0.1f}, {0.1f, 0.1f}, {0.1f, 0.3f}, {0, 0.3f}};
    for (const float z : {0.0f, 0.2f})
        for (const auto& p : outline)
            rigid.vertices.emplace_back(p[0], p[1], z);
    rigid.faceSizes = {6, 6};
    rigid.faceCorners = {5, 4, 3, 2, 1, 0, 6, 7, 8, 9, 10, 11};
    for (Index k = 0; k < 6; ++k) {
        const Index next = (k + 1) % 6;
        rigid.faceSizes.push_back(4);
        rigid.faceCorners.insert(rigid.faceCorners.end(), {k, next, 6 + next, 6 + k});
    }
    rigid.spacing = 0.06f;
    double mass = 0.0;
    dvec3 first(0.0);
    dmat3 second(0.0);
    for (const auto& [low, high] :
         {std::pair(dvec3(0), dvec3(0.3, 0.1, 0.2)), {dvec3(0, 0.1, 0), dvec3(0.1, 0.3, 0.2)}}) {
        const dvec3 size = high - low, middle = 0.5 * (low + high);
        const double m = size.x * size.y * size.z;
        mass += m;
        first += m * middle;
        second += m * glm::outerProduct(middle, middle) + diagonal(m / 12.0 * size * size);
    }
    expectMoments(rigid, mass, first / mass, second - glm::outerProduct(first, first) / mass);
}

TEST(RigidBody, AMassCountsAndNotTheDensity) {
    RigidBodyDescription rigid = rigidBox(vec3(0.2f), 0.1f);
    rigid.mass = 3.5f;
    Scene scene = emptySpace();
    take(addRigidBody(scene, rigid));
    EXPECT_NEAR(sumsOf(scene, scene.bodies[0], initialSnapshot(*take(compile(scene)))).mass, 3.5, 1e-6);
}

// Vertices that lie at the same place are one particle, and all of them are drawn.
TEST(RigidBody, ItsMeshIsDrawnAsItIs) {
    RigidBodyDescription rigid = rigidBox(vec3(0.3f, 0.1f, 0.2f), 0.05f, vec3(1.0f, 2.0f, 3.0f));
    rigid.vertices.push_back(rigid.vertices[7]);
    rigid.faceCorners.back() = 6, rigid.faceCorners[33] = 4, rigid.faceCorners[34] = 8;
    rigid.pose.rotation = glm::normalize(glm::quat(0.5f, 0.5f, -0.3f, 0.4f));
    Scene scene = emptySpace();
    const RigidBody added = take(addRigidBody(scene, rigid));
    const Body& body = scene.bodies[added.body];
    ASSERT_EQ(shownVertexCount(body), 9u);
    EXPECT_EQ(shownFaceCorners(body), rigid.faceCorners);
    const dquat turn = glm::normalize(dquat(rigid.pose.rotation));
    for (Index v = 0; v < 9; ++v) {
        const dvec3 expected = dvec3(rigid.pose.position) + turn * dvec3(rigid.vertices[v]);
        const vec3 drawn = placeOf(body.skin.points[body.skin.vertexPoints[v]], scene.positions);
        EXPECT_LT(glm::length(dvec3(drawn) - expected), 2e-6) << v;
    }
    EXPECT_EQ(body.skin.vertexPoints[7], body.skin.vertexPoints[8]);
}

TEST(RigidBody, ItSaysWhereItIs) {
    RigidBodyDescription rigid = rigidBox(vec3(0.3f, 0.1f, 0.2f), 0.05f, vec3(1.0f, 2.0f, 3.0f));
    for (vec3& v : rigid.vertices)
        v += vec3(0.2f, -0.1f, 0.05f);  // its origin is not its centre
    for (const glm::quat turn :
         {glm::quat(1, 0, 0, 0), glm::quat(0.5f, 0.5f, -0.3f, 0.4f), glm::quat(0, 0.6f, 0, 0.8f)}) {
        rigid.pose.rotation = glm::normalize(turn);
        Scene scene = emptySpace();
        take(addRigidBody(scene, rigidBox(vec3(0.1f), 0.1f)));
        const RigidBody added = take(addRigidBody(scene, rigid));
        const FramePose pose = take(poseOf(scene, added, scene.positions));
        EXPECT_LT(glm::length(pose.origin - dvec3(rigid.pose.position)), 1e-6);
        EXPECT_GT(std::abs(glm::dot(pose.rotation, dquat(rigid.pose.rotation))), 1.0 - 1e-7);
        const RigidBody none{2, added.inner};
        EXPECT_CONTAINS(messageOf(poseOf(scene, none, scene.positions)), "there is no body 2");
        const std::vector<vec3> few(3);
        EXPECT_CONTAINS(messageOf(poseOf(scene, added, few)), "there are 3 positions, but the scene has ");
        addSheet(scene, 4, 1.0f, vec3(0.0f));
        EXPECT_CONTAINS(messageOf(poseOf(scene, none, scene.positions)), "is not rigid");
    }
}

// Closed still, of the same volume, every edge short enough, and no triangle a needle.
TEST(RigidBody, LongEdgesAreHalved) {
    const MeshDescription box = boxMesh(vec3(0.0f), vec3(1.0f, 0.2f, 0.5f));
    TriangleMesh mesh;
    mesh.points.assign(box.vertices.begin(), box.vertices.end());
    mesh.corners = box.faceCorners;
    halveEdges(mesh, 0.07, 1000000);
    EXPECT_LE(longestEdge(mesh), 0.07);
    std::map<std::pair<Index, Index>, int> sides;
    double volume = 0.0, area = 0.0;
    for (std::size_t i = 0; i < mesh.corners.size(); i += 3) {
        const pliant::Triangle3 t = triangleOf(mesh, i / 3);
        const double longest = std::max({glm::length(t.b - t.a), glm::length(t.c - t.b), glm::length(t.a - t.c)});
        const double doubled = glm::length(glm::cross(t.b - t.a, t.c - t.a));
        volume += glm::dot(t.a, glm::cross(t.b, t.c)) / 6.0;
        area += 0.5 * doubled;
        EXPECT_GT(doubled, 0.15 * longest * longest);
        for (int k = 0; k < 3; ++k)
            ++sides[{mesh.corners[i + k], mesh.corners[i + (k + 1) % 3]}];
    }
    EXPECT_NEAR(volume, 0.1, 1e-8);
    EXPECT_NEAR(area, 2.0 * (0.2 + 0.5 + 0.1), 1e-7);
    for (const auto& [side, count] : sides) {
        EXPECT_EQ(count, 1);
        EXPECT_EQ(sides.count({side.second, side.first}), 1u);
    }
}

// An error leaves the scene as it was, and names the body and the rule.
TEST(RigidBody, WhatIsNoneIsRefused) {
    Scene scene = emptySpace();
    take(addRigidBody(scene, rigidBox(vec3(0.1f), 0.1f)));
    const std::size_t particles = scene.positions.size();
    const auto refusal = [&](auto&& spoil) {
        RigidBodyDescription rigid = rigidBox(vec3(0.2f), 0.1f);
        rigid.name = "crate";
        spoil(rigid);
        const std::string message = messageOf(addRigidBody(scene, rigid));
        EXPECT_TRUE(scene.positions.size() == particles && scene.bodies.size() == 1 && scene.shapes.size() == 1 &&
                    scene.contacts.size() == 1 && scene.masses.size() == particles);
        EXPECT_CONTAINS(message, "crate");
        return message;
    };
    using D = RigidBodyDescription&;
    EXPECT_CONTAINS(refusal([](D d) { d.faceSizes.pop_back(), d.faceCorners.resize(33); }),
                    "1 triangles go one way and 0 the other");
    EXPECT_CONTAINS(refusal([](D d) { std::swap(d.faceCorners[0], d.faceCorners[1]); }),
                    "2 triangles go one way and 0 the other");
    EXPECT_CONTAINS(refusal([](D d) { std::reverse(d.faceCorners.begin(), d.faceCorners.end()); }),
                    "counter-clockwise, seen from outside");
    const auto flatten = [](D d, float share) {
        for (vec3& v : d.vertices)
            v.y *= share;
    };
    EXPECT_CONTAINS(refusal([&](D d) { flatten(d, 0.0f); }), "lie on each other");
    EXPECT_CONTAINS(refusal([&](D d) { flatten(d, 1e-12f); }), "a particle of ");
    const auto addFlap = [](D d) {  // one triangle, and its back
        d.vertices.insert(d.vertices.end(), {{0.81f, 0.41f, 0.0f}, {0.0f, 0.54f, 0.0f}, {0.79f, 0.33f, 0.0f}});
        d.faceSizes.insert(d.faceSizes.end(), {3, 3});
        d.faceCorners.insert(d.faceCorners.end(), {8, 9, 10, 8, 10, 9});
    };
    EXPECT_CONTAINS(refusal(addFlap), "two triangles between (0.81, 0.41, 0), ");
    EXPECT_CONTAINS(refusal([](D d) { d.faceCorners[4] = 8; }), "uses vertex 8");
    EXPECT_CONTAINS(refusal([](D d) { d.faceSizes.clear(), d.faceCorners.clear(); }), "no faces");
    EXPECT_CONTAINS(refusal([](D d) { d.density = 0.0f; }), "density of 0 kg/m^3; it must be above 0");
    EXPECT_CONTAINS(refusal([](D d) { d.mass = -1.0f; }), "mass of -1 kg; it must be above 0");
    EXPECT_CONTAINS(refusal([](D d) { d.mass = 1e-7f; }), "a particle of ");
    EXPECT_CONTAINS(refusal([](D d) { d.spacing = NAN; }), "spacing of nan m; it must be above 0");
    EXPECT_CONTAINS(refusal([](D d) { d.spacing = 1e-4f; }), "more than 1048576 particles");
    EXPECT_CONTAINS(refusal([](D d) { d.pose.rotation = glm::quat(2, 0, 0, 0); }),
                    "of length 2; it must have length 1");
    EXPECT_CONTAINS(refusal([](D d) { d.thickness = -1.0f; }), "thickness of -1 m");
    EXPECT_CONTAINS(refusal([](D d) { d.friction = NAN; }), "friction of nan");
    scene.planar = true;
    EXPECT_CONTAINS(refusal([](D) {}), "planar scene");
}

TEST(RigidBody, OneThatTouchesNothingHasNoContact) {
    RigidBodyDescription rigid = rigidBox(vec3(0.2f), 0.1f);
    rigid.touches = false;
    Scene scene = emptySpace();
    take(addRigidBody(scene, rigid));
    EXPECT_TRUE(scene.contacts.empty());
    rigid.touches = true;
    rigid.thickness = 0.06f;
    rigid.spacing.reset();
    take(addRigidBody(scene, rigid));
    EXPECT_EQ(scene.contacts[0].thickness, 0.06f);
    EXPECT_EQ(scene.contacts[0].particleCount + 4, scene.bodies[1].particleCount) << "not those within";
    EXPECT_GT(scene.bodies[1].particleCount, 100u) << "1 / 1.2 of the thickness apart";
}

TEST(RigidBody, MotionsThatAreNoneAreRefused) {
    Scene scene = emptySpace();
    const RigidBody rigid = take(addRigidBody(scene, rigidBox(vec3(0.2f), 0.1f)));
    const Snapshot start = initialSnapshot(*take(compile(scene)));
    const auto refusal = [&](const RigidMotion& motion, double substep) {
        Snapshot state = start;
        const std::string message = messageOf(setMotion(scene, rigid, motion, substep, state));
        EXPECT_EQ(state, start);
        return message;
    };
    EXPECT_CONTAINS(refusal({dvec3(NAN, 0, 0), dvec3(0)}, 0.01), "at most 10000");
    EXPECT_CONTAINS(refusal({dvec3(0), dvec3(0, 2e4, 0)}, 0.01), "at most 10000");
    EXPECT_CONTAINS(refusal({dvec3(1, 0, 0), dvec3(0)}, 0.0), "a first substep of 0 s; it must be above 0");
    EXPECT_CONTAINS(refusal({dvec3(0), dvec3(0)}, INFINITY), "a first substep of inf s; ");
    Snapshot torn = start;
    torn.carry.resize(3);
    EXPECT_CONTAINS(messageOf(setMotion(scene, rigid, {}, 0.01, torn)), "and 3 rests");
    torn = start;
    torn.previous.pop_back();
    EXPECT_CONTAINS(messageOf(setMotion(scene, rigid, {}, 0.01, torn)), "positions, but");
}

TEST(RigidBody, WhatIsNowhereHasNoPose) {
    Scene scene = emptySpace();
    const RigidBody rigid = take(addRigidBody(scene, rigidBox(vec3(0.2f), 0.1f)));
    EXPECT_CONTAINS(messageOf(poseOf(scene, RigidBody{}, scene.positions)), "body 0 of the scene is not this rigid");
    for (const float x : {NAN, -1.0f}) {  // lost; seen in a mirror
        std::vector<vec3> places = scene.positions;
        for (vec3& place : places)
            place.x *= x;
        EXPECT_CONTAINS(messageOf(poseOf(scene, rigid, places)), "turned inside out, or nowhere");
    }
}

}  // namespace
}  // namespace pliant::test
