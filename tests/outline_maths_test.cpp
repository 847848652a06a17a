// The maths of outlines against exact integers and double precision.

#include "outline_support.h"
#include "pliant/shared/outline.h"

namespace pliant::test {
namespace {

using Grid = std::vector<std::array<std::int64_t, 2>>;  // corners on whole numbers

bool isInsideByShader(const std::vector<vec2>& polygon, vec2 p) {
    bool inside = false;
    for (std::size_t i = 0; i < polygon.size(); ++i)
        if (crossesRay<float>(polygon[i], polygon[(i + 1) % polygon.size()], p)) inside = !inside;
    return inside;
}

enum class Where { Inside, Outside, OnEdge };

// Exact, in integers; `p` in halves, so that points lie between the corners too.
Where whereIs(const Grid& polygon, std::int64_t px, std::int64_t py) {
    int winding = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const std::int64_t ax = 2 * polygon[i][0] - px, ay = 2 * polygon[i][1] - py;
        const auto& next = polygon[(i + 1) % polygon.size()];
        const std::int64_t bx = 2 * next[0] - px, by = 2 * next[1] - py;
        const std::int64_t side = ax * by - ay * bx;
        const bool isBetween =
            std::min(ax, bx) <= 0 && std::max(ax, bx) >= 0 && std::min(ay, by) <= 0 && std::max(ay, by) >= 0;
        if (side == 0 && isBetween) return Where::OnEdge;
        if (ay <= 0 && by > 0 && side > 0) ++winding;
        if (ay > 0 && by <= 0 && side < 0) --winding;
    }
    return winding % 2 != 0 ? Where::Inside : Where::Outside;
}

std::vector<vec2> inFloat(const Grid& polygon) {
    std::vector<vec2> points;
    for (const auto& p : polygon)
        points.emplace_back(float(p[0]), float(p[1]));
    return points;
}

void expectSameInside(const Grid& polygon) {
    const std::vector<vec2> points = inFloat(polygon);
    for (std::int64_t y = -6; y <= 26; ++y) {
        for (std::int64_t x = -6; x <= 26; ++x) {
            const Where where = whereIs(polygon, x, y);
            if (where == Where::OnEdge) continue;
            EXPECT_EQ(isInsideByShader(points, {0.5f * float(x), 0.5f * float(y)}), where == Where::Inside)
                << 0.5 * double(x) << ", " << 0.5 * double(y);
        }
    }
}

const Grid kStairs{{0, 0}, {8, 0}, {8, 2}, {6, 2}, {6, 4}, {4, 4}, {4, 6}, {2, 6}, {2, 8}, {0, 8}};
const Grid kSpiral{{0, 0}, {11, 0}, {11, 11}, {0, 11}, {0, 3}, {8, 3}, {8, 8}, {3, 8},
                   {3, 6}, {6, 6},  {6, 5},   {2, 5},  {2, 9}, {9, 9}, {9, 2}, {0, 2}};
const Grid kFlatPoints{{0, 0}, {2, 0}, {5, 0}, {5, 0}, {9, 0}, {9, 4}, {9, 5}, {9, 9}, {5, 9}, {4, 9}, {0, 9}, {0, 5}};
const Grid kTeeth{{0, 0}, {10, 0}, {10, 10}, {9, 1},  {8, 10}, {7, 1}, {6, 10},
                  {5, 1}, {4, 10}, {3, 1},   {2, 10}, {1, 1},  {0, 10}};
const Grid kArrow{{5, 0}, {10, 10}, {5, 5}, {0, 10}};

TEST(OutlineMaths, InsideOfHardPolygons) {
    for (const Grid& polygon : {kStairs, kSpiral, kFlatPoints, kTeeth, kArrow, Grid{{0, 0}, {10, 0}, {0, 1}}})
        expectSameInside(polygon);
}

TEST(OutlineMaths, InsideOfRandomPolygonsThatMayCrossThemselves) {
    std::mt19937 random(11);
    std::uniform_int_distribution<int> place(0, 10), size(3, 12);
    for (int i = 0; i < 300; ++i) {
        Grid polygon(static_cast<std::size_t>(size(random)));
        for (auto& p : polygon)
            p = {place(random), place(random)};
        expectSameInside(polygon);
    }
}

// Ways through the plane meet the edges of polygons side by side an even number of times in all: a shared edge belongs
// to one.
TEST(OutlineMaths, APointOnACommonEdgeIsInOneOfTheTwo) {
    const std::vector<vec2> left{{0, 0}, {3, 1}, {4, 5}, {0, 4}}, right{{3, 1}, {8, 0}, {8, 6}, {4, 5}};
    for (int k = 1; k < 8; ++k) {
        const float t = float(k) / 8.0f;  // exact
        const vec2 p(3.0f + t, 1.0f + 4.0f * t);
        EXPECT_NE(isInsideByShader(left, p), isInsideByShader(right, p)) << t;
    }
    EXPECT_NE(isInsideByShader(left, {3, 1}), isInsideByShader(right, {3, 1}));
}

TEST(OutlineMaths, NearestPointOfAnEdge) {
    std::mt19937 random(4);
    std::uniform_real_distribution<float> place(-3.0f, 3.0f);
    for (int i = 0; i < 20000; ++i) {
        const vec2 a(place(random), place(random)), p(place(random), place(random));
        const vec2 b = i % 10 == 0 ? a : i % 10 == 1 ? a + vec2(1e-5f, 2e-5f) : vec2(place(random), place(random));
        const EdgePoint<float> nearest = nearestOnEdge<float>(a, b, p);
        const double expected = distanceToEdge(dvec2(a), dvec2(b), dvec2(p));
        EXPECT_NEAR(std::sqrt(double(nearest.squared)), expected, 2e-6);
        EXPECT_GE(nearest.along, 0.0f);
        EXPECT_LE(nearest.along, 1.0f);
        if (a == b) {
            EXPECT_EQ(nearest.along, 0.0f);
        }
    }
}

Touch<float> touchOf(vec2 a, vec2 b, vec2 p, bool inside, float reach) {
    Touch<float> touch = noTouch<float>();
    touchNearest<float>(touch, inside, nearestOnEdge<float>(a, b, p), outward<float>(a, b), reach);
    return touch;
}

TEST(OutlineMaths, TheWayOutIsAwayFromTheEdge) {
    const vec2 a(0, 0), b(2, 0);  // of a body above it
    const Touch<float> inside = touchOf(a, b, {0.5f, 0.25f}, true, 0.125f);
    EXPECT_NEAR(inside.depth, 0.375, 1e-6);
    EXPECT_NEAR(inside.normal.y, -1.0, 1e-6);
    EXPECT_NEAR(inside.along, 0.25, 1e-6);
    const Touch<float> near = touchOf(a, b, {0.5f, -0.0625f}, false, 0.125f);
    EXPECT_NEAR(near.depth, 0.0625, 1e-6);
    EXPECT_NEAR(near.normal.y, -1.0, 1e-6);
    EXPECT_LT(touchOf(a, b, {0.5f, -0.25f}, false, 0.125f).depth, 0.0f);
    const Touch<float> on = touchOf(a, b, {0.5f, 0.0f}, true, 0.125f);  // on the edge: out at right angles to it
    EXPECT_NEAR(on.depth, 0.125, 1e-6);
    EXPECT_NEAR(on.normal.y, -1.0, 1e-6);
    EXPECT_EQ(touchOf(a, b, {0.5f, 0.0f}, true, 0.0f).depth, 0.0f);  // it touches, and is as good as nowhere deep
    const Touch<float> corner = touchOf(a, b, {-0.03f, -0.04f}, false, 0.1f);
    EXPECT_NEAR(corner.depth, 0.05, 1e-6);
    EXPECT_NEAR(corner.normal.x, -0.6, 1e-5);
    EXPECT_EQ(touchOf(a, a, a, true, 0.1f).depth, 0.0f);  // no direction at all
}

TEST(OutlineMaths, ComingThroughAnEdge) {
    const vec4 a(0, 0, 0, 0), b(2, 0, 2, 0);
    float time = 0.0f, along = 0.0f;
    EXPECT_TRUE(comesThrough<float>({0.75f, 1.0f, 0.25f, -1.0f}, a, b, time, along));
    EXPECT_NEAR(time, 0.5, 1e-6);
    EXPECT_NEAR(along, 0.25, 1e-6);
    EXPECT_FALSE(comesThrough<float>({0.25f, -1.0f, 0.75f, 1.0f}, a, b, time, along));  // out of it
    EXPECT_FALSE(comesThrough<float>({3.0f, 1.0f, 3.0f, -1.0f}, a, b, time, along));    // past it
    EXPECT_FALSE(comesThrough<float>({0.5f, -0.1f, 0.5f, -1.0f}, a, b, time, along));   // not yet
    // The edge comes to the point.
    EXPECT_TRUE(comesThrough<float>({0.5f, 0.0f, 0.5f, 0.0f}, {0, -1, 0, 1}, {2, -1, 2, 1}, time, along));
    EXPECT_FALSE(comesThrough<float>({0.5f, 1.0f, 0.5f, -1.0f}, a, a, time, along));  // no edge
}

TEST(OutlineMaths, SharesKeepMomentumAndPartThePair) {
    std::mt19937 random(8);
    std::uniform_real_distribution<float> mass(0.1f, 20.0f), place(0.0f, 1.0f);
    for (int i = 0; i < 1000; ++i) {
        const float w = i % 7 == 0 ? 0.0f : mass(random), wa = i % 5 == 0 ? 0.0f : mass(random), wb = mass(random);
        const float along = i % 11 == 0 ? 0.0f : place(random);
        if (!(yielding<float>(w, wa, wb, along) > 0.0f)) continue;
        const ContactShares<float> s = sharesOf<float>(w, wa, wb, along, 1, 1, 1);
        // Impulses: mass times share. Their sum, and their moment about the touched place, are 0.
        const double impulse = w > 0.0f ? double(s.point) / w : 0.0;
        const double a = wa > 0.0f ? double(s.a) / wa : 0.0, b = wb > 0.0f ? double(s.b) / wb : 0.0;
        if (w > 0.0f && wa > 0.0f) {
            EXPECT_NEAR(impulse + a + b, 0.0, 1e-6 * impulse);
            EXPECT_NEAR(a * along, b * (1.0 - along), 1e-6 * impulse);
        }
        // The gap opens by the whole shift, or by less where the bound holds.
        const double opened = s.point - ((1.0 - along) * s.a + along * s.b);
        EXPECT_LE(opened, 1.0 + 2e-6);
        const double exact = w + (1.0 - along) * (1.0 - along) * wa + along * along * wb;
        const double bound = 0.5 * (w + (1.0 - along) * wa + along * wb);
        EXPECT_NEAR(opened, std::min(1.0, exact / bound), 2e-6);
        for (const float share : {s.point, s.a, s.b})
            EXPECT_LE(std::abs(share), 2.0f + 1e-5f);
    }
}

// A particle with n contacts counts as n with 1/n of its mass.
TEST(OutlineMaths, ContactsShareAParticlesMass) {
    const ContactShares<float> s = sharesOf<float>(1.0f, 0.01f, 0.02f, 0.25f, 2, 50, 1);
    const double yields = 2.0 + 0.75 * 0.75 * 0.5 + 0.25 * 0.25 * 0.02;
    EXPECT_NEAR(s.point, 1.5 / yields, 1e-6);
    EXPECT_NEAR(s.a, -1.5 * 0.75 * 0.01 / yields, 1e-8);
    EXPECT_NEAR(s.b, -1.5 * 0.25 * 0.02 / yields, 1e-8);
    EXPECT_NEAR(sharesOf<float>(1.0f, 0.0f, 0.0f, 0.5f, 1, 0, 0).point, 1.0f, 1e-6) << "pinned ones count no contacts";
    for (const int n : {2, 100, 10000})  // no sum overflows
        EXPECT_LE(float(n) * sharesOf<float>(1.0f, 1e-6f, 0.0f, 0.9f, n, 1, 0).point, 3.0f + 1e-5f);
}

TEST(OutlineMaths, FrictionIsCoulombs) {
    const vec4 a(0, 0, 0, 0), b(2, 0, 2, 0);
    Touch<float> touch = touchOf({0, 0}, {2, 0}, {1.0f, 0.02f}, true, 0.0f);
    touch.friction = 0.5f;
    const vec4 point(1.0f, 0.02f, 0.9f, -0.01f);  // came in 0.02 m deep and 0.1 m along
    const vec4 slides = shiftOf<float>(touch, point, a, b, 1.0f, 0.0f);
    EXPECT_NEAR(slides.y, -0.02, 1e-6);
    EXPECT_NEAR(slides.x, -0.5 * 0.02, 1e-6);
    touch.friction = 6.0f;
    EXPECT_NEAR(shiftOf<float>(touch, point, a, b, 1.0f, 0.0f).x, -0.1, 1e-6);
    // The edge goes along: nothing to hold.
    EXPECT_NEAR(shiftOf<float>(touch, point, {0.1f, 0, 0, 0}, {2.1f, 0, 2, 0}, 1.0f, 0.0f).x, 0.0, 1e-6);
    // What was inside at the start, less the slop, is no velocity and gives no friction.
    const vec4 old = shiftOf<float>(touch, {1.0f, 0.02f, 0.9f, 0.02f}, a, b, 1.0f, 0.005f);
    EXPECT_NEAR(old.w, -0.015, 1e-6);
    EXPECT_NEAR(old.x, -6.0 * 0.005, 1e-6);
    // No further than the largest shift.
    EXPECT_NEAR(shiftOf<float>(touch, point, a, b, 0.01f, 0.0f).y, -0.01, 1e-6);
}

TEST(OutlineMaths, DeeperTouchesGoFirstThenLowerEdges) {
    Touch<float> one = noTouch<float>(), other = noTouch<float>();
    EXPECT_FALSE(goesBefore<float>(one, other));
    one.depth = 0.1f;
    one.a = 7;
    EXPECT_TRUE(goesBefore<float>(one, other));
    EXPECT_FALSE(goesBefore<float>(other, one));
    EXPECT_FALSE(goesBefore<float>(one, one));
    other = one;
    other.a = 6;
    EXPECT_TRUE(goesBefore<float>(other, one));
    EXPECT_FALSE(goesBefore<float>(one, other));
}

TEST(OutlineMaths, WholeNumbers) {
    for (const int n : {0, 1, -1, 12345, -4194303, 4194303}) {
        EXPECT_EQ(wholeNumber<float>(float(n)), n);
        EXPECT_EQ(realNumber(n), float(n));
    }
    EXPECT_EQ(wholeNumber<float>(2.5f), 2);  // to even
    EXPECT_EQ(wholeNumber<float>(-3.5f), -4);
}

// Whatever meets a box looks into the cell that it is listed in, at any size and place.
TEST(OutlineMaths, BoxesAreFoundInTheGrid) {
    std::mt19937 random(2);
    std::uniform_real_distribution<float> exponent(-8.0f, 9.0f), sign(-1.0f, 1.0f);
    for (int i = 0; i < 20000; ++i) {
        const float far = std::pow(10.0f, exponent(random)), size = std::pow(10.0f, exponent(random) - 4.0f);
        const vec2 low(far * sign(random), far * sign(random));
        const vec4 box(low.x, low.y, low.x + size, low.y + size * std::abs(sign(random)));
        const float inverseCell = std::pow(10.0f, -0.2f * exponent(random));
        const std::uint32_t level = levelOf<float>(box, inverseCell);
        const float inverse = inverseCellOf<float>(level, inverseCell);
        for (const vec2 p :
             {vec2(box.x, box.y), vec2(box.z, box.w), vec2(box.x, box.w), vec2(0.5f * (box.x + box.z), box.y)}) {
            const int x = cellOf<float>(box.x, inverse), y = cellOf<float>(box.y, inverse);
            EXPECT_TRUE(x == cellOf<float>(p.x, inverse) || x == cellOf<float>(p.x, inverse) - 1);
            EXPECT_TRUE(y == cellOf<float>(p.y, inverse) || y == cellOf<float>(p.y, inverse) - 1);
        }
    }
}

}  // namespace
}  // namespace pliant::test
