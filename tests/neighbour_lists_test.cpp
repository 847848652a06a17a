// Lists of neighbours against brute force: of particles anywhere, anyhow fast, and of those that stray.

#include <fmt/format.h>

#include <optional>
#include <random>
#include <set>

#include "neighbour_lists_support.h"
#include "neighbour_support.h"
#include "pliant/shared/cut.h"
#include "rigid_support.h"

namespace pliant::test {
namespace {

// The least distance of two in the first `substeps` substeps of straight motion.
double leastDistance(vec3 a, vec3 wayOfA, vec3 b, vec3 wayOfB, double substeps) {
    const dvec3 apart = dvec3(a) - dvec3(b), motion = dvec3(wayOfA) - dvec3(wayOfB);
    const double squared = glm::dot(motion, motion);
    const double time = squared > 0.0 ? std::clamp(-glm::dot(apart, motion) / squared, 0.0, substeps) : 0.0;
    return glm::length(apart + motion * time);
}

struct Cloud {
    const char* name;
    std::size_t count;
    float size, fastest;  // [m], of the box; [m] per substep
    vec3 middle;
};

void expectAllThatBruteForceFinds(bool isSorted, bool wide) {
    constexpr float kThickness = 0.1f;
    for (const Cloud& cloud :
         {Cloud{"still", 800, 1.5f, 0.0f, vec3(0.0f)}, Cloud{"slow", 800, 1.5f, 0.02f, vec3(0.0f)},
          Cloud{"fast", 600, 3.0f, 0.35f, vec3(0.0f)}, Cloud{"all in one cell", 40, 0.05f, 0.0f, vec3(0.0f)},
          Cloud{"flat", 400, 2.0f, 0.01f, vec3(0.0f)},
          Cloud{"far away", 500, 1.5f, 0.02f, vec3(1000.0f, -800.0f, 555.0f)}}) {
        std::mt19937 random(5);
        std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
        Scene scene;
        std::vector<vec3> places, ways;
        const bool isFlat = cloud.name == std::string("flat");
        for (std::size_t i = 0; i < cloud.count; ++i) {
            const vec3 offset(unit(random), isFlat ? 0.0f : unit(random), unit(random));
            places.push_back(cloud.middle + offset * (0.5f * cloud.size));
            ways.push_back(cloud.fastest * 0.57f * vec3(unit(random), unit(random), unit(random)));
            // Far from each other at rest; near in memory are those that are near each other, or any.
            addParticle(scene, isSorted ? 1000.0f * offset : vec3(float(i), 0.0f, 0.0f), 1.0f);
        }
        scene.contacts.push_back({0, Index(cloud.count), kThickness});
        const Lists lists(take(compile(scene)), places, ways, wide);
        std::size_t near = 0, listed = 0, pairs = 0;
        for (Index i = 0; i < cloud.count; ++i) {
            const auto list = lists.of(i);
            ASSERT_TRUE(list) << cloud.name;
            const double horizon = lists.isForLife(i) ? lists.life() : 1.0;
            for (Index j = 0; j < cloud.count; ++j) {
                if (i == j) continue;
                ++pairs;
                const bool isListed = list->count(j) > 0;
                const double least = leastDistance(places[i], ways[i], places[j], ways[j], horizon);
                ASSERT_TRUE(isListed || least >= kThickness) << cloud.name << ", " << i << " and " << j;
                near += least < kThickness ? 1 : 0;
                listed += isListed ? 1 : 0;
                ASSERT_TRUE(!isListed || least < 1.6 * kThickness) << cloud.name << ", " << i << " and " << j;
            }
        }
        EXPECT_GT(near, cloud.count / 5) << cloud.name;
        EXPECT_TRUE(listed < pairs / 10 || near == pairs) << cloud.name;
    }
}

TEST(NeighbourLists, HaveAllThatBruteForceFinds) {
    for (const bool isSorted : {false, true}) {
        for (const bool wide : {false, cpu::hasWideKernels()}) {
            SCOPED_TRACE(fmt::format("sorted {}, wide {}", isSorted, wide));
            expectAllThatBruteForceFinds(isSorted, wide);
        }
    }
}

// Contacts of the scene's particles; one after another in the world and in frames of reference, in as many as there are
// numbers of particles in each.
std::vector<Index> addContacts(Scene& scene, const std::vector<Index>& counts, float thickness) {
    std::vector<Index> frames;
    for (Index number = 0, first = 0; number < counts.size(); first += counts[number++]) {
        Body body;
        body.firstParticle = first;
        body.particleCount = counts[number];
        if (number > 0) {
            scene.frames.emplace_back();
            body.frame = number - 1;
        }
        scene.bodies.push_back(body);
        scene.contacts.push_back({first, counts[number], thickness});
        frames.insert(frames.end(), counts[number], number);
    }
    return frames;
}

// A cloud that drifts, and in its second substep some that go another way than before, every so many of them. They are
// in frames of reference, so many in each.
void expectStraysToBeFound(Index every, bool areMany, const std::vector<Index>& counts, bool wide) {
    constexpr float kThickness = 0.1f;
    std::mt19937 random(7);
    std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
    const auto vector = [&](float size) { return size * vec3(unit(random), unit(random), unit(random)); };
    Scene scene;
    std::vector<vec3> places, ways;
    for (Index i = 0; i < 800; ++i) {
        places.push_back(vector(0.75f));
        ways.push_back(vec3(0.02f, 0.0f, 0.0f) + vector(0.004f));
        addParticle(scene, 1000.0f * places.back(), 1.0f);
    }
    const std::vector<Index> frames = addContacts(scene, counts, kThickness);
    Lists lists(take(compile(scene)), places, ways, wide);
    ASSERT_TRUE(lists.areAnew());
    const auto expectAll = [&] {
        for (Index i = 0; i < 800; ++i) {
            for (Index j = 0; j < 800; ++j) {
                const bool isNear = i != j && leastDistance(places[i], ways[i], places[j], ways[j], 1.0) < kThickness;
                const bool isListed = lists.of(i)->count(j) > 0;
                if (frames[i] == frames[j]) ASSERT_TRUE(!isNear || isListed) << i << " and " << j;
                else ASSERT_FALSE(isListed) << i << " and " << j;
            }
        }
    };
    expectAll();
    for (Index i = 0; i < 800; ++i) {
        places[i] += ways[i];
        if (i % every == 0) ways[i] = vec3(0.08f, 0.0f, 0.0f) + vector(0.05f);
    }
    lists.goOn(places, ways, wide);
    EXPECT_EQ(lists.areAnew(), areMany);
    EXPECT_TRUE(areMany || lists.strays() == 800 / every) << lists.strays();
    expectAll();
}

TEST(NeighbourLists, FewThatStrayAreListedAsTheyGoOn) {
    for (const bool wide : {false, cpu::hasWideKernels()}) {
        SCOPED_TRACE(wide ? "wide" : "plain");
        expectStraysToBeFound(20, false, {800}, wide);
        expectStraysToBeFound(4, true, {800}, wide);  // more than an eighth of all
    }
}

// In frames of reference that begin and end anywhere in groups of the tree, and are there at the same places.
TEST(NeighbourLists, HaveThoseOfTheirFrameAlone) {
    for (const bool wide : {false, cpu::hasWideKernels()}) {
        SCOPED_TRACE(wide ? "wide" : "plain");
        for (const std::vector<Index>& counts : {std::vector<Index>{403, 397}, std::vector<Index>{1, 2, 3, 794},
                                                 std::vector<Index>{240, 5, 1, 260, 294}}) {
            expectStraysToBeFound(20, false, counts, wide);
            expectStraysToBeFound(4, true, counts, wide);
        }
    }
}

// What a particle lists that had `listed` others around it and which `coming` more come near, all in one substep: as
// far off as that they are listed, but do not come near in a substep; if `near`, they do.
std::optional<std::set<Index>> listWhenMoreCome(Index listed, bool near, Index coming, bool wide) {
    constexpr float kThickness = 0.1f;
    const auto ring = [](Index i, Index count, float radius) {
        const float angle = 6.2831853f * float(i) / float(count);
        return radius * vec3(std::cos(angle), std::sin(angle), 0.0f);
    };
    std::vector<vec3> places{vec3(0.0f)};
    for (Index i = 0; i < listed; ++i)
        places.push_back(ring(i, listed, near ? 0.11f : 0.14f));
    for (Index i = 0; i < coming; ++i)
        places.push_back(vec3(3.0f, 0.0f, 0.0f) + ring(i, coming, 0.5f));
    for (Index i = 0; i < 800; ++i)  // far from all, so that lists are mended and not made anew
        places.push_back(vec3(float(i), 100.0f, 0.0f));
    Scene scene;
    for (const vec3& place : places)
        addParticle(scene, 1000.0f * place, 1.0f);
    scene.contacts.push_back({0, Index(places.size()), kThickness});
    std::vector<vec3> ways(places.size(), vec3(0.0f));
    Lists lists(take(compile(scene)), places, ways, wide);
    EXPECT_EQ(lists.of(0)->size(), listed);
    for (Index i = 0; i < coming; ++i)
        places[1 + listed + i] = vec3(0.0f, 0.0f, 0.11f) + ring(i, coming, 0.01f);
    lists.goOn(places, ways, wide);
    EXPECT_FALSE(lists.areAnew());
    EXPECT_EQ(lists.strays(), coming);
    // Each other they meet where none of them has been before.
    for (Index i = 0; i < coming; ++i)
        for (Index j = 0; j < coming; ++j)
            EXPECT_TRUE(i == j || lists.of(1 + listed + i)->count(1 + listed + j) > 0) << i << " and " << j;
    return lists.of(0);
}

TEST(NeighbourLists, StraysGetTheRoomOfWhatDoesNotComeNear) {
    for (const bool wide : {false, cpu::hasWideKernels()}) {
        SCOPED_TRACE(wide ? "wide" : "plain");
        const auto has = [](const std::optional<std::set<Index>>& list, Index first, Index count) {
            for (Index i = first; i < first + count; ++i)
                if (list->count(i) == 0) return false;
            return true;
        };
        const Index more = 17;  // two groups of the tree and one
        const auto roomy = listWhenMoreCome(30, false, more, wide);
        EXPECT_TRUE(roomy && roomy->size() == 47 && has(roomy, 1, 47));
        const auto full = listWhenMoreCome(40, false, more, wide);  // more than kMostNeighbours
        EXPECT_TRUE(full && has(full, 41, more));
        const auto both = listWhenMoreCome(31, true, more, wide);
        EXPECT_TRUE(both && has(both, 1, 48));
        EXPECT_FALSE(listWhenMoreCome(40, true, more, wide));  // all come near: it waits
    }
}

// A crowd of which some come near too many for life: these look again in each substep, and nothing else has to.
TEST(NeighbourLists, WhatHasNoRoomLooksAgainAlone) {
    constexpr Index kCount = 470, kStray = 470;
    for (const bool wide : {false, cpu::hasWideKernels()}) {
        SCOPED_TRACE(wide ? "wide" : "plain");
        std::mt19937 random(11);
        std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
        const auto vector = [&](float size) { return size * vec3(unit(random), unit(random), unit(random)); };
        Scene scene;
        std::vector<vec3> places, ways;
        for (Index i = 0; i <= kCount; ++i) {
            places.push_back(i == kStray ? vec3(1.0f, 0.0f, 0.0f) : vector(0.25f));
            ways.push_back(i == kStray ? vec3(0.0f) : vector(0.003f));
            addParticle(scene, 1000.0f * places.back(), 1.0f);
        }
        scene.contacts.push_back({0, kCount + 1, 0.1f});
        Lists lists(take(compile(scene)), places, ways, wide);
        std::size_t anew = 1, crowded = 0;
        for (int substep = 2; substep <= 8; ++substep) {
            for (Index i = 0; i <= kCount; ++i) {
                places[i] += ways[i];
                if (i != kStray) ways[i] += vector(0.0003f);
            }
            if (substep == 6) places[kStray] = vec3(0.0f);
            lists.goOn(places, ways, wide);
            anew += lists.areAnew();
            for (Index i = 0; i <= kCount; ++i) {
                if (lists.isForLife(i)) continue;
                ++crowded;
                std::set<Index> all = lists.ofAllPairs(i, kForSubstep);
                if (all.size() > kMostNeighbours) all = lists.ofAllPairs(i, kForTouches);
                const std::set<Index> list = lists.of(i).value_or(std::set<Index>{});
                EXPECT_TRUE(std::includes(list.begin(), list.end(), all.begin(), all.end())) << i << " in " << substep;
                // Where the stray finds no room it takes that of what does not come near: the rest is still there.
                EXPECT_TRUE(list == all || (substep == 6 && list.count(kStray) > 0)) << i << " in " << substep;
            }
        }
        EXPECT_EQ(anew, 2u) << "lists hold for two substeps, and then for six";
        EXPECT_EQ(lists.strays(), 1u);
        EXPECT_GT(crowded, 500u);
    }
}

// Cuts look at edges and faces around what has neighbours and around what is beside that.
TEST(NeighbourLists, AllThatCutsLookAtIsInvolved) {
    constexpr Index kSize = 25;
    constexpr float kThickness = 0.18f;  // all two edges apart are beside each other, but for those 0.28 m apart
    for (const bool wide : {false, cpu::hasWideKernels()}) {
        Scene scene;
        addSheet(scene, kSize, 2.4f, vec3(0.0f), {.thickness = kThickness});
        std::vector<std::set<Index>> edges(scene.positions.size());
        for (const auto& t : trianglesOf(scene))
            for (const Index a : t)
                for (const Index b : t)
                    if (a != b) edges[a].insert(b);
        const Index loose = addParticle(scene, vec3(0.0f, 0.2f, 0.0f), 1.0f);
        scene.contacts.push_back({loose, 1, kThickness});
        const Lists lists(take(compile(scene)), scene.positions, std::vector<vec3>(loose + 1, vec3(0.0f)), wide);
        std::set<Index> expected{loose};
        const auto addStar = [&](Index i) {
            expected.insert(i);
            expected.insert(edges[i].begin(), edges[i].end());
        };
        for (Index i = 0; i < loose; ++i) {
            if (lists.of(i)->empty()) continue;
            for (const Index j : edges[i]) {
                addStar(j);
                for (const Index k : edges[j])
                    if (glm::distance(scene.positions[i], scene.positions[k]) < 1.25f * kThickness) addStar(k);
            }
        }
        for (Index i = 0; i <= loose; ++i)
            EXPECT_EQ(lists.isInvolved(i), expected.contains(i)) << i << (wide ? ", wide" : "");
        EXPECT_GT(expected.size(), 50u);
        EXPECT_LT(expected.size(), 400u);
    }
}

// All that have short edges, and the other ends of these, are held: what is free beside them looks at them, though
// nothing is on a list, and so at all that is around them.
TEST(NeighbourLists, AllAroundShortEdgesIsInvolvedWhereTheyAreHeld) {
    Scene scene;
    take(addContact(scene, take(addMesh(scene, sheetWithShortEdge()))));
    std::vector<std::set<Index>> edges(scene.positions.size());
    for (const auto& t : trianglesOf(scene))
        for (const Index a : t)
            for (const Index b : t)
                if (a != b) edges[a].insert(b);
    const SchedulePtr loose = take(compile(scene));
    std::set<Index> expected;
    for (Index i = 0; i < scene.positions.size(); ++i) {
        if (!isUnevenWith(loose->neighbourRest[loose->localParticle[i]].w)) continue;
        scene.pinned[i] = 1;
        for (const Index j : edges[i])
            expected.insert(edges[j].begin(), edges[j].end());
    }
    ASSERT_GT(expected.size(), 20u);
    for (const bool wide : {false, cpu::hasWideKernels()}) {
        const std::vector<vec3> ways(scene.positions.size(), vec3(0.0f));
        const Lists lists(take(compile(scene)), scene.positions, ways, wide);
        EXPECT_TRUE(lists.hasNeighbours());
        for (const Index i : expected)
            EXPECT_TRUE(lists.isInvolved(i)) << i << (wide ? ", wide" : "");
        EXPECT_FALSE(lists.isInvolved(0));
    }
}

// Whether those that rounds of pushes go over are all that others push; how many they are.
std::size_t expectPushedOnes(const Schedule& schedule, const cpu::NeighbourWork& w) {
    std::size_t count = 0;
    for (Index item = 0; item < schedule.neighbourOrder.size(); ++item) {
        const Index i = schedule.neighbourOrder[item];
        const bool isPushed = w.counts[i].near > 0 && w.ways[2 * i].w > 0.0f;
        EXPECT_EQ(w.pushed.has(item), isPushed) << "particle " << i;
        count += isPushed;
    }
    return count;
}

// Also where a step counts touches twice.
TEST(NeighbourLists, ThoseThatOthersPushAreNoted) {
    const SchedulePtr schedule = take(compile(pileUnder(15.0, 3)));
    PassArrays arrays(*schedule);
    Progress progress = initialProgress(*schedule);
    std::size_t most = 0;
    for (int frame = 0; frame < 12; ++frame) {
        const StepPlan plan = take(planStep(*schedule, {}, onFloor(), progress));
        const bool wide = frame % 2 == 1 && cpu::hasWideKernels();
        replayPasses(*schedule, plan, schedule->tethers,
                     [&](const auto& buffers, const Pass& pass, const PassConstants& constants) {
                         const bool isPush = pass.kind == PassKind::PushNeighbours;
                         if (isPush) most = std::max(most, expectPushedOnes(*schedule, arrays.neighbours));
                         cpu::runPiece(buffers(arrays), wide, pass, constants, pass.first, pass.first + pass.count);
                     });
        advance(progress, plan);
        if (HasFailure()) return;
    }
    EXPECT_GT(most, schedule->particles.size() / 4);
}

// Particles around which cuts look at what no list has, in a substep.
std::size_t lookedAround(const cpu::NeighbourWork& w) {
    return static_cast<std::size_t>(std::count(w.folded.begin(), w.folded.end(), w.substep));
}

// A GPU asks all pairs that no list has, a CPU those alone around which something is noted to be folded.
void expectAllThatMayFoldIsNoted(const Schedule& s, const PassArrays& arrays) {
    const cpu::NeighbourWork& w = arrays.neighbours;
    for (const Index i : s.neighbourOrder) {
        if ((w.counts[i].marks & kIsInvolved) == 0 || arrays.particles[i].w == 0.0f) continue;
        const auto row = [&](Index k) { return s.around.begin() + s.aroundFirst[3 * i + k]; };
        const bool hasFoldedEnd = std::any_of(row(0), row(1), [&](Index k) { return w.counts[k].folds >= kIsFolded; });
        for (Index k = s.aroundFirst[3 * i]; k < s.aroundFirst[3 * i + 2]; ++k) {
            const Index j = s.around[k];
            const bool isEdge = k<s.aroundFirst[3 * i + 1], isMine = j> i || arrays.particles[j].w == 0.0f;
            const bool isAsked = isMine && mayFold(w.counts[i], w.counts[j], isEdge, hasFoldedEnd);
            ASSERT_TRUE(!isAsked || w.folded[i] == w.substep) << i << " and " << j;
        }
    }
}

// What is calm has nothing within two edges that touches another particle, or is held.
void expectCalmIsCalm(const Schedule& s, const PassArrays& arrays) {
    const cpu::NeighbourWork& w = arrays.neighbours;
    const auto visitStar = [&](Index i, auto&& visit) {
        visit(i);
        std::for_each(s.around.begin() + s.aroundFirst[3 * i], s.around.begin() + s.aroundFirst[3 * i + 1], visit);
    };
    for (const Index i : s.neighbourOrder) {
        if (w.counts[i].folds == 0 || w.counts[i].folds >= kIsEven) continue;
        visitStar(i, [&](Index j) {
            visitStar(j, [&](Index k) {
                ASSERT_GT(arrays.particles[k].w, 0.0f) << i << " and " << k;
                ASSERT_FALSE(w.noted[k] == w.substep && w.ways[2 * k + 1].w >= 0.0f) << i << " and " << k;
            });
        });
    }
}

// Calls visit(frame, arrays) in each substep when it is known how faces lie.
template <class Visit>
void runUntilFolds(const Scene& scene, int frames, bool wide, Visit&& visit) {
    const SchedulePtr schedule = take(compile(scene));
    PassArrays arrays(*schedule);
    Progress progress = initialProgress(*schedule);
    for (int frame = 0; frame < frames && !testing::Test::HasFailure(); ++frame) {
        const StepPlan plan = take(planStep(*schedule, {}, onFloor(), progress));
        replayPasses(*schedule, plan, schedule->tethers,
                     [&](const auto& buffers, const Pass& pass, const PassConstants& constants) {
                         if (pass.kind == PassKind::FindCuts && pass.rows == 0) {
                             visit(frame, arrays);
                             expectAllThatMayFoldIsNoted(*schedule, arrays);
                             expectCalmIsCalm(*schedule, arrays);
                         }
                         cpu::runPiece(buffers(arrays), wide, pass, constants, pass.first, pass.first + pass.count);
                     });
        advance(progress, plan);
    }
}

// A sheet that falls flat onto a smaller one that is held: all of it, or few of its particles, have uneven edges. Of
// sticks alone, as PassArrays has no tensors.
Scene unevenSheetOnAHeldOne(float unevenness) {
    constexpr Index kSize = 24;
    MeshDescription mesh = unevenSheet(kSize, 0.2f, 1);
    mesh.fabric.reset();
    for (Index k = 0; k < mesh.vertices.size(); ++k) {
        const vec3 even(float(k % kSize) / (kSize - 1) - 0.5f, 0.2f, float(k / kSize) / (kSize - 1) - 0.5f);
        mesh.vertices[k] = even + unevenness * (mesh.vertices[k] - even);
    }
    Scene scene;
    take(addContact(scene, take(addMesh(scene, mesh))));
    const auto count = static_cast<std::ptrdiff_t>(scene.positions.size());
    addSheet(scene, 12, 0.5f, vec3(0.0f, 0.1f, 0.0f));
    std::fill(scene.pinned.begin() + count, scene.pinned.end(), std::uint8_t(1));
    return scene;
}

TEST(NeighbourLists, WhatIsUnevenAndFlatIsNotLookedAroundUntilItTouchesAnother) {
    for (const bool wide : {false, cpu::hasWideKernels()}) {
        std::size_t inTheAir = 0, onTheOther = 0;
        runUntilFolds(unevenSheetOnAHeldOne(1.0f), 12, wide, [&](int frame, const PassArrays& arrays) {
            std::size_t& most = frame < 4 ? inTheAir : onTheOther;
            most = std::max(most, lookedAround(arrays.neighbours));
        });
        EXPECT_LE(inTheAir, 10u) << wide;
        EXPECT_GE(onTheOther, 100u) << wide;
    }
}

TEST(NeighbourLists, AllThatMayFoldIsLookedAt) {
    for (const float unevenness : {0.4f, 0.6f, 1.0f}) {
        SCOPED_TRACE(unevenness);
        std::size_t most = 0;
        runUntilFolds(unevenSheetOnAHeldOne(unevenness), 40, cpu::hasWideKernels(),
                      [&](int, const PassArrays& arrays) { most = std::max(most, lookedAround(arrays.neighbours)); });
        EXPECT_GE(most, 50u);
    }
}

}  // namespace
}  // namespace pliant::test
