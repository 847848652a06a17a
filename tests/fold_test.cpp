// How faces around a particle lie, by which cuts leave pairs alone: cones of normals, needles, places of corners.

#include "pliant/shared/cut.h"

#include <gtest/gtest.h>

#include "random_places.h"

namespace pliant::test {
namespace {

using glm::dvec3;

bool mayFoldBy(std::uint32_t folds, std::uint32_t itsFolds, bool isEdge, std::uint32_t near = 0,
               bool hasFoldedEnd = false) {
    NeighbourList one{}, other{};
    one.folds = folds;
    other.folds = itsFolds;
    one.near = near;
    return mayFold(one, other, isEdge, hasFoldedEnd);
}

// Two ends of an edge are not looked at only where all faces that may be around either look to one side, seen from
// between both; and where they do by far, never.
TEST(Folds, FacesThatLookToOneSideAreLeftAlone) {
    RandomPlaces place;
    const auto degrees = [](double radians) { return radians * 180.0 / 3.14159265358979; };
    int left = 0;
    for (int round = 0; round < 5000; ++round) {
        const vec3 mine = glm::normalize(place(1.0f)), its = glm::normalize(mine + place(1.5f));
        const bool isEven = round % 2 == 0, isItsEven = round % 3 == 0;
        const double cone = isEven && isItsEven ? 45.0 : 65.0;
        const double half = 0.5 * degrees(std::acos(std::clamp(double(glm::dot(mine, its)), -1.0, 1.0)));
        const std::uint32_t folds = foldOf(mine, isEven, true, false), itsFolds = foldOf(its, isItsEven, true, false);
        const bool isLeft = !mayFoldBy(folds, itsFolds, true);
        EXPECT_EQ(isLeft, !mayFoldBy(itsFolds, folds, true));
        EXPECT_FALSE(isLeft && cone + half > 86.0) << cone << " " << half;
        EXPECT_TRUE(isLeft || cone + half > 84.0) << cone << " " << half;
        left += isLeft ? 1 : 0;
        EXPECT_TRUE(mayFoldBy(folds, itsFolds, false)) << "beside each other";
        EXPECT_TRUE(mayFoldBy(folds, foldOf(its, false, false, false), true)) << "one is folded";
        EXPECT_FALSE(mayFoldBy(folds, 0, true)) << "one is not crumpled, and nothing comes near the other one";
        EXPECT_TRUE(mayFoldBy(folds, 0, true, 1)) << "something comes near one, a crease may be through the other one";
        const std::uint32_t calm = foldOf(mine, true, true, true), itsCalm = foldOf(its, true, true, true);
        const bool isEvenLeft = !mayFoldBy(foldOf(mine, true, true, false), foldOf(its, true, true, false), true);
        for (const bool isEdge : {false, true})
            EXPECT_EQ(mayFoldBy(calm, itsCalm, isEdge), !isEvenLeft) << isEdge;
        EXPECT_EQ(mayFoldBy(calm, itsFolds, true), mayFoldBy(foldOf(mine, true, true, false), itsFolds, true));
        EXPECT_TRUE(mayFoldBy(calm, itsFolds, false)) << "beside one that is not calm";
        EXPECT_TRUE(mayFoldBy(calm, foldOf(its, false, false, true), true)) << "one is folded, and calm";
        EXPECT_FALSE(mayFoldBy(calm, 0, true) || mayFoldBy(calm, 0, false)) << "one is not crumpled";
        EXPECT_TRUE(mayFoldBy(calm, itsCalm, false, 0, true)) << "a folded layer may be between them";
        EXPECT_EQ(mayFoldBy(calm, itsCalm, true, 0, true), mayFoldBy(calm, itsCalm, true)) << "not along an edge";
        EXPECT_FALSE(mayFoldBy(calm, 0, false, 0, true)) << "one is not crumpled";
    }
    EXPECT_GT(left, 500);
    EXPECT_FALSE(mayFoldBy(0, 0, true, 1)) << "neither is crumpled";
    EXPECT_FALSE(mayFoldBy(0, 0, true) || mayFoldBy(0, 0, false));
    EXPECT_TRUE(mayFoldBy(0, foldOf(vec3(0.0f), false, false, false), true));
}

// The least height of a triangle, which is that over its longest edge, against two gaps.
TEST(Folds, NeedlesAreNarrowerThanTwoGaps) {
    RandomPlaces place;
    int needles = 0;
    for (int round = 0; round < 5000; ++round) {
        const vec3 along = place(0.05f), across = glm::normalize(glm::cross(along, place(1.0f)));
        const float share = 0.5f + place(0.5f).x, height = std::exp2(5.0f * place(1.0f).x) * 1e-4f;
        const vec3 third = share * along + height * across;
        const float gap = gapOf(0.05f, place(10.0f));
        const auto lengthOf = [](const vec3& v) { return glm::length(dvec3(v)); };
        const double longest = std::max({lengthOf(along), lengthOf(third), lengthOf(third - along)});
        const double least = glm::length(glm::cross(dvec3(along), dvec3(third))) / longest;
        if (std::abs(least - 2.0 * gap) < 0.01 * gap) continue;
        const bool isOne = least < 2.0 * gap;
        needles += isOne ? 1 : 0;
        EXPECT_EQ(isNeedle(along, third, gap), isOne);
        EXPECT_EQ(isNeedle(-third, along - third, gap), isOne) << "from another corner";
    }
    EXPECT_GT(needles, 500);
    EXPECT_LT(needles, 4500);
    EXPECT_TRUE(isNeedle(vec3(0.0f), vec3(0.0f), 1e-6f)) << "all in one place";
}

// Wherever corners are in their balls, a face's normal is no farther from the one in the middle than it says.
TEST(Folds, ANormalIsNoFartherOffThanItSays) {
    RandomPlaces place;
    const auto inBall = [&](const CutBall& ball) {
        const vec3 off = place(1.0f);
        return dvec3(ball.centre) + double(ball.radius) * dvec3(off) / std::max(1.0, glm::length(dvec3(off)));
    };
    double farthest = 0.0;
    int within = 0;
    for (int round = 0; round < 20000; ++round) {
        const float size = round % 2 == 0 ? 0.001f : 0.0001f;
        const CutBall a{place(0.02f), 4.0f * size}, b{place(0.02f), size}, c{place(0.02f), 2.0f * size};
        const CutNormal normal = normalOf(a, b, c);
        const dvec3 p = inBall(a), n = glm::cross(inBall(b) - p, inBall(c) - p);
        const double off = glm::length(n - dvec3(normal.middle));
        ASSERT_LE(off, double(normal.off) * 1.00001);
        farthest = std::max(farthest, off / double(normal.off));
        const vec3 side = glm::normalize(place(1.0f));
        const bool isWithin = looksTo(side, normal, kBentCosine);
        ASSERT_FALSE(isWithin && glm::dot(dvec3(side), n) < 0.4225 * glm::length(n));
        within += isWithin ? 1 : 0;
        EXPECT_TRUE(looksTo(side, CutNormal{0.01f * side, 0.001f}, kBentCosine));
    }
    EXPECT_GT(farthest, 0.7) << "and not much nearer";
    EXPECT_GT(within, 1000);
}

// A corner is in its ball whatever share of its way beyond the base is cut; held ones go all of it.
TEST(Folds, CornersAreInTheirBalls) {
    RandomPlaces place;
    std::uniform_real_distribution<float> share(0.0f, 1.0f);
    for (int round = 0; round < 2000; ++round) {
        const vec3 start = place(0.1f), base = place(0.02f), way = place(0.02f);
        const CutBall free = ballOf(start, base, way, false), held = ballOf(start, base, way, true);
        const vec3 beyond = start + share(place.engine) * (way - base);  // seen from where the base brings it
        EXPECT_LE(glm::distance(beyond, free.centre), free.radius * 1.00001f + 1e-7f);
        EXPECT_NEAR(glm::distance(start, free.centre), free.radius, 1e-7f) << "all of it is cut";
        EXPECT_EQ(held.radius, 0.0f);
        EXPECT_LT(glm::distance(held.centre, start + way - base), 1e-7f);
    }
}

}  // namespace
}  // namespace pliant::test
