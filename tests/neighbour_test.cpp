// Particles that keep each other off: motion against closed forms, surfaces against an independent count of the
// triangles that go through each other.

#include <fmt/format.h>

#include <map>

#include "neighbour_support.h"
#include "pliant/shared/neighbour.h"
#include "pliant/state/step_report.h"

namespace pliant::test {
namespace {

using Index = std::uint32_t;

CpuSolver solverOf(const SchedulePtr& schedule) {
    return take(CpuSolver::create(schedule, {2, true}));
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

// Two layers in one mesh, nearer to each other than they are thick, as a coat and its lining: they fall onto a floor,
// and do not become one.
TEST(Neighbours, LayersOfOneMeshKeepOffEachOther) {
    constexpr std::uint32_t kCount = 256;
    constexpr float kThickness = 0.04f;
    const Scene scene = layersOfOneMesh(kThickness);
    CpuSolver solver = solverOf(take(compile(scene)));
    for (int frame = 0; frame < 90; ++frame)
        take(solver.step({}, onFloor()));
    const std::vector<vec3> end = solver.snapshot().positions;
    for (std::uint32_t i = 0; i < kCount; ++i)
        ASSERT_GT(end[i + kCount].y, end[i].y + 0.9f * kThickness) << i;
    expectNothingThrough(scene, solver, "on the floor");
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
    for (const Scene& scene : {crowdedScene(), thinCrowd()}) {
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
}

void expectSameMotion(const Scene& with, const Scene& without, int frames) {
    CpuSolver one = solverOf(take(compile(with))), other = solverOf(take(compile(without, {.wholeParticles = 0})));
    for (int frame = 0; frame < frames; ++frame) {
        take(one.step());
        take(other.step());
    }
    EXPECT_EQ(one.snapshot().positions, other.snapshot().positions);
}

TEST(Neighbours, WhatTouchesNothingMovesAsWithoutContact) {
    Scene with = clothScene(16);
    take(addContact(with, 0));
    expectSameMotion(with, clothScene(16), 20);
}

// The sheet sags between its corners, and the rope swings below it: at the joint they keep off each other no more than
// particles of one body do, and elsewhere nothing comes near.
TEST(Neighbours, WhatIsJoinedMovesAsWithoutContact) {
    Scene with = sheetWithRope(true), without = sheetWithRope(false);
    for (Scene* scene : {&with, &without})
        take(pinVertices(*scene, 0, std::vector<Index>{0, 19, 380, 399}));
    expectSameMotion(with, without, 60);
}

// Nothing acts on them: pushes at the joint would part them.
TEST(Neighbours, WhatIsJoinedRestsWhereItIs) {
    Scene scene = sheetWithRope(true);
    scene.environment.gravity = vec3(0.0f);
    CpuSolver solver = solverOf(take(compile(scene)));
    for (int frame = 0; frame < 30; ++frame)
        take(solver.step());
    const Snapshot end = solver.snapshot();
    for (std::size_t i = 0; i < end.positions.size(); ++i)
        ASSERT_LT(glm::distance(dvec3(end.positions[i]), dvec3(scene.positions[i])), 1e-6) << i;
}

}  // namespace
}  // namespace pliant::test
