// Triangles between points of a triangle: Delaunay's.

#include "pliant/scene/triangulate.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <map>
#include <random>

namespace pliant {
namespace {

using glm::dvec3;
using Index = std::uint32_t;

const std::array<dvec3, 3> kCorners{dvec3(0.1, 0.2, 0.0), dvec3(1.3, 0.1, 0.4), dvec3(0.4, 1.0, -0.3)};

dvec3 placeOf(const dvec3& weights) {
    return kCorners[0] * weights.x + kCorners[1] * weights.y + kCorners[2] * weights.z;
}

dvec3 twiceArea(const dvec3& a, const dvec3& b, const dvec3& c) {
    return glm::cross(b - a, c - a);
}

// The square of a triangle's circle, and its middle.
std::pair<double, dvec3> circleThrough(const dvec3& a, const dvec3& b, const dvec3& c) {
    const dvec3 u = b - a, v = c - a, n = glm::cross(u, v);
    const dvec3 middle =
        (glm::cross(n, u) * glm::dot(v, v) + glm::cross(v, n) * glm::dot(u, u)) / (2.0 * glm::dot(n, n));
    return {glm::dot(middle, middle), a + middle};
}

// They fill the whole one and go round as it does, all of the points are corners, and none is within a circle.
void expectDelaunay(const std::vector<dvec3>& points, std::size_t onEdges) {
    std::vector<dvec3> places(kCorners.begin(), kCorners.end());
    for (const dvec3& point : points)
        places.push_back(placeOf(point));
    const auto triangles = triangulate(kCorners, points);
    EXPECT_EQ(triangles.size(), 1 + 2 * (points.size() - onEdges) + onEdges);
    const dvec3 whole = twiceArea(kCorners[0], kCorners[1], kCorners[2]), way = glm::normalize(whole);
    double sum = 0.0;
    std::map<std::pair<Index, Index>, int> edges;
    for (const auto& t : triangles) {
        const double area = glm::dot(twiceArea(places[t[0]], places[t[1]], places[t[2]]), way);
        EXPECT_GT(area, 1e-9);
        sum += area;
        const auto [squared, middle] = circleThrough(places[t[0]], places[t[1]], places[t[2]]);
        for (const dvec3& place : places)
            ASSERT_GT(glm::dot(place - middle, place - middle), squared * (1.0 - 1e-6));
        for (int k = 0; k < 3; ++k)
            EXPECT_EQ(++edges[std::pair(t[k], t[(k + 1) % 3])], 1) << "one triangle at each side of an edge";
    }
    EXPECT_NEAR(sum, glm::length(whole), 1e-9);
}

TEST(Triangulate, ATriangleWithoutPointsIsItself) {
    EXPECT_EQ(triangulate(kCorners, {}), (std::vector<std::array<Index, 3>>{{0, 1, 2}}));
}

TEST(Triangulate, AGridHasAsManyAsItShould) {
    for (const int parts : {2, 3, 7, 16}) {
        std::vector<dvec3> points;
        std::size_t onEdges = 0;
        for (int i = 0; i <= parts; ++i)
            for (int j = 0; i + j <= parts; ++j) {
                const int k = parts - i - j;
                if (i == parts || j == parts || k == parts) continue;
                points.push_back(dvec3(i, j, k) / double(parts));
                onEdges += i * j * k == 0 ? 1 : 0;
            }
        expectDelaunay(points, onEdges);
    }
}

TEST(Triangulate, PointsLieAnywhere) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> unit(0.01, 1.0);
    for (int round = 0; round < 20; ++round) {
        std::vector<dvec3> points;
        for (int k = 0; k < 40; ++k) {
            dvec3 weights(unit(random), unit(random), unit(random));
            if (k % 3 == 0) weights[k % 9 / 3] = 0.0;  // on an edge
            points.push_back(weights / (weights.x + weights.y + weights.z));
        }
        expectDelaunay(points, 14);
    }
}

}  // namespace
}  // namespace pliant
