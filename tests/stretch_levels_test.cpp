// Elastic sticks between clusters: what they carry, that they carry it exactly, and that nothing else comes of them.

#include "pliant/schedule/stretch_levels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "moments_support.h"
#include "pliant/state/stretch.h"

namespace pliant::test {
namespace {

using Index = std::uint32_t;

// Of 1 m and 1 kg/m; its weight stretches it by this share of its length.
Scene ropeOf(Index sticks, double strain) {
    RopeDescription rope;
    rope.count = sticks + 1;
    rope.to = vec3(0.0f, -1.0f, 0.0f);
    rope.linearDensity = 1.0f;
    rope.axialCompliance = float(2.0 * strain / kRoundGravity);
    Scene scene;
    take(addRope(scene, rope));
    scene.pinned[0] = 1;
    scene.environment = roundEnvironment(4.0f);
    return scene;
}

Scene sheetOf(Index count, float size = 2.0f) {
    GridDescription grid;
    grid.columns = grid.rows = count;
    grid.width = grid.height = size;
    grid.alongColumn = vec3(0.0f, -1.0f, 0.0f);
    grid.fabric = take(fabricNamed("rubber"));
    Scene scene;
    take(addGrid(scene, grid));
    return scene;
}

Scene curtainOf(Index count) {
    Scene scene = sheetOf(count);
    take(pinPlace(scene, 0, GridPlace::FirstRow));
    scene.environment.damping = 3.0f;
    return scene;
}

std::size_t elasticCount(const Schedule& s) {
    std::size_t count = 0;
    for (const Pass& pass : s.levels)
        count += pass.kind == PassKind::SolveSticks && pass.response == kStickElastic ? pass.count : 0;
    return count;
}

// ---- What is compiled

// Three and three, five sticks of two each from one middle to the other: 1, 2, 3, 2, 1 thirds.
TEST(StretchLevels, TensionsAlongARopeRiseAndFallEvenly) {
    const SchedulePtr schedule = take(compile(ropeOf(81, 1e-3)));
    const Schedule& s = *schedule;
    std::vector<std::vector<double>> given(s.sticks.size());
    for (Index i = 0; i < s.sceneStick.size(); ++i)
        for (Index l = s.tensionRows[i].firstLink; l < s.tensionRows[i + 1].firstLink; ++l)
            given[s.tensionLinks[l].stick].push_back(3.0 * double(s.tensionLinks[l].number));
    Index found = 0;
    for (std::vector<double>& shares : given) {
        std::sort(shares.begin(), shares.end());
        const std::vector<double> wanted{1.0, 1.0, 2.0, 2.0, 3.0};
        if (shares.size() != wanted.size()) continue;
        bool isSame = true;
        for (std::size_t k = 0; k < wanted.size(); ++k)
            isSame &= std::abs(shares[k] - wanted[k]) < 1e-6;
        found += isSame ? 1 : 0;
    }
    EXPECT_GT(found, 20u);
}

// With a tension in every elastic stick, of another size in each, clusters are pulled as what is in them is by the
// sticks below that the tensions are given to: on the flat sheet at rest. Looks at one level after another.
TEST(StretchLevels, SticksBelowPullAsThoseBetweenClustersDo) {
    const SchedulePtr schedule = take(compile(sheetOf(41)));
    const Schedule& s = *schedule;
    std::vector<dvec3> rest(rowCount(s), dvec3(0.0));
    std::vector<Index> levelOf(rowCount(s), 0);
    for (std::size_t i = 0; i < s.particles.size(); ++i)
        rest[i] = dvec3(vec3(s.particles[i]));
    for (Index c = 0; c < s.stickClusterCount; ++c)
        for (Index m = s.clusters[c].firstMember; m < s.clusters[c].firstMember + s.clusters[c].memberCount; ++m) {
            rest[s.clusters[c].row] += double(s.clusterMembers[m].share) * rest[s.clusterMembers[m].row];
            levelOf[s.clusters[c].row] = levelOf[s.clusterMembers[m].row] + 1;
        }
    const auto tensionOf = [&](Index stick) { return 1.0 + double(stick * 7919 % 101); };
    const auto pull = [&](Index stick, double tension, std::vector<dvec3>& pulls) {
        const dvec3 along = tension * glm::normalize(rest[s.sticks[stick].b] - rest[s.sticks[stick].a]);
        pulls[s.sticks[stick].a] += along;
        pulls[s.sticks[stick].b] -= along;
    };
    const Index levels = *std::max_element(levelOf.begin(), levelOf.end());
    ASSERT_EQ(levels, 3u);
    for (Index level = 1; level <= levels; ++level) {
        std::vector<dvec3> above(rowCount(s), dvec3(0.0)), below(rowCount(s), dvec3(0.0));
        for (Index i = 0; i < s.sticks.size(); ++i) {
            if (levelOf[s.sticks[i].a] == level) pull(i, tensionOf(i), above);
            if (levelOf[s.sticks[i].a] != level - 1) continue;
            double tension = 0.0;
            for (Index l = s.tensionRows[i].firstLink; l < s.tensionRows[i + 1].firstLink; ++l)
                tension += double(s.tensionLinks[l].number) * tensionOf(s.tensionLinks[l].stick);
            pull(i, tension, below);
        }
        for (Index c = 0; c < s.stickClusterCount; ++c)
            for (Index m = s.clusters[c].firstMember; m < s.clusters[c].firstMember + s.clusters[c].memberCount; ++m) {
                if (levelOf[s.clusters[c].row] != level) continue;
                const dvec3 wanted = double(s.clusterMembers[m].share) * above[s.clusters[c].row];
                ASSERT_LT(glm::length(below[s.clusterMembers[m].row] - wanted), 1e-3) << "level " << level;
            }
    }
}

// What one tension everywhere stretches is the same on every level: sums of p c.
TEST(StretchLevels, ComplianceIsThatOfWhatIsBelow) {
    const SchedulePtr schedule = take(compile(sheetOf(41)));
    const Schedule& s = *schedule;
    std::vector<double> sums(s.sticks.size(), 0.0), wanted(s.sticks.size(), 0.0);
    for (Index i = 0; i < s.sticks.size(); ++i)
        for (Index l = s.tensionRows[i].firstLink; l < s.tensionRows[i + 1].firstLink; ++l)
            sums[i] += double(s.tensionLinks[l].number);
    for (Index i = 0; i < s.sticks.size(); ++i)
        for (Index l = s.tensionRows[i].firstLink; l < s.tensionRows[i + 1].firstLink; ++l)
            wanted[s.tensionLinks[l].stick] +=
                double(s.tensionLinks[l].number) * double(s.sticks[i].parameter) * sums[i];
    for (std::size_t i = s.sceneStick.size(); i < s.sticks.size(); ++i)
        EXPECT_NEAR(s.sticks[i].parameter, wanted[i], 1e-5 * wanted[i]) << "stick " << i;
}

TEST(StretchLevels, AreThereWhereSticksAreStiffAlone) {
    const auto levelled = [](const Scene& scene) { return elasticCount(*take(compile(scene))); };
    EXPECT_EQ(levelled(ropeOf(16, 0.5)), 0u);
    EXPECT_GT(levelled(ropeOf(160, 0.5)), 50u);
    EXPECT_GT(levelled(ropeOf(16, 1e-3)), 3u);
    Scene without = ropeOf(160, 0.5);
    without.levels = false;
    EXPECT_EQ(levelled(without), 0u);
    Scene limited = ropeOf(160, 0.5);
    limited.materials.back().strainLimit = 1.0f;
    EXPECT_EQ(levelled(limited), 0u) << "rigid clusters hold it at its limit";
    Scene yielding = ropeOf(160, 0.5);
    yielding.materials.back().compressionCompliance = 1e-3f;
    EXPECT_EQ(levelled(yielding), 0u);
    Scene strings = ropeOf(160, 0.5);
    strings.materials.back().oneSided = true;
    EXPECT_EQ(levelled(strings), 0u);
    Scene missing = sheetOf(40);
    const std::size_t all = levelled(missing);
    missing.sticks.erase(missing.sticks.begin() + 700);
    EXPECT_LT(levelled(missing), all);
    EXPECT_GT(levelled(missing), all / 2);
    Scene twice = ropeOf(160, 0.5);
    twice.bodies.push_back(twice.bodies[0]);  // one particle may be named by two bodies
    EXPECT_GT(levelled(twice), 50u);
}

struct Damage {
    const char* message;
    void (*doIt)(Schedule&);
};

TEST(StretchLevels, DamageIsFound) {
    const SchedulePtr whole = take(compile(sheetOf(41)));
    take(validate(*whole));
    const Damage kDamages[] = {
        {"by one that is not solved before", [](Schedule& s) { s.tensionLinks[3].stick = 5; }},
        {"by one that is not solved before", [](Schedule& s) { s.tensionLinks[3].stick = ~0u; }},
        {"a share of -1", [](Schedule& s) { s.tensionLinks[3].number = -1.0f; }},
        {"out of order", [](Schedule& s) { s.tensionRows[1].firstLink = ~0u; }},
        {"wrong number", [](Schedule& s) { s.tensionRows.pop_back(); }},
        {"wrong number", [](Schedule& s) { s.tensionLinks.pop_back(); }},
        {"belong to no stick", [](Schedule& s) { s.tensionRows.clear(); }},
        {"sticks have no tensions",
         [](Schedule& s) {
             s.tensionRows.clear();
             s.tensionLinks.clear();
         }},
        {"given tension twice", [](Schedule& s) { s.levels.push_back(s.levels[s.levels.size() - 2]); }},
        {"is one between clusters", [](Schedule& s) { s.gaussSeidel[0].response = kStickElastic; }},
        {"has no tension", [](Schedule& s) { s.sticks.back().parameter = 0.0f; }},
        {"is given no tension, or not solved",
         [](Schedule& s) {
             const auto carries = [](const Pass& pass) { return pass.kind == PassKind::CarryTensions; };
             std::find_if(s.levels.rbegin(), s.levels.rend(), carries)->count -= 1;
         }},
    };
    for (const Damage& damage : kDamages) {
        Schedule broken = *whole;
        damage.doIt(broken);
        EXPECT_CONTAINS(messageOf(validate(broken)), damage.message) << damage.message;
    }
}

// ---- How it stretches

// Half of m g / EA. With one sweep alone the rope of 256 sticks gets 26 times as long as it
// should at a strain of 1 %.
TEST(StretchLevels, RopesStretchAsFarWhateverTheirSticksAndSubsteps) {
    for (const double strain : {0.001, 0.01, 0.5})
        for (const Index sticks : {16u, 64u, 256u})
            for (const std::uint32_t substeps : {8u, 16u, 32u}) {
                if (substeps > 16 && sticks != 64) continue;
                const std::vector<vec3> p = settle(ropeOf(sticks, strain), stepsOf(1.0 / 64, substeps), 6.0);
                const double measured = -1.0 - double(p.back().y);
                report(fmt::format("rope of {} sticks, {} substeps", sticks, substeps), strain, measured);
                EXPECT_NEAR(measured, strain, 0.01 * strain) << sticks << " sticks, " << substeps << " substeps";
            }
}

struct Swing {
    double period, kept;  // [s]; the second peak by the first
};

// Of the end of a rope of 64 sticks that is let go where it is not stretched yet.
Swing swingOf(float damping) {
    Scene scene = ropeOf(64, 0.01);
    scene.environment.damping = 0.0f;
    scene.materials.back().damping = damping;
    CpuSolver solver = solverFor(scene);
    const StepSettings s = stepsOf(1.0 / 1024, 1);
    std::vector<double> low, peaks, crossings;
    for (int step = 0; step < 700; ++step) {
        take(solver.step(s));
        low.push_back(-1.01 - double(solver.snapshot().positions.back().y));
        const std::size_t i = low.size() - 1;
        if (i > 0 && low[i - 1] < 0.0 && low[i] >= 0.0) crossings.push_back(double(i) - low[i] / (low[i] - low[i - 1]));
        if (i > 1 && low[i - 1] > 0.0 && low[i - 1] > low[i - 2] && low[i - 1] >= low[i]) peaks.push_back(low[i - 1]);
    }
    if (peaks.size() < 3 || crossings.size() < 3) return {};
    return {(crossings[2] - crossings[0]) / 2.0 / 1024.0, peaks[1] / peaks[0]};
}

// The slowest wave along it takes 4 L / c, c^2 = EA / rho, and damping takes omega^2 / 2 times its time per second.
TEST(StretchLevels, ARopeSwingsAndCalmsDownAsItsNumbersSay) {
    const double period = 4.0 / std::sqrt(kRoundGravity / 0.02), omega = 2.0 * kPi / period;
    const Swing free = swingOf(0.0f), damped = swingOf(2e-3f);
    report("rope that swings along itself: period", period, free.period);
    EXPECT_NEAR(free.period, period, 0.01 * period);
    EXPECT_NEAR(damped.period, period, 0.015 * period);
    const double kept = std::exp(-0.5 * omega * omega * 2e-3 * period);
    report("  second peak by the first, damped by undamped", kept, damped.kept / free.kept);
    EXPECT_NEAR(damped.kept / free.kept, kept, 0.02);
}

// ---- A curtain of rubber, against its own equations

// The sticks of a scene as linear springs about where they are at rest: K u = f.
class Springs {
  public:
    explicit Springs(const Scene& scene) : scene_(scene) {
        for (const SceneStick& stick : scene.sticks) {
            const dvec3 way = dvec3(scene.positions[stick.b]) - dvec3(scene.positions[stick.a]);
            along_.push_back(glm::normalize(way));
            stiffness_.push_back(1.0 / (double(scene.materials[stick.material].compliance) * stick.complianceFactor));
        }
    }

