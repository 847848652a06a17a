// Rims, which bear what hangs by them: see shared/rim.h.

#include <glm/geometric.hpp>

#include <numeric>
#include <random>

#include "neighbour_support.h"
#include "pass_support.h"
#include "pliant/cpu/cpu_solver.h"
#include "pliant/schedule/families.h"
#include "pliant/shared/rim.h"
#include "rims_support.h"

namespace pliant::test {
namespace {

using glm::dvec3;
using Index = std::uint32_t;

double lengthOf(const std::vector<dvec3>& places) {
    double length = 0.0;
    for (std::size_t k = 0; k < places.size(); ++k)
        length += glm::distance(places[k], places[(k + 1) % places.size()]);
    return length;
}

std::vector<dvec3> placesOf(const Schedule& s, const Rim& rim, const std::vector<vec4>& particles) {
    std::vector<dvec3> places;
    for (Index k = 0; k < rim.nodeCount; ++k)
        places.emplace_back(vec3(particles[s.rimNodes[rim.firstNode + k]]));
    return places;
}

double boundOf(const Rim& rim) {
    return double(rim.meanLink) * rim.nodeCount + double(rim.remainder);
}

SchedulePtr dressSchedule(const MeshDescription& mesh) {
    Scene scene;
    take(addContact(scene, take(addMesh(scene, mesh))));
    return take(compile(scene));
}

TEST(Rims, AreTheClosedLinesOfFreeEdges) {
    const MeshDescription mesh = dressMesh(20, 5, 0.1, 0.3, 0.4);
    const SchedulePtr s = dressSchedule(mesh);
    // Above, below, and behind each of these; of what is left in the midst no triangle is.
    ASSERT_EQ(s->rims.size(), 4u);
    EXPECT_EQ(s->touching[0].kind, PassKind::HoldRims);
    for (std::size_t k = 0; k < 4; ++k) {
        const Rim& rim = s->rims[k];
        EXPECT_EQ(rim.nodeCount, 20u);
        const std::size_t rings[] = {0, 4, 1, 3};
        for (Index node = 0; node < 20; ++node)
            EXPECT_EQ(s->sceneParticle[s->rimNodes[rim.firstNode + node]] / 20, rings[k]);
        const double atRest = lengthOf(placesOf(*s, rim, s->particles));
        EXPECT_NEAR(boundOf(rim), atRest * (1.0 + mesh.fabric->strainLimit), 1e-6);
    }
    EXPECT_TRUE(validate(*s));
}

TEST(Rims, AreOfWhatTouchesAndHasABound) {
    MeshDescription mesh = dressMesh(20, 5, 0.1, 0.3, 0.4);
    Scene alone;
    take(addMesh(alone, mesh));
    EXPECT_TRUE(take(compile(alone))->rims.empty()) << "what touches nothing hangs by pins";
    EXPECT_TRUE(dressSchedule(dressMesh(4, 5, 0.1, 0.3, 0.4))->rims.empty()) << "too few particles";
    EXPECT_EQ(dressSchedule(dressMesh(kMostRimNodes, 3, 1.0, 1.1, 0.1))->rims.size(), 2u);
    EXPECT_TRUE(dressSchedule(dressMesh(kMostRimNodes + 1, 3, 1.0, 1.1, 0.1))->rims.empty()) << "too many";
    mesh.fabric = *fabricNamed("rubber");
    EXPECT_TRUE(dressSchedule(mesh)->rims.empty()) << "it goes on stretching";
    // Which way its faces go round does not matter.
    mesh = dressMesh(20, 5, 0.1, 0.3, 0.4);
    for (std::size_t face = 0; face < mesh.faceSizes.size(); face += 3)
        std::swap(mesh.faceCorners[3 * face], mesh.faceCorners[3 * face + 1]);
    EXPECT_EQ(dressSchedule(mesh)->rims.size(), 4u);
    // A face away at the rim: the line goes around it. Another one that touches the first with a corner alone: no line.
    mesh = dressMesh(20, 5, 0.1, 0.3, 0.4);
    mesh.faceSizes.pop_back();
    mesh.faceCorners.resize(mesh.faceCorners.size() - 3);
    const SchedulePtr s = dressSchedule(mesh);
    ASSERT_GE(s->rims.size(), 2u);
    EXPECT_EQ(s->rims[0].nodeCount + s->rims[1].nodeCount, 41u);
    Scene grid = clothScene(8);
    take(addContact(grid, 0));
    EXPECT_TRUE(take(compile(grid))->rims.empty());
    Scene obstacle = dressOnBody(12, 4);
    EXPECT_EQ(take(compile(obstacle))->rims.size(), 4u);
}

// A rim of the given places, whose particles have masses of their own, held once.
struct Held {
    std::vector<dvec3> before, after;
    std::vector<double> inverseMasses;
    double bound = 0.0;

