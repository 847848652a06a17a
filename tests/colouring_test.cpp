#include "pliant/schedule/colouring.h"

#include <set>

#include "support.h"

namespace pliant::test {
namespace {

// No two edges that meet have the same colour, and every colour is in use.
void expectProper(std::uint32_t vertexCount, const std::vector<Edge>& edges, const Colouring& colouring) {
    ASSERT_EQ(colouring.colours.size(), edges.size());
    std::vector<std::set<std::uint32_t>> met(vertexCount);
    std::set<std::uint32_t> used;
    for (std::size_t e = 0; e < edges.size(); ++e) {
        const std::uint32_t colour = colouring.colours[e];
        ASSERT_LT(colour, colouring.colourCount);
        ASSERT_TRUE(met[edges[e].a].insert(colour).second) << "edge " << e;
        ASSERT_TRUE(met[edges[e].b].insert(colour).second) << "edge " << e;
        used.insert(colour);
    }
    EXPECT_EQ(used.size(), colouring.colourCount);
}

std::vector<std::uint32_t> sizesOf(const Colouring& colouring) {
    std::vector<std::uint32_t> sizes(colouring.colourCount, 0);
    for (const std::uint32_t colour : colouring.colours)
        ++sizes[colour];
    return sizes;
}

std::vector<Edge> randomGraph(std::uint32_t vertices, std::size_t edgeCount, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<Edge> edges;
    while (edges.size() < edgeCount) {
        const auto a = static_cast<std::uint32_t>(random() % vertices),
                   b = static_cast<std::uint32_t>(random() % vertices);
        if (a != b) edges.push_back({a, b});
    }
    return edges;
}

TEST(Colouring, RandomGraphsAreProperWithFewColours) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        const std::uint32_t vertices = 2 + seed * 7;
        const std::vector<Edge> edges = randomGraph(vertices, vertices * (1 + seed % 9), seed);
        const Colouring colouring = colourEdges(vertices, edges);
        expectProper(vertices, edges, colouring);
        std::vector<std::uint32_t> degree(vertices, 0);
        for (const Edge& e : edges)
            ++degree[e.a], ++degree[e.b];
        EXPECT_EQ(colouring.maxDegree, *std::max_element(degree.begin(), degree.end()));
        // Parallel edges may cost more than Vizing's one: at most half as many again (Shannon 1949).
        EXPECT_LE(colouring.colourCount, colouring.maxDegree * 3 / 2 + 1) << seed;
    }
}

// Vizing's theorem, where no two edges join the same vertices.
TEST(Colouring, SimpleGraphsTakeAtMostOneMoreThanTheDegree) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        const std::uint32_t vertices = 30 + 50 * seed;
        std::vector<Edge> edges = randomGraph(vertices, vertices * (2 + seed % 6), seed);
        std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
        std::erase_if(edges, [&](const Edge& e) { return !seen.insert(std::minmax(e.a, e.b)).second; });
        const Colouring colouring = colourEdges(vertices, edges);
        expectProper(vertices, edges, colouring);
        EXPECT_LE(colouring.colourCount, colouring.maxDegree + 1);
    }
}

TEST(Colouring, CompleteGraphs) {
    for (std::uint32_t n = 2; n < 40; ++n) {
        std::vector<Edge> edges;
        for (std::uint32_t a = 0; a < n; ++a) {
            for (std::uint32_t b = a + 1; b < n; ++b)
                edges.push_back({a, b});
        }
        const Colouring colouring = colourEdges(n, edges);
        expectProper(n, edges, colouring);
        EXPECT_LE(colouring.colourCount, colouring.maxDegree + 1) << n;
    }
}

TEST(Colouring, GridsAndRopesAreWithinOneOfTheDegreeAndBalanced) {
    for (const Scene& scene : {clothScene(3), clothScene(10), clothScene(33), clothScene(100), ropeScene(2),
                               ropeScene(3), ropeScene(1000), irregularScene(12)}) {
        const SchedulePtr schedule = take(compile(scene));
        EXPECT_LE(schedule->colourCount, schedule->maxDegree + 1);
        if (scene.sticks.size() < 1000) continue;
        // But for lines of an odd number, which have one more of the one colour than of the other.
        const std::vector<std::uint32_t> sizes = colourSizes(*schedule);
        const auto [smallest, largest] = std::minmax_element(sizes.begin(), sizes.end());
        EXPECT_LE(*largest, *smallest + *smallest / 14 + 2);
    }
}

// Vertices of many edges: a wheel of hubs. Quadratic work would show as minutes.
TEST(Colouring, HubsOfManyEdges) {
    std::vector<Edge> edges;
    const std::uint32_t leaves = 200'000;
    for (std::uint32_t i = 0; i < leaves; ++i)
        edges.push_back({i % 3, 3 + i});
    for (std::uint32_t i = 0; i + 1 < leaves; ++i)
        edges.push_back({3 + i, 4 + i});
    const Colouring colouring = colourEdges(3 + leaves, edges);
    EXPECT_LE(colouring.colourCount, colouring.maxDegree + 1);
    std::vector<std::uint64_t> met;
    for (std::size_t e = 0; e < edges.size(); ++e) {
        for (const std::uint32_t vertex : {edges[e].a, edges[e].b}) {
            met.push_back((std::uint64_t(vertex) << 32) | colouring.colours[e]);
        }
    }
    std::sort(met.begin(), met.end());
    EXPECT_EQ(std::adjacent_find(met.begin(), met.end()), met.end());
}

TEST(Colouring, IsDeterministicAndTakesNoEdges) {
    const std::vector<Edge> edges = randomGraph(500, 3000, 3);
    EXPECT_EQ(colourEdges(500, edges).colours, colourEdges(500, edges).colours);
    EXPECT_EQ(colourEdges(5, {}).colourCount, 0u);
    EXPECT_EQ(sizesOf(colourEdges(4, {{0, 1}, {2, 3}})), (std::vector<std::uint32_t>{2}));
}

}  // namespace
}  // namespace pliant::test
