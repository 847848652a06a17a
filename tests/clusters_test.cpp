// Clusters and the sticks between them against geometry: sheets are described unrolled, so that how far two places can
// get apart is known whatever shape they are bent to at rest.

#include "pliant/schedule/clusters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <numbers>
#include <numeric>
#include <random>
#include <set>

namespace pliant::test {
namespace {

using glm::dvec2;
using glm::dvec3;
using Index = std::uint32_t;
using Shape = std::function<dvec3(dvec2)>;

struct Sheet {
    std::vector<dvec2> unrolled{};
    std::vector<std::array<Index, 3>> triangles{};
    ClusterNet net{};
};

dvec3 flat(dvec2 p) {
    return {p.x, 0.0, p.y};
}

Shape cylinder(double radius) {
    return [radius](dvec2 p) { return dvec3(radius * std::cos(p.x / radius), radius * std::sin(p.x / radius), p.y); };
}

// Flat but for one fold.
Shape fold(double x, double angle) {
    return [=](dvec2 p) {
        const double beyond = std::max(p.x - x, 0.0);
        return dvec3(std::min(p.x, x) + beyond * std::cos(angle), beyond * std::sin(angle), p.y);
    };
}

// Ridges and valleys in turn: the normals of both are upright, and yet the sheet can be pulled flat.
Shape pleats(double spacing, double slope) {
    return [=](dvec2 p) {
        const bool isRidge = std::lround(p.x / spacing) % 2 == 1;
        return dvec3(p.x * std::cos(slope), isRidge ? spacing * std::sin(slope) : 0.0, p.y);
    };
}

// Positions, lengths of spans as they are then, and normals weighted by area, as compile() makes them.
void bend(Sheet& sheet, const Shape& shape) {
    ClusterNet& net = sheet.net;
    net.positions.clear();
    for (const dvec2& p : sheet.unrolled)
        net.positions.push_back(glm::vec3(shape(p)));
    for (Span& span : net.spans)
        span.length = static_cast<float>(glm::length(dvec3(net.positions[span.a]) - dvec3(net.positions[span.b])));
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

// With both diagonals, or with one that leads either way at random; moved a little off the grid, and with masses that
// differ, if there is a seed. Points of the column `kept` stay in it.
Sheet makeSheet(Index columns, Index rows, double spacing, Index seed = 0, Index kept = 0) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> jitter(-0.3 * spacing, 0.3 * spacing), mass(0.5, 2.0);
    std::vector<Index> place(columns * rows);
    std::iota(place.begin(), place.end(), 0u);
    if (seed > 0) std::shuffle(place.begin(), place.end(), random);
    Sheet sheet;
    sheet.unrolled.resize(place.size());
    sheet.net.masses.assign(place.size(), 1.0);
    std::set<std::pair<Index, Index>> edges;
    for (Index row = 0; row < rows; ++row) {
        for (Index column = 0; column < columns; ++column) {
            const dvec2 off(jitter(random), jitter(random));
            const bool isAtSide = seed == 0 || column == 0 || column + 1 == columns || column == kept;
            const bool isAtEnd = seed == 0 || row == 0 || row + 1 == rows;
            const Index here = place[row * columns + column];
            sheet.unrolled[here] = spacing * dvec2(column, row) + dvec2(isAtSide ? 0.0 : off.x, isAtEnd ? 0.0 : off.y);
            if (seed > 0) sheet.net.masses[here] = mass(random);
            if (column + 1 == columns || row + 1 == rows) continue;
            const Index b = place[row * columns + column + 1], c = place[(row + 1) * columns + column],
                        d = place[(row + 1) * columns + column + 1];
            const bool isRising = random() % 2 == 0;
            sheet.triangles.push_back(isRising ? std::array{here, c, d} : std::array{here, c, b});
            sheet.triangles.push_back(isRising ? std::array{here, d, b} : std::array{b, c, d});
            if (seed > 0) continue;
            edges.insert(std::minmax(here, d));
            edges.insert(std::minmax(b, c));
        }
    }
    for (const auto& [a, b, c] : sheet.triangles)
        for (const auto& [from, to] : {std::pair(a, b), std::pair(b, c), std::pair(a, c)})
            edges.insert(std::minmax(from, to));
    for (const auto& [a, b] : edges)
        sheet.net.spans.push_back({a, b, 0.0f});
    bend(sheet, flat);
    return sheet;
}

ClusterNet netOfLines(const std::vector<dvec3>& places, const std::vector<std::pair<Index, Index>>& lines) {
    ClusterNet net;
    for (const dvec3& p : places)
        net.positions.push_back(glm::vec3(p));
    net.masses.assign(places.size(), 1.0);
    net.normals.assign(places.size(), glm::vec3(0.0f));
    for (const auto& [a, b] : lines)
        net.spans.push_back({a, b, static_cast<float>(glm::length(places[a] - places[b]))});
    return net;
}

ClusterNet ropeOf(Index count, const std::function<dvec3(Index)>& placeOf) {
    std::vector<dvec3> places;
    std::vector<std::pair<Index, Index>> lines;
    for (Index i = 0; i < count; ++i) {
        places.push_back(placeOf(i));
        if (i > 0) lines.emplace_back(i - 1, i);
    }
    return netOfLines(places, lines);
}

// The centres of a level's clusters, of points that its members are made of.
std::vector<dvec3> centresOf(const ClusterLevel& level, const std::vector<dvec3>& points) {
    std::vector<dvec3> centres(level.masses.size(), dvec3(0.0));
    for (std::size_t i = 0; i < points.size(); ++i)
        if (level.clusterOf[i] != kNoCluster) centres[level.clusterOf[i]] += level.shares[i] * points[i];
    return centres;
}

// Every node of each level that hangs together with another is in one cluster, and shares are those of its mass.
void expectNested(const ClusterNet& net, const std::vector<ClusterLevel>& levels) {
    constexpr Index kFewest = 32;
    const SurfaceGraph graph = makeSurfaceGraph(static_cast<Index>(net.positions.size()), net.spans);
    std::vector<bool> isTied;
    for (const Index part : graph.component)
        isTied.push_back(std::count(graph.component.begin(), graph.component.end(), part) >= kFewest);
    std::vector<double> masses = net.masses;
    std::vector<dvec3> points(net.positions.begin(), net.positions.end());
    for (const ClusterLevel& level : levels) {
        ASSERT_EQ(level.clusterOf.size(), masses.size());
        std::vector<double> sums(level.masses.size(), 0.0), shares(level.masses.size(), 0.0);
        for (std::size_t i = 0; i < masses.size(); ++i) {
            ASSERT_EQ(level.clusterOf[i] != kNoCluster, isTied[i]) << i;
            if (!isTied[i]) continue;
            sums[level.clusterOf[i]] += masses[i];
            shares[level.clusterOf[i]] += level.shares[i];
            EXPECT_NEAR(level.shares[i], masses[i] / level.masses[level.clusterOf[i]], 1e-12);
        }
        points = centresOf(level, points);
        isTied.assign(sums.size(), false);
        for (std::size_t c = 0; c < sums.size(); ++c) {
            EXPECT_NEAR(sums[c], level.masses[c], 1e-9 * sums[c]);
            EXPECT_NEAR(shares[c], 1.0, 1e-12);
            EXPECT_LT(glm::length(points[c] - dvec3(level.centres[c])), 1e-5);
        }
        EXPECT_LT(sums.size(), masses.size());
        for (std::size_t i = 0; i < level.sticks.size(); ++i) {
            const Span& stick = level.sticks[i];
            ASSERT_TRUE(stick.a < stick.b && stick.b < sums.size());
            isTied[stick.a] = isTied[stick.b] = true;
            if (i == 0) continue;
            const Span& before = level.sticks[i - 1];
            EXPECT_TRUE(before.a < stick.a || (before.a == stick.a && before.b < stick.b)) << "sorted, none twice";
        }
        masses = level.masses;
    }
    EXPECT_TRUE(levels.empty() || levels.back().sticks.empty()) << "the last one has nothing more to join";
}

// The least of all sticks: how long it is, by how far its ends are apart in this shape.
double leastShare(const ClusterNet& net, const std::vector<dvec3>& shape) {
    double least = 1e9;
    std::vector<dvec3> points = shape;
    for (const ClusterLevel& level : makeClusters(net)) {
        points = centresOf(level, points);
        for (const Span& stick : level.sticks)
            least = std::min(least, stick.length / glm::length(points[stick.a] - points[stick.b]));
    }
    return least;
}

std::vector<dvec3> shapeOf(const Sheet& sheet, const Shape& shape) {
    std::vector<dvec3> points;
    for (const dvec2& p : sheet.unrolled)
        points.push_back(shape(p));
    return points;
}

TEST(Clusters, OfAGridAreSquaresOfNine) {
    const Sheet sheet = makeSheet(90, 90, 0.01);
    const std::vector<ClusterLevel> levels = makeClusters(sheet.net);
    expectNested(sheet.net, levels);
    ASSERT_EQ(levels.size(), 5u);
    std::vector<Index> sizes;
    for (const ClusterLevel& level : levels)
        sizes.push_back(static_cast<Index>(level.masses.size()));
    EXPECT_EQ(sizes, (std::vector<Index>{900, 100, 16, 4, 1}));
    const double perCluster = double(levels[0].sticks.size()) / sizes[0];
    EXPECT_GT(perCluster, 6.0);
    EXPECT_LT(perCluster, 9.0);
    // Flat, they are as long as their ends are apart, but for a few at the rim to which no way counts as straight.
    int longer = 0;
    for (const Span& stick : levels[0].sticks) {
        const double apart = glm::length(dvec3(levels[0].centres[stick.a]) - dvec3(levels[0].centres[stick.b]));
        EXPECT_GT(stick.length, (1.0 - 1e-5) * apart);
        EXPECT_LT(stick.length, 1.15 * apart);
        longer += stick.length > (1.0 + 1e-5) * apart ? 1 : 0;
    }
    EXPECT_LT(longer, 0.01 * double(levels[0].sticks.size()));
}

TEST(Clusters, AreNestedInAnyNet) {
    for (Index seed = 1; seed < 5; ++seed) {
        const Sheet sheet = makeSheet(50, 30, 0.02, seed);
        expectNested(sheet.net, makeClusters(sheet.net));
    }
    const auto onLine = [](Index i) { return dvec3(0.1 * i, 0.0, 0.0); };
    for (const Index count : {1u, 2u, 31u, 32u, 100u, 1001u}) {
        const ClusterNet rope = ropeOf(count, onLine);
        expectNested(rope, makeClusters(rope));
        EXPECT_EQ(makeClusters(rope).empty(), count < 32) << count;
    }
    // A ring, a star, two sheets that hang together at one edge, a strip one triangle wide, thousands of pairs.
    std::vector<dvec3> places;
    std::vector<std::pair<Index, Index>> ring, star, pairs;
    for (Index i = 0; i < 2000; ++i) {
        places.emplace_back(std::cos(i), std::sin(i), 0.001 * i);
        ring.emplace_back(i, (i + 1) % 2000);
        if (i > 0) star.emplace_back(0, i);
        if (i % 2 == 1) pairs.emplace_back(i - 1, i);
    }
    for (const auto& lines : {ring, star, pairs}) {
        const ClusterNet net = netOfLines(places, lines);
        expectNested(net, makeClusters(net));
    }
    Sheet joined = makeSheet(30, 30, 0.02);
    const Sheet other = makeSheet(30, 30, 0.02);
    for (Span span : other.net.spans)
        joined.net.spans.push_back({span.a + 900, span.b + 900, span.length});
    joined.net.spans.push_back({29, 900, 0.02f});
    joined.net.positions.insert(joined.net.positions.end(), other.net.positions.begin(), other.net.positions.end());
    joined.net.normals.insert(joined.net.normals.end(), other.net.normals.begin(), other.net.normals.end());
    joined.net.masses.insert(joined.net.masses.end(), 900, 1.0);
    expectNested(joined.net, makeClusters(joined.net));
    const Sheet strip = makeSheet(200, 2, 0.02, 3);
    expectNested(strip.net, makeClusters(strip.net));
    EXPECT_TRUE(makeClusters({}).empty());
}

// Between neighbours on a rope, the mean of its sticks' lengths from one to the other: exactly so far they can get.
TEST(Clusters, OfARopeHaveSticksAsLongAsTheWay) {
    for (const double radius : {1e9, 0.3, 0.05}) {
        const ClusterNet rope = ropeOf(400, [&](Index i) {
            const double angle = 0.01 * i / radius;
            return dvec3(radius * std::sin(angle), 1e-4 * i, radius * (1.0 - std::cos(angle)));
        });
        double length = 0.0;
        std::vector<dvec3> straight{dvec3(0.0)};
        for (const Span& span : rope.spans)
            straight.emplace_back(length += span.length, 0.0, 0.0);
        std::vector<dvec3> points = straight;
        std::size_t count = 0;
        for (const ClusterLevel& level : makeClusters(rope)) {
            points = centresOf(level, points);
            for (const Span& stick : level.sticks) {
                EXPECT_NEAR(stick.length, glm::length(points[stick.a] - points[stick.b]), 1e-5 * stick.length);
                ++count;
            }
        }
        EXPECT_GT(count, 190u);
    }
}

// Pulled flat, whatever they were bent to at rest. Edges of a cylinder are chords: the sheet that can be pulled flat is
// smaller by so much.
TEST(Clusters, HaveSticksThatLetBentSheetsBePulledFlat) {
    for (const Index seed : {0u, 1u, 2u}) {
        Sheet sheet = makeSheet(61, 40, 0.02, seed, 20);
        for (const double radius : {2.0, 0.4, 0.2, 0.1}) {
            bend(sheet, cylinder(radius));
            const double chord = std::sin(0.8 * 0.02 / radius) / (0.8 * 0.02 / radius);
            EXPECT_GE(leastShare(sheet.net, shapeOf(sheet, flat)), chord - 1e-5) << seed << ", " << radius;
        }
        for (const double degrees : {5.0, 20.0, 40.0, 60.0, 90.0, 135.0, 175.0}) {
            bend(sheet, fold(0.4, degrees * std::numbers::pi / 180.0));
            EXPECT_GE(leastShare(sheet.net, shapeOf(sheet, flat)), 1.0 - 1e-5) << seed << ", " << degrees;
        }
    }
    for (const double degrees : {5.0, 10.0, 20.0, 40.0}) {
        Sheet sheet = makeSheet(61, 40, 0.02);
        bend(sheet, pleats(0.02, degrees * std::numbers::pi / 180.0));
        EXPECT_GE(leastShare(sheet.net, shapeOf(sheet, flat)), 1.0 - 1e-5) << degrees;
    }
}

// And the other way round: what is flat at rest can be bent, but for what a cluster's middle rises above its rim.
TEST(Clusters, HaveSticksThatLetFlatSheetsBeBent) {
    for (const Index seed : {0u, 1u}) {
        const Sheet sheet = makeSheet(61, 40, 0.02, seed, 20);
        for (const Shape& shape : {cylinder(0.4), fold(0.4, 1.5)})
            EXPECT_GE(leastShare(sheet.net, shapeOf(sheet, shape)), 0.995) << seed;
    }
}

// What counts as straight is at most a tenth longer than that.
constexpr double kNearlyStraight = 1.0 / 1.1;

// Two legs side by side hang together at one end alone, and one can be folded up.
TEST(Clusters, HaveSticksThatLetWhatIsSlitBePulledApart) {
    constexpr double kSlit = 0.47, kTop = 0.2;
    for (const Index seed : {0u, 1u, 2u}) {
        Sheet sheet = makeSheet(48, 48, 0.02, seed);
        std::erase_if(sheet.net.spans, [&](const Span& span) {
            const dvec2 a = sheet.unrolled[span.a], b = sheet.unrolled[span.b];
            return std::max(a.y, b.y) > kTop && (a.x < kSlit) != (b.x < kSlit);
        });
        const Shape folded = [](dvec2 p) { return flat({p.x, p.x < kSlit && p.y > kTop ? 2.0 * kTop - p.y : p.y}); };
        EXPECT_GE(leastShare(sheet.net, shapeOf(sheet, folded)), kNearlyStraight) << seed;
    }
}

// A flat ring of three rows, drawn out to a double line as long as half of its inner rim.
TEST(Clusters, HaveSticksThatLetRingsBeDrawnOut) {
    constexpr Index kAround = 240;
    ClusterNet net;
    std::vector<dvec3> drawn;
    for (Index i = 0; i < 3 * kAround; ++i) {
        const double angle = 2.0 * std::numbers::pi * double(i / 3) / kAround, radius = 1.0 + 0.02 * double(i % 3);
        net.positions.emplace_back(radius * std::cos(angle), radius * std::sin(angle), 0.0);
        net.normals.emplace_back(0.0f, 0.0f, 1.0f);
        net.masses.push_back(1.0);
        drawn.emplace_back(std::min(angle, 2.0 * std::numbers::pi - angle), 0.0, 0.0);
    }
    for (Index i = 0; i < 3 * kAround; ++i)
        for (const Index j : {i / 3 * 3 + (i + 1) % 3, (i + 3) % (3 * kAround)}) {
            const float along = i / 3 == j / 3 ? 0.0f : float(2.0 * std::numbers::pi / kAround);
            const float length = std::max(glm::length(net.positions[i] - net.positions[j]), along);
            if (i % 3 != 2 || along > 0.0f) net.spans.push_back({std::min(i, j), std::max(i, j), length});
        }
    EXPECT_GE(leastShare(net, drawn), kNearlyStraight);
}

// A band that can stretch, however narrow, is left to where its neighbours cannot.
TEST(Clusters, HaveSticksThatLetBandsStretch) {
    for (const double width : {0.05, 0.07, 0.09, 0.13}) {
        Sheet sheet = makeSheet(48, 48, 0.02);
        const auto isSoft = [&](dvec2 p) { return p.x > 0.31 && p.x < 0.31 + width; };
        double begin = 1e9, end = 0.0;
        for (Span& span : sheet.net.spans) {
            const dvec2 a = sheet.unrolled[span.a], b = sheet.unrolled[span.b];
            if (!isSoft(a) || !isSoft(b)) continue;
            span.length *= 1.3f;
            begin = std::min({begin, a.x, b.x});
            end = std::max({end, a.x, b.x});
        }
        const Shape drawn = [&](dvec2 p) { return flat({p.x + 0.29 * (std::clamp(p.x, begin, end) - begin), p.y}); };
        EXPECT_GE(leastShare(sheet.net, shapeOf(sheet, drawn)), 1.0 - 1e-5) << width;
    }
}

TEST(Clusters, OfSpansThatCanStretchHaveLongerSticks) {
    for (const Shape& shape : {Shape(flat), cylinder(0.3), fold(0.4, 0.7)}) {
        Sheet sheet = makeSheet(41, 41, 0.02, 1, 20);
        bend(sheet, shape);
        const std::vector<ClusterLevel> tight = makeClusters(sheet.net);
        for (Span& span : sheet.net.spans)
            span.length *= 1.05f;
        const std::vector<ClusterLevel> loose = makeClusters(sheet.net);
        ASSERT_EQ(tight.size(), loose.size());
        for (std::size_t l = 0; l < tight.size(); ++l) {
            ASSERT_EQ(tight[l].sticks.size(), loose[l].sticks.size());
            for (std::size_t i = 0; i < tight[l].sticks.size(); ++i)
                EXPECT_NEAR(loose[l].sticks[i].length, 1.05 * tight[l].sticks[i].length,
                            1e-4 * tight[l].sticks[i].length);
        }
    }
}

TEST(Clusters, TheOrderOfTheSpansMakesNoDifference) {
    Sheet sheet = makeSheet(60, 40, 0.01, 5);
    bend(sheet, cylinder(0.3));
    const std::vector<ClusterLevel> expected = makeClusters(sheet.net);
    std::mt19937 random(6);
    for (int round = 0; round < 3; ++round) {
        std::shuffle(sheet.net.spans.begin(), sheet.net.spans.end(), random);
        for (Span& span : sheet.net.spans)
            if (random() % 2 == 0) std::swap(span.a, span.b);
        const std::vector<ClusterLevel> levels = makeClusters(sheet.net);
        ASSERT_EQ(levels.size(), expected.size());
        for (std::size_t l = 0; l < levels.size(); ++l) {
            EXPECT_EQ(levels[l].clusterOf, expected[l].clusterOf);
            ASSERT_EQ(levels[l].sticks.size(), expected[l].sticks.size());
            for (std::size_t i = 0; i < levels[l].sticks.size(); ++i) {
                const Span &is = levels[l].sticks[i], &was = expected[l].sticks[i];
                EXPECT_TRUE(is.a == was.a && is.b == was.b && is.length == was.length);
            }
        }
    }
}

}  // namespace
}  // namespace pliant::test