    /// How far each particle goes by its weight: conjugate gradients.
    std::vector<dvec3> displacements() const {
        const std::size_t count = scene_.positions.size();
        std::vector<dvec3> u(count, dvec3(0.0)), r(count, dvec3(0.0));
        for (std::size_t i = 0; i < count; ++i)
            if (scene_.pinned[i] == 0) r[i] = double(scene_.masses[i]) * dvec3(scene_.environment.gravity);
        std::vector<dvec3> p = r;
        double squared = dot(r, r);
        const double enough = 1e-24 * squared;
        for (int round = 0; round < 20000 && squared > enough; ++round) {
            const std::vector<dvec3> a = pulls(p);
            const double step = squared / dot(p, a);
            for (std::size_t i = 0; i < count; ++i) {
                u[i] += step * p[i];
                r[i] -= step * a[i];
            }
            const double next = dot(r, r);
            for (std::size_t i = 0; i < count; ++i)
                p[i] = r[i] + next / squared * p[i];
            squared = next;
        }
        return u;
    }

  private:
    static double dot(const std::vector<dvec3>& a, const std::vector<dvec3>& b) {
        double sum = 0.0;
        for (std::size_t i = 0; i < a.size(); ++i)
            sum += glm::dot(a[i], b[i]);
        return sum;
    }

