// Edges that go through faces: found exactly, all of them and no others.

#include "pliant/state/crossings.h"

#include <algorithm>
#include <limits>
#include <random>

#include "neighbour_support.h"
#include "pliant/scene/solids.h"
#include "pliant/state/exact_side.h"
#include "pliant/threads.h"

namespace pliant::test {
namespace {

// A triangle of its own per three places.
Scene trianglesAt(const std::vector<vec3>& places) {
    Scene scene;
    for (std::size_t i = 0; i + 2 < places.size(); i += 3) {
        MeshDescription mesh;
        mesh.vertices = {places[i], places[i + 1], places[i + 2]};
        mesh.faceSizes = {3};
        mesh.faceCorners = {0, 1, 2};
        take(addMesh(scene, mesh));
    }
    return scene;
}

std::vector<Crossing> crossingsAtRest(const Scene& scene) {
    return take(crossingsOf(scene, scene.positions));
}

__extension__ using Whole = __int128;

// Six times the volume of a tetrahedron whose coordinates are whole numbers of units.
Whole wholeVolume(const std::array<vec3, 4>& x, double unit) {
    const auto from = [&](int corner, int axis) {
        return Whole(double(x[corner][axis]) / unit) - Whole(double(x[3][axis]) / unit);
    };
    const auto minor = [&](int k, int l) { return from(1, k) * from(2, l) - from(1, l) * from(2, k); };
    return from(0, 0) * minor(1, 2) + from(0, 1) * minor(2, 0) + from(0, 2) * minor(0, 1);
}

// The fourth point is in the plane of three, or nearly: of whole numbers of 20 bits, or of 10 bits with units of their
// own, where it is rounded.
TEST(Crossings, SidesAreThoseOfWholeNumbers) {
    std::mt19937 random(7);
    std::array<int, 3> seen{};
    for (int round = 0; round < 30000; ++round) {
        const bool isWhole = round % 2 == 0;
        const auto number = [&] {
            if (isWhole) return float(int(random() >> 12) - (1 << 19));
            return float((double(random() >> 22) - 512.0) * 0x1p-18 * std::exp2(random() % 18));
        };
        std::array<vec3, 4> x{};
        for (vec3& p : x)
            p = vec3(number(), number(), number());
        const float s = float(random() % 5) - 2.0f, t = float(random() % 5) - 2.0f;
        if (round % 5 != 0) x[3] = x[0] + s * (x[1] - x[0]) + t * (x[2] - x[0]);
        if (round % 3 == 0) x[3].y += isWhole ? 1.0f : 0x1p-18f;
        const Whole volume = wholeVolume(x, isWhole ? 1.0 : 0x1p-30);
        const int side = volume > 0 ? -1 : volume < 0 ? 1 : 0;
        ASSERT_EQ(sideOf(x[0], x[1], x[2], x[3]), side) << "round " << round;
        ++seen[side + 1];
    }
    EXPECT_GT(*std::min_element(seen.begin(), seen.end()), 3000);
}

// A steep plane, and a point that is so near to it that no double has its distance from a corner.
TEST(Crossings, SidesAreKnownWhereDifferencesRound) {
    const vec3 a(0.0f, 0.0f, 0x1p20f), b(1.0f, 0.0f, -0x1p20f), c(0.0f, 1.0f, 0x1p20f);
    EXPECT_EQ(sideOf(a, b, c, vec3(0.5f, 0.375f, 0x1p-60f)), 1);
    EXPECT_EQ(sideOf(a, b, c, vec3(0.5f, 0.375f, 0.0f)), 0);
    EXPECT_EQ(sideOf(a, b, c, vec3(0.5f, 0.375f, -0x1p-60f)), -1);
    EXPECT_EQ(sideOf(b, a, c, vec3(0.5f, 0.375f, -0x1p-60f)), 1);
}

// One edge through a grid: within a triangle, through the edge of two; past a corner of six, as what is tied to it.
TEST(Crossings, AnEdgeCountsForAllFacesThatItGoesThrough) {
    const auto through = [](float x, float z) {
        Scene scene;
        take(addGrid(scene, sheet(9, 8.0f, vec3(0.0f))));
        RopeDescription rope;
        rope.from = vec3(x, 1.0f, z);
        rope.to = vec3(x, -1.0f, z);
        rope.count = 2;
        take(addRope(scene, rope));
        return crossingsAtRest(scene).size();
    };
    EXPECT_EQ(through(0.3f, 0.4f), 1u);
    EXPECT_EQ(through(0.0f, 0.4f), 2u);
    EXPECT_EQ(through(0.5f, 0.5f), 2u);  // a diagonal
    EXPECT_EQ(through(0.0f, 0.0f), 0u);
    EXPECT_EQ(through(4.5f, 0.4f), 0u);
}

TEST(Crossings, WhatOnlyTouchesDoesNotCross) {
    const Scene standing = trianglesAt({vec3(0.0f), vec3(1, 0, 0), vec3(0, 0, 1),  //
                                        vec3(0.2f, 0.0f, 0.2f), vec3(0.5f, 0.5f, 0.5f), vec3(0.2f, 0.5f, 0.5f)});
    EXPECT_TRUE(crossingsAtRest(standing).empty());

    Scene flat;
    take(addGrid(flat, sheet(5, 1.0f, vec3(0.0f))));
    take(addGrid(flat, sheet(5, 1.0f, vec3(0.1f, 0.0f, 0.1f))));
    EXPECT_TRUE(crossingsAtRest(flat).empty());

    // A sheet folded onto itself along a line, to the bit: each half lies in the plane of the other.
    Scene folded;
    take(addGrid(folded, sheet(9, 1.0f, vec3(0.0f))));
    for (vec3& p : folded.positions)
        p.x = std::abs(p.x);
    EXPECT_TRUE(crossingsAtRest(folded).empty());

    Scene ball;
    take(addMesh(ball, sphereMesh(vec3(0.0f), 1.0f, 3)));
    EXPECT_TRUE(crossingsAtRest(ball).empty());
}

// Two triangles are said to meet by another test, in long double.
TEST(Crossings, AreThoseOfBruteForce) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> wide(-1.0f, 1.0f), narrow(-0.15f, 0.15f);
    std::vector<vec3> places;
    for (int i = 0; i < 700; ++i) {
        const float size = i % 50 == 0 ? 6.0f : 1.0f;  // some are large
        const vec3 middle(wide(random), wide(random), wide(random));
        for (int k = 0; k < 3; ++k)
            places.push_back(middle + size * vec3(narrow(random), narrow(random), narrow(random)));
    }
    const Scene scene = trianglesAt(places);
    std::vector<Crossing> expected;
    const auto number = [](std::size_t i) { return std::uint32_t(i); };
    for (std::size_t i = 0; i < places.size(); i += 3)
        for (std::size_t j = 0; j < places.size(); j += 3)
            for (std::size_t k = 0; k < 3 && i != j; ++k) {
                const std::size_t p = i + std::min(k, (k + 1) % 3), q = i + std::max(k, (k + 1) % 3);
                if (pierces(glm::dvec3(places[p]), glm::dvec3(places[q]), glm::dvec3(places[j]),
                            glm::dvec3(places[j + 1]), glm::dvec3(places[j + 2])))
                    expected.push_back({{number(p), number(q)}, {number(j), number(j + 1), number(j + 2)}});
            }
    std::sort(expected.begin(), expected.end(),
              [](const Crossing& a, const Crossing& b) { return std::tie(a.edge, a.face) < std::tie(b.edge, b.face); });
    ASSERT_GT(expected.size(), 100u);
    EXPECT_EQ(crossingsAtRest(scene), expected);
    Arena alone(1);
    alone.execute([&] { EXPECT_EQ(crossingsAtRest(scene), expected); });
}

// A vertical sheet through a level one: each edge of either that stands across the other counts.
TEST(Crossings, OfTwoSheetsAreCountedInOrder) {
    Scene scene;
    take(addGrid(scene, sheet(201, 2.0f, vec3(0.0f))));
    take(addGrid(scene, sheet(201, 1.0f, vec3(0.0013f, 0.0f, 0.0f))));
    for (std::size_t i = 201 * 201; i < scene.positions.size(); ++i)
        scene.positions[i] = {scene.positions[i].x, scene.positions[i].z + 0.0007f, 0.0031f};
    const std::vector<Crossing> found = crossingsAtRest(scene);
    const auto isOfFirst = [](const Crossing& c) { return c.edge[1] < 201 * 201; };
    const auto ofFirst = static_cast<std::size_t>(std::count_if(found.begin(), found.end(), isOfFirst));
    // Of the second sheet 201 upright edges and 200 diagonals; of the first one as many lines as its 1 m reaches.
    EXPECT_EQ(found.size() - ofFirst, 401u);
    EXPECT_NEAR(double(ofFirst), 200.0, 2.0);
    EXPECT_TRUE(std::is_sorted(found.begin(), found.end(), [](const Crossing& a, const Crossing& b) {
        return std::tie(a.edge, a.face) < std::tie(b.edge, b.face);
    }));
}

TEST(Crossings, WhatIsNowhereGoesThroughNothing) {
    Scene scene = trianglesAt({vec3(0.0f), vec3(1, 0, 0), vec3(0, 0, 1),  //
                               vec3(0.2f, -1.0f, 0.2f), vec3(0.3f, 1.0f, 0.3f), vec3(9.0f, 2.0f, 9.0f)});
    EXPECT_EQ(crossingsAtRest(scene).size(), 2u);  // an edge of either
    std::vector<vec3> places = scene.positions;
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        places[4].y = bad;
        EXPECT_TRUE(take(crossingsOf(scene, places)).empty());
    }
    places.pop_back();
    EXPECT_EQ(messageOf(crossingsOf(scene, places)), "there are 5 positions; the scene has 6 particles");
    EXPECT_TRUE(take(crossingsOf(Scene(), {})).empty());
}

TEST(Crossings, BodiesOfDifferentFramesAreNotCompared) {
    Scene scene = trianglesAt({vec3(0.0f), vec3(1, 0, 0), vec3(0, 0, 1),  //
                               vec3(0.2f, -1.0f, 0.2f), vec3(0.3f, 1.0f, 0.3f), vec3(9.0f, 2.0f, 9.0f)});
    scene.frames.emplace_back();
    scene.bodies[0].frame = 0;
    EXPECT_TRUE(crossingsAtRest(scene).empty());
    scene.bodies[1].frame = 0;
    EXPECT_EQ(crossingsAtRest(scene).size(), 2u);
}

}  // namespace
}  // namespace pliant::test
