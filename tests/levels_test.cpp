#include "schedule/levels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <queue>
#include <random>
#include <set>
#include <utility>

namespace pliant::test {
namespace {

using Index = std::uint32_t;
using Pair = std::pair<Index, Index>;

constexpr float kStep = 0.01f;
const float kDiagonal = kStep * std::sqrt(2.0f);

struct Body {
    Index vertexCount = 0;
    std::vector<Span> spans;
    std::vector<std::uint8_t> mustStay;
};

struct Place {
    float x, y;
};

std::vector<Level> levelsOf(const Body& body) {
    return makeLevels(body.vertexCount, body.spans, body.mustStay);
}

Body gridBody(Index columns, Index rows) {
    Body body{columns * rows, {}, std::vector<std::uint8_t>(columns * rows, 0)};
    for (Index y = 0; y < rows; ++y) {
        for (Index x = 0; x < columns; ++x) {
            const Index v = y * columns + x;
            if (x + 1 < columns) body.spans.push_back({v, v + 1, kStep});
            if (y + 1 < rows) body.spans.push_back({v, v + columns, kStep});
            if (x + 1 == columns || y + 1 == rows) continue;
            body.spans.push_back({v, v + columns + 1, kDiagonal});
            body.spans.push_back({v + 1, v + columns, kDiagonal});
        }
    }
    return body;
}

Body ropeBody(Index count) {
    return gridBody(count, 1);
}

void append(Body& body, const Body& other) {
    for (const Span& span : other.spans)
        body.spans.push_back({span.a + body.vertexCount, span.b + body.vertexCount, span.length});
    body.mustStay.insert(body.mustStay.end(), other.mustStay.begin(), other.mustStay.end());
    body.vertexCount += other.vertexCount;
}

// From 0 to 1; the same with every standard library.
float uniform(std::mt19937& random) {
    return static_cast<float>(random() >> 8) * 0x1p-24f;
}

// The standard library's own shuffle is not the same everywhere.
template <class T>
void shuffle(std::vector<T>& items, std::mt19937& random) {
    for (std::size_t i = items.size(); i > 1; --i)
        std::swap(items[i - 1], items[random() % i]);
}

// Jittered squares, each cut by a random diagonal, numbered at random.
Body triangulation(Index size, std::uint32_t seed, std::vector<Place>& places) {
    std::mt19937 random(seed);
    std::vector<Index> numbers(size * size);
    std::iota(numbers.begin(), numbers.end(), 0u);
    shuffle(numbers, random);
    places.resize(numbers.size());
    for (Index y = 0; y < size; ++y) {
        for (Index x = 0; x < size; ++x) {
            places[numbers[y * size + x]] = {float(x) + 0.6f * (uniform(random) - 0.5f),
                                             float(y) + 0.6f * (uniform(random) - 0.5f)};
        }
    }
    Body body{size * size, {}, std::vector<std::uint8_t>(numbers.size(), 0)};
    const auto join = [&](Index a, Index b) {
        const Place p = places[numbers[a]], q = places[numbers[b]];
        body.spans.push_back({numbers[a], numbers[b], std::hypot(p.x - q.x, p.y - q.y)});
    };
    for (Index y = 0; y < size; ++y) {
        for (Index x = 0; x < size; ++x) {
            const Index v = y * size + x;
            if (x + 1 < size) join(v, v + 1);
            if (y + 1 < size) join(v, v + size);
            if (x + 1 == size || y + 1 == size) continue;
            if (random() % 2 == 0) join(v, v + size + 1);
            else join(v + 1, v + size);
        }
    }
    return body;
}

// --- What a regular grid must give ---

struct Coarse {
    Index columns, rows, fullColumns, step;

    Coarse(Index fineColumns, Index fineRows, Index level)
        : columns((fineColumns - 1) / (1u << level) + 1),
          rows((fineRows - 1) / (1u << level) + 1),
          fullColumns(fineColumns),
          step(1u << level) {}

