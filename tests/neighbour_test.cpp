// Particles that keep each other off: lists against brute force, motion against closed forms, surfaces against an
// independent count of the triangles that go through each other.

#include <fmt/format.h>

#include <map>
#include <set>

#include "neighbour_support.h"
#include "pliant/cpu/kernels.h"
#include "pliant/cpu/neighbour_kernels.h"
#include "pliant/shared/neighbour.h"
#include "pliant/state/step_report.h"

namespace pliant::test {
namespace {

using Index = std::uint32_t;

CpuSolver solverOf(const SchedulePtr& schedule) {
    return take(CpuSolver::create(schedule, {2, true}));
}

// The passes that make lists, on their own, over particles anywhere and anyhow fast.
class Lists {
  public:
    Lists(const SchedulePtr& schedule, const std::vector<vec3>& before, const std::vector<vec3>& ways, bool wide)
        : schedule_(schedule), work_(*schedule), particles_(schedule->particles), previous_(schedule->particles) {
        go(before, ways, wide);
    }

    // In the next substep.
    void goOn(const std::vector<vec3>& before, const std::vector<vec3>& ways, bool wide) {
        run({PassKind::CutWays}, wide);
        go(before, ways, wide);
    }

    Index life() const { return work_.state[kListLife]; }
    bool areAnew() const { return work_.state[kListsAreStale] != 0; }
    Index strays() const { return work_.state[kStrayCount]; }

    // Of a particle of the scene, by the scene's numbers; none where there was no room for it.
    std::optional<std::set<Index>> of(Index particle) const {
        const Index i = schedule_->localParticle[particle];
        if (work_.counts[i].listed == kNowhere) return std::nullopt;
        std::set<Index> list;
        for (Index k = 0; k < work_.counts[i].listed; ++k)
            list.insert(schedule_->sceneParticle[work_.listOf(i)[k]]);
        EXPECT_EQ(list.size(), work_.counts[i].listed) << "one is there twice";
        return list;
    }

    bool isForLife(Index particle) const { return work_.anchors[schedule_->localParticle[particle]].w > 0.0f; }

  private:
    void go(const std::vector<vec3>& before, const std::vector<vec3>& ways, bool wide) {
        for (Index i = 0; i < particles_.size(); ++i) {
            const Index scene = schedule_->sceneParticle[i];
            previous_[i] = vec4(before[scene], particles_[i].w);
            particles_[i] = vec4(before[scene] + ways[scene], particles_[i].w);
        }
        using enum PassKind;
        run({WatchNeighbours, PlaceNeighbours, BoundNeighbours, FindNeighbours, CountTouches}, wide);
    }

    void run(std::initializer_list<PassKind> kinds, bool wide) {
        cpu::Buffers buffers{};
        buffers.particles = particles_.data();
        buffers.previous = previous_.data();
        buffers.schedule = schedule_.get();
        buffers.neighbours = &work_;
        const PassConstants constants{};
        for (const Pass& pass : schedule_->touching) {
            if (std::find(kinds.begin(), kinds.end(), pass.kind) != kinds.end())
                cpu::runPiece(buffers, wide, pass, constants, pass.first, pass.first + pass.count);
        }
    }

