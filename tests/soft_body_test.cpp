// Bodies of a planar scene: outlines that are checked, cut into triangles and crossed with sticks.

#include "pliant/scene/soft_body.h"

#include <map>
#include <numbers>
#include <set>

#include "pliant/scene/polygon.h"
#include "support.h"

namespace pliant::test {
namespace {

using Index = std::uint32_t;

Scene planarScene() {
    Scene scene;
    scene.planar = true;
    return scene;
}

SoftBodyDescription bodyOf(std::vector<vec2> outline) {
    SoftBodyDescription body;
    body.outline = std::move(outline);
    return body;
}

// A comb with long teeth, its points between the corners too: concave, with straight stretches.
std::vector<vec2> comb(int teeth) {
    std::vector<vec2> points{{0, -1}, {float(teeth), -1}, {2.0f * float(teeth), -1}};
    for (int i = teeth - 1; i >= 0; --i) {
        const auto x = 2.0f * float(i);
        points.insert(points.end(), {{x + 2, 0}, {x + 2, 4}, {x + 1, 4}, {x + 1, 2}, {x + 1, 0}, {x + 0.5f, 0}});
    }
    points.emplace_back(0.0f, 0.0f);
    return points;
}

std::vector<vec2> spiral() {
    return {{0, -1}, {10, -1}, {10, 9}, {0, 9}, {0, 2}, {7, 2}, {7, 6}, {3, 6},
            {3, 5},  {6, 5},   {6, 3},  {1, 3}, {1, 8}, {9, 8}, {9, 0}, {0, 0}};
}

double areaOfTriangle(const Polygon& p, const std::array<Index, 3>& t) {
    return areaOf({p[t[0]], p[t[1]], p[t[2]]});
}

TEST(Polygons, TrianglesFillThemAndUseEveryPoint) {
    for (const Polygon& polygon : {circleOutline({1, 2}, 0.3f, 3), circleOutline({1, 2}, 0.3f, 33), comb(4), spiral(),
                                   rectangleOutline({0, 0}, {3, 1}, 7, 3), rectangleOutline({0, 0}, {3, 1}, 2, 2)}) {
        const auto triangles = triangulate(polygon);
        ASSERT_EQ(triangles.size(), polygon.size() - 2);
        double sum = 0.0;
        std::set<Index> used;
        std::map<std::array<Index, 2>, int> sides;
        for (const auto& t : triangles) {
            EXPECT_GT(areaOfTriangle(polygon, t), 0.0);
            sum += areaOfTriangle(polygon, t);
            used.insert(t.begin(), t.end());
            for (int k = 0; k < 3; ++k)
                ++sides[{std::min(t[k], t[(k + 1) % 3]), std::max(t[k], t[(k + 1) % 3])}];
        }
        EXPECT_NEAR(sum, areaOf(polygon), 1e-12 * sum);
        EXPECT_EQ(used.size(), polygon.size());
        const auto count = static_cast<Index>(polygon.size());
        for (const auto& [side, times] : sides) {  // those on the outline belong to one triangle, the others to two
            const bool isEdge = side[1] - side[0] == 1 || side[1] - side[0] == count - 1;
            EXPECT_EQ(times, isEdge ? 1 : 2);
        }
    }
}

TEST(Polygons, EdgesThatTouchAreFound) {
    using Pair = std::array<Index, 2>;
    EXPECT_FALSE(touchingEdges(spiral()));
    EXPECT_FALSE(touchingEdges(comb(5)));
    EXPECT_FALSE(touchingEdges(circleOutline({0, 0}, 1.0f, 500)));
    EXPECT_EQ(touchingEdges({{0, 0}, {2, 2}, {2, 0}, {0, 2}}), (Pair{0, 2}));       // a bow tie
    EXPECT_EQ(touchingEdges({{0, 0}, {2, 0}, {2, 2}, {1, 0}, {0, 2}})->at(0), 0u);  // a corner on an edge
    EXPECT_EQ(touchingEdges({{0, 0}, {3, 0}, {2, 0}, {2, 2}}), (Pair{0, 1}));       // an edge that folds back
    EXPECT_TRUE(touchingEdges({{0, 0}, {1, 0}, {2, 0}}));                           // no area at all
    EXPECT_TRUE(touchingEdges({{0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}, {-1, 4}}));
}

TEST(Polygons, OppositesAreAcross) {
    const std::vector<Index> round = opposites(circleOutline({0.3f, -2.0f}, 0.7f, 32));
    for (Index i = 0; i < 32; ++i)
        EXPECT_EQ(round[i], (i + 16) % 32);
    // A thin string: each point of its lower side sees the one above, also at the ends.
    const std::vector<Index> string = opposites(rectangleOutline({0, 0}, {4, 0.1f}, 21, 2));
    for (Index i = 1; i + 1 < 21; ++i) {
        EXPECT_EQ(string[i], 41 - i);
        EXPECT_EQ(string[41 - i], i);
    }
    EXPECT_EQ(opposites({{0, 0}, {1, 0}, {0, 1}}), (std::vector<Index>{0, 1, 2}));  // neighbours alone: none
}

TEST(SoftBody, HasWhatItsDescriptionSays) {
    Scene scene = planarScene();
    addParticle(scene, vec3(7.0f, 7.0f, 0.0f), 1.0f);
    SoftBodyDescription body = bodyOf(circleOutline({0, 1}, 0.25f, 32));
    body.name = "ball";
    body.mass = 4.0f;
    body.isCrossed = true;
    body.cross = compliant(1e-4f);
    body.shapeCompliance = 1e-3f;
    body.filling = Enclosure{};
    body.filling->pressure = 5.0f;
    body.thickness = 0.01f;
    body.friction = 0.7f;
    body.integrator = Integrator::SemiImplicitEuler;
    ASSERT_EQ(take(addSoftBody(scene, body)), 0u);
    ASSERT_EQ(scene.positions.size(), 33u);
    std::vector<Index> particles;
    for (Index i = 1; i < 33; ++i) {
        particles.push_back(i);
        EXPECT_EQ(scene.masses[i], 0.125f);
        EXPECT_EQ(scene.positions[i].z, 0.0f);
    }
    EXPECT_EQ(scene.bodies[0].vertexParticles, particles);
    EXPECT_EQ(scene.bodies[0].faceSizes, std::vector<Index>(30, 3));
    EXPECT_EQ(scene.bodies[0].faceCorners.size(), 90u);
    EXPECT_EQ(scene.bodies[0].integrator, Integrator::SemiImplicitEuler);
    EXPECT_EQ(scene.shapes[0].particles, particles);
    EXPECT_EQ(scene.shapes[0].compliance, 1e-3f);
    EXPECT_EQ(scene.enclosures[0].boundary, particles);
    EXPECT_EQ(scene.enclosures[0].pressure, 5.0f);
    EXPECT_EQ(scene.outlines[0].particles, particles);
    EXPECT_EQ(scene.outlines[0].thickness, 0.01f);
    EXPECT_EQ(scene.outlines[0].friction, 0.7f);
    EXPECT_TRUE(scene.outlines[0].isClosed);
    ASSERT_EQ(scene.sticks.size(), 32u + 16u + 32u);
    std::set<std::pair<Index, Index>> pairs;
    for (const SceneStick& stick : scene.sticks)
        EXPECT_TRUE(pairs.insert(std::minmax(stick.a, stick.b)).second);
    EXPECT_TRUE(pairs.contains({5, 21}));
    EXPECT_TRUE(pairs.contains({5, 7}));
    EXPECT_EQ(scene.materials[scene.sticks[40].material], compliant(1e-4f));
}

TEST(SoftBody, DoesNotTouchWhereToldSo) {
    Scene scene = planarScene();
    SoftBodyDescription body = bodyOf(circleOutline({0, 1}, 0.25f, 8));
    body.touches = false;
    take(addSoftBody(scene, body));
    EXPECT_TRUE(scene.outlines.empty());
    EXPECT_EQ(scene.sticks.size(), 8u);
    EXPECT_TRUE(validate(scene));
}

TEST(SoftBody, OutlinesOfBuilders) {
    const std::vector<vec2> circle = circleOutline({1, -2}, 0.5f, 1000);
    for (std::size_t i = 0; i < circle.size(); ++i) {
        const double angle = 2.0 * std::numbers::pi * double(i) / 1000.0;
        EXPECT_NEAR(circle[i].x, 1.0 + 0.5 * std::cos(angle), 2e-7);
        EXPECT_NEAR(circle[i].y, -2.0 + 0.5 * std::sin(angle), 2e-7);
    }
    const std::vector<vec2> expected{{0, 0}, {1, 0}, {2, 0}, {2, 3}, {1, 3}, {0, 3}};
    EXPECT_EQ(rectangleOutline({0, 0}, {2, 3}, 3, 2), expected);
    EXPECT_EQ(rectangleOutline({0, 0}, {2, 3}, 5, 4).size(), 14u);
}

TEST(SoftBody, ErrorsNameWhatIsWrongAndChangeNothing) {
    const auto errorOf = [](const SoftBodyDescription& body, bool planar = true) {
        Scene scene;
        scene.planar = planar;
        const std::string message = messageOf(addSoftBody(scene, body));
        EXPECT_TRUE(scene.positions.empty() && scene.bodies.empty() && scene.sticks.empty() && scene.outlines.empty());
        EXPECT_EQ(scene.materials.size(), 1u);
        return message;
    };
    const std::vector<vec2> square{{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    EXPECT_CONTAINS(errorOf(bodyOf(square), false), "not planar");
    EXPECT_CONTAINS(errorOf(bodyOf({{0, 0}, {1, 0}})), "2 points");
    EXPECT_CONTAINS(errorOf(bodyOf({{0, 0}, {1, 0}, {1, NAN}})), "point 2 lies at");
    EXPECT_CONTAINS(errorOf(bodyOf({{0, 0}, {1, 0}, {1, 0}, {0, 1}})), "points 1 and 2 are the same");
    EXPECT_CONTAINS(errorOf(bodyOf({{0, 1}, {1, 1}, {1, 0}, {0, 0}})), "clockwise");
    EXPECT_CONTAINS(errorOf(bodyOf({{0, 0}, {2, 2}, {2, 0}, {0, 2}})),
                    "edge 0 (points 0 and 1) meets edge 2 (points 2 and 3)");
    SoftBodyDescription body = bodyOf(square);
    body.mass = 0.0f;
    EXPECT_CONTAINS(errorOf(body), "mass of 0 kg");
}

TEST(SoftBody, OutlinesOfASceneAreChecked) {
    const auto errorOf = [](auto&& change) {
        Scene scene = planarScene();
        take(addSoftBody(scene, bodyOf(circleOutline({0, 0}, 1.0f, 8))));
        take(addSoftBody(scene, bodyOf(circleOutline({3, 0}, 1.0f, 8))));
        EXPECT_TRUE(validate(scene));
        change(scene);
        return messageOf(validate(scene));
    };
    EXPECT_CONTAINS(errorOf([](Scene& s) { s.outlines[1].particles.resize(2); }), "outline 1 has 2 particles");
    EXPECT_CONTAINS(errorOf([](Scene& s) { s.outlines[1].particles[0] = 16; }), "outline 1 names particle 16");
    EXPECT_CONTAINS(errorOf([](Scene& s) { s.outlines[1].particles[0] = 9; }), "outline 1 names particle 9 twice");
    EXPECT_CONTAINS(errorOf([](Scene& s) {
                        s.outlines[1].particles = {7, 8, 9};
                        s.outlines[1].isClosed = false;
                    }),
                    "which outline 0 has already");
    EXPECT_CONTAINS(errorOf([](Scene& s) { s.outlines[1].thickness = -1.0f; }), "outline 1 has a thickness of -1");
    EXPECT_CONTAINS(errorOf([](Scene& s) { s.outlines[1].friction = NAN; }), "outline 1 has a friction of nan");
    EXPECT_CONTAINS(
        errorOf([](Scene& s) { std::reverse(s.outlines[1].particles.begin(), s.outlines[1].particles.end()); }),
        "outline 1 encloses");
    EXPECT_CONTAINS(errorOf([](Scene& s) { s.planar = false; }), "outline 0 is in a scene that is not planar");
    EXPECT_CONTAINS(errorOf([](Scene& s) { s.outlines[1] = {{}, false}; }), "outline 1 has 0 particles");
}

}  // namespace
}  // namespace pliant::test
