// Bends between clusters: what they carry, that they carry it exactly, and that nothing else comes of them.

#include "pliant/schedule/bend_levels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "moments_support.h"

namespace pliant::test {
namespace {

using Index = std::uint32_t;

// ---- What is compiled

Scene ropeOf(Index count, double load, double length = 1.0) {
    RopeDescription rope;
    rope.count = count;
    // Two pinned particles, the clamp halfway between them, and as much beyond it as the last one stands for.
    const double spacing = length / (count - 1.5);
    rope.from = vec3(float(-0.5 * spacing), 0.0f, 0.0f);
    rope.to = vec3(float(length), 0.0f, 0.0f);
    rope.linearDensity = 0.1f;
    rope.bendingStiffness = float(0.1 * double(kGravity) * length * length * length / load);
    Scene scene;
    take(addRope(scene, rope));
    scene.pinned[0] = scene.pinned[1] = 1;
    return scene;
}

Scene stripOf(Index rows, Index columns, double load) {
    const double spacing = 1.0 / (rows - 1.5);
    GridDescription strip;
    strip.corner = vec3(float(-0.5 * spacing), 0.0f, 0.0f);
    strip.alongRow = vec3(0.0f, 0.0f, 1.0f);
    strip.alongColumn = vec3(1.0f, 0.0f, 0.0f);
    strip.columns = columns;
    strip.rows = rows;
    strip.width = float((columns - 1) * spacing);
    strip.height = float(1.0 + 0.5 * spacing);
    strip.fabric = Fabric{.arealDensity = 0.2f, .bendingStiffness = float(0.2 * double(kGravity) / load)};
    strip.fabric->compressionCompliance = 0.0f;
    Scene scene;
    take(addGrid(scene, strip));
    std::fill_n(scene.pinned.begin(), 2 * columns, std::uint8_t(1));
    return scene;
}

Index givenCount(const BendNumbers& bend) {
    return bend.linkCounts & 0xffffu;
}

// What bends [first, last) have of the moment of bend `of`.
std::vector<double> sharesOf(const Schedule& s, Index of, Index first, Index last) {
    std::vector<double> shares;
    const std::size_t moment = firstMoment(s) + of - s.sceneBend.size();
    for (Index i = first; i < last; ++i) {
        const BendNumbers& bend = s.bendNumbers[i];
        for (Index l = bend.firstLink; l < bend.firstLink + givenCount(bend); ++l)
            if (s.bendLinks[l].moment == moment) shares.push_back(double(s.bendLinks[l].number));
    }
    std::sort(shares.begin(), shares.end());
    return shares;
}

// Three and three and three, seven bends between them: the second difference of clusters is that of sums of three.
TEST(BendLevels, MomentsOfALineAreSplines) {
    const SchedulePtr schedule = take(compile(ropeOf(50, 1.0)));
    const Index own = static_cast<Index>(schedule->sceneBend.size());
    const std::vector<double> spline{1.0, 1.0, 3.0, 3.0, 6.0, 6.0, 7.0};
    Index found = 0;
    for (Index i = own; i < schedule->bends.size(); ++i) {
        const std::vector<double> shares = sharesOf(*schedule, i, 0, own);
        if (shares.size() != spline.size()) continue;
        bool isSpline = true;
        for (std::size_t k = 0; k < spline.size(); ++k)
            isSpline &= std::abs(3.0 * shares[k] - spline[k]) < 1e-5;
        found += isSpline ? 1 : 0;
    }
    EXPECT_GT(found, 10u);
}

// P^T C P, from the links alone.
TEST(BendLevels, ComplianceIsThatOfAllBendsBelow) {
    const SchedulePtr schedule = take(compile(stripOf(30, 10, 1.0)));
    const Schedule& s = *schedule;
    const Index own = static_cast<Index>(s.sceneBend.size()), first = static_cast<Index>(firstMoment(s));
    ASSERT_GT(s.bends.size(), own + 50u);
    // Of a bend between clusters by the moments of those below: those of the level before count with all they share.
    const auto between = [&](Index a, Index b) {
        const BendNumbers& bend = s.bendNumbers[a];
        const Index shared = bend.firstLink + givenCount(bend);
        for (Index l = shared; l < shared + (bend.linkCounts >> 16); ++l)
            if (s.bendLinks[l].moment == first + b - own) return double(s.bendLinks[l].number);
        return 0.0;
    };
    std::size_t compared = 0;
    std::vector<std::vector<std::pair<Index, double>>> shares(s.bends.size());  // per bend: of bends below
    for (Index i = 0; i < s.bends.size(); ++i) {
        const BendNumbers& bend = s.bendNumbers[i];
        for (Index l = bend.firstLink; l < bend.firstLink + givenCount(bend); ++l)
            shares[own + s.bendLinks[l].moment - first].push_back({i, double(s.bendLinks[l].number)});
    }
    for (Index a = own; a < s.bends.size(); ++a)
        for (Index b = own; b < s.bends.size(); ++b) {
            double wanted = 0.0;
            for (const auto& [i, p] : shares[a])
                for (const auto& [j, q] : shares[b])
                    wanted += p * q * (i < own ? (i == j ? double(s.bends[i].compliance) : 0.0) : between(i, j));
            const double scale = double(s.bends[a].compliance);
            ASSERT_NEAR(between(a, b), wanted, 1e-5 * scale) << a << " and " << b;
            compared += wanted != 0.0;
        }
    EXPECT_GT(compared, 100u);
}

TEST(BendLevels, AreThereWhereBendsAreStiffAlone) {
    const auto bendsBetween = [](const Scene& scene) {
        const SchedulePtr s = take(compile(scene));
        return s->bends.size() - s->sceneBend.size();
    };
    EXPECT_EQ(bendsBetween(ropeOf(20, 1e7)), 0u);
    EXPECT_GT(bendsBetween(ropeOf(20, 1.0)), 5u);
    Scene without = ropeOf(20, 1.0);
    without.levels = false;
    EXPECT_EQ(bendsBetween(without), 0u);
    Scene uneven = stripOf(20, 8, 1.0);
    uneven.masses[70] *= 1.5f;  // moments of rows no longer pull as clusters do
    EXPECT_EQ(bendsBetween(uneven), 0u);
    Scene missing = stripOf(20, 8, 1.0);
    const std::size_t all = bendsBetween(missing);
    missing.bends.erase(missing.bends.begin() + 40);
    EXPECT_LT(bendsBetween(missing), all);
    EXPECT_GT(bendsBetween(missing), all / 2);
}

// One particle may be named by two bodies.
TEST(BendLevels, LeaveBodiesThatOverlapAlone) {
    Scene scene = ropeOf(40, 1.0);
    scene.bodies.push_back(scene.bodies[0]);
    const SchedulePtr schedule = take(compile(scene));
    take(validate(*schedule));
    EXPECT_GT(schedule->bends.size(), schedule->sceneBend.size());
}

struct Damage {
    const char* message;
    void (*doIt)(Schedule&);
};

TEST(BendLevels, DamageIsFound) {
    const SchedulePtr whole = take(compile(stripOf(30, 10, 1.0)));
    take(validate(*whole));
    const Damage kDamages[] = {
        {"leads to no moment", [](Schedule& s) { s.bendLinks[3].moment = Index(scratchCount(s)); }},
        {"leads to no moment", [](Schedule& s) { s.bendLinks[3].moment = ~0u; }},
        {"moments of level 1 pull", [](Schedule& s) { s.bendLinks[3].number *= 1.5f; }},
        {"links of bend 5 are out of range", [](Schedule& s) { s.bendNumbers[5].firstLink = ~0u; }},
        {"links of bend 5 are out of range", [](Schedule& s) { s.bendNumbers[5].linkCounts = 0xffffu; }},
        {"no compliance of its own", [](Schedule& s) { s.bendNumbers[5].linkCounts |= 1u << 16; }},
        {"no compliance of its own", [](Schedule& s) { s.bendNumbers.back().linkCounts = 0; }},
        {"wrong number", [](Schedule& s) { s.bendNumbers.pop_back(); }},
        {"pull at row", [](Schedule& s) { s.bends.back().ka *= 1.5f; }},
        {"bending passes cover", [](Schedule& s) { s.bending.pop_back(); }},
        {"clusters of particles have a wrong number", [](Schedule& s) { s.clusterOf.pop_back(); }},
        {"not in the cluster that it says", [](Schedule& s) { s.clusterOf.back() = s.clusters.back().row; }},
        {"shares of cluster", [](Schedule& s) { s.clusterMembers.back().share *= 0.75f; }},
        {"unknown response", [](Schedule& s) { s.bending.back().response = kBendHinge + kBendCarried; }},
        {"unknown response", [](Schedule& s) { s.bending[0].response = kLevelBegin; }},
    };
    for (const Damage& damage : kDamages) {
        Schedule broken = *whole;
        damage.doIt(broken);
        EXPECT_CONTAINS(messageOf(validate(broken)), damage.message) << damage.message;
    }
}

// ---- How it bends

// Heavy elastica: loads 1 to 100, and far stiffer than its weight asks for, where the drop is load / 8. With one pass
// over bends the ropes of 40 particles drop 7.6 times as far at load 1, and 75 times at 0.1.
TEST(BendLevels, CantileversDropAsFarWhateverTheirMeshAndSubsteps) {
    for (const auto& [load, drop] : {std::pair{0.1, 0.012499}, {1.0, 0.12347}, {10.0, 0.70020}, {100.0, 0.93752}})
        for (const Index count : {10u, 40u, 160u})
            for (const Index columns : {1u, 4u})
                for (const std::uint32_t substeps : {12u, 48u}) {
                    if (substeps > 12 && count != 40) continue;
                    if (columns > 1 && count > 40) continue;
                    const Scene scene = columns > 1 ? stripOf(count, columns, load) : ropeOf(count, load);
                    const double measured = dropOf(scene, columns, substeps);
                    report(fmt::format("{} x {}, load {}, {} substeps: drop", count, columns, load, substeps), drop,
                           measured);
                    EXPECT_NEAR(measured, drop, 0.02 * drop)
                        << count << " x " << columns << ", load " << load << ", " << substeps << " substeps";
                }
}

// A free sheet of stiff stuff that is thrown about: what is in its bends at first is nothing.
TEST(BendLevels, AddNoEnergyAndKeepMomentum) {
    expectNoEnergyAndMomentumKept(stripOf(40, 13, 0.5));
}

// A clamp opens and closes again: clusters go by what is pinned now.
TEST(BendLevels, PinsMayComeAndGo) {
    Scene scene = stripOf(40, 4, 1.0);
    scene.environment.damping = 3.0f;
    CpuSolver solver = solverFor(scene);
    const StepSettings s = stepsOf(1.0 / 60);
    run(solver, s, 2.0);
    StepInputs open, close;
    for (Index i = 4; i < 8; ++i) {  // the second row: the strip can turn about the first
        open.pins.push_back({.particle = i, .action = PinInput::Action::Release});
        close.pins.push_back({.particle = i, .action = PinInput::Action::Move, .target = scene.positions[i]});
    }
    take(solver.step(s, open));
    run(solver, s, 2.0);
    EXPECT_LT(solver.snapshot().positions.back().y, -0.9f) << "it hangs straight down";
    take(solver.step(s, close));
    run(solver, s, 6.0);
    const double drop = -double(solver.snapshot().positions.back().y);
    EXPECT_NEAR(drop, 0.12347, 0.02 * 0.12347);
}

}  // namespace
}  // namespace pliant::test