    SchedulePtr schedule_;
    cpu::NeighbourWork work_;
    std::vector<vec4> particles_, previous_;
};

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

TEST(Neighbours, ListsHaveAllThatBruteForceFinds) {
    for (const bool isSorted : {false, true}) {
        for (const bool wide : {false, cpu::hasWideKernels()}) {
            SCOPED_TRACE(fmt::format("sorted {}, wide {}", isSorted, wide));
            expectAllThatBruteForceFinds(isSorted, wide);
        }
    }
}

// A cloud that drifts, and in its second substep some that go another way than before, every so many of them.
void expectStraysToBeFound(Index every, bool areMany, bool wide) {
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
    scene.contacts.push_back({0, 800, kThickness});
    Lists lists(take(compile(scene)), places, ways, wide);
    ASSERT_TRUE(lists.areAnew());
    for (Index i = 0; i < 800; ++i) {
        places[i] += ways[i];
        if (i % every == 0) ways[i] = vec3(0.08f, 0.0f, 0.0f) + vector(0.05f);
    }
    lists.goOn(places, ways, wide);
    EXPECT_EQ(lists.areAnew(), areMany);
    EXPECT_TRUE(areMany || lists.strays() == 800 / every) << lists.strays();
    for (Index i = 0; i < 800; ++i) {
        for (Index j = 0; j < 800; ++j) {
            const bool isNear = i != j && leastDistance(places[i], ways[i], places[j], ways[j], 1.0) < kThickness;
            ASSERT_TRUE(!isNear || lists.of(i)->count(j) > 0) << i << " and " << j;
        }
    }
}

TEST(Neighbours, FewThatStrayAreListedAsTheyGoOn) {
    for (const bool wide : {false, cpu::hasWideKernels()}) {
        SCOPED_TRACE(wide ? "wide" : "plain");
        expectStraysToBeFound(20, false, wide);
        expectStraysToBeFound(4, true, wide);  // more than an eighth of all
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

TEST(Neighbours, StraysGetTheRoomOfWhatDoesNotComeNear) {
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

TEST(Neighbours, TwoThatMeetPartWithTheSameMomentum) {
    for (const float speed : {0.5f, 10.0f, 60.0f}) {
        Scene scene;
        scene.environment.gravity = vec3(0.0f);
        scene.environment.damping = 0.0f;
        addParticle(scene, vec3(-0.5f, 0.0f, 0.0f), 1.0f);
        addParticle(scene, vec3(0.5f, 0.004f, 0.003f), 3.0f);
        scene.contacts = {{0, 1, 0.06f, 0.0f}, {1, 1, 0.04f, 0.0f}};
        const SchedulePtr schedule = take(compile(scene));
        CpuSolver solver = solverOf(schedule);
        take(solver.restore(thrown(*schedule, [&](std::size_t i) { return vec3(i == 0 ? speed : 0.0f, 0.0f, 0.0f); })));
        StepSettings settings;
        settings.substeps = 12;
        for (float way = 0.0f; way < 2.0f; way += speed / 60.0f)
            take(solver.step(settings));
        const Snapshot end = solver.snapshot();
        EXPECT_GT(glm::length(dvec3(end.positions[0]) - dvec3(end.positions[1])), 0.05 - 1e-5) << speed;
        EXPECT_LT(end.positions[0].x, end.positions[1].x) << speed;
        dvec3 momentum(0.0);
        for (int i = 0; i < 2; ++i)
            momentum +=
                double(scene.masses[i]) * (dvec3(end.positions[i]) - dvec3(end.previous[i])) / end.previousSubstep;
        EXPECT_NEAR(momentum.x, speed, 1e-3 * speed) << speed;
        EXPECT_NEAR(momentum.y, 0.0, 1e-3 * speed) << speed;
    }
}

// Two sheets that hit each other in the air.
TEST(Neighbours, FreeBodiesKeepTheirMomentum) {
    Scene scene;
    scene.environment.gravity = vec3(0.0f);
    scene.environment.damping = 0.0f;
    addSheet(scene, 20, 0.5f, vec3(0.0f));
    addSheet(scene, 20, 0.5f, vec3(0.07f, 0.1f, 0.02f));
    const SchedulePtr schedule = take(compile(scene));
    CpuSolver solver = solverOf(schedule);
    take(solver.restore(thrown(*schedule, [](std::size_t i) { return vec3(0.0f, i < 400 ? 3.0f : -3.0f, 0.0f); })));
    double whole = 0.0;
    for (int frame = 0; frame < 30; ++frame)
        take(solver.step());
    const Snapshot end = solver.snapshot();
    dvec3 momentum(0.0);
    for (std::size_t i = 0; i < end.positions.size(); ++i) {
        momentum += double(scene.masses[i]) * (dvec3(end.positions[i]) - dvec3(end.previous[i])) / end.previousSubstep;
        whole += 3.0 * double(scene.masses[i]);
    }
    EXPECT_LT(glm::length(momentum), 1e-4 * whole);
    EXPECT_EQ(intersections(end.positions, trianglesOf(scene)), 0u);
}

TEST(Neighbours, SheetsLieUponEachOther) {
    Scene scene;
    for (int k = 0; k < 5; ++k)
        addSheet(scene, 24, 0.6f, vec3(0.0f, 0.06f + 0.05f * float(k), 0.0f));
    const std::vector<Triangle3> triangles = trianglesOf(scene);
    CpuSolver solver = solverOf(take(compile(scene)));
    Snapshot early;
    for (int frame = 1; frame <= 300; ++frame) {
        take(solver.step({}, onFloor()));
        if (frame % 10 != 0) continue;
        const Snapshot now = solver.snapshot();
        ASSERT_EQ(intersections(now.positions, triangles), 0u) << frame;
        if (frame == 120) early = now;
    }
    const Snapshot late = solver.snapshot();
    double creep = 0.0;
    for (std::size_t i = 0; i < late.positions.size(); ++i)
        creep = std::max(creep, glm::length(dvec3(late.positions[i]) - dvec3(early.positions[i])));
    EXPECT_LT(creep, 1e-3);
    EXPECT_LT(reportOf(scene, late).fastest, 3e-3);
    for (int k = 1; k < 5; ++k) {
        const double below = late.positions[(k - 1) * 576 + 300].y, above = late.positions[k * 576 + 300].y;
        EXPECT_NEAR(above - below, scene.contacts[0].thickness, 0.05 * scene.contacts[0].thickness) << k;
    }
}

// A cloth that falls over a ball: without contact its folds stand in each other.
TEST(Neighbours, ClothDoesNotGoThroughItself) {
    const StepInputs inputs = onBall();
    std::map<bool, std::size_t> atRest;
    double stretch = 0.0;
    for (const bool touches : {false, true}) {
        Scene scene;
        addSheet(scene, 48, 1.2f, vec3(0.0f, 0.7f, 0.0f));
        if (!touches) scene.contacts.clear();
        CpuSolver solver = solverOf(take(compile(scene)));
        std::size_t most = 0;
        for (int frame = 1; frame <= 150; ++frame) {
            take(solver.step({}, inputs));
            most = std::max(most, intersections(solver.snapshot().positions, trianglesOf(scene)));
        }
        const Snapshot end = solver.snapshot();
        atRest[touches] = intersections(end.positions, trianglesOf(scene));
        const double largest = reportOf(scene, end).largestStretch;
        if (touches) {
            EXPECT_EQ(most, 0u);
            EXPECT_LT(largest, 1.5 * stretch);
        }
        stretch = largest;
    }
    EXPECT_GT(atRest[false], 50u);
    EXPECT_EQ(atRest[true], 0u);
}

TEST(Neighbours, ARopeLiesOnClothThatIsHeld) {
    Scene scene;
    const std::uint32_t cloth = addSheet(scene, 21, 0.5f, vec3(0.0f));
    take(pinVertices(scene, cloth, [] {
        std::vector<std::uint32_t> rim;
        for (std::uint32_t i = 0; i < 441; ++i)
            if (i % 21 == 0 || i % 21 == 20 || i < 21 || i >= 420) rim.push_back(i);
        return rim;
    }()));
    RopeDescription rope;
    rope.from = vec3(-0.15f, 0.2f, 0.01f);
    rope.to = vec3(0.15f, 0.2f, -0.01f);
    rope.count = 24;
    const std::uint32_t body = take(addRope(scene, rope));
    take(addContact(scene, body, {.thickness = 0.03f}));
    CpuSolver solver = solverOf(take(compile(scene)));
    for (int frame = 0; frame < 240; ++frame)
        take(solver.step());
    const Snapshot end = solver.snapshot();
    for (std::size_t i = 441; i < end.positions.size(); ++i) {
        float highest = -1.0f;  // of the cloth below it
        for (std::size_t k = 0; k < 441; ++k) {
            const vec3 way = end.positions[i] - end.positions[k];
            if (way.x * way.x + way.z * way.z < 0.03f * 0.03f) highest = std::max(highest, end.positions[k].y);
        }
        EXPECT_GT(end.positions[i].y, highest) << i;
        const double way = glm::length(dvec3(end.positions[i]) - dvec3(end.previous[i]));
        EXPECT_LT(way / end.previousSubstep, 0.02) << i;
    }
}

// How far a sheet slides down another one that is pinned and steep.
double slideOf(float friction) {
    Scene scene;
    const float angle = 0.35f;  // tan = 0.365
    const vec3 along(std::cos(angle), -std::sin(angle), 0.0f);
    GridDescription board = sheet(40, 1.0f, vec3(0.0f));
    board.alongRow = along;
    const std::uint32_t below = take(addGrid(scene, board));
    std::vector<std::uint32_t> all(1600);
    for (std::uint32_t i = 0; i < 1600; ++i)
        all[i] = i;
    take(pinVertices(scene, below, all));
    GridDescription small = sheet(12, 0.3f, vec3(0.0f));
    small.alongRow = along;
    small.corner =
        board.corner + 0.1f * along + 0.035f * vec3(std::sin(angle), std::cos(angle), 0.0f) + vec3(0.0f, 0.0f, 0.35f);
    const std::uint32_t above = take(addGrid(scene, small));
    // Thicker than wide: the bumps between particles are shallow.
    take(addContact(scene, below, {.thickness = 0.05f, .friction = friction}));
    take(addContact(scene, above, {.thickness = 0.05f, .friction = friction}));
    CpuSolver solver = solverOf(take(compile(scene)));
    const Snapshot start = solver.snapshot();
    for (int frame = 0; frame < 40; ++frame)
        take(solver.step());
    const Snapshot end = solver.snapshot();
    double sum = 0.0;
    for (std::size_t i = 1600; i < end.positions.size(); ++i)
        sum += glm::dot(dvec3(end.positions[i]) - dvec3(start.positions[i]), dvec3(along)) / 144.0;
    return sum;
}

TEST(Neighbours, FrictionHoldsOnASlope) {
    const double free = slideOf(0.0f), held = slideOf(1.0f);
    EXPECT_GT(free, 0.2);  // g sin t^2 / 2 would be 0.75 m; particles go over each other's bumps
    EXPECT_LT(held, 0.01);
}

TEST(Neighbours, WhoeverTheMaskLeavesOutIsPassedThrough) {
    for (const bool touches : {true, false}) {
        Scene scene;
        const std::uint32_t held = addSheet(scene, 12, 0.3f, vec3(0.0f), {.category = 2, .mask = 1});
        std::vector<std::uint32_t> all(144);
        for (std::uint32_t i = 0; i < 144; ++i)
            all[i] = i;
        take(pinVertices(scene, held, all));
        addSheet(scene, 8, 0.15f, vec3(0.0f, 0.06f, 0.0f), {.category = 1, .mask = touches ? 2u : 4u});
        CpuSolver solver = solverOf(take(compile(scene)));
        for (int frame = 0; frame < 30; ++frame)
            take(solver.step());
        EXPECT_EQ(solver.snapshot().positions[144 + 30].y > 0.0f, touches);
    }
}

// Of a block those on its faces touch others, and none within; of one without faces all do.
TEST(Neighbours, WhatIsWithinASolidTouchesNothing) {
    for (const bool hasFaces : {true, false}) {
        for (const bool isShape : {true, false}) {
            SCOPED_TRACE(fmt::format("faces {}, shape {}", hasFaces, isShape));
            Scene scene;
            BlockDescription block;
            block.centre = vec3(0.0f);
            block.size = vec3(1.0f);
            block.cells = {4, 4, 4};
            take(addContact(scene, take(addBlock(scene, block))));
            if (isShape) {
                scene.tets.clear();
                scene.shapes.emplace_back();
                for (Index i = 0; i < scene.positions.size(); ++i)
                    scene.shapes[0].particles.push_back(i);
            }
            if (!hasFaces) scene.bodies[0].faceSizes = scene.bodies[0].faceCorners = {};
            const SchedulePtr s = take(compile(scene));
            std::size_t within = 0;
            for (std::size_t i = 0; i < scene.positions.size(); ++i) {
                const vec3 off = glm::abs(scene.positions[i]);
                const bool isOnFace = std::max({off.x, off.y, off.z}) > 0.49f;
                within += isOnFace ? 0 : 1;
                EXPECT_EQ(s->neighbourRest[s->localParticle[i]].w, isOnFace || !hasFaces ? 1.0f : 0.0f) << i;
            }
            EXPECT_EQ(within, 27u);
        }
    }
}

// Particles that are held have no lists.
TEST(Neighbours, WhatIsLetGoIsPushedAtOnce) {
    Scene scene;
    for (const float y : {0.0f, 0.03f})
        scene.pinned[addParticle(scene, vec3(0.0f, y, 0.0f), 1.0f)] = 1;
    scene.contacts = {{0, 1, 0.05f}, {1, 1, 0.05f}};
    CpuSolver solver = solverOf(take(compile(scene)));
    take(solver.step());
    StepInputs inputs;
    inputs.pins = {{1, PinInput::Action::Release, {}}};
    take(solver.step({}, inputs));
    EXPECT_GT(solver.snapshot().positions[1].y, 0.031f);
}

TEST(Neighbours, AllInOnePlaceComeApartAndStayNumbers) {
    Scene scene;
    scene.environment.gravity = vec3(0.0f);
    for (int i = 0; i < 120; ++i)
        addParticle(scene, vec3(0.001f * float(i % 5), 0.0f, 0.0f), 1.0f);
    for (std::uint32_t i = 0; i < 120; ++i)
        scene.contacts.push_back({i, 1, 0.05f});
    CpuSolver solver = solverOf(take(compile(scene)));
    for (int frame = 0; frame < 60; ++frame) {
        take(solver.step());
        for (const vec3& place : solver.snapshot().positions)
            ASSERT_LT(glm::length(place), 1.0f);
    }
    EXPECT_EQ(solver.snapshot().lost, 0u);
}

// The one goes on with the lists that it has, the other makes new ones in every frame.
TEST(Neighbours, AStateRestoredGoesOnWithTheSameBits) {
    const Scene scene = crowdedScene();
    const SchedulePtr schedule = take(compile(scene));
    CpuSolver one = solverOf(schedule), other = solverOf(schedule);
    take(one.restore(thrownTogether(*schedule)));
    for (int frame = 0; frame < 60; ++frame) {
        take(other.restore(one.snapshot()));
        take(one.step({}, onFloor()));
        take(other.step({}, onFloor()));
        ASSERT_EQ(hashOf(one.snapshot()), hashOf(other.snapshot())) << frame;
    }
}

TEST(Neighbours, WhatTouchesNothingMovesAsWithoutContact) {
    Scene with = clothScene(16), without = clothScene(16);
    take(addContact(with, 0));
    CpuSolver one = solverOf(take(compile(with))), other = solverOf(take(compile(without, {.wholeParticles = 0})));
    for (int frame = 0; frame < 20; ++frame) {
        take(one.step());
        take(other.step());
    }
    EXPECT_EQ(one.snapshot().positions, other.snapshot().positions);
}

}  // namespace
}  // namespace pliant::test
