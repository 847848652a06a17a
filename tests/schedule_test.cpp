#include "pliant/schedule/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <random>
#include <set>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/scene/block.h"
#include "support.h"

namespace pliant::test {
namespace {

Schedule scheduleOf(const Scene& scene) {
    return *take(compile(scene, kForAllMethods));
}

TEST(Compile, ProvesItsInvariantsOnManyScenes) {
    for (const Scene& scene : {clothScene(1), clothScene(2), clothScene(30), ropeScene(1), ropeScene(2), ropeScene(77),
                               irregularScene(9), irregularScene(40, compliant(1e-6f)), mixedScene()}) {
        const Schedule schedule = scheduleOf(scene);
        const Status status = validate(schedule);
        EXPECT_TRUE(status) << status.error().message;
    }
}

// Every stick of the scene is there once, with its own numbers, whatever the order.
TEST(Compile, KeepsEveryParticleAndStick) {
    const Scene scene = mixedScene();
    const Schedule s = scheduleOf(scene);
    for (std::size_t i = 0; i < scene.positions.size(); ++i) {
        const vec4 particle = s.particles[s.localParticle[i]];
        EXPECT_EQ(vec3(particle), scene.positions[i]);
        EXPECT_EQ(particle.w, scene.pinned[i] ? 0.0f : static_cast<float>(1.0 / double(scene.masses[i])));
    }
    EXPECT_EQ(s.sceneStick.size(), scene.sticks.size());
    for (std::size_t i = 0; i < s.sceneStick.size(); ++i) {
        const SceneStick& source = scene.sticks[s.sceneStick[i]];
        const std::set<std::uint32_t> expected{source.a, source.b};
        const std::set<std::uint32_t> actual{s.sceneParticle[s.sticks[i].a], s.sceneParticle[s.sticks[i].b]};
        EXPECT_EQ(actual, expected);
        EXPECT_EQ(s.sticks[i].restLength, source.restLength);
        const StickMaterial& material = scene.materials[source.material];
        const float parameter = material.response == Response::Compliant       ? material.compliance
                                : material.response == Response::Hooke         ? material.stiffness
                                : material.damping > 0.0f || material.oneSided ? 0.0f
                                                                               : 1.0f;
        EXPECT_EQ(s.sticks[i].parameter, parameter);
    }
}

TEST(Compile, PassesCarryTheResponseOfTheirSticks) {
    const Scene scene = mixedScene();
    const Schedule s = scheduleOf(scene);
    std::set<std::uint32_t> met;
    for (const auto* passes : {&s.gaussSeidel, &s.jacobi}) {
        for (const Pass& pass : *passes) {
            if (pass.kind == PassKind::GatherCorrections) continue;
            met.insert(pass.response);
            for (std::uint32_t i = pass.first; i < pass.first + pass.count; ++i) {
                const StickMaterial& m = scene.materials[scene.sticks[s.sceneStick[i]].material];
                const std::uint32_t kind = m.response == Response::Compliant ? kStickCompliant
                                           : m.response == Response::Rigid   ? kStickRigid
                                                                             : kStickHooke;
                EXPECT_EQ(pass.response, (m.damping > 0.0f ? kStickDamped : kind) + (m.oneSided ? kStickOneSided : 0u));
            }
        }
    }
    EXPECT_EQ(met.size(), kStickBetweenClusters) << "all but those between clusters";
}

// A mesh numbered at random is brought into an order in which neighbours are near.
TEST(Compile, OrdersForLocality) {
    const std::uint32_t size = 60;
    Scene grid = clothScene(size);
    std::vector<std::uint32_t> place(size * size);
    for (std::uint32_t i = 0; i < place.size(); ++i)
        place[i] = i;
    std::shuffle(place.begin(), place.end(), std::mt19937(5));
    Scene shuffled = grid;
    for (std::uint32_t i = 0; i < place.size(); ++i)
        shuffled.positions[place[i]] = grid.positions[i];
    for (SceneStick& stick : shuffled.sticks) {
        stick.a = place[stick.a];
        stick.b = place[stick.b];
    }
    const auto meanDistance = [](const Schedule& s) {
        double sum = 0.0;
        for (std::size_t i = 0; i < s.sceneStick.size(); ++i)
            sum += s.sticks[i].b - s.sticks[i].a;
        return sum / double(s.sceneStick.size());
    };
    EXPECT_LT(meanDistance(scheduleOf(shuffled)), 1.1 * meanDistance(scheduleOf(grid)));
    EXPECT_EQ(scheduleOf(grid).sceneParticle[77], 77u);  // a grid in rows stays as it is
}

// Of a colour: what follows each other is near each other, so that it shares cache lines, and threads do not.
TEST(Compile, BendsAndElementsFollowTheOrderOfParticles) {
    Scene scene;
    take(addGrid(scene, {.columns = 40, .rows = 40, .fabric = take(fabricNamed("cotton"))}));
    BlockDescription block;
    block.cells = {6, 6, 6};
    take(addBlock(scene, block));
    std::shuffle(scene.bends.begin(), scene.bends.end(), std::mt19937(5));
    std::shuffle(scene.tets.begin(), scene.tets.end(), std::mt19937(5));
    const SchedulePtr schedule = take(compile(scene, {.tiles = TileUse::Never, .wholeParticles = 0}));
    std::size_t followed = 0;
    const auto expectSorted = [&](const auto& items, const Pass& pass, std::size_t ofScene) {
        for (std::uint32_t i = pass.first + 1; i < pass.first + pass.count && i < ofScene; ++i, ++followed)
            EXPECT_LE(items[i - 1].a, items[i].a) << "item " << i << " of a pass from " << pass.first << " on";
    };
    for (const Pass& pass : schedule->bending) {
        if (pass.kind == PassKind::SolveBends) expectSorted(schedule->bends, pass, scene.bends.size());
    }
    for (const Pass& pass : schedule->elementPasses)
        expectSorted(schedule->elements, pass, schedule->elements.size());
    EXPECT_GT(followed, 0.9 * double(scene.bends.size() + scene.tets.size()));
}

TEST(Compile, SameSceneSameScheduleOtherSceneOtherHash) {
    const Scene scene = mixedScene();
    const std::uint64_t hash = scheduleOf(scene).hash;
    EXPECT_EQ(scheduleOf(scene).hash, hash);
    const auto changed = [&](auto change) {
        Scene other = scene;
        change(other);
        return scheduleOf(other).hash;
    };
    EXPECT_NE(changed([](Scene& s) { s.positions[3].x += 1e-6f; }), hash);
    EXPECT_NE(changed([](Scene& s) { s.masses[3] *= 1.001f; }), hash);
    EXPECT_NE(changed([](Scene& s) { s.pinned[3] = 1; }), hash);
    EXPECT_NE(changed([](Scene& s) { s.sticks[9].restLength *= 1.001f; }), hash);
    EXPECT_NE(changed([](Scene& s) { s.sticks.pop_back(); }), hash);
    EXPECT_NE(changed([](Scene& s) { s.environment.wind.x = 1.0f; }), hash);
    EXPECT_NE(changed([](Scene& s) { s.materials[1].oneSided = !s.materials[1].oneSided; }), hash);
}

TEST(Compile, OddButLegal) {
    Scene scene;
    for (int i = 0; i < 4; ++i)
        addParticle(scene, vec3(float(i), 0.0f, 0.0f), 1.0f);
    EXPECT_EQ(scheduleOf(scene).colourCount, 0u);  // no sticks at all
    EXPECT_TRUE(scheduleOf(scene).gaussSeidel.empty() && scheduleOf(scene).jacobi.empty());
    take(addStick(scene, 0, 1));
    take(addStick(scene, 0, 1));  // twice
    take(addStick(scene, 1, 0));  // three times
    scene.sticks[0].restLength = 0.0f;
    scene.pinned = {1, 1, 0, 0};  // both ends pinned
    const Schedule s = scheduleOf(scene);
    EXPECT_EQ(s.colourCount, 3u);
    EXPECT_TRUE(validate(s));
}

struct Damage {
    const char* message;
    void (*doIt)(Schedule&);
};

TEST(Validate, FindsEveryKindOfDamage) {
    const Damage kDamages[] = {
        {"map", [](Schedule& s) { std::swap(s.localParticle[0], s.localParticle[1]); }},
        {"map", [](Schedule& s) { s.sceneParticle.pop_back(); }},
        {"out of range", [](Schedule& s) { s.sticks[4].b = 100'000; }},
        {"lower particle first", [](Schedule& s) { std::swap(s.sticks[4].a, s.sticks[4].b); }},
        {"one stick of the scene", [](Schedule& s) { s.sceneStick[4] = s.sceneStick[5]; }},
        {"cover", [](Schedule& s) { s.integrate[0].count -= 1; }},
        {"empty or out of range", [](Schedule& s) { s.integrate[0].count += 1; }},
        {"empty or out of range", [](Schedule& s) { s.gaussSeidel[1].count = 0; }},
        {"second time", [](Schedule& s) { s.gaussSeidel[1].first -= 1; }},
        {"cover", [](Schedule& s) { s.gaussSeidel.pop_back(); }},
        {"cover", [](Schedule& s) { s.jacobi.erase(s.jacobi.begin()); }},
        {"gather", [](Schedule& s) { s.jacobi.pop_back(); }},
        {"only one of Jacobi", [](Schedule& s) { s.hybrid.clear(); }},
        {"only one of Jacobi", [](Schedule& s) { s.jacobi.clear(); }},
        {"another kind in integrate", [](Schedule& s) { s.integrate.push_back(s.gaussSeidel[0]); }},
        {"another kind in Gauss", [](Schedule& s) { s.gaussSeidel.push_back(s.integrate[0]); }},
        {"Jacobi", [](Schedule& s) { std::swap(s.jacobi.front(), s.jacobi.back()); }},
        {"unknown response", [](Schedule& s) { s.integrate[0].response = 1; }},
        {"negative number", [](Schedule& s) { s.sticks[4].restLength = NAN; }},
        {"out of order", [](Schedule& s) { s.gaussSeidel[0].colour = s.colourCount; }},
        {"met twice in colour",
         [](Schedule& s) {
             for (Pass& p : s.gaussSeidel)
                 p.colour = 0;
         }},
        {"rows", [](Schedule& s) { s.rowEntries[7] ^= 1; }},
        {"rows", [](Schedule& s) { s.rowFirst[3] += 1; }},
        {"rows of hybrid", [](Schedule& s) { s.rowEntries[s.rowFirst[s.hybrid.back().rows]] += 2; }},
        {"share", [](Schedule& s) { s.shares[3] = 1.0f; }},
        {"compliant", [](Schedule& s) { s.compliantCount = 0; }},
        {"swapped passes", [](Schedule& s) { s.gaussSeidelSwapped.push_back(s.gaussSeidelSwapped[0]); }},
    };
    const Schedule whole = scheduleOf(mixedScene());
    for (const Damage& damage : kDamages) {
        Schedule broken = whole;
        damage.doIt(broken);
        EXPECT_CONTAINS(messageOf(validate(broken)), damage.message);
    }
}

// Every particle and cluster in one cluster, with its share of it, and no stick shorter than at rest.
TEST(Validate, LooksAtClusters) {
    const Damage kDamages[] = {
        {"clusters of particles have a wrong number", [](Schedule& s) { s.clusterOf.pop_back(); }},
        {"is not in the cluster that it says", [](Schedule& s) { s.clusterOf[5] = s.clusters[7].row; }},
        {"is not in the cluster that it says", [](Schedule& s) { s.clusters[0].parent = s.clusters[0].row; }},
        {"met twice in colour", [](Schedule& s) { s.clusters[3].row = s.clusters[2].row; }},
        {"no row of its own", [](Schedule& s) { s.clusters[3].row = 0; }},
        {"members of cluster 2 are out of range", [](Schedule& s) { s.clusters[2].firstMember += 1; }},
        {"members of cluster 2 are out of range", [](Schedule& s) { s.clusters[2].memberCount = 0; }},
        {"is in two of them", [](Schedule& s) { s.clusterMembers[4] = s.clusterMembers[3]; }},
        {"shares of cluster 0 add up", [](Schedule& s) { s.clusterMembers[0].share *= 1.5f; }},
        {"has no mass", [](Schedule& s) { s.clusters[1].inverseMass = 0.0f; }},
        {"shorter than at rest", [](Schedule& s) { s.sticks.back().restLength *= 0.5f; }},
        {"do not cover them", [](Schedule& s) { s.sticks.push_back(s.sticks.back()); }},
        {"not between clusters",
         [](Schedule& s) {
             for (Pass& pass : s.levels)
                 if (pass.kind == PassKind::SolveSticks) pass.response = kStickRigid;
         }},
    };
    const Schedule whole = scheduleOf(clothScene(24));
    ASSERT_GT(whole.clusters.size(), 60u);
    ASSERT_TRUE(validate(whole));
    for (const Damage& damage : kDamages) {
        Schedule broken = whole;
        damage.doIt(broken);
        EXPECT_CONTAINS(messageOf(validate(broken)), damage.message);
    }
}

// The solvers read four particles of every bend, though some move only three.
TEST(Validate, LooksAtTheFourthParticleOfBends) {
    Scene scene;
    RopeDescription rope;
    rope.count = 8;
    rope.bendingStiffness = 1e-3f;
    take(addRope(scene, rope));
    Schedule s = scheduleOf(scene);
    ASSERT_FALSE(s.bends.empty());
    ASSERT_EQ(s.bending[0].response, kBendLine);
    take(validate(s));
    s.bends[3].d = 8;
    EXPECT_CONTAINS(messageOf(validate(s)), "bend 3 names a particle out of range");
}

TEST(Validate, LooksAtTheRowsOfAir) {
    Scene scene = clothScene(4);
    scene.environment.airDensity = 1.2f;
    const Schedule whole = scheduleOf(scene);
    take(validate(whole));
    const auto faultOf = [&](auto&& doIt) {
        Schedule broken = whole;
        doIt(broken);
        return messageOf(validate(broken));
    };
    EXPECT_CONTAINS(faultOf([](Schedule& s) { s.air[1].rows = 1u << 20; }), "the rows of air end too early");
    EXPECT_CONTAINS(faultOf([](Schedule& s) { s.rowFirst[s.air[1].rows + 3] = ~0u; }),
                    "the rows of air are out of order");
    EXPECT_CONTAINS(faultOf([](Schedule& s) { s.air[1].kind = PassKind::PushTriangles; }), "air");
    EXPECT_CONTAINS(faultOf([](Schedule& s) { s.air[1].count -= 1; }), "pushes of air");
}

TEST(Describe, NamesThePasses) {
    const std::string text = describe(scheduleOf(mixedScene()));
    for (const char* part : {"particles", "Integrate", "SolveSticks", "colour   3", "Hooke, one-sided", "CorrectSticks",
                             "GatherCorrections"}) {
        EXPECT_CONTAINS(text, part);
    }
}

TEST(PlanStep, GivesTheConstantsOfTimeCorrectedVerlet) {
    Scene scene = clothScene(2);
    scene.environment.gravity = vec3(3.0f, -9.81f, 0.5f);
    scene.environment.damping = 0.7f;
    const Schedule s = scheduleOf(scene);
    StepSettings step = settings(4, 3);
    step.dt = 0.02;
    Progress progress = initialProgress(s);
    const StepPlan first = take(planStep(s, step, {}, progress));
    progress.previousSubstep = 0.001;
    const StepPlan plan = take(planStep(s, step, {}, progress));
    const double h = 0.005, before = 0.001, damping = 0.7f;
    EXPECT_FLOAT_EQ(plan.firstKeep, float(h / before / (1.0 + damping * h)));
    EXPECT_FLOAT_EQ(plan.constants.keep, float(1.0 / (1.0 + damping * h)));
    EXPECT_FLOAT_EQ(plan.firstFall.y, float(-9.81 * h * (h + before) / 2));
    EXPECT_FLOAT_EQ(plan.constants.fall.x, float(3.0 * h * h));
    EXPECT_FLOAT_EQ(plan.constants.fall.z, float(0.5 * h * h));
    EXPECT_FLOAT_EQ(plan.constants.inverseSquaredStep, 40000.0f);
    EXPECT_FLOAT_EQ(plan.constants.inverseStep, 200.0f);
    advance(progress, plan);
    EXPECT_EQ(progress.stepCount, 1u);
    EXPECT_EQ(progress.previousSubstep, 0.005);
    // The first step of all counts as one after a step of its own length.
    EXPECT_EQ(first.firstKeep, plan.constants.keep);
}

TEST(PlanStep, ChoosesSubstepsOfASevenHundredAndTwentieth) {
    const auto chosen = [](double dt) {
        StepSettings s;
        s.dt = dt;
        return substepsOf(s);
    };
    EXPECT_EQ(chosen(1.0 / 60), 12u);
    EXPECT_EQ(chosen(1.0 / 30), 24u);
    EXPECT_EQ(chosen(1.0 / 120), 6u);
    EXPECT_EQ(chosen(1.0 / 1e6), 1u);
    EXPECT_EQ(chosen(1.01 / 720), 2u);
}

// Soft bends seldom, stiffer ones more often; of those that no clusters help in every substep.
TEST(PlanStep, ChoosesThePeriodOfBendsByTheirStiffness) {
    const auto chosen = [](std::uint32_t size, const char* fabric, bool levels = true) {
        GridDescription grid;
        grid.columns = grid.rows = size;
        grid.width = grid.height = 2.0f;
        grid.fabric = take(fabricNamed(fabric));
        Scene scene;
        scene.levels = levels;
        take(addGrid(scene, grid));
        return bendPeriodOf(scheduleOf(scene), {});
    };
    EXPECT_EQ(chosen(48, "cotton"), 4u);
    EXPECT_EQ(chosen(110, "cotton"), 3u);
    EXPECT_EQ(chosen(300, "cotton"), 2u);
    EXPECT_EQ(chosen(300, "leather"), 2u);
    EXPECT_EQ(chosen(110, "cotton", false), 3u);
    EXPECT_EQ(chosen(300, "cotton", false), 1u);
    StepSettings given;
    given.bendPeriod = 4;
    EXPECT_EQ(bendPeriodOf(scheduleOf(clothScene(4)), given), 4u);
}

// Jacobi and hybrid take rows and room of their own: without, nothing else changes.
TEST(PlanStep, AveragesOnlyWhereTheSceneWasCompiledForIt) {
    const Scene scene = clothScene(12);
    const SchedulePtr lean = take(compile(scene)), full = take(compile(scene, kForAllMethods));
    take(validate(*lean));
    EXPECT_TRUE(lean->jacobi.empty() && lean->hybrid.empty() && lean->rowFirst.empty());
    EXPECT_EQ(scratchCount(*lean), 0u);
    EXPECT_EQ(lean->sticks.size(), full->sticks.size());
    EXPECT_EQ(lean->gaussSeidel, full->gaussSeidel);
    for (const Method method : {Method::Jacobi, Method::Hybrid}) {
        const Result<StepPlan> plan = planStep(*lean, settings(2, 1, method), {}, initialProgress(*lean));
        EXPECT_CONTAINS(messageOf(plan),
                        fmt::format("CompileOptions::jacobi, which the method {} needs", nameOf(method)));
        EXPECT_TRUE(planStep(*full, settings(2, 1, method), {}, initialProgress(*full)));
    }
    Scene inAir = scene;
    inAir.environment.airDensity = 1.2f;
    inAir.environment.wind = vec3(3.0f, 1.0f, 2.0f);
    std::uint64_t hashes[2];
    for (const bool all : {false, true}) {  // rows of air stand elsewhere then
        CpuSolver solver = take(CpuSolver::create(take(compile(inAir, {.jacobi = all}))));
        for (int frame = 0; frame < 10; ++frame)
            take(solver.step(settings(4)));
        hashes[all ? 1 : 0] = hashOf(solver.snapshot());
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    const SchedulePtr bare = take(compile(ropeScene(1)));
    EXPECT_TRUE(planStep(*bare, settings(2, 1, Method::Jacobi), {}, initialProgress(*bare))) << "no sticks at all";
}

TEST(PlanStep, RefusesWhatCannotBeRun) {
    const Schedule s = scheduleOf(clothScene(2));
    const auto refused = [&](auto change, double previous = 0.0) {
        StepSettings step;
        change(step);
        Progress progress = initialProgress(s);
        progress.previousSubstep = previous;
        return messageOf(planStep(s, step, {}, progress));
    };
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    EXPECT_CONTAINS(refused([](auto& x) { x.dt = 0.0; }), "dt is 0");
    EXPECT_CONTAINS(refused([](auto& x) { x.dt = -1.0; }), "positive");
    EXPECT_CONTAINS(refused([](auto& x) { x.dt = std::nan(""); }), "finite");
    EXPECT_CONTAINS(refused([](auto& x) { x.dt = kInfinity; }), "finite");
    EXPECT_CONTAINS(refused([](auto& x) { x.dt = 1e4; }), "at most");
    EXPECT_CONTAINS(refused([](auto& x) { x.dt = 1e-12; }), "at least");
    EXPECT_CONTAINS(refused([](auto& x) { x.iterations = 0; }), "iterations");
    EXPECT_CONTAINS(refused([](auto& x) { x.order = Order(7); }), "no order 7");
    EXPECT_CONTAINS(refused([](auto& x) { x.relaxation = 0.0f; }), "relaxation");
    EXPECT_CONTAINS(refused([](auto& x) { x.relaxation = 1.34f; }), "at most 1.333");
    EXPECT_CONTAINS(refused([](auto& x) { x.relaxation = 2.01f, x.iterations = 2; }), "at most 2");
    EXPECT_CONTAINS(refused([](auto& x) { x.relaxation = 1.7f, x.iterations = 3; }), "at most 1.693");
    EXPECT_CONTAINS(refused([](auto& x) { x.relaxation = std::nanf(""); }), "relaxation");
    EXPECT_CONTAINS(refused([](auto& x) { x.dt = 100.0, x.substeps = 20; }, 1e-9), "factor");
    const Schedule soft = scheduleOf(clothScene(3, compliant(1e8f)));
    EXPECT_TRUE(planStep(soft, settings(1), {}, initialProgress(soft)));
    EXPECT_CONTAINS(messageOf(planStep(soft, settings(10'000), {}, initialProgress(soft))), "compliance");
}

}  // namespace
}  // namespace pliant::test
