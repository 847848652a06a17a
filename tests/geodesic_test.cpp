#include "pliant/schedule/geodesic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>
#include <numbers>
#include <numeric>
#include <random>
#include <set>

#include "pliant/schedule/tethers.h"

namespace pliant::test {
namespace {

using Index = std::uint32_t;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// What distancesFrom() adds for rounding, and the rounding of the lengths it is given.
constexpr double kExact = 2e-6;

// Points in rows, and which cells between them are there. A cell has its border and one or both diagonals.
struct Sheet {
    Index columns = 0, rows = 0;
    std::vector<glm::dvec3> points{};
    std::vector<Span> spans{};

    Index at(Index column, Index row) const { return row * columns + column; }
    double straight(Index a, Index b) const { return glm::distance(points[a], points[b]); }
    SurfaceGraph graph() const { return makeSurfaceGraph(static_cast<Index>(points.size()), spans); }
    void join(Index a, Index b) { spans.push_back({a, b, static_cast<float>(straight(a, b))}); }
};

using CellTest = std::function<bool(Index column, Index row)>;
using PointAt = std::function<glm::dvec3(double column, double row)>;

bool everyCell(Index, Index) {
    return true;
}

Sheet makePoints(Index columns, Index rows, const PointAt& pointAt) {
    Sheet sheet{columns, rows};
    for (Index row = 0; row < rows; ++row) {
        for (Index column = 0; column < columns; ++column)
            sheet.points.push_back(pointAt(column, row));
    }
    return sheet;
}

// Borders of neighbouring cells come twice, which must make no difference.
void joinCells(Sheet& sheet, const CellTest& hasCell,
               const std::function<void(Index column, Index row)>& joinDiagonals) {
    for (Index row = 0; row + 1 < sheet.rows; ++row) {
        for (Index column = 0; column + 1 < sheet.columns; ++column) {
            if (!hasCell(column, row)) continue;
            sheet.join(sheet.at(column, row), sheet.at(column + 1, row));
            sheet.join(sheet.at(column, row + 1), sheet.at(column + 1, row + 1));
            sheet.join(sheet.at(column, row), sheet.at(column, row + 1));
            sheet.join(sheet.at(column + 1, row), sheet.at(column + 1, row + 1));
            joinDiagonals(column, row);
        }
    }
}

Sheet makeSheet(Index columns, Index rows, const PointAt& pointAt, const CellTest& hasCell = everyCell) {
    Sheet sheet = makePoints(columns, rows, pointAt);
    joinCells(sheet, hasCell, [&](Index column, Index row) {
        sheet.join(sheet.at(column, row), sheet.at(column + 1, row + 1));
        sheet.join(sheet.at(column + 1, row), sheet.at(column, row + 1));
    });
    return sheet;
}

Sheet makeFlatSheet(Index columns, Index rows, double width, double height) {
    return makeSheet(columns, rows,
                     [&](double column, double row) { return glm::dvec3(column * width, row * height, 0.0); });
}

// Triangles of all shapes. The outline stays a rectangle: the sheet is convex.
Sheet makeJitteredSheet(Index count, double jitter, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> offset(-jitter, jitter);
    Sheet sheet = makePoints(count, count, [&](double column, double row) {
        const double dx = offset(random), dy = offset(random), last = count - 1;
        return glm::dvec3(column == 0 || column == last ? column : column + dx,
                          row == 0 || row == last ? row : row + dy, 0.0);
    });
    joinCells(sheet, everyCell, [&](Index column, Index row) {
        if (random() % 2 == 0) sheet.join(sheet.at(column, row), sheet.at(column + 1, row + 1));
        else sheet.join(sheet.at(column + 1, row), sheet.at(column, row + 1));
    });
    return sheet;
}

std::vector<float> distancesFromOne(const SurfaceGraph& graph, Index source) {
    return distancesFrom(graph, std::vector<Index>{source}).distance;
}

// From `expected` to `excess` of it more.
void expectWithin(double actual, double expected, double excess) {
    EXPECT_GE(actual, expected);
    EXPECT_LE(actual, expected * (1.0 + excess));
}

std::vector<Span> makeRope(Index count, float length) {
    std::vector<Span> spans{};
    for (Index i = 0; i + 1 < count; ++i)
        spans.push_back({i, i + 1, length});
    return spans;
}

TEST(Geodesic, RowsAreSortedAndKeepTheShortestOfParallelSpans) {
    const SurfaceGraph graph =
        makeSurfaceGraph(4, {{3, 1, 5.0f}, {1, 0, 2.0f}, {1, 3, 4.0f}, {0, 1, 3.0f}, {3, 1, 6.0f}});
    EXPECT_EQ(graph.first, (std::vector<Index>{0, 1, 3, 3, 4}));
    EXPECT_EQ(graph.neighbour, (std::vector<Index>{1, 0, 3, 1}));
    EXPECT_EQ(graph.length, (std::vector<float>{2.0f, 2.0f, 4.0f, 4.0f}));
    EXPECT_EQ(makeSurfaceGraph(0, {}).vertexCount(), 0u);
    EXPECT_EQ(makeSurfaceGraph(2, {}).first, (std::vector<Index>{0, 0, 0}));
}

TEST(Geodesic, AFlatGridIsExactFromAnywhere) {
    for (const auto& [width, height] : {std::pair{1.0, 1.0}, {0.01, 0.01}, {0.02, 0.07}}) {
        const Sheet sheet = makeFlatSheet(41, 29, width, height);
        const SurfaceGraph graph = sheet.graph();
        for (const Index source :
             {sheet.at(0, 0), sheet.at(40, 0), sheet.at(20, 0), sheet.at(17, 11), sheet.at(40, 28)}) {
            const std::vector<float> distance = distancesFromOne(graph, source);
            for (Index v = 0; v < graph.vertexCount(); ++v)
                expectWithin(distance[v], sheet.straight(source, v), kExact);
        }
    }
    const Sheet sheet = makeFlatSheet(5, 5, 0.1, 0.1);
    EXPECT_NEAR(distancesFromOne(sheet.graph(), 0)[sheet.at(3, 1)], 0.1 * std::sqrt(10.0), 1e-6);
}

TEST(Geodesic, ARopeIsTheSumOfItsLengths) {
    std::vector<Span> rope;
    std::vector<double> expected{0.0};
    for (Index i = 0; i < 5000; ++i) {
        rope.push_back({i, i + 1, 0.01f + 0.001f * static_cast<float>(i % 7)});
        expected.push_back(expected.back() + double(rope.back().length));
    }
    const std::vector<float> distance = distancesFromOne(makeSurfaceGraph(5001, rope), 0);
    for (Index v = 0; v < expected.size(); ++v)
        expectWithin(distance[v], expected[v], kExact);
    EXPECT_EQ(distance[0], 0.0f);
}

// Bend sticks lie on the rope itself; spans of no length, and three lengths that make no triangle, are no surface.
TEST(Geodesic, FlatAndImpossibleTrianglesAreOnlyWays) {
    std::vector<Span> rope = makeRope(100, 0.1f);
    for (Index i = 0; i + 2 < 100; ++i)
        rope.push_back({i, i + 2, 0.2f});
    EXPECT_NEAR(distancesFromOne(makeSurfaceGraph(100, rope), 0)[99], 9.9, 1e-4);

    const SurfaceGraph impossible = makeSurfaceGraph(4, {{0, 1, 1}, {1, 2, 1}, {0, 2, 10}, {2, 3, 1}, {1, 3, 0}});
    const std::vector<float> distance = distancesFromOne(impossible, 0);
    EXPECT_NEAR(distance[2], 2.0, 1e-5);
    EXPECT_NEAR(distance[3], 1.0, 1e-5);
}

TEST(Geodesic, JitteredTrianglesAreNeverTooShortAndHardlyTooLong) {
    for (std::uint32_t seed = 0; seed < 12; ++seed) {
        const Sheet sheet = makeJitteredSheet(30, 0.3, seed);
        const SurfaceGraph graph = sheet.graph();
        for (const Index source : {sheet.at(0, 0), sheet.at(13, 0), sheet.at(15, 15)}) {
            const std::vector<float> distance = distancesFromOne(graph, source);
            for (Index v = 0; v < graph.vertexCount(); ++v)
                expectWithin(distance[v], sheet.straight(source, v), 1e-3);
        }
    }
}

// The corner is at (20, 20), and what lies beyond it in both directions is missing.
TEST(Geodesic, AnLShapedSheetGoesRoundItsCorner) {
    const auto isMissing = [](double column, double row) { return column > 20 && row > 20; };
    const Sheet sheet = makeSheet(
        41, 41, [](double column, double row) { return glm::dvec3(column, row, 0.0); },
        [&](Index column, Index row) { return !isMissing(column + 1, row + 1); });
    const Index source = sheet.at(40, 4), corner = sheet.at(20, 20);
    const std::vector<float> distance = distancesFromOne(sheet.graph(), source);
    for (Index v = 0; v < sheet.points.size(); ++v) {
        const glm::dvec3 to = sheet.points[v];
        if (isMissing(to.x, to.y)) {
            EXPECT_EQ(distance[v], kInfinity);
            continue;
        }
        // Seen from the source, the line through the corner is 16 up for 20 to the left.
        const bool isHidden = to.y > 20 && (to.y - 20) * 20 > (20 - to.x) * 16;
        const double expected =
            isHidden ? sheet.straight(source, corner) + sheet.straight(corner, v) : sheet.straight(source, v);
        expectWithin(distance[v], expected, 0.01);
    }
}

// A hole of 10 x 6 cells with the source in the middle of one side: to the point opposite, round two of its corners.
TEST(Geodesic, AHoleIsWalkedRound) {
    const Sheet sheet = makeSheet(
        41, 41, [](double column, double row) { return glm::dvec3(column, row, 0.0); },
        [](Index column, Index row) { return column < 15 || column >= 25 || row < 17 || row >= 23; });
    const std::vector<float> distance = distancesFromOne(sheet.graph(), sheet.at(20, 10));
    EXPECT_NEAR(distance[sheet.at(20, 30)], 2 * std::hypot(5, 7) + 6, 0.01 * 23);
    EXPECT_NEAR(distance[sheet.at(20, 23)], std::hypot(5, 7) + 6 + 5, 0.01 * 20);
    EXPECT_NEAR(distance[sheet.at(15, 35)], std::hypot(5, 7) + 6 + 12, 0.01 * 27);
    EXPECT_NEAR(distance[sheet.at(20, 0)], 10.0, 1e-4);
}

TEST(Geodesic, AHalfCylinderGivesArcsAndNotChords) {
    constexpr double kRadius = 0.5, kStep = std::numbers::pi / 40;
    const Sheet sheet = makeSheet(41, 30, [&](double column, double row) {
        return glm::dvec3(kRadius * std::cos(column * kStep), kRadius * std::sin(column * kStep), 0.04 * row);
    });
    for (const Index source : {sheet.at(0, 0), sheet.at(7, 12)}) {
        const std::vector<float> distance = distancesFromOne(sheet.graph(), source);
        for (Index v = 0; v < sheet.points.size(); ++v) {
            const double columns = double(v % 41) - source % 41, rows = double(v / 41) - source / 41;
            const double arc = std::hypot(columns * kRadius * kStep, rows * 0.04);
            EXPECT_NEAR(distance[v], arc, 0.01 * arc);
            EXPECT_GE(distance[v], sheet.straight(source, v));
        }
    }
    EXPECT_NEAR(distancesFromOne(sheet.graph(), 0)[40], std::numbers::pi * kRadius, 0.01);
}

// The limit that the header tells: on the far side the paths from left and right meet.
TEST(Geodesic, OnATubeMeetingPathsAreShortByLessThanHalfAStick) {
    constexpr Index kAround = 20, kRows = 50;
    for (std::uint32_t seed = 0; seed < 10; ++seed) {
        const Sheet flat = makeJitteredSheet(kRows, 0.25, seed);
        const auto place = [&](Index v) { return flat.points[(v / kAround) * kRows + 1 + v % kAround]; };
        const auto unrolled = [&](Index a, Index b) {
            const double dx = std::abs(place(a).x - place(b).x);
            return std::hypot(std::min(dx, kAround - dx), place(a).y - place(b).y);
        };
        std::vector<Span> spans;
        const auto join = [&](Index a, Index b) { spans.push_back({a, b, static_cast<float>(unrolled(a, b))}); };
        for (Index v = 0; v < kAround * kRows; ++v) {
            const Index right = v - v % kAround + (v + 1) % kAround;
            join(v, right);
            if (v / kAround + 1 == kRows) continue;
            join(v, v + kAround);
            v % 3 == 0 ? join(v, right + kAround) : join(right, v + kAround);
        }
        const std::vector<float> distance = distancesFromOne(makeSurfaceGraph(kAround * kRows, spans), 100);
        for (Index v = 0; v < kAround * kRows; ++v) {
            EXPECT_GE(distance[v], unrolled(100, v) - 0.5);
            EXPECT_LE(distance[v], unrolled(100, v) * 1.001);
        }
    }
}

TEST(Geodesic, WhatCannotBeReachedIsInfinitelyFar) {
    const SurfaceGraph graph = makeSurfaceGraph(4, {{0, 1, 1.0f}, {2, 3, 1.0f}});
    const Distances distances = distancesFrom(graph, std::vector<Index>{0});
    EXPECT_EQ(distances.distance[2], kInfinity);
    EXPECT_EQ(distances.distance[3], kInfinity);
    EXPECT_EQ(distances.source, (std::vector<Index>{0, 0, kNoSource, kNoSource}));
    EXPECT_EQ(distancesFrom(graph, {}).distance, std::vector<float>(4, kInfinity));
}

TEST(Geodesic, TheNearerOfTwoSourcesCountsWhateverTheirOrder) {
    const Sheet sheet = makeFlatSheet(50, 30, 1.0, 1.0);
    const Index left = sheet.at(3, 4), right = sheet.at(41, 17);
    const Distances distances = distancesFrom(sheet.graph(), std::vector<Index>{right, left, right});
    for (Index v = 0; v < sheet.points.size(); ++v) {
        const double toLeft = sheet.straight(left, v), toRight = sheet.straight(right, v);
        expectWithin(distances.distance[v], std::min(toLeft, toRight), 0.01);
        if (std::abs(toLeft - toRight) > 1.0) {
            EXPECT_EQ(distances.source[v], toLeft < toRight ? left : right);
        }
    }
    EXPECT_EQ(distancesFrom(sheet.graph(), std::vector<Index>{left, right}).source, distances.source);
    EXPECT_EQ(distancesFrom(makeSurfaceGraph(3, makeRope(3, 1.0f)), std::vector<Index>{2, 0}).source[1], 0u);
}

TEST(Geodesic, TheOrderOfTheSpansMakesNoDifference) {
    Sheet sheet = makeJitteredSheet(30, 0.3, 1);
    const std::vector<Index> sources{5, 400, 777};
    const Distances expected = distancesFrom(sheet.graph(), sources);
    std::mt19937 random(2);
    for (int round = 0; round < 5; ++round) {
        std::shuffle(sheet.spans.begin(), sheet.spans.end(), random);
        for (Span& span : sheet.spans) {
            if (random() % 2 == 0) std::swap(span.a, span.b);
        }
        const Distances distances = distancesFrom(sheet.graph(), sources);
        EXPECT_EQ(distances.distance, expected.distance);
        EXPECT_EQ(distances.source, expected.source);
    }
}

// A wheel whose spokes are longer than the way round its rim. Quadratic work would show as minutes.
TEST(Geodesic, HubsOfManySpans) {
    constexpr Index kLeaves = 200'000;
    std::vector<Span> spans = makeRope(kLeaves, 0.001f);
    for (Index leaf = 0; leaf < kLeaves; ++leaf)
        spans.push_back({leaf, kLeaves, 1000.0f});
    const std::vector<float> distance = distancesFromOne(makeSurfaceGraph(kLeaves + 1, spans), 0);
    EXPECT_NEAR(distance[kLeaves - 1], 200.0, 0.01);
    EXPECT_NEAR(distance[kLeaves], 1000.0, 0.01);
    EXPECT_NEAR(distancesFromOne(makeSurfaceGraph(kLeaves + 1, spans), kLeaves)[77], 1000.0, 0.01);
}

// About 0.6 s on one core of the machine it was written on.
TEST(Geodesic, AMillionParticlesTakeSeconds) {
    const SurfaceGraph graph = makeFlatSheet(1024, 1024, 0.01, 0.01).graph();
    const auto start = std::chrono::steady_clock::now();
    const float corner = distancesFromOne(graph, 0)[1024 * 1024 - 1];
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    expectWithin(corner, 0.01 * 1023 * std::numbers::sqrt2, kExact);
    EXPECT_LT(seconds.count(), 60.0);
    RecordProperty("seconds", std::to_string(seconds.count()));
}

std::vector<std::uint8_t> pin(std::size_t count, const std::vector<Index>& vertices) {
    std::vector<std::uint8_t> pinned(count, 0);
    for (const Index vertex : vertices)
        pinned[vertex] = 1;
    return pinned;
}

TEST(Tethers, NothingPinnedIsNoTethers) {
    const TetherTable table = makeTethers(makeFlatSheet(4, 4, 1, 1).graph(), std::vector<std::uint8_t>(16, 0), 0.0f);
    EXPECT_EQ(table.perParticle, 0u);
    EXPECT_TRUE(table.anchors.empty());
    EXPECT_TRUE(table.lengths.empty());
}

TEST(Tethers, OnePinIsOneTether) {
    const SurfaceGraph rope = makeSurfaceGraph(5, makeRope(5, 1.0f));
    const TetherTable table = makeTethers(rope, pin(5, {1}), 0.0f);
    EXPECT_EQ(table.perParticle, 1u);
    EXPECT_EQ(table.anchors, (std::vector<Index>{1, 1, 1, 1, 1}));
    EXPECT_EQ(table.lengths[1], kNoTether);
    EXPECT_NEAR(table.lengths[4], 3.0f, 1e-5);
}

TEST(Tethers, TwoPinnedCornersAreTwoTethersToEveryParticle) {
    const Sheet sheet = makeFlatSheet(20, 15, 0.05, 0.05);
    const std::size_t count = sheet.points.size();
    const std::vector<Index> corners{sheet.at(0, 0), sheet.at(19, 0)};
    const TetherTable table = makeTethers(sheet.graph(), pin(count, corners), 0.0f);
    ASSERT_EQ(table.perParticle, 2u);
    for (Index k = 0; k < 2; ++k) {
        for (Index v = 0; v < count; ++v) {
            const bool isPinned = v == corners[0] || v == corners[1];
            ASSERT_EQ(table.anchors[k * count + v], isPinned ? v : corners[k]);
            if (isPinned) EXPECT_EQ(table.lengths[k * count + v], kNoTether);
            else expectWithin(table.lengths[k * count + v], sheet.straight(corners[k], v), kExact);
        }
    }
}

// Under a pinned row each pin is the nearest of its cluster for the particle below, so the table shows the clusters.
TEST(Tethers, APinnedRowIsFourClustersWithATetherToTheNearestPinOfEach) {
    const Sheet sheet = makeFlatSheet(64, 40, 0.05, 0.05);
    const std::size_t count = sheet.points.size();
    std::vector<Index> row(64);
    std::iota(row.begin(), row.end(), 0);
    const TetherTable table = makeTethers(sheet.graph(), pin(count, row), 0.0f);
    ASSERT_EQ(table.perParticle, kTethersPerParticle);
    std::set<Index> all;
    for (Index k = 0; k < kTethersPerParticle; ++k) {
        const auto first = table.anchors.begin() + std::ptrdiff_t(k * count);
        const std::set<Index> cluster(first + 64, first + std::ptrdiff_t(count));
        EXPECT_EQ(*cluster.rbegin() - *cluster.begin() + 1, cluster.size()) << "a cluster is one stretch of the row";
        EXPECT_LE(cluster.size(), 25u);
        for (const Index anchor : cluster)
            EXPECT_TRUE(anchor < 64 && all.insert(anchor).second);
        for (Index v = 64; v < count; ++v) {
            double nearest = 1e30;
            for (const Index anchor : cluster)
                nearest = std::min(nearest, sheet.straight(anchor, v));
            expectWithin(table.lengths[k * count + v], nearest, kExact);
            expectWithin(table.lengths[k * count + v], sheet.straight(table.anchors[k * count + v], v), kExact);
        }
    }
    EXPECT_EQ(all.size(), 64u);
}

TEST(Tethers, EveryBodyHasItsOwnClusters) {
    constexpr Index kBodies = 500, kSize = 10;
    std::vector<Span> spans{};
    std::vector<Index> pins;
    for (Index body = 0; body < kBodies; ++body) {
        for (const Span& span : makeRope(kSize, 0.1f))
            spans.push_back({body * kSize + span.a, body * kSize + span.b, span.length});
        for (Index p = 0; p < body % 4; ++p)  // 0 to 3 pins: at 0, 4, 8
            pins.push_back(body * kSize + 4 * p);
    }
    constexpr Index kCount = kBodies * kSize;
    const TetherTable table = makeTethers(makeSurfaceGraph(kCount, spans), pin(kCount, pins), 0.0f);
    ASSERT_EQ(table.perParticle, 3u);
    for (Index body = 0; body < kBodies; ++body) {
        const Index last = body * kSize + kSize - 1;
        std::set<Index> expected, anchors;
        for (Index p = 0; p < body % 4; ++p)
            expected.insert(body * kSize + 4 * p);
        for (Index k = 0; k < 3; ++k) {
            const Index anchor = table.anchors[k * kCount + last];
            if (k < body % 4) {
                anchors.insert(anchor);
                EXPECT_NEAR(table.lengths[k * kCount + last], 0.1f * static_cast<float>(last - anchor), 1e-5f);
            } else {
                EXPECT_EQ(anchor, last);
                EXPECT_EQ(table.lengths[k * kCount + last], kNoTether);
            }
        }
        EXPECT_EQ(anchors, expected);
    }
}

// Pins in the same place are one cluster, and do not use up the tethers of the others.
TEST(Tethers, PinsAtNoDistanceShareACluster) {
    std::vector<Span> spans = makeRope(6, 1.0f);
    spans[0].length = spans[1].length = 0.0f;
    const TetherTable table = makeTethers(makeSurfaceGraph(6, spans), pin(6, {0, 1, 2, 5}), 0.0f);
    ASSERT_EQ(table.perParticle, 2u);
    EXPECT_NEAR(table.lengths[3], 1.0f, 1e-5);
    EXPECT_EQ(table.anchors[6 + 3], 5u);
}

TEST(Tethers, SlackMakesThemLonger) {
    const Sheet sheet = makeFlatSheet(9, 9, 0.1, 0.1);
    const std::vector<std::uint8_t> pinned = pin(81, {0, 8});
    const TetherTable tight = makeTethers(sheet.graph(), pinned, 0.0f);
    const TetherTable loose = makeTethers(sheet.graph(), pinned, 0.25f);
    EXPECT_EQ(tight.anchors, loose.anchors);
    for (std::size_t i = 0; i < tight.lengths.size(); ++i) {
        const float expected = tight.lengths[i] == kNoTether ? kNoTether : tight.lengths[i] * 1.25f;
        EXPECT_EQ(loose.lengths[i], expected);
    }
}

TEST(Tethers, TheOrderOfTheSpansMakesNoDifference) {
    Sheet sheet = makeJitteredSheet(30, 0.3, 3);
    const std::vector<std::uint8_t> pinned = pin(900, {0, 7, 29, 300, 431, 888, 899});
    const TetherTable expected = makeTethers(sheet.graph(), pinned, 0.01f);
    std::mt19937 random(4);
    std::shuffle(sheet.spans.begin(), sheet.spans.end(), random);
    const TetherTable table = makeTethers(sheet.graph(), pinned, 0.01f);
    EXPECT_EQ(table.anchors, expected.anchors);
    EXPECT_EQ(table.lengths, expected.lengths);
}

}  // namespace
}  // namespace pliant::test
