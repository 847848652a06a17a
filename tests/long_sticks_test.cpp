// Long sticks against geometry: sheets are described unrolled, so that the shortest way between two vertices is a
// straight line there whatever shape they are bent to. Only developable shapes are used, and their outline is a
// rectangle.

#include "schedule/long_sticks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <map>
#include <numbers>
#include <numeric>
#include <random>
#include <set>
#include <tuple>

namespace pliant::test {
namespace {

using glm::dvec2;
using glm::dvec3;
using Index = std::uint32_t;
using Shape = std::function<dvec3(dvec2)>;

struct Sheet {
    Index columns = 0, rows = 0;
    std::vector<dvec2> unrolled{};
    std::vector<std::array<Index, 3>> triangles{};
    StickNet net{};

    Index at(Index column, Index row) const { return row * columns + column; }
    double way(Index a, Index b) const { return glm::distance(unrolled[a], unrolled[b]); }
};

dvec3 flat(dvec2 p) {
    return {p.x, 0.0, p.y};
}

// Half a cylinder if the sheet is pi * radius wide.
Shape cylinder(double radius) {
    return [radius](dvec2 p) { return dvec3(radius * std::cos(p.x / radius), radius * std::sin(p.x / radius), p.y); };
}

// Flat but for one fold, by an angle that is 0 where there is none.
Shape fold(double x, double angle) {
    return [=](dvec2 p) {
        const double beyond = std::max(p.x - x, 0.0);
        return dvec3(std::min(p.x, x) + beyond * std::cos(angle), beyond * std::sin(angle), p.y);
    };
}

// Positions, lengths of spans as they are then, and normals weighted by area, as compile() makes them.
void bend(Sheet& sheet, const Shape& shape) {
    StickNet& net = sheet.net;
    net.positions.clear();
    for (const dvec2& p : sheet.unrolled)
        net.positions.push_back(glm::vec3(shape(p)));
    for (std::vector<Span>* spans : {&net.structural, &net.shear}) {
        for (Span& span : *spans) {
            const dvec3 way = dvec3(net.positions[span.a]) - dvec3(net.positions[span.b]);
            span.length = static_cast<float>(glm::length(way));
        }
    }
    std::vector<dvec3> sums(sheet.unrolled.size(), dvec3(0.0));
    for (const auto& [a, b, c] : sheet.triangles) {
        const dvec3 origin(net.positions[a]);
        for (const Index corner : {a, b, c})
            sums[corner] += glm::cross(dvec3(net.positions[b]) - origin, dvec3(net.positions[c]) - origin);
    }
    net.normals.clear();
    for (const dvec3& sum : sums)
        net.normals.push_back(glm::vec3(glm::normalize(sum)));
}

Sheet makeGrid(Index columns, Index rows, double spacing) {
    Sheet sheet{columns, rows};
    std::vector<Span>&structural = sheet.net.structural, &shear = sheet.net.shear;
    for (Index row = 0; row < rows; ++row) {
        for (Index column = 0; column < columns; ++column) {
            const Index here = sheet.at(column, row);
            sheet.unrolled.push_back(spacing * dvec2(column, row));
            if (column + 1 < columns) structural.push_back({here, here + 1, 0.0f});
            if (row + 1 < rows) structural.push_back({here, here + columns, 0.0f});
            if (column + 1 == columns || row + 1 == rows) continue;
            shear.push_back({here, here + columns + 1, 0.0f});
            shear.push_back({here + 1, here + columns, 0.0f});
            sheet.triangles.push_back({here, here + columns, here + 1});
            sheet.triangles.push_back({here + 1, here + columns, here + columns + 1});
        }
    }
    bend(sheet, flat);
    return sheet;
}

// Triangles of all shapes, numbered at random, every edge a structural stick. Points of the column `kept` stay in it.
Sheet makeTriangulation(Index columns, Index rows, double spacing, std::uint32_t seed, Index kept = 0) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> jitter(-0.3 * spacing, 0.3 * spacing);
    std::vector<Index> place(columns * rows);
    std::iota(place.begin(), place.end(), 0u);
    std::shuffle(place.begin(), place.end(), random);
    Sheet sheet{columns, rows};
    sheet.unrolled.resize(place.size());
    std::set<std::pair<Index, Index>> edges;
    for (Index row = 0; row < rows; ++row) {
        for (Index column = 0; column < columns; ++column) {
            const double dx = jitter(random), dy = jitter(random);
            const bool isAtSide = column == 0 || column + 1 == columns || column == kept;
            const dvec2 moved(isAtSide ? 0.0 : dx, row == 0 || row + 1 == rows ? 0.0 : dy);
            sheet.unrolled[place[sheet.at(column, row)]] = spacing * dvec2(column, row) + moved;
            if (column + 1 == columns || row + 1 == rows) continue;
            const Index a = place[sheet.at(column, row)], b = place[sheet.at(column + 1, row)],
                        c = place[sheet.at(column, row + 1)], d = place[sheet.at(column + 1, row + 1)];
            const bool isRising = random() % 2 == 0;
            sheet.triangles.push_back(isRising ? std::array{a, c, d} : std::array{a, c, b});
            sheet.triangles.push_back(isRising ? std::array{a, d, b} : std::array{b, c, d});
        }
    }
    for (const auto& [a, b, c] : sheet.triangles) {
        for (const auto& [from, to] : {std::pair(a, b), std::pair(b, c), std::pair(a, c)})
            edges.insert(std::minmax(from, to));
    }
    for (const auto& [a, b] : edges)
        sheet.net.structural.push_back({a, b, 0.0f});
    bend(sheet, flat);
    return sheet;
}

using SticksOfLevel = std::map<std::pair<Index, Index>, double>;

SticksOfLevel toMap(const LongLevel& level) {
    SticksOfLevel sticks;
    for (const Span& stick : level.sticks)
        sticks[{stick.a, stick.b}] = stick.length;
    return sticks;
}

using Listed = std::vector<std::tuple<Index, Index, Index, float>>;

Listed listOf(const std::vector<LongLevel>& levels) {
    Listed list;
    for (const LongLevel& level : levels) {
        for (const Span& stick : level.sticks)
            list.push_back({level.hops, stick.a, stick.b, stick.length});
    }
    return list;
}

std::vector<Index> hopsOf(const std::vector<LongLevel>& levels) {
    std::vector<Index> hops;
    for (const LongLevel& level : levels)
        hops.push_back(level.hops);
    return hops;
}

void expectInOrder(const std::vector<LongLevel>& levels, std::size_t vertexCount) {
    Listed list = listOf(levels);
    for (const auto& [hops, a, b, length] : list)
        ASSERT_TRUE(a < b && b < vertexCount && std::isfinite(length) && length > 0.0f) << a << " to " << b;
    const auto keyOf = [](const auto& stick) { return std::pair(~std::get<0>(stick), std::get<1>(stick)); };
    const auto isBefore = [&](const auto& one, const auto& other) { return keyOf(one) < keyOf(other); };
    EXPECT_TRUE(std::is_sorted(list.begin(), list.end(), isBefore)) << "coarsest first, then by a";
}

// From (i, j) to (i + s, j) and (i, j + s), in vertices counted on from `first`.
SticksOfLevel straightSticks(const Sheet& grid, Index hops, double length, Index first = 0) {
    SticksOfLevel sticks;
    for (Index row = 0; row < grid.rows; ++row) {
        for (Index column = 0; column < grid.columns; ++column) {
            const Index here = first + grid.at(column, row);
            if (column + hops < grid.columns) sticks[{here, here + hops}] = length;
            if (row + hops < grid.rows) sticks[{here, here + hops * grid.columns}] = length;
        }
    }
    return sticks;
}

void expectSticks(const LongLevel& level, const SticksOfLevel& expected) {
    const SticksOfLevel found = toMap(level);
    EXPECT_EQ(level.sticks.size(), found.size()) << "two sticks between the same vertices";
    ASSERT_EQ(found.size(), expected.size());
    for (auto f = found.begin(), e = expected.begin(); f != found.end(); ++f, ++e) {
        ASSERT_EQ(f->first, e->first);
        ASSERT_NEAR(f->second, e->second, 1e-5 * e->second) << f->first.first << " to " << f->first.second;
    }
}

// Smallest and largest share of a stick in the shortest way between its ends.
struct Range {
    double low = 1e9, high = 0.0;
};

Range sharesOfWay(const Sheet& sheet, const std::vector<LongLevel>& levels) {
    Range range;
    for (const auto& [hops, a, b, length] : listOf(levels)) {
        const double share = length / sheet.way(a, b);
        range = {std::min(range.low, share), std::max(range.high, share)};
    }
    return range;
}

TEST(HopsFor, NoneBelowEight) {
    for (Index diameter = 0; diameter < 8; ++diameter)
        EXPECT_TRUE(hopsFor(diameter).empty()) << diameter;
    EXPECT_EQ(hopsFor(8), (std::vector<Index>{4}));
}

// What a sweep over the coarsest level leaves is not wider than 32 of its sticks, and each of them fits in at least
// twice.
TEST(HopsFor, ArePowersOfTwoThatSpanThePart) {
    for (Index diameter = 8; diameter < 100'000; diameter += 1 + diameter / 50) {
        const std::vector<Index> hops = hopsFor(diameter);
        ASSERT_FALSE(hops.empty()) << diameter;
        EXPECT_LE(2 * hops.front(), diameter);
        EXPECT_LE(diameter / hops.front(), 32u) << diameter;
        EXPECT_TRUE(hops.back() == 4 || hops.back() == 8);
        for (std::size_t i = 0; i < hops.size(); ++i) {
            EXPECT_EQ(hops[i] & (hops[i] - 1), 0u) << diameter;
            EXPECT_TRUE(i == 0 || hops[i - 1] == 4 * hops[i] || hops[i - 1] == 8 * hops[i]) << diameter;
        }
        EXPECT_TRUE(diameter >= 2048 || hops.size() <= 2) << diameter;
    }
}

TEST(LongSticks, OfAGridAreItsStraightLines) {
    for (const auto& [columns, rows] :
         {std::pair(9u, 9u), std::pair(40u, 25u), std::pair(25u, 90u), std::pair(400u, 3u)}) {
        const Sheet grid = makeGrid(columns, rows, 0.02);
        const std::vector<LongLevel> levels = makeLongSticks(grid.net);
        EXPECT_EQ(hopsOf(levels), hopsFor(std::max(columns, rows) - 1));
        expectInOrder(levels, columns * rows);
        for (const LongLevel& level : levels)
            expectSticks(level, straightSticks(grid, level.hops, 0.02 * level.hops));
    }
}

TEST(LongSticks, ThereAreNoneInSmallOrEmptyNets) {
    EXPECT_TRUE(makeLongSticks({}).empty());
    EXPECT_TRUE(makeLongSticks(makeGrid(8, 8, 0.1).net).empty());
    EXPECT_FALSE(makeLongSticks(makeGrid(9, 2, 0.1).net).empty());
}

TEST(LongSticks, EveryPartHasItsOwnHops) {
    const Sheet small = makeGrid(10, 10, 0.1), large = makeGrid(200, 200, 0.01);
    StickNet both = large.net;
    constexpr Index kFirst = 200 * 200;
    both.positions.insert(both.positions.end(), small.net.positions.begin(), small.net.positions.end());
    both.normals.insert(both.normals.end(), small.net.normals.begin(), small.net.normals.end());
    for (const auto& [from, to] :
         {std::pair(&small.net.structural, &both.structural), std::pair(&small.net.shear, &both.shear)}) {
        for (const Span& span : *from)
            to->push_back({kFirst + span.a, kFirst + span.b, span.length});
    }
    const std::vector<LongLevel> levels = makeLongSticks(both);
    expectInOrder(levels, kFirst + 100);
    ASSERT_EQ(hopsFor(199), (std::vector<Index>{32, 8}));
    ASSERT_EQ(hopsFor(9), (std::vector<Index>{4}));
    ASSERT_EQ(hopsOf(levels), (std::vector<Index>{32, 8, 4}));
    for (const LongLevel& level : {levels[0], levels[1]})
        expectSticks(level, straightSticks(large, level.hops, 0.01 * level.hops));
    expectSticks(levels[2], straightSticks(small, 4, 0.4, kFirst));
}

// Straight, in a V, sharply to and fro, and in loops; particles at unequal distances.
TEST(LongSticks, OfARopeAreSumsHoweverItIsLaid) {
    constexpr Index kCount = 10'000;
    std::mt19937 random(3);
    std::vector<double> along{0.0};
    while (along.size() < kCount)
        along.push_back(along.back() + std::uniform_real_distribution(0.01, 0.02)(random));
    const double middle = along[kCount / 2];
    const auto straight = [&](Index i) { return dvec3(along[i], 0.0, 0.0); };
    const auto vee = [&](Index i) { return dvec3(0.6 * along[i], 0.8 * std::abs(along[i] - middle), 0.0); };
    const auto zigzag = [&](Index i) { return dvec3(0.003 * i, i % 2 == 0 ? 0.0 : 0.01, 0.0); };
    const auto loops = [&](Index i) { return dvec3(0.5 * std::cos(0.9 * i), 0.5 * std::sin(0.9 * i), 0.001 * i); };
    for (const std::function<dvec3(Index)>& layout :
         {std::function<dvec3(Index)>(straight), {vee}, {zigzag}, {loops}}) {
        StickNet rope;
        rope.normals.assign(kCount, glm::vec3(0.0f));
        std::vector<double> sum{0.0};
        for (Index i = 0; i < kCount; ++i) {
            rope.positions.push_back(glm::vec3(layout(i)));
            if (i == 0) continue;
            const dvec3 way = dvec3(rope.positions[i]) - dvec3(rope.positions[i - 1]);
            rope.structural.push_back({i - 1, i, static_cast<float>(glm::length(way))});
            sum.push_back(sum.back() + glm::length(way));
        }
        const std::vector<LongLevel> levels = makeLongSticks(rope);
        EXPECT_EQ(hopsOf(levels), hopsFor(kCount - 1));
        EXPECT_GE(levels.size(), 3u);
        expectInOrder(levels, kCount);
        for (const LongLevel& level : levels) {
            SticksOfLevel expected;
            for (Index i = 0; i + level.hops < kCount; ++i)
                expected[{i, i + level.hops}] = sum[i + level.hops] - sum[i];
            expectSticks(level, expected);
        }
    }
}

// Straight round the cylinder the sum is the way; the chord of 16 of 60 sticks would be 3 % shorter.
TEST(LongSticks, OfABentGridAreArcsAndNotChords) {
    constexpr double kSpacing = 0.02;
    Sheet grid = makeGrid(61, 30, kSpacing);
    const double radius = 60 * kSpacing / std::numbers::pi;
    bend(grid, cylinder(radius));
    const double chord = 2.0 * radius * std::sin(0.5 * kSpacing / radius);
    const std::vector<LongLevel> levels = makeLongSticks(grid.net);
    EXPECT_EQ(hopsOf(levels), hopsFor(60));
    for (const LongLevel& level : levels) {
        SticksOfLevel expected = straightSticks(grid, level.hops, kSpacing * level.hops);
        for (auto& [ends, length] : expected) {
            if (ends.second - ends.first == level.hops) length = chord * level.hops;
        }
        expectSticks(level, expected);
    }
}

// The way on the triangles is shorter than on the cylinder by cos(w / 2) at most, w the angle that one of them spans.
TEST(LongSticks, OfABentTriangulationAreNeverShorterThanTheWay) {
    for (std::uint32_t seed = 0; seed < 6; ++seed) {
        Sheet sheet = makeTriangulation(81, 50, 0.01, seed);
        const double radius = 0.8 / std::numbers::pi;
        bend(sheet, cylinder(radius));
        const std::vector<LongLevel> levels = makeLongSticks(sheet.net);
        expectInOrder(levels, sheet.unrolled.size());
        const Range share = sharesOfWay(sheet, levels);
        EXPECT_GE(share.low, std::cos(0.5 * 1.6 * 0.01 / radius) - 1e-5) << seed;
        EXPECT_LE(share.high, 1.35) << seed << ": the sum of sticks that turn";
    }
}

TEST(LongSticks, OfAFoldedSheetAreNeverShorterThanTheWayOverTheFold) {
    for (const double degrees : {5.0, 20.0, 40.0, 55.0, 60.0, 90.0, 135.0, 175.0}) {
        for (std::uint32_t seed = 0; seed < 4; ++seed) {
            Sheet sheet = makeTriangulation(41, 41, 0.02, seed, 20);
            bend(sheet, fold(0.4, degrees * std::numbers::pi / 180.0));
            EXPECT_GE(sharesOfWay(sheet, makeLongSticks(sheet.net)).low, 1.0 - 1e-5) << degrees << ", seed " << seed;
        }
        Sheet grid = makeGrid(41, 41, 0.02);
        bend(grid, fold(0.4, degrees * std::numbers::pi / 180.0));
        EXPECT_GE(sharesOfWay(grid, makeLongSticks(grid.net)).low, 1.0 - 1e-5) << degrees;
    }
}

// Ridges and valleys in turn: the normals of both are upright, and yet the sheet can be pulled flat.
TEST(LongSticks, OfAPleatedSheetAreNeverShorterThanTheWay) {
    constexpr double kSpacing = 0.02;
    for (const double degrees : {5.0, 10.0, 20.0, 40.0}) {
        const double slope = degrees * std::numbers::pi / 180.0;
        Sheet grid = makeGrid(41, 41, kSpacing);
        bend(grid, [&](dvec2 p) {
            const bool isRidge = std::lround(p.x / kSpacing) % 2 == 1;
            return dvec3(p.x * std::cos(slope), isRidge ? kSpacing * std::sin(slope) : 0.0, p.y);
        });
        EXPECT_GE(sharesOfWay(grid, makeLongSticks(grid.net)).low, 1.0 - 1e-5) << degrees;
    }
}

// Walks end at the border, and where every stick onward turns by more than 45 degrees: the longer the fewer.
TEST(LongSticks, OfAFlatTriangulationAreStraightAndMany) {
    for (std::uint32_t seed = 0; seed < 6; ++seed) {
        const Sheet sheet = makeTriangulation(90, 90, 0.01, seed);
        const std::vector<LongLevel> levels = makeLongSticks(sheet.net);
        expectInOrder(levels, sheet.unrolled.size());
        ASSERT_EQ(hopsOf(levels), (std::vector<Index>{16, 4}));
        const Range share = sharesOfWay(sheet, levels);
        EXPECT_GE(share.low, 1.0 - 1e-5) << seed;
        EXPECT_LE(share.high, 1.001) << seed;
        for (const LongLevel& level : levels) {
            std::set<Index> touched;
            for (const Span& stick : level.sticks)
                touched.insert({stick.a, stick.b});
            const double count = double(sheet.unrolled.size());
            EXPECT_GE(double(toMap(level).size()) / count, level.hops == 4 ? 2.0 : 1.1) << "seed " << seed;
            EXPECT_GE(double(touched.size()) / count, level.hops == 4 ? 0.98 : 0.8) << "seed " << seed;
        }
    }
}

void scaleLengths(StickNet& net, double factor) {
    for (std::vector<Span>* spans : {&net.structural, &net.shear}) {
        for (Span& span : *spans)
            span.length = static_cast<float>(span.length * factor);
    }
}

TEST(LongSticks, OfSpansThatCanStretchAreLongerByTheirStrainLimit) {
    for (const Shape& shape : {Shape(flat), cylinder(0.3), fold(0.4, 0.7)}) {
        Sheet sheet = makeTriangulation(41, 41, 0.02, 1, 20);
        bend(sheet, shape);
        const Listed tight = listOf(makeLongSticks(sheet.net));
        scaleLengths(sheet.net, 1.05);
        const Listed loose = listOf(makeLongSticks(sheet.net));
        ASSERT_EQ(tight.size(), loose.size());
        for (std::size_t i = 0; i < tight.size(); ++i) {
            const auto& [hops, a, b, length] = tight[i];
            EXPECT_EQ(loose[i], std::tuple(hops, a, b, std::get<3>(loose[i])));
            ASSERT_NEAR(std::get<3>(loose[i]), 1.05 * length, 1e-5 * length);
        }
    }
}

// Laid out too wide, or too narrow: a straight line of sticks can always be pulled straight.
TEST(LongSticks, OfSpansThatAreNotAtRestAreSums) {
    for (const double factor : {0.5, 0.95, 1.1, 3.0}) {
        Sheet grid = makeGrid(41, 20, 0.02);
        scaleLengths(grid.net, factor);
        for (const LongLevel& level : makeLongSticks(grid.net))
            expectSticks(level, straightSticks(grid, level.hops, 0.02 * factor * level.hops));
    }
    // Hardly too wide: the sums of sticks that turn are longer than the straight way.
    Sheet sheet = makeTriangulation(41, 41, 0.02, 2);
    scaleLengths(sheet.net, 0.98);
    double sum = 0.0, count = 0.0;
    for (const auto& [hops, a, b, length] : listOf(makeLongSticks(sheet.net))) {
        ASSERT_GE(length, 0.98 * sheet.way(a, b) * (1.0 - 1e-5));
        sum += length / sheet.way(a, b);
        count += 1.0;
    }
    EXPECT_GT(sum / count, 1.01);
}

TEST(LongSticks, TheOrderOfTheSpansMakesNoDifference) {
    Sheet sheet = makeTriangulation(60, 40, 0.01, 5);
    bend(sheet, cylinder(0.3));
    const Listed expected = listOf(makeLongSticks(sheet.net));
    EXPECT_GT(expected.size(), sheet.unrolled.size());
    std::mt19937 random(6);
    for (int round = 0; round < 3; ++round) {
        std::shuffle(sheet.net.structural.begin(), sheet.net.structural.end(), random);
        for (Span& span : sheet.net.structural) {
            if (random() % 2 == 0) std::swap(span.a, span.b);
        }
        EXPECT_EQ(listOf(makeLongSticks(sheet.net)), expected);
    }
}

}  // namespace
}  // namespace pliant::test
