// Strands of ropes, which hang between two pins: which there are, what they do in one substep, and how ropes hang.

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

#include "catenary.h"
#include "pliant/cpu/kernels.h"
#include "pliant/scene/grid.h"
#include "pliant/schedule/step_plan.h"
#include "pliant/shared/strand.h"
#include "pliant/state/step_report.h"
#include "pliant/state/stretch.h"
#include "strands_support.h"
#include "validation.h"

namespace pliant::test {
namespace {

using Index = std::uint32_t;

std::vector<Strand> heldOf(const std::vector<Strand>& strands) {
    std::vector<Strand> held;
    std::copy_if(strands.begin(), strands.end(), std::back_inserter(held),
                 [](const Strand& strand) { return strand.nodeCount > 0; });
    return held;
}

// ---- Which there are

TEST(Strands, HangBetweenPins) {
    Scene scene = slackRope(2.0, 41);
    scene.pinned[10] = scene.pinned[11] = 1;
    const SchedulePtr schedule = take(compile(scene));
    const std::vector<Strand> held = heldOf(schedule->strands);
    ASSERT_EQ(held.size(), 2u) << "between neighbours there is nothing to hold";
    const Index ends[][2] = {{0, 10}, {11, 40}};
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(schedule->sceneParticle[held[i].from], ends[i][0]);
        EXPECT_EQ(schedule->sceneParticle[held[i].to], ends[i][1]);
        EXPECT_EQ(held[i].nodeCount, ends[i][1] - ends[i][0] - 1);
        EXPECT_NEAR(held[i].reach, 0.05 * (ends[i][1] - ends[i][0]), 1e-5);
        for (Index k = 0; k < held[i].nodeCount; ++k)
            EXPECT_EQ(schedule->sceneParticle[schedule->strandNodes[held[i].firstNode + k]], ends[i][0] + 1 + k);
    }
}

// More particles than a strand has nodes: they are clusters, the finest that are few enough, and none that a pin is in.
TEST(Strands, OfLongRopesHaveClustersForNodes) {
    for (const Index count : {34u, 35u, 100u, 1000u, 10'000u}) {
        Scene scene = slackRope(2.0, count);
        const Index middle = count / 3;
        scene.pinned[middle] = 1;
        const SchedulePtr schedule = take(compile(scene));
        const std::vector<Strand> held = heldOf(schedule->strands);
        ASSERT_EQ(held.size(), 2u) << count;
        double reach = 0.0;
        for (const Strand& strand : held) {
            reach += strand.reach;
            EXPECT_LE(strand.nodeCount, kMostStrandNodes);
            EXPECT_GE(strand.nodeCount, 7u) << count << ": a third of " << kMostStrandNodes << ", less the ends";
            std::vector<Index> particles;
            const auto visit = [&](const auto& self, Index row) -> void {
                if (row < schedule->particles.size()) return particles.push_back(schedule->sceneParticle[row]);
                for (const Cluster& cluster : schedule->clusters)
                    for (Index m = 0; cluster.row == row && m < cluster.memberCount; ++m)
                        self(self, schedule->clusterMembers[cluster.firstMember + m].row);
            };
            for (Index k = 0; k < strand.nodeCount; ++k)
                visit(visit, schedule->strandNodes[strand.firstNode + k]);
            for (std::size_t i = 1; i < particles.size(); ++i)
                ASSERT_EQ(particles[i], particles[i - 1] + 1) << "along the rope, each once";
            EXPECT_GT(particles.front(), schedule->sceneParticle[strand.from]);
            EXPECT_LT(particles.back(), schedule->sceneParticle[strand.to]);
        }
        EXPECT_NEAR(reach, 2.0, 1e-5);
    }
}

// They come to be where pins do, as far as there is room; then the longest.
TEST(Strands, FollowThePins) {
    const Scene scene = slackRope(2.0, 1000);
    const SchedulePtr schedule = take(compile(scene));
    std::vector<std::uint8_t> pinned = initialProgress(*schedule).pinned;
    const auto pin = [&](Index particle, bool isPinned) { pinned[schedule->localParticle[particle]] = isPinned; };
    const auto lengths = [&] {
        std::vector<double> all;
        for (const Strand& strand : heldOf(strandsFor(*schedule, pinned)))
            all.push_back(std::round(999.0 * double(strand.reach) / 2.0));
        std::sort(all.begin(), all.end());
        return all;
    };
    EXPECT_EQ(lengths(), (std::vector<double>{999}));
    pin(400, true);
    EXPECT_EQ(lengths(), (std::vector<double>{400, 599}));
    pin(0, false);
    EXPECT_EQ(lengths(), (std::vector<double>{599}));
    for (const Index particle : {0u, 10u, 15u, 22u})
        pin(particle, true);
    EXPECT_EQ(lengths(), (std::vector<double>{7, 10, 378, 599})) << "two more than there were on each level";
    std::fill(pinned.begin(), pinned.end(), std::uint8_t(0));
    EXPECT_EQ(lengths(), std::vector<double>{});
    EXPECT_EQ(strandsFor(*schedule, pinned).size(), schedule->strands.size());
}

// A rope is a line of rigid sticks that nothing else is joined to.
TEST(Strands, AreOfRopesAlone) {
    const auto strandsOf = [](const Scene& scene) { return take(compile(scene))->strands.size(); };
    EXPECT_GT(strandsOf(slackRope(1.2, 20)), 0u);
    EXPECT_GT(strandsOf(slackRope(1.2, 20, oneSided(rigid()))), 0u);
    EXPECT_GT(strandsOf(slackRope(1.2, 3)), 0u);
    EXPECT_EQ(strandsOf(slackRope(1.2, 20, compliant(1e-6f))), 0u);
    EXPECT_EQ(strandsOf(slackRope(1.2, 20, limited(1e-6f, 0.1f))), 0u);
    EXPECT_EQ(strandsOf(slackRope(1.2, 20, hooke(100.0f))), 0u);
    Scene withoutLevels = slackRope(1.2, 20);
    withoutLevels.levels = false;
    EXPECT_EQ(strandsOf(withoutLevels), 0u);
    EXPECT_EQ(strandsOf(clothScene(2)), 0u);
    EXPECT_EQ(strandsOf(clothScene(12)), 0u);
    Scene ring = slackRope(1.2, 20);
    take(addStick(ring, 0, 19));
    EXPECT_EQ(strandsOf(ring), 0u);
    Scene branch = slackRope(1.2, 20);
    addParticle(branch, vec3(0.5f, 1.0f, 0.0f), 0.1f);
    take(addStick(branch, 7, 20));
    EXPECT_EQ(strandsOf(branch), 0u);
    Scene sling = slackRope(1.2, 20);  // a weight on a rubber band
    addParticle(sling, vec3(0.5f, -1.0f, 0.0f), 0.1f);
    sling.materials.push_back(compliant(1e-3f));
    take(addStick(sling, 7, 20, Index(sling.materials.size()) - 1));
    EXPECT_EQ(strandsOf(sling), 0u);
}

// As ropes are made particle by particle, and in any order in memory.
TEST(Strands, FindTheirWayThroughAnyOrder) {
    std::mt19937 random(3);
    std::vector<Index> order(300);
    for (Index i = 0; i < order.size(); ++i)
        order[i] = i;
    std::shuffle(order.begin(), order.end(), random);
    Scene scene;
    std::vector<Index> at(order.size());
    for (const Index i : order) {
        at[i] = static_cast<Index>(scene.positions.size());
        addParticle(scene, vec3(0.01f * float(i), 0.0f, 0.0f), 0.01f);
    }
    for (Index i = 0; i + 1 < order.size(); ++i)
        take(addStick(scene, at[i], at[i + 1]));
    scene.pinned[at.front()] = scene.pinned[at.back()] = 1;
    const SchedulePtr schedule = take(compile(scene));
    const std::vector<Strand> held = heldOf(schedule->strands);
    ASSERT_EQ(held.size(), 1u);
    EXPECT_NEAR(held[0].reach, 2.99, 1e-5);
    take(validate(*schedule));
}

struct Damage {
    const char* message;
    void (*doIt)(Schedule&);
};

TEST(Strands, DamageIsFound) {
    Scene scene = slackRope(1.2, 100);
    scene.pinned[12] = 1;
    const SchedulePtr whole = take(compile(scene));
    take(validate(*whole));
    ASSERT_EQ(heldOf(whole->strands).size(), 2u);
    static Index first, last;
    for (first = 0; whole->strands[first].nodeCount == 0;)
        ++first;
    for (last = static_cast<Index>(whole->strands.size()) - 1; whole->strands[last].nodeCount == 0;)
        --last;
    ASSERT_LT(first, last);
    const Damage kDamages[] = {
        {"has 33 nodes", [](Schedule& s) { s.strands[first].nodeCount = kMostStrandNodes + 1; }},
        {"out of range", [](Schedule& s) { s.strandNodes[s.strands[last].firstNode] = Index(rowCount(s)); }},
        {"ends at a particle out of range", [](Schedule& s) { s.strands[first].to = ~0u; }},
        {"out of range", [](Schedule& s) { s.strands[first].firstNode += 10'000; }},
        {"not its rope's", [](Schedule& s) { s.strands[last].firstNode = s.strands[first].firstNode; }},
        {"between two pins", [](Schedule& s) { s.strands[first].from += 1; }},
        {"do not add up", [](Schedule& s) { s.strands[first].meanLink *= 1.001f; }},
        {"met twice",
         [](Schedule& s) { s.strandNodes[s.strands[last].firstNode + 1] = s.strandNodes[s.strands[last].firstNode]; }},
        {"strands passes cover", [](Schedule& s) { s.strands.push_back(s.strands[0]); }},
        {"wrong number", [](Schedule& s) { s.ropeLinks.pop_back(); }},
        {"level of a rope is out of range", [](Schedule& s) { s.ropeLevels.back().nodeCount += 10'000; }},
        {"unknown response", [](Schedule& s) { s.levels[0].response = kLevelBegin; }},
        {"on another level", [](Schedule& s) { s.levels[0].response = kLevelHoldClusters; }},
    };
    for (const Damage& damage : kDamages) {
        Schedule broken = *whole;
        damage.doIt(broken);
        const Status status = validate(broken);
        EXPECT_FALSE(status) << damage.message;
        if (!status) {
            EXPECT_CONTAINS(messageOf(status), damage.message);
        }
    }
}

// ---- What they do

// Nodes on the way from one pin to another, in double.
struct Chain {
    std::vector<dvec3> places;  // with both pins
    std::vector<double> inverseMasses;

    double length() const {
        double sum = 0.0;
        for (std::size_t i = 1; i < places.size(); ++i)
            sum += glm::length(places[i] - places[i - 1]);
        return sum;
    }
    dvec3 direction(std::size_t link) const { return glm::normalize(places[link + 1] - places[link]); }
    dvec3 pull(std::size_t node) const { return direction(node - 1) - direction(node); }
};

// What the kernel makes of it: as a scene of particles, with sticks that add up to `reach`.
Chain held(const Chain& chain, double reach, bool isSecondOrder, const Chain& before) {
    Scene scene;
    const std::size_t last = chain.places.size() - 1;
    for (std::size_t i = 0; i <= last; ++i)
        addParticle(scene, vec3(chain.places[i]), float(1.0 / chain.inverseMasses[i]));
    for (Index i = 0; i < last; ++i) {
        take(addStick(scene, i, i + 1));
        scene.sticks.back().restLength = float(reach / double(last));
    }
    scene.pinned.front() = scene.pinned.back() = 1;
    const SchedulePtr schedule = take(compile(scene));
    std::vector<vec4> particles = schedule->particles, previous = particles, carry(particles.size(), vec4(0.0f));
    for (std::size_t i = 0; i <= last; ++i)
        previous[schedule->localParticle[i]] = vec4(vec3(before.places[i]), 0.0f);
    cpu::Buffers buffers{};
    buffers.particles = particles.data();
    buffers.previous = previous.data();
    buffers.carry = carry.data();
    buffers.schedule = schedule.get();
    buffers.strands = schedule->strands.data();
    PassConstants constants{};
    constants.flags = isSecondOrder ? kSecondOrder : 0;
    const Pass pass{PassKind::HoldStrands, kLevelHoldParticles, 0, 0, Index(schedule->strands.size())};
    cpu::runPiece(buffers, true, pass, constants, 0, pass.count);
    Chain moved = chain;
    for (std::size_t i = 0; i <= last; ++i)
        moved.places[i] = dvec3(vec3(particles[schedule->localParticle[i]]));
    return moved;
}

Chain bentChain(std::size_t nodes, double sag, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> mass(0.2, 3.0), noise(-0.02, 0.02);
    Chain chain;
    for (std::size_t i = 0; i <= nodes + 1; ++i) {
        const double t = double(i) / double(nodes + 1);
        const bool isPin = i == 0 || i == nodes + 1;
        const dvec3 off = isPin ? dvec3(0.0) : dvec3(noise(random), noise(random), noise(random)) / double(nodes);
        chain.places.push_back(dvec3(t, -4.0 * sag * t * (1.0 - t), 0.2 * t * t) + off);
        chain.inverseMasses.push_back(1.0 / mass(random));
    }
    return chain;
}

// The equations of shared/strand.h, whatever the masses and the tension: the residual of each line.
TEST(HoldStrands, SolvesItsEquations) {
    for (const std::size_t nodes : {1u, 2u, 5u, 32u})
        for (const double excess : {1e-5, 1e-3, 1e-2}) {
            const Chain chain = bentChain(nodes, 0.1, unsigned(nodes));
            const double reach = chain.length() - excess;
            const Chain moved = held(chain, reach, false, chain);
            double weight = 0.0;
            for (std::size_t i = 1; i <= nodes; ++i)
                weight += chain.inverseMasses[i] * glm::dot(chain.pull(i), chain.pull(i));
            const double tension = excess / weight;
            const auto shift = [&](std::size_t i) { return moved.places[i] - chain.places[i]; };
            const auto inverse = [&](std::size_t link) {
                return 1.0 / glm::length(chain.places[link + 1] - chain.places[link]);
            };
            double largest = 0.0;
            for (std::size_t i = 1; i <= nodes; ++i)
                largest = std::max(largest, glm::length(shift(i)));
            EXPECT_GT(largest, 0.25 * excess) << nodes;
            for (std::size_t i = 1; i <= nodes; ++i) {
                const double moves = tension * chain.inverseMasses[i];
                const dvec3 residual = shift(i) + moves * (inverse(i - 1) * (shift(i) - shift(i - 1)) +
                                                           inverse(i) * (shift(i) - shift(i + 1)) + chain.pull(i));
                EXPECT_LT(glm::length(residual), 0.01 * largest + 1e-6 * (1.0 + moves * inverse(i)))
                    << nodes << " nodes, excess " << excess << ", node " << i;
            }
        }
}

// What all nodes are pulled by is what both pins bear, along the last links.
TEST(HoldStrands, IsOneTensionFromPinToPin) {
    const Chain chain = bentChain(12, 0.08, 5);
    const Chain moved = held(chain, chain.length() - 1e-3, false, chain);
    dvec3 momentum(0.0);
    for (std::size_t i = 1; i <= 12; ++i)
        momentum += (moved.places[i] - chain.places[i]) / chain.inverseMasses[i];
    double weight = 0.0;
    for (std::size_t i = 1; i <= 12; ++i)
        weight += chain.inverseMasses[i] * glm::dot(chain.pull(i), chain.pull(i));
    const double tension = 1e-3 / weight;
    const auto force = [&](std::size_t link) {
        return (moved.places[link + 1] - moved.places[link]) / glm::length(chain.places[link + 1] - chain.places[link]);
    };
    EXPECT_LT(glm::length(momentum - tension * (force(12) - force(0))), 1e-3 * glm::length(momentum));
}

// It never makes the strand shorter than it may be.
TEST(HoldStrands, PullsAndNeverPushes) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        const Chain chain = bentChain(1 + seed, 0.02 + 0.01 * seed, seed);
        for (const double excess : {1e-4, 1e-3, 5e-3}) {
            const double reach = std::max(chain.length() - excess, 1.02);
            const Chain moved = held(chain, reach, false, chain);
            EXPECT_LE(moved.length(), chain.length() + 1e-6);
            EXPECT_GE(moved.length(), reach - 1e-6);
        }
        EXPECT_EQ(held(chain, chain.length() + 1e-4, false, chain).places, held(chain, 2.0, false, chain).places)
            << "slack ones are left alone";
    }
}

// Pins that are farther apart than it is long have nothing to gain from it; nor has what is straight, or lost.
TEST(HoldStrands, LeavesAloneWhatIsPulledApart) {
    const Chain bent = bentChain(8, 0.1, 1), straight = bentChain(8, 0.0, 1);
    EXPECT_EQ(held(bent, 0.99, false, bent).places, held(bent, 2.0, false, bent).places);
    EXPECT_EQ(held(bent, 0.99, true, bent).places, held(bent, 2.0, true, bent).places);
    for (const dvec3& place : held(straight, straight.length() - 1e-6, false, straight).places)
        EXPECT_TRUE(std::isfinite(place.x + place.y + place.z));
    Chain point = bent;
    for (dvec3& place : point.places)
        place = point.places[0];
    EXPECT_EQ(held(point, 0.1, false, point).places, point.places);
}

// Of second order it is along where the strand was, if it has not turned far and its tension is small.
TEST(HoldStrands, OfSecondOrderPullsAlongWhereItWas) {
    const Chain before = bentChain(8, 0.1, 2);
    Chain now = before;
    const double turn = 0.2;  // about the line between the pins
    const dvec3 axis = glm::normalize(now.places.back() - now.places.front());
    for (dvec3& place : now.places) {
        const dvec3 from = place - now.places.front();
        place = now.places.front() + std::cos(turn) * from + std::sin(turn) * glm::cross(axis, from) +
                (1.0 - std::cos(turn)) * glm::dot(axis, from) * axis;
    }
    const double reach = now.length() - 1e-5;
    const auto torque = [&](const Chain& moved) {  // of displacements, about places before, along the axis
        double sum = 0.0, size = 0.0;
        for (std::size_t i = 1; i <= 8; ++i) {
            const dvec3 arm = before.places[i] - before.places.front();
            const dvec3 push = (moved.places[i] - now.places[i]) / now.inverseMasses[i];
            sum += glm::dot(axis, glm::cross(arm, push));
            size += glm::length(arm) * glm::length(push);
        }
        return std::abs(sum) / size;
    };
    EXPECT_LT(torque(held(now, reach, true, before)), 0.005);
    EXPECT_GT(torque(held(now, reach, false, before)), 0.02);
    const double far = now.length() - 0.05;
    EXPECT_EQ(held(now, far, true, before).places, held(now, far, false, before).places) << "a tension that is large";
}

// ---- How ropes hang

double sagOf(const std::vector<vec3>& rope) {
    double sag = 0.0;
    for (const vec3& place : rope)
        sag = std::max(sag, -double(place.y));
    return sag;
}

double fastestOf(CpuSolver& solver, const StepSettings& s, int frames) {
    double fastest = 0.0;
    for (int frame = 0; frame < frames; ++frame) {
        take(solver.step(s));
        const Snapshot state = solver.snapshot();
        for (std::size_t i = 0; i < state.positions.size(); ++i)
            fastest =
                std::max(fastest, double(glm::length(state.positions[i] - state.previous[i])) / state.previousSubstep);
    }
    return fastest;
}

// Default settings. Without strands ropes sag by 5 to 15 % too much, or 22 to 47 %, and tremble at 0.03 to 0.4 m/s.
TEST(TautRopes, SagAsTheyShouldAndLieStill) {
    for (const Index count : {11u, 20u, 33u, 34u, 50u, 65u, 99u, 129u, 257u, 1000u}) {
        for (const double length : {1.01, 1.001}) {
            Scene scene = slackRope(length, count);
            scene.environment.damping = 2.0f;
            CpuSolver solver = solverFor(scene);
            run(solver, stepsOf(1.0 / 60), 8.0);
            const double expected = Catenary(1.0, length).sagAt(0.0), sag = sagOf(solver.snapshot().positions);
            const double fastest = fastestOf(solver, stepsOf(1.0 / 60), 30);
            const double stretch = measureStretch(scene, solver.snapshot().positions).mean;
            report(fmt::format("taut rope of {}, {} particles: sag", length, count), expected, sag);
            report(fmt::format("taut rope of {}, {} particles: fastest", length, count), 0.0, fastest);
            report(fmt::format("taut rope of {}, {} particles: stretch", length, count), 0.0, stretch);
            EXPECT_NEAR(sag, expected, 0.02 * expected) << length << " of " << count;
            EXPECT_LT(fastest, 0.005) << length << " of " << count;
            EXPECT_LT(stretch, 0.003) << length << " of " << count;
        }
    }
}

// A weight of a hundred ropes on its middle: straight lines.
TEST(TautRopes, BearHeavyLoads) {
    for (const Index count : {9u, 33u, 65u, 257u, 999u}) {
        for (const double length : {1.1, 1.01, 1.001}) {
            Scene scene = slackRope(length, count);
            scene.masses[count / 2] += float(100.0 * 0.1 * length);
            scene.environment.damping = 2.0f;
            CpuSolver solver = solverFor(scene);
            run(solver, stepsOf(1.0 / 60), 10.0);
            const double expected = std::sqrt(0.25 * length * length - 0.25), sag = sagOf(solver.snapshot().positions);
            const double fastest = fastestOf(solver, stepsOf(1.0 / 60), 30);
            report(fmt::format("loaded rope of {}, {} particles: sag", length, count), expected, sag);
            report(fmt::format("loaded rope of {}, {} particles: fastest", length, count), 0.0, fastest);
            EXPECT_NEAR(sag, expected, 0.001 * expected) << length << " of " << count;
            EXPECT_LT(fastest, 0.01) << length << " of " << count;
        }
    }
}

double energyOf(const Scene& scene, const Snapshot& state) {
    double energy = reportOf(scene, state).kineticEnergy;
    for (std::size_t i = 0; i < state.positions.size(); ++i)
        energy -= double(scene.masses[i]) * double(scene.environment.gravity.y) * double(state.positions[i].y);
    return energy;
}

// Undamped, from straight down to both sides, from the curve itself, with a load: energy is never above the start's. In
// shares of what lifts all by a metre.
TEST(TautRopes, GainNoEnergy) {
    for (const Index count : {9u, 33u, 65u, 129u, 257u}) {
        for (const double length : {1.0001, 1.001, 1.01, 1.1, 2.0}) {
            for (const double load : {0.0, 10.0}) {
                for (const Order order : {Order::First, Order::Second}) {
                    Scene scene = slackRope(length, count);
                    scene.environment.damping = 0.0f;
                    scene.masses[count / 2] += float(load * 0.1 * length);
                    CpuSolver solver = solverFor(scene);
                    StepSettings s = stepsOf(1.0 / 60);
                    s.order = order;
                    const double start = energyOf(scene, solver.snapshot());
                    double highest = -1.0;
                    for (int frame = 0; frame < 600; ++frame) {
                        take(solver.step(s));
                        highest = std::max(highest, energyOf(scene, solver.snapshot()) - start);
                    }
                    highest /= kGravity * 0.1 * length * (1.0 + load);
                    report(fmt::format("rope of {}, {} particles, load {}, order {}: highest energy", length, count,
                                       load, nameOf(order)),
                           0.0, highest);
                    EXPECT_LT(highest, 2e-4) << length << " of " << count << ", load " << load << ", " << nameOf(order);
                }
            }
        }
    }
}

// Pins that draw a rope out beyond its length, and let it go again.
TEST(TautRopes, AreStillWherePinsDrawThemApart) {
    Scene scene = slackRope(1.05, 100);
    scene.environment.damping = 2.0f;
    CpuSolver solver = solverFor(scene);
    const auto pull = [&](float to, int frames) {
        for (int frame = 0; frame < frames; ++frame)
            take(solver.step({}, {{{99, PinInput::Action::Move, vec3(to, 0.0f, 0.0f)}}, {}, {}}));
    };
    for (const float to : {1.04f, 1.0499f, 1.05f, 1.06f, 1.2f, 1.0f}) {
        pull(to, 240);
        const double fastest = fastestOf(solver, {}, 30);
        report(fmt::format("rope of 1.05 drawn to {}: fastest", to), 0.0, fastest);
        EXPECT_LT(fastest, 0.02) << to;
    }
    const double expected = Catenary(1.0, 1.05).sagAt(0.0);
    EXPECT_NEAR(sagOf(solver.snapshot().positions), expected, 0.01 * expected);
}

}  // namespace
}  // namespace pliant::test
