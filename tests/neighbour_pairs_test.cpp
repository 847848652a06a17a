// Lists of neighbours against all pairs: not one more, not one less.

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <random>

#include "neighbour_lists_support.h"
#include "neighbour_support.h"

namespace pliant::test {
namespace {

// Two of their own thickness, one above the other and joined at a corner, and a much finer one, most of which is held.
// Returns where they are.
std::vector<vec3> addSheets(Scene& scene, bool hasCrowds) {
    addSheet(scene, 12, 1.0f, vec3(0.0f), {.thickness = 0.1f});  // across a cell it is 1.29 of that at rest
    addSheet(scene, 10, 0.8f, vec3(0.02f, 0.06f, 0.0f), {.thickness = 0.03f});
    addSheet(scene, hasCrowds ? 24 : 6, hasCrowds ? 0.2f : 0.1f, vec3(0.02f, 0.075f, 0.0f), {.thickness = 0.004f});
    for (Index i = 244; i < scene.positions.size(); ++i)
        scene.pinned[i] = i % 7 != 0 ? 1 : 0;
    take(addStick(scene, 0, 144));
    return scene.positions;
}

// So many in a box, far from all else, and from each other at rest.
void addCrowd(Scene& scene, Index count, float size, std::vector<vec3>& places) {
    std::mt19937 random(count);
    std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
    const auto first = static_cast<Index>(scene.positions.size());
    for (Index i = 0; i < count; ++i) {
        const vec3 middle(0.02f * float(count), 0.0f, 0.0f);
        places.push_back(middle + 0.5f * size * vec3(unit(random), unit(random), unit(random)));
        addParticle(scene, 1000.0f * places.back(), 1.0f);
    }
    scene.contacts.push_back({first, count, 0.05f});
}

// How many of them are told for life, for a substep, and without those that look themselves though they are held, and
// how many have no room.
struct Told {
    int forLife = 0, forSubstep = 0, forTouches = 0, none = 0, held = 0;
};

Told compareWithAllPairs(const Lists& lists, Index count, bool straysAlone) {
    Told told;
    for (Index i = 0; i < count; ++i) {
        if (!lists.looks(i) || (straysAlone && !lists.isStray(i))) continue;
        const std::set<Index> all[] = {lists.ofAllPairs(i, kForLife), lists.ofAllPairs(i, kForSubstep),
                                       lists.ofAllPairs(i, kForTouches)};
        const auto fits = [](const std::set<Index>& some) { return some.size() <= kMostNeighbours; };
        const auto first = std::find_if(std::begin(all), std::end(all), fits);
        const std::optional<std::set<Index>> list = lists.of(i);
        EXPECT_EQ(list.has_value(), first != std::end(all)) << "particle " << i;
        EXPECT_EQ(list.value_or(std::set<Index>{}), first != std::end(all) ? *first : std::set<Index>{})
            << "particle " << i;
        int* const counts[] = {&told.forLife, &told.forSubstep, &told.forTouches, &told.none};
        ++*counts[first - std::begin(all)];
        if (list && !list->empty() && lists.isHeldNow(i)) ++told.held;
    }
    return told;
}

// Also of those that go on another way than they were expected on.
void expectThoseOfAllPairs(bool hasCrowds, bool wide) {
    Scene scene;
    std::vector<vec3> places = addSheets(scene, hasCrowds), ways;
    if (hasCrowds) {
        addCrowd(scene, 260, 0.18f, places);
        addCrowd(scene, 80, 0.02f, places);
    }
    const auto count = static_cast<Index>(scene.positions.size());
    scene.pinned[7] = scene.pinned[150] = 1;
    std::mt19937 random(11);
    std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
    const auto vector = [&](float size) { return size * vec3(unit(random), unit(random), unit(random)); };
    for (Index i = 0; i < count; ++i) {
        if (i < 244) places[i] += vector(0.04f);  // sheets are crumpled
        ways.push_back(vec3(0.003f, 0.0f, 0.0f) + vector(0.001f));
    }
    places[20].x = places[100].y = NAN;  // they are lost
    Lists lists(take(compile(scene)), places, ways, wide);
    ASSERT_TRUE(lists.areAnew());
    const Told told = compareWithAllPairs(lists, count, false);
    EXPECT_GT(told.forLife, 200);
    EXPECT_GT(told.held, 10);
    if (hasCrowds) {
        EXPECT_GT(told.forSubstep, 20);
        EXPECT_GT(told.forTouches, 2);
        EXPECT_GT(told.none, 50);
        return;
    }
    for (Index i = 0; i < count; ++i) {
        places[i] += ways[i];
        if (i % 12 == 5) ways[i] += vector(0.03f);
    }
    lists.goOn(places, ways, wide);
    EXPECT_FALSE(lists.areAnew());
    EXPECT_GT(compareWithAllPairs(lists, count, true).forLife, 15);
}

TEST(NeighbourPairs, AreThoseThatListsHave) {
    for (const bool wide : {false, cpu::hasWideKernels()}) {
        for (const bool hasCrowds : {false, true}) {
            SCOPED_TRACE(fmt::format("wide {}, crowds {}", wide, hasCrowds));
            expectThoseOfAllPairs(hasCrowds, wide);
        }
    }
}

}  // namespace
}  // namespace pliant::test