    Index count() const { return columns * rows; }
    Index particle(Index x, Index y) const { return y * step * fullColumns + x * step; }
};

std::vector<Index> expectedParticles(const Coarse& grid) {
    std::vector<Index> particles;
    for (Index y = 0; y < grid.rows; ++y) {
        for (Index x = 0; x < grid.columns; ++x)
            particles.push_back(grid.particle(x, y));
    }
    return particles;
}

std::map<Pair, float> expectedLinks(const Coarse& grid) {
    std::map<Pair, float> links;
    const auto scale = static_cast<float>(grid.step);
    for (Index y = 0; y < grid.rows; ++y) {
        for (Index x = 0; x < grid.columns; ++x) {
            const Index here = grid.particle(x, y);
            if (x + 1 < grid.columns) links[{here, grid.particle(x + 1, y)}] = kStep * scale;
            if (y + 1 == grid.rows) continue;
            links[{here, grid.particle(x, y + 1)}] = kStep * scale;
            if (x > 0) links[{here, grid.particle(x - 1, y + 1)}] = kDiagonal * scale;
            if (x + 1 < grid.columns) links[{here, grid.particle(x + 1, y + 1)}] = kDiagonal * scale;
        }
    }
    return links;
}

void expectLinks(const std::vector<Span>& links, const std::map<Pair, float>& expected) {
    ASSERT_EQ(links.size(), expected.size());
    auto next = expected.begin();
    for (const Span& link : links) {
        ASSERT_EQ(Pair(link.a, link.b), next->first);
        ASSERT_EQ(link.length, next->second) << link.a << " - " << link.b;
        ++next;
    }
}

// Parents of the particle at (x, y) of the finer grid: the members in the square around it.
std::vector<Index> expectedParents(const Coarse& fine, Index x, Index y) {
    std::vector<Index> parents;
    for (Index v = y - y % 2; v <= y + y % 2 && v < fine.rows; v += 2) {
        for (Index u = x - x % 2; u <= x + x % 2 && u < fine.columns; u += 2)
            parents.push_back(fine.particle(u, v));
    }
    return parents;
}

void expectChildren(const std::vector<Parents>& children, const Coarse& fine) {
    std::size_t next = 0;
    for (Index y = 0; y < fine.rows; ++y) {
        for (Index x = 0; x < fine.columns; ++x) {
            if (x % 2 == 0 && y % 2 == 0) continue;
            ASSERT_LT(next, children.size());
            const Parents& child = children[next++];
            const std::vector<Index> parents = expectedParents(fine, x, y);
            ASSERT_EQ(child.particle, fine.particle(x, y));
            for (std::size_t i = 0; i < 4; ++i) {
                const bool isUsed = i < parents.size();
                ASSERT_EQ(child.parent[i], parents[isUsed ? i : 0]) << x << ' ' << y;
                ASSERT_EQ(child.weight[i], isUsed ? 1.0f / float(parents.size()) : 0.0f) << x << ' ' << y;
            }
        }
    }
    EXPECT_EQ(next, children.size());
}

void expectRegular(Index columns, Index rows, const std::vector<Level>& levels) {
    Index count = 0;
    while (Coarse(columns, rows, count + 1).count() >= 8)
        ++count;
    ASSERT_EQ(levels.size(), count);
    for (Index k = 0; k < count; ++k) {
        SCOPED_TRACE(k);
        const Coarse grid(columns, rows, k + 1);
        ASSERT_EQ(levels[k].particles, expectedParticles(grid));
        expectLinks(levels[k].links, expectedLinks(grid));
        expectChildren(levels[k].children, Coarse(columns, rows, k));
    }
}

// --- What every hierarchy must keep ---

using Neighbours = std::map<Index, std::map<Index, float>>;

Neighbours neighboursOf(const std::vector<Span>& spans) {
    Neighbours neighbours;
    for (const Span& span : spans) {
        for (const auto& [from, to] : {Pair(span.a, span.b), Pair(span.b, span.a)}) {
            const auto [place, isNew] = neighbours[from].emplace(to, span.length);
            if (!isNew) place->second = std::min(place->second, span.length);
        }
    }
    return neighbours;
}

// For each particle with neighbours the lowest number it is connected with.
std::map<Index, Index> componentsOf(const Neighbours& neighbours) {
    std::map<Index, Index> components;
    for (const auto& [start, unused] : neighbours) {
        std::vector<Index> open{start};
        if (!components.emplace(start, start).second) continue;
        while (!open.empty()) {
            const Index here = open.back();
            open.pop_back();
            for (const auto& [next, length] : neighbours.at(here)) {
                if (components.emplace(next, start).second) open.push_back(next);
            }
        }
    }
    return components;
}

std::map<Index, double> distancesFromOne(const Neighbours& neighbours, Index start, double farthest) {
    std::map<Index, double> distances{{start, 0.0}};
    std::priority_queue<std::pair<double, Index>> open;
    open.push({0.0, start});
    while (!open.empty()) {
        const auto [minusDistance, here] = open.top();
        open.pop();
        if (-minusDistance > distances[here] || -minusDistance > farthest) continue;
        for (const auto& [next, length] : neighbours.at(here)) {
            const double distance = double(length) - minusDistance;
            const auto [place, isNew] = distances.emplace(next, distance);
            if (!isNew && place->second <= distance) continue;
            place->second = distance;
            open.push({-distance, next});
        }
    }
    return distances;
}

void expectFamily(const Parents& child, const std::map<Index, float>& neighbours, const std::set<Index>& members) {
    std::vector<std::pair<double, Index>> near;
    for (const auto& [vertex, length] : neighbours) {
        if (members.contains(vertex)) near.push_back({double(length), vertex});
    }
    ASSERT_FALSE(near.empty()) << child.particle;
    std::sort(near.begin(), near.end());
    near.resize(std::min<std::size_t>(near.size(), 4));
    double sum = 0.0;
    for (const auto& [length, vertex] : near)
        sum += 1.0 / (length * length);

    for (std::size_t i = 0; i < 4; ++i) {
        const bool isUsed = i < near.size();
        ASSERT_EQ(child.parent[i], near[isUsed ? i : 0].second) << child.particle;
        if (isUsed) {
            ASSERT_GT(child.weight[i], 0.0f);
            ASSERT_NEAR(child.weight[i], 1.0 / (near[i].first * near[i].first) / sum, 1e-6);
        } else {
            ASSERT_EQ(child.weight[i], 0.0f);
        }
    }
    ASSERT_EQ(((child.weight[0] + child.weight[1]) + child.weight[2]) + child.weight[3], 1.0f);
}

// Members are a subset in which no two are neighbours; all others of the components that go on are children.
void expectChoice(const Level& level, const Neighbours& fine, const std::vector<std::uint8_t>& mustStay) {
    const std::set<Index> members(level.particles.begin(), level.particles.end());
    ASSERT_EQ(std::vector<Index>(members.begin(), members.end()), level.particles) << "not ascending";
    const std::map<Index, Index> components = componentsOf(fine);
    std::map<Index, Index> sizes, memberCounts;
    for (const auto& [vertex, component] : components)
        ++sizes[component];
    for (const Index member : members) {
        ASSERT_TRUE(fine.contains(member)) << member;
        ++memberCounts[components.at(member)];
        for (const auto& [other, length] : fine.at(member))
            ASSERT_FALSE(members.contains(other)) << member << " and " << other;
    }
    for (const auto& [component, count] : memberCounts) {
        EXPECT_GE(count, 4u);
        EXPECT_GE(2 * sizes[component], 3 * count);
    }
    EXPECT_GE(members.size(), 8u);

    std::size_t next = 0;
    for (const auto& [vertex, neighbours] : fine) {
        if (members.contains(vertex) || !memberCounts.contains(components.at(vertex))) continue;
        ASSERT_LT(next, level.children.size());
        ASSERT_EQ(level.children[next].particle, vertex);
        expectFamily(level.children[next++], neighbours, members);
        const bool gaveWay = std::ranges::any_of(
            neighbours, [&](const auto& entry) { return mustStay[entry.first] != 0 && members.contains(entry.first); });
        ASSERT_TRUE(mustStay[vertex] == 0 || gaveWay) << vertex;
    }
    EXPECT_EQ(next, level.children.size());
}

// Links join members over at most 3 spans, at a length that is that of some path, and nothing falls apart.
void expectBounds(const Level& level, const Neighbours& fine) {
    ASSERT_TRUE(std::ranges::is_sorted(level.links,
                                       [](const Span& x, const Span& y) { return Pair(x.a, x.b) <= Pair(y.a, y.b); }));
    const std::set<Index> members(level.particles.begin(), level.particles.end());
    double longest = 0.0;
    for (const auto& [vertex, neighbours] : fine) {
        for (const auto& [other, length] : neighbours)
            longest = std::max(longest, double(length));
    }
    std::map<Index, double> distances;
    Index start = ~0u;
    for (const Span& link : level.links) {
        ASSERT_LT(link.a, link.b);
        ASSERT_TRUE(members.contains(link.a) && members.contains(link.b));
        if (start != link.a) distances = distancesFromOne(fine, start = link.a, 3.0 * longest);
        ASSERT_GE(link.length, distances.at(link.b) * (1.0 - 1e-6));
        ASSERT_LE(link.length, distances.at(link.b) * 2.0);
        ASSERT_LE(link.length, 3.0 * longest * (1.0 + 1e-6));
    }
    const std::map<Index, Index> before = componentsOf(fine), after = componentsOf(neighboursOf(level.links));
    ASSERT_EQ(after.size(), members.size());
    std::map<Index, Index> lowest;
    for (const auto& [member, component] : after)
        ASSERT_EQ(lowest.emplace(before.at(member), component).first->second, component) << member;
}

void expectHierarchy(const Body& body, const std::vector<Level>& levels) {
    Neighbours fine = neighboursOf(body.spans);
    for (std::size_t k = 0; k < levels.size(); ++k) {
        SCOPED_TRACE(k);
        ASSERT_NO_FATAL_FAILURE(expectChoice(levels[k], fine, body.mustStay));
        ASSERT_NO_FATAL_FAILURE(expectBounds(levels[k], fine));
        fine = neighboursOf(levels[k].links);
    }
}

void expectSame(const std::vector<Level>& x, const std::vector<Level>& y) {
    ASSERT_EQ(x.size(), y.size());
    for (std::size_t k = 0; k < x.size(); ++k) {
        ASSERT_EQ(x[k].particles, y[k].particles);
        ASSERT_TRUE(std::ranges::equal(x[k].links, y[k].links, [](const Span& p, const Span& q) {
            return p.a == q.a && p.b == q.b && p.length == q.length;
        }));
        ASSERT_TRUE(std::ranges::equal(x[k].children, y[k].children, [](const Parents& p, const Parents& q) {
            return p.particle == q.particle && std::ranges::equal(p.parent, q.parent) &&
                   std::ranges::equal(p.weight, q.weight);
        }));
    }
}

// --- Tests ---

TEST(Levels, GridsGiveEverySecondRowAndColumnAtEveryLevel) {
    for (const auto& [columns, rows] : std::vector<Pair>{{5, 5},
                                                         {6, 4},
                                                         {7, 7},
                                                         {8, 8},
                                                         {9, 9},
                                                         {16, 16},
                                                         {17, 16},
                                                         {31, 33},
                                                         {50, 3},
                                                         {2, 100},
                                                         {64, 64},
                                                         {101, 60},
                                                         {257, 130}}) {
        SCOPED_TRACE(testing::Message() << columns << " x " << rows);
        const Body body = gridBody(columns, rows);
        expectRegular(columns, rows, levelsOf(body));
    }
    expectHierarchy(gridBody(33, 20), levelsOf(gridBody(33, 20)));
}

TEST(Levels, RopesHalveUntilFewerThanEightAreLeft) {
    for (const Index count : {15u, 16u, 17u, 1000u, 1025u})
        expectRegular(count, 1, levelsOf(ropeBody(count)));
    const std::vector<Level> levels = levelsOf(ropeBody(10'000));
    expectRegular(10'000, 1, levels);
    EXPECT_EQ(levels.size(), 10u);
    EXPECT_EQ(levels.back().particles.size(), 10u);
}

// Rounding of rest lengths breaks ties at random; that must not show in which members are linked.
TEST(Levels, GridsOfUnevenLengthsHaveTheSameMembersAndLinks) {
    Body body = gridBody(40, 31);
    std::mt19937 random(5);
    for (Span& span : body.spans)
        span.length *= 1.0f + 0.02f * (uniform(random) - 0.5f);
    const std::vector<Level> levels = levelsOf(body), regular = levelsOf(gridBody(40, 31));
    ASSERT_EQ(levels.size(), regular.size());
    for (std::size_t k = 0; k < levels.size(); ++k) {
        ASSERT_EQ(levels[k].particles, regular[k].particles);
        ASSERT_TRUE(std::ranges::equal(levels[k].links, regular[k].links, [](const Span& p, const Span& q) {
            return p.a == q.a && p.b == q.b && std::abs(p.length - q.length) < 0.02f * q.length;
        }));
    }
    expectHierarchy(body, levels);
}

// Interpolation is linear between members: small whole numbers, so that there is no rounding.
TEST(Levels, ParentsOnAGridReproduceAnAffineDisplacementExactly) {
    const Index columns = 70, rows = 53;
    const auto displacement = [&](Index particle) {
        return 3.0f * float(particle % columns) - 5.0f * float(particle / columns) + 7.0f;
    };
    const std::vector<Level> levels = levelsOf(gridBody(columns, rows));
    ASSERT_FALSE(levels.empty());
    std::size_t checked = 0;
    for (const Level& level : levels) {
        Index lastColumn = 0;
        for (const Index member : level.particles)
            lastColumn = std::max(lastColumn, member % columns);
        const Index lastRow = level.particles.back() / columns;
        for (const Parents& child : level.children) {
            if (child.particle % columns > lastColumn || child.particle / columns > lastRow) continue;
            float sum = 0.0f;
            for (std::size_t i = 0; i < 4; ++i)
                sum += child.weight[i] * displacement(child.parent[i]);
            ASSERT_EQ(sum, displacement(child.particle)) << child.particle;
            ++checked;
        }
    }
    EXPECT_GT(checked, 3500u);
}

TEST(Levels, IrregularTriangulationsKeepEveryRule) {
    for (std::uint32_t seed = 0; seed < 12; ++seed) {
        SCOPED_TRACE(seed);
        std::vector<Place> places;
        Body body = triangulation(8 + 4 * seed, seed, places);
        std::mt19937 random(seed);
        for (std::uint8_t& stays : body.mustStay)
            stays = seed % 2 == 1 && random() % 20 == 0;
        const std::vector<Level> levels = levelsOf(body);
        ASSERT_GE(levels.size(), 1u);
        expectHierarchy(body, levels);
        std::size_t before = body.vertexCount;
        for (const Level& level : levels) {
            EXPECT_GE(2 * before, 3 * level.particles.size());
            before = level.particles.size();
            EXPECT_LE(level.links.size(), 4 * level.particles.size());
            for (const Span& link : level.links) {
                const float apart =
                    std::hypot(places[link.a].x - places[link.b].x, places[link.a].y - places[link.b].y);
                ASSERT_GE(link.length, apart * (1.0f - 1e-5f));
                ASSERT_LE(link.length, apart * 3.0f);
            }
        }
    }
}

TEST(Levels, OrderAndDirectionOfSpansAndLongerParallelsMakeNoDifference) {
    std::vector<Place> places;
    Body body = triangulation(30, 4, places);
    const std::vector<Level> levels = levelsOf(body);
    std::mt19937 random(1);
    const std::size_t count = body.spans.size();
    for (std::size_t i = 0; i < count; i += 3)
        body.spans.push_back({body.spans[i].b, body.spans[i].a, body.spans[i].length * 1.5f});
    for (Span& span : body.spans) {
        if (random() % 2 == 0) std::swap(span.a, span.b);
    }
    shuffle(body.spans, random);
    expectSame(levelsOf(body), levels);
}

// The corner of an even size is off the regular places, at every level.
TEST(Levels, APinAtAnOddCornerMovesOneMemberPerLevel) {
    Body body = gridBody(64, 64);
    body.mustStay[0] = body.mustStay[63] = 1;
    const std::vector<Level> levels = levelsOf(body), regular = levelsOf(gridBody(64, 64));
    expectHierarchy(body, levels);
    ASSERT_EQ(levels.size(), regular.size());
    for (Index k = 0; k < levels.size(); ++k) {
        std::vector<Index> expected = regular[k].particles;
        *std::ranges::find(expected, 64u - (2u << k)) = 63u;
        EXPECT_EQ(levels[k].particles, expected) << k;
    }
}

TEST(Levels, PinsAtTwoCornersOfSixteenBySixteen) {
    Body body = gridBody(16, 16);
    body.mustStay[0] = body.mustStay[15] = 1;
    const std::vector<Level> levels = levelsOf(body);
    expectHierarchy(body, levels);
    ASSERT_EQ(levels.size(), 2u);
    EXPECT_EQ(levels[0].particles.size(), 64u);
    EXPECT_EQ(levels[1].particles,
              (std::vector<Index>{0, 4, 8, 15, 64, 68, 72, 76, 128, 132, 136, 140, 192, 196, 200, 204}));
}

TEST(Levels, PinsAtRegularPlacesChangeNothing) {
    Body body = gridBody(65, 33);
    body.mustStay[0] = body.mustStay[64] = body.mustStay[32 * 65] = body.mustStay[32 * 65 + 64] = 1;
    expectRegular(65, 33, levelsOf(body));
}

TEST(Levels, ARowOfPinsKeepsEverySecondOfThem) {
    Body body = gridBody(32, 16);
    for (Index x = 0; x < 32; ++x)
        body.mustStay[15 * 32 + x] = 1;
    const std::vector<Level> levels = levelsOf(body);
    expectHierarchy(body, levels);
    ASSERT_FALSE(levels.empty());
    for (Index x = 0; x < 32; ++x)
        EXPECT_EQ(std::ranges::binary_search(levels[0].particles, 15 * 32 + x), x % 2 == 0) << x;
}

// Everything pinned: no first fit at all is left to the others.
TEST(Levels, AllPinsAreAsGoodAsNone) {
    Body body = gridBody(20, 20);
    body.mustStay.assign(body.vertexCount, 1);
    expectRegular(20, 20, levelsOf(body));
}

// A star whose leaves come first: they all would be members, and nothing gained.
Body starBody(Index leaves) {
    Body body{leaves + 1, {}, std::vector<std::uint8_t>(leaves + 1, 0)};
    for (Index leaf = 0; leaf < leaves; ++leaf)
        body.spans.push_back({leaf, leaves, kStep});
    return body;
}

TEST(Levels, EachComponentTakesPartAsLongAsItGains) {
    Body body = ropeBody(5);
    append(body, gridBody(20, 20));  // 5 to 404
    append(body, starBody(300));     // 405 to 705
    append(body, ropeBody(7));       // 706 to 712
    append(body, ropeBody(1));       // isolated
    append(body, gridBody(2, 2));
    const std::vector<Level> levels = levelsOf(body);
    expectHierarchy(body, levels);
    ASSERT_EQ(levels.size(), 3u);
    const auto countIn = [](const Level& level, Index first, Index last) {
        const auto isIn = [&](Index particle) { return particle >= first && particle <= last; };
        return std::pair(std::ranges::count_if(level.particles, isIn),
                         std::ranges::count_if(level.children, isIn, &Parents::particle));
    };
    const auto counts = [](std::ptrdiff_t members, std::ptrdiff_t children) { return std::pair(members, children); };
    EXPECT_EQ(countIn(levels[0], 5, 404), counts(100, 300));
    EXPECT_EQ(countIn(levels[0], 706, 712), counts(4, 3));
    EXPECT_EQ(levels[0].particles.size(), 104u);
    EXPECT_EQ(levels[0].children.size(), 303u);
    EXPECT_EQ(countIn(levels[1], 5, 404), counts(25, 75));
    EXPECT_EQ(levels[1].particles.size(), 25u);
    EXPECT_EQ(levels[1].children.size(), 75u);
    EXPECT_EQ(levels[2].particles.size(), 9u);
}

TEST(Levels, NothingIsMadeOfTooLittle) {
    EXPECT_TRUE(makeLevels(0, {}, {}).empty());
    EXPECT_TRUE(makeLevels(3, {}, {0, 1, 0}).empty());
    EXPECT_TRUE(levelsOf(ropeBody(14)).empty());
    EXPECT_TRUE(levelsOf(gridBody(4, 6)).empty());
    EXPECT_TRUE(levelsOf(starBody(1000)).empty());
    Body many;
    for (int i = 0; i < 1000; ++i)
        append(many, ropeBody(5));
    EXPECT_TRUE(levelsOf(many).empty());
}

// A rope whose lengths reach from 0 to thousands of times the mean.
TEST(Levels, WeightsStandExtremeLengths) {
    Body body = ropeBody(40);
    body.spans[10].length = 0.0f;
    body.spans[20].length = 0.0f;
    body.spans[21].length = 0.0f;
    body.spans[30].length = 5000.0f * kStep;
    const std::vector<Level> levels = levelsOf(body);
    ASSERT_EQ(levels.size(), 2u);
    const auto& children = levels[0].children;  // child i is particle 2 i + 1
    EXPECT_EQ(children[5].weight[0], 1.0f);
    EXPECT_EQ(children[5].parent[1], 10u);
    EXPECT_EQ(children[10].weight[0], 0.5f);
    EXPECT_EQ(children[10].weight[1], 0.5f);
    EXPECT_EQ(children[15].parent[0], 32u);
    EXPECT_EQ(children[15].weight[0], 1.0f);
    EXPECT_EQ(children[15].weight[1], 0.0f);
    EXPECT_EQ(children[15].parent[1], 32u);
}

}  // namespace
}  // namespace pliant::test