    std::vector<dvec3> pulls(const std::vector<dvec3>& u) const {
        std::vector<dvec3> sums(u.size(), dvec3(0.0));
        for (std::size_t s = 0; s < along_.size(); ++s) {
            const SceneStick& stick = scene_.sticks[s];
            const dvec3 pull = stiffness_[s] * glm::dot(along_[s], u[stick.a] - u[stick.b]) * along_[s];
            if (scene_.pinned[stick.a] == 0) sums[stick.a] += pull;
            if (scene_.pinned[stick.b] == 0) sums[stick.b] -= pull;
        }
        return sums;
    }

    const Scene& scene_;
    std::vector<dvec3> along_;
    std::vector<double> stiffness_;
};

// Mean stretch of those structural sticks that are longer than at rest.
double meanStretch(const Scene& scene, const std::vector<dvec3>& places) {
    double sum = 0.0, count = 0.0;
    for (const SceneStick& stick : scene.sticks) {
        if (stick.kind != StickKind::Structural) continue;
        sum += std::max(glm::length(places[stick.a] - places[stick.b]) / double(stick.restLength) - 1.0, 0.0);
        count += 1.0;
    }
    return sum / count;
}

// With one sweep alone: 0.47, 1.4 and, of 128 x 128, 5.4 %.
TEST(StretchLevels, ACurtainOfRubberIsAsLongAsItsNumbersSay) {
    for (const Index count : {32u, 64u}) {
        const Scene scene = curtainOf(count);
        std::vector<dvec3> wanted = Springs(scene).displacements(), measured;
        for (std::size_t i = 0; i < wanted.size(); ++i)
            wanted[i] += dvec3(scene.positions[i]);
        for (const vec3& place : settle(scene, stepsOf(1.0 / 60), 8.0))
            measured.emplace_back(place);
        const double expected = 100.0 * meanStretch(scene, wanted), mean = 100.0 * meanStretch(scene, measured);
        report(fmt::format("curtain of {0} x {0}: mean stretch [%]", count), expected, mean);
        EXPECT_NEAR(mean, expected, 0.05);
        const double drop = wanted.back().y, itsDrop = measured.back().y;
        report("  its lower corner", drop, itsDrop);
        EXPECT_NEAR(itsDrop, drop, 0.002);
    }
}

// ---- What it must not do

TEST(StretchLevels, AddNoEnergyAndKeepMomentum) {
    ASSERT_GT(elasticCount(*take(compile(sheetOf(33, 1.0f)))), 300u);
    expectNoEnergyAndMomentumKept(sheetOf(33, 1.0f));
}

// Elastic ropes that swing down from level: motion and height together are never more than at the start. If sticks
// between clusters also pulled where they are not needed, that of 59 sticks would come to 0.012 J above it, 96
// substeps.
TEST(StretchLevels, AddNoEnergyToWhatSwings) {
    for (const auto& [sticks, compliance] : {std::pair{19u, 5e-3f}, {59u, 5e-3f}, {122u, 6.8e-4f}, {122u, 1e-5f}})
        for (const std::uint32_t substeps : {12u, 24u, 48u, 96u}) {
            RopeDescription rope;
            rope.count = sticks + 1;
            rope.material = compliant(compliance);
            Scene scene;
            take(addRope(scene, rope));
            scene.pinned[0] = 1;
            scene.environment.damping = 0.0f;
            CpuSolver solver = solverFor(scene);
            const auto energyNow = [&] {
                const Snapshot state = solver.snapshot();
                double energy = reportOf(scene, state).kineticEnergy;
                for (std::size_t i = 0; i < state.positions.size(); ++i)
                    energy += double(scene.masses[i]) * kGravity * double(state.positions[i].y);
                return energy;
            };
            const double start = energyNow();
            double highest = -1.0;
            for (int frame = 0; frame < 120; ++frame) {
                take(solver.step(stepsOf(1.0 / 60, substeps)));
                highest = std::max(highest, energyNow() - start);
            }
            report(fmt::format("rope of {} sticks swings, {} substeps: energy [J]", sticks, substeps), 0.0, highest);
            EXPECT_LT(highest, 1e-5) << sticks << " sticks, " << compliance << " m/N, " << substeps << " substeps";
        }
}

// A flat free sheet, 1 cm/s of noise, nothing that damps but the rubber itself.
TEST(StretchLevels, FeedNoNoise) {
    for (const float damping : {0.0f, -1.0f}) {
        Scene scene = sheetOf(48);
        scene.environment = {.gravity = vec3(0.0f), .damping = 0.0f};
        for (StickMaterial& material : scene.materials)
            if (damping == 0.0f) material.damping = 0.0f;
        const SchedulePtr schedule = take(compile(scene));
        ASSERT_GT(elasticCount(*schedule), 500u);
        CpuSolver solver = take(CpuSolver::create(schedule));
        Snapshot state = initialSnapshot(*schedule);
        state.previousSubstep = 1.0 / 720.0;
        std::mt19937 random(3);
        std::normal_distribution<float> noise(0.0f, 0.01f / 720.0f);
        for (std::size_t i = 0; i < state.positions.size(); ++i)
            state.previous[i] = state.positions[i] - vec3(noise(random), noise(random), noise(random));
        take(solver.restore(state));
        const double start = motionOf(scene, solver.snapshot()).energy;
        double highest = 0.0;
        for (int frame = 0; frame < 600; ++frame) {
            take(solver.step({}));
            highest = std::max(highest, motionOf(scene, solver.snapshot()).energy);
        }
        report("free noisy rubber: greatest energy by the start's", 1.0, highest / start);
        EXPECT_LT(highest, 1.0 * start);
    }
}

// Sticks between clusters only pull: a rope that is ten times as long as the way between its ends hangs straight down
// and up again, as if they were not there.
TEST(StretchLevels, LeaveWhatIsSlackAlone) {
    double lowest[2];
    for (const bool levels : {false, true}) {
        Scene scene = ropeOf(100, 1e-3);
        scene.levels = levels;
        for (std::size_t i = 0; i < scene.positions.size(); ++i)
            scene.positions[i] = vec3(0.001f * float(i), i % 2 == 0 ? 0.0f : -0.0095f, 0.0f);
        scene.pinned.back() = 1;
        ASSERT_EQ(elasticCount(*take(compile(scene))) > 50, levels);
        double low = 0.0;
        for (const vec3& place : settle(scene, stepsOf(1.0 / 64), 4.0))
            low = std::min(low, double(place.y));
        lowest[levels ? 1 : 0] = low;
    }
    report("slack rope: lowest place", lowest[0], lowest[1]);
    EXPECT_NEAR(lowest[1], -0.49, 0.01);
}

// Sticks begin with what clusters give them whatever the method and however often they are solved.
TEST(StretchLevels, HelpEveryMethod) {
    const double strain = 0.01;
    for (const Method method : {Method::GaussSeidel, Method::Tiles, Method::Hybrid, Method::Jacobi})
        for (const std::uint32_t iterations : {1u, 3u}) {
            StepSettings s = stepsOf(1.0 / 64, 12, iterations);
            s.method = method;
            const CompileOptions options{
                .tiles = TileUse::Always, .tileParticles = 32, .wholeParticles = 0, .jacobi = true};
            const SchedulePtr schedule = take(compile(ropeOf(96, strain), options));
            ASSERT_GT(elasticCount(*schedule), 40u);
            CpuSolver solver = take(CpuSolver::create(schedule));
            run(solver, s, 6.0);
            const double measured = -1.0 - double(solver.snapshot().positions.back().y);
            report(fmt::format("method {}, {} iterations", int(method), iterations), strain, measured);
            EXPECT_NEAR(measured, strain, 0.03 * strain) << int(method) << ", " << iterations;
        }
}

}  // namespace
}  // namespace pliant::test
