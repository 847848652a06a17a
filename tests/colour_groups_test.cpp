// Colouring of groups of up to four vertices.

#include "bending_support.h"

namespace pliant::test {
namespace {

// ---- Colours

using Groups = std::vector<std::array<Index, 4>>;

void expectProper(Index vertexCount, const Groups& groups, const Colouring& colouring) {
    ASSERT_EQ(colouring.colours.size(), groups.size());
    std::vector<std::set<Index>> met(vertexCount);
    std::set<Index> used;
    std::size_t maxDegree = 0;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const Index colour = colouring.colours[g];
        ASSERT_LT(colour, colouring.colourCount);
        used.insert(colour);
        for (const Index vertex : std::set<Index>(groups[g].begin(), groups[g].end())) {
            ASSERT_TRUE(met[vertex].insert(colour).second) << "group " << g;
            maxDegree = std::max(maxDegree, met[vertex].size());
        }
    }
    EXPECT_EQ(used.size(), colouring.colourCount);
    EXPECT_EQ(colouring.maxDegree, maxDegree);
}

Groups groupsOf(const std::vector<SceneBend>& bends) {
    Groups groups;
    for (const SceneBend& bend : bends)
        groups.push_back(bend.particles);
    return groups;
}

TEST(ColourGroups, GridsTakeTenColours) {
    for (const Index size : {3u, 4u, 5u, 6u, 17u, 64u, 100u}) {
        const Groups groups = groupsOf(bendsOfGrid(0, size, size + size % 3, 0.1f, 0.1f, 1.0f, 0.0f));
        const Index count = size * (size + size % 3);
        const Colouring colouring = colourGroups(count, groups);
        expectProper(count, groups, colouring);
        EXPECT_LE(colouring.colourCount, 10u) << size;
    }
}

TEST(ColourGroups, MeshesTakeFewColours) {
    const Index size = 60;
    std::vector<vec3> positions;
    for (Index i = 0; i < size * size; ++i)
        positions.push_back(vec3(float(i % size) + 0.5f * float(i / size), float(i / size), 0.0f));
    const Groups groups = groupsOf(bendsOfMesh(positions, triangleStrips(size, size), 1.0f, 0.0f));
    const Colouring colouring = colourGroups(size * size, groups);
    expectProper(size * size, groups, colouring);
    EXPECT_LE(colouring.colourCount, 2 * colouring.maxDegree);
    const auto most = [&](Index colour) {
        return std::count(colouring.colours.begin(), colouring.colours.end(), colour);
    };
    for (Index colour = 0; colour < colouring.colourCount; ++colour)
        EXPECT_LE(most(colour), std::ptrdiff_t(groups.size() * 3 / 2 / colouring.colourCount));
}

TEST(ColourGroups, RandomGroupsAreProperAndDeterministic) {
    std::mt19937 random(8);
    for (Index trial = 0; trial < 40; ++trial) {
        const Index vertices = 1 + trial * 5;
        Groups groups(vertices * (1 + trial % 12));  // vertices may repeat within a group, and groups too
        for (auto& group : groups) {
            for (Index& vertex : group)
                vertex = static_cast<Index>(random() % vertices);
        }
        const Colouring colouring = colourGroups(vertices, groups);
        expectProper(vertices, groups, colouring);
        EXPECT_EQ(colouring.colours, colourGroups(vertices, groups).colours);
    }
    EXPECT_EQ(colourGroups(5, {}).colourCount, 0u);
}

// One vertex in everything: as many colours as groups, and quadratic work would show as minutes.
TEST(ColourGroups, AHubOfManyGroups) {
    const Index count = 100'000;
    Groups groups;
    for (Index i = 0; i < count; ++i)
        groups.push_back({0, 1 + 2 * i, 2 + 2 * i, 2 + 2 * i});
    const Colouring colouring = colourGroups(1 + 2 * count, groups);
    EXPECT_EQ(colouring.colourCount, count);
    EXPECT_EQ(colouring.maxDegree, count);
    EXPECT_EQ(std::set<Index>(colouring.colours.begin(), colouring.colours.end()).size(), count);
}

}  // namespace
}  // namespace pliant::test