    dvec3 shift(std::size_t k) const { return after[k % after.size()] - before[k % before.size()]; }
    dvec3 link(std::size_t k) const { return before[(k + 1) % before.size()] - before[k % before.size()]; }
    dvec3 pull(std::size_t k) const { return glm::normalize(link(k + before.size() - 1)) - glm::normalize(link(k)); }
};

Held heldOnce(Index around, double stretch, unsigned seed, Index pinned = ~0u) {
    Scene scene;
    take(addContact(scene, take(addMesh(scene, dressMesh(around, 3, 0.2, 0.3, 0.2)))));
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> mass(0.001f, 0.02f), noise(-0.1f, 0.1f);
    for (float& m : scene.masses)
        m = mass(random);
    if (pinned != ~0u) scene.pinned[pinned] = 1;
    const SchedulePtr s = take(compile(scene));
    PassArrays arrays(*s);
    const auto links = float(2.0 * std::numbers::pi * 0.2 / around);
    for (vec4& x : arrays.particles)
        x = vec4(vec3(x) * float(stretch) + links * vec3(noise(random), noise(random), noise(random)), x.w);
    cpu::Buffers buffers{};
    buffers.particles = arrays.particles.data();
    buffers.schedule = s.get();
    Held held;
    held.bound = boundOf(s->rims[0]);
    held.before = placesOf(*s, s->rims[0], arrays.particles);
    for (Index k = 0; k < around; ++k)
        held.inverseMasses.push_back(arrays.particles[s->rimNodes[s->rims[0].firstNode + k]].w);
    cpu::runPiece(buffers, true, s->touching[0], PassConstants{}, 0, 1);
    held.after = placesOf(*s, s->rims[0], arrays.particles);
    return held;
}

// The residual of each line, in double.
TEST(HoldRims, SolvesItsEquations) {
    for (const Index around : {6u, 7u, 40u, kMostRimNodes}) {
        for (const double stretch : {1.06, 1.5}) {
            const Held held = heldOnce(around, stretch, around);
            const double excess = lengthOf(held.before) - held.bound;
            ASSERT_GT(excess, 0.0);
            double weight = 0.0, largest = 0.0;
            for (Index k = 0; k < around; ++k) {
                weight += held.inverseMasses[k] * glm::dot(held.pull(k), held.pull(k));
                largest = std::max(largest, glm::length(held.shift(k)));
            }
            EXPECT_GT(largest, excess / around);
            for (Index k = 0; k < around; ++k) {
                const double moves = excess / weight * held.inverseMasses[k];
                const Index before = k + around - 1;
                const dvec3 residual =
                    held.shift(k) +
                    moves * ((held.shift(k) - held.shift(before)) / glm::length(held.link(before)) +
                             (held.shift(k) - held.shift(k + 1)) / glm::length(held.link(k)) + held.pull(k));
                const double stiffness = moves / glm::length(held.link(k)) + moves / glm::length(held.link(before));
                EXPECT_LT(glm::length(residual), 1e-4 * largest + 3e-7 * (1.0 + stiffness)) << around << ", " << k;
            }
        }
    }
}

TEST(HoldRims, KeepsMomentumAndPullsTogether) {
    for (const Index around : {6u, 40u}) {
        const Held held = heldOnce(around, 1.3, 5);
        dvec3 momentum(0.0);
        double all = 0.0;
        for (Index k = 0; k < around; ++k) {
            const dvec3 own = held.shift(k) / held.inverseMasses[k];
            momentum += own;
            all += glm::length(own);
        }
        EXPECT_LT(glm::length(momentum), 1e-4 * all);
        const double excess = lengthOf(held.before) - held.bound, left = lengthOf(held.after) - held.bound;
        EXPECT_LT(left, 0.75 * excess);
        EXPECT_GT(left, -0.05 * excess);
    }
}

TEST(HoldRims, NeverPushesNorMovesWhatIsHeld) {
    const Held loose = heldOnce(20, 1.0, 3);
    EXPECT_EQ(loose.before, loose.after) << "it may be 5 % longer";
    for (const Index pinned : {0u, 7u, 19u}) {
        const Held held = heldOnce(20, 1.3, 4, pinned);
        int resting = 0;
        for (std::size_t k = 0; k < 20; ++k)
            resting += held.shift(k) == dvec3(0.0) ? 1 : 0;
        EXPECT_EQ(resting, 1);
        EXPECT_LT(lengthOf(held.after), lengthOf(held.before));
    }
}

TEST(Rims, HaveLinesBehindThemForSixteenRows) {
    EXPECT_EQ(dressSchedule(dressMesh(12, 40, 0.1, 0.3, 0.6))->rims.size(), 2u * 16u);
}

// How much longer the neck is than at rest, or the longest of the four lines below it.
struct Lengthening {
    double neck, below;
};

Lengthening lengtheningOf(const Scene& scene, const Schedule& schedule) {
    CpuSolver solver = take(CpuSolver::create(std::make_shared<Schedule>(schedule)));
    for (int frame = 0; frame < 60; ++frame)
        take(solver.step());
    const auto lengthOfRing = [](const std::vector<vec3>& positions, std::size_t ring) {
        return lengthOf({positions.begin() + 32 * ring, positions.begin() + 32 * (ring + 1)});
    };
    const Snapshot now = solver.snapshot();
    const auto longer = [&](std::size_t ring) {
        return lengthOfRing(now.positions, ring) / lengthOfRing(scene.positions, ring);
    };
    return {longer(0), std::max({longer(1), longer(2), longer(3), longer(4)})};
}

Schedule withRims(const Schedule& schedule, Index count) {
    Schedule less = schedule;
    less.rims.resize(count);
    less.rimNodes.resize(32 * count);
    if (count == 0) less.touching.erase(less.touching.begin());
    else less.touching[0].count = count;
    return less;
}

// Without its rim the neck is drawn over the body, and without the lines behind it what is below; the fabric gives way
// by 5 %.
TEST(Rims, BearADress) {
    const Scene scene = dressOnBody(32, 18);
    const SchedulePtr schedule = take(compile(scene));
    const Lengthening all = lengtheningOf(scene, *schedule), first = lengtheningOf(scene, withRims(*schedule, 2)),
                      none = lengtheningOf(scene, withRims(*schedule, 0));
    EXPECT_LT(all.neck, 1.05);
    EXPECT_LT(all.below, 1.05);
    EXPECT_GT(first.below, 1.1);
    EXPECT_GT(none.neck, 1.2);
}

TEST(Rims, AreProven) {
    const auto errorOf = [](auto&& change) {
        Schedule s = *dressSchedule(dressMesh(20, 5, 0.1, 0.3, 0.4));
        change(s);
        return messageOf(validate(s));
    };
    EXPECT_NE(errorOf([](Schedule& s) { s.rims[1].firstNode = 19; }), "");
    EXPECT_CONTAINS(errorOf([](Schedule& s) { s.rims[0].meanLink = 0.0f; }), "rim 0 has no length");
    EXPECT_CONTAINS(errorOf([](Schedule& s) { s.rimNodes.push_back(0); }), "particles of rims have a wrong number");
    EXPECT_NE(errorOf([](Schedule& s) { s.rimNodes[0] = s.rimNodes[1]; }), "") << "a particle twice";
    EXPECT_NE(errorOf([](Schedule& s) { s.rimNodes[0] = 1000; }), "");
    EXPECT_NE(errorOf([](Schedule& s) { s.touching.erase(s.touching.begin()); }), "");
}

}  // namespace
}  // namespace pliant::test
