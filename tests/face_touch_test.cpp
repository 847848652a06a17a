// Where faces and edges touch, and what that does to their corners, against double.

#include "pliant/shared/face_touch.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "random_places.h"

namespace pliant::test {
namespace {

using glm::dvec3;

double sumOf(const TouchShares& shares, int first, int last) {
    double sum = 0.0;
    for (int k = first; k < last; ++k)
        sum += double(shares.of[k]);
    return sum;
}

// The point of a face that a corner is above is where its normal leads to.
TEST(FaceTouch, ACornerTouchesThePointOfAFaceBelowIt) {
    RandomPlaces place;
    int above = 0;
    for (int round = 0; round < 5000; ++round) {
        const vec3 a = place(0.05f), b = place(0.05f), c = place(0.05f), p = place(0.05f);
        const dvec3 n = glm::cross(dvec3(b - a), dvec3(c - a));
        if (glm::length(n) < 1e-4) continue;
        const auto height = [&](const vec3& from, const vec3& to) {  // above the edge, in the plane
            return glm::dot(glm::cross(dvec3(to) - dvec3(from), dvec3(p) - dvec3(from)), n) / glm::length(n);
        };
        const double least = std::min({height(a, b), height(b, c), height(c, a)});
        const TouchShares shares = sharesOfFace(p, a, b, c);
        EXPECT_TRUE(least > -1e-6 || sumOf(shares, 0, 4) == 0.0) << round;
        if (least < 1e-6) continue;
        EXPECT_EQ(shares.of[0], 1.0f);
        EXPECT_NEAR(sumOf(shares, 1, 4), 1.0, 1e-6);
        const dvec3 apart(betweenTouching(shares, 1, p, a, b, c));
        EXPECT_LT(glm::length(apart - n * (glm::dot(dvec3(p) - dvec3(a), n) / glm::dot(n, n))), 2e-6) << round;
        ++above;
    }
    EXPECT_GT(above, 200);
}

// Edges that cross touch where what is between them is square to both.
TEST(FaceTouch, EdgesTouchWhereTheyAreNearest) {
    RandomPlaces place;
    int crossing = 0;
    for (int round = 0; round < 5000; ++round) {
        const vec3 a = place(0.05f), b = place(0.05f), c = place(0.05f), d = place(0.05f);
        const dvec3 u = glm::normalize(dvec3(b - a)), v = glm::normalize(dvec3(d - c)), n = glm::cross(u, v);
        if (glm::length(n) < 0.1) continue;
        // As lines: a + s (b - a) and c + t (d - c).
        const dvec3 from = dvec3(c) - dvec3(a);
        const double s = glm::dot(glm::cross(from, v), n) / glm::dot(n, n) / glm::length(dvec3(b - a));
        const double t = glm::dot(glm::cross(from, u), n) / glm::dot(n, n) / glm::length(dvec3(d - c));
        const double inside = std::min({s, 1.0 - s, t, 1.0 - t});
        const TouchShares shares = sharesOfEdges(a, b, c, d);
        EXPECT_TRUE(inside > -1e-4 || sumOf(shares, 0, 4) == 0.0) << round;
        if (inside < 1e-4) continue;
        EXPECT_NEAR(double(shares.of[1]), s, 2e-5) << round;
        EXPECT_NEAR(double(shares.of[3]), t, 2e-5) << round;
        EXPECT_NEAR(sumOf(shares, 0, 2), 1.0, 1e-6);
        EXPECT_NEAR(sumOf(shares, 2, 4), 1.0, 1e-6);
        ++crossing;
    }
    EXPECT_GT(crossing, 500);
}

// Each corner is split among all that touch it. A touch brings its parts as far apart as it says, and does not move the
// middle of them.
TEST(FaceTouch, SharesBringThePartsApart) {
    RandomPlaces place;
    for (int round = 0; round < 1000; ++round) {
        const float half = 0.5f + place(0.4f).x, third = 0.5f + place(0.4f).y;
        const TouchShares shares = sharesOf(1.0f - half, half, 1.0f - third, third);
        double moved = 0.0, middle = 0.0;
        float all = 0.0f, w[4];
        std::uint32_t touches[4];
        for (int k = 0; k < 4; ++k) {
            w[k] = 1.0f + place(0.3f).z;
            touches[k] = 3 + static_cast<std::uint32_t>(6.0f * (place(0.49f).x + 0.5f));
            all = sumOfParts(all, partOfTouch(w[k], touches[k], shares.of[k]));
        }
        for (int k = 0; k < 4; ++k) {
            const double taken = double(shareOfTouch(w[k], shares.of[k], all));
            moved += double(shares.of[k]) * taken * touches[k];  // of the part that is its own
            middle += (k < 2 ? 1.0 : -1.0) * taken / double(w[k]);
        }
        EXPECT_NEAR(moved, 1.0, 1e-5);
        EXPECT_NEAR(middle, 0.0, 1e-5);
    }
    EXPECT_EQ(shareOfTouch(1.0f, 0.5f, 0.0f), 0.0f) << "all are held";
}

// Alone, and far from where it touches, a corner would have to go farther than the push: it goes as far, by all of its
// touches together.
TEST(FaceTouch, NoneGoesFartherThanThePush) {
    for (const std::uint32_t touches : {1u, 3u, 40u}) {
        for (const float share : {0.01f, 0.3f, 1.0f}) {
            const float taken = shareOfTouch(2.0f, share, partOfTouch(2.0f, touches, share));
            const float fit = fitOfTouch(1.0f, taken, touches);
            EXPECT_NEAR(double(taken) * double(fit) * touches, 1.0, 1e-5) << touches << ", " << share;
        }
    }
    EXPECT_EQ(fitOfTouch(0.25f, 1.0f, 2), 0.25f) << "that of another corner is less";
    EXPECT_EQ(fitOfTouch(1.0f, 0.1f, 2), 1.0f);
}

}  // namespace
}  // namespace pliant::test
