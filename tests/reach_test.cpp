// What levels do where tethers cannot help, or have nothing to hold on to; each against the same scene without levels.

#include <fmt/format.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/state/stretch.h"
#include "support.h"

namespace pliant::test {
namespace {

using glm::dvec3;

void report(const char* what, const Stretch& s) {
    if (std::getenv("PLIANT_REPORT") == nullptr) return;
    std::printf("    %-36s stretch mean %.4f %%, largest %.3f %%\n", what, 100.0 * s.mean, 100.0 * s.max);
}

CpuSolver solverFor(const Scene& scene) {
    return take(CpuSolver::create(take(compile(scene)), {.threads = 1, .wide = true}));
}

// Default settings. The mean of means and the largest of all, over the last frames.
Stretch stretchOf(const char* what, const Scene& scene, int frames, int last, const StepInputs& inputs = {}) {
    CpuSolver solver = solverFor(scene);
    Stretch worst;
    for (int frame = 0; frame < frames; ++frame) {
        take(solver.step({}, inputs));
        if (frame < frames - last) continue;
        const Stretch stretch = measureStretch(scene, solver.snapshot().positions);
        worst.mean += stretch.mean / last;
        worst.max = std::max(worst.max, stretch.max);
    }
    report(what, worst);
    return worst;
}

Scene withoutLevels(Scene scene) {
    scene.levels = false;
    return scene;
}

// ---- Ropes

// 10,000 particles a centimetre apart, held by one end.
Scene longRope(vec3 to) {
    RopeDescription rope;
    rope.to = to;
    rope.count = 10'000;
    Scene scene;
    take(addRope(scene, rope));
    take(pinVertices(scene, 0, std::vector<std::uint32_t>{0}));
    scene.tethers = false;
    return scene;
}

// The first sticks below the pin stretch to a multiple of their length all the same: they bear all of the rope.
TEST(Levels, HoldALongHangingRope) {
    const Scene scene = longRope(vec3(0.0f, -100.0f, 0.0f));
    const Stretch with = stretchOf("hanging rope, levels", scene, 300, 180);
    const Stretch without = stretchOf("hanging rope, plain", withoutLevels(scene), 300, 180);
    EXPECT_LT(with.mean, 0.01);
    EXPECT_GT(without.mean, 50.0 * with.mean);
}

TEST(Levels, HoldALongSwingingRope) {
    const Scene scene = longRope(vec3(100.0f, 0.0f, 0.0f));
    const Stretch with = stretchOf("swinging rope, levels", scene, 300, 180);
    const Stretch without = stretchOf("swinging rope, plain", withoutLevels(scene), 300, 180);
    EXPECT_LT(with.mean, 0.01);
    EXPECT_GT(without.mean, 25.0 * with.mean);
}

// Sticks of a millimetre: they are corrected by the same lengths, which are ten times the share of theirs.
TEST(Levels, HoldAFineHangingRopeFarBetterThanPlainSticks) {
    const Scene scene = longRope(vec3(0.0f, -10.0f, 0.0f));
    const Stretch with = stretchOf("fine hanging rope, levels", scene, 300, 180);
    const Stretch without = stretchOf("fine hanging rope, plain", withoutLevels(scene), 300, 180);
    EXPECT_LT(with.mean, 0.08);
    EXPECT_GT(without.mean, 30.0 * with.mean);
}

// ---- Cloth without corners to hang from

Scene cloth(std::uint32_t size) {
    GridDescription grid;
    grid.corner = vec3(-0.5f, 0.0f, -0.5f);
    grid.columns = grid.rows = size;
    Scene scene;
    take(addGrid(scene, grid));
    return scene;
}

TEST(Levels, HoldAClothDrapedOverASphere) {
    const Scene scene = cloth(96);
    StepInputs inputs;
    inputs.colliders = {
        {.shape = ColliderShape::Sphere, .radius = 0.2f, .staticFriction = 1.0f, .dynamicFriction = 1.0f}};
    inputs.colliders[0].pose.position = vec3(0.0f, -0.22f, 0.0f);
    const Stretch with = stretchOf("drape, levels", scene, 60, 20, inputs);
    const Stretch without = stretchOf("drape, plain", withoutLevels(scene), 60, 20, inputs);
    EXPECT_LT(with.mean, 0.019);
    EXPECT_LT(with.mean, 0.95 * without.mean);
}

// 2 m square of a fabric.
Scene fabricAt(const char* name, std::uint32_t size, float height) {
    GridDescription grid;
    grid.corner = vec3(-1.0f, height, -1.0f);
    grid.width = grid.height = 2.0f;
    grid.columns = grid.rows = size;
    grid.fabric = take(fabricNamed(name));
    Scene scene;
    take(addGrid(scene, grid));
    return scene;
}

// Of 300 frames, the last 30 at rest: every figure in the frame where it is largest.
struct Course {
    Stretch worst, rest;
};

Course courseOf(const std::string& name, const Scene& scene, const StepInputs& inputs = {}) {
    CpuSolver solver = solverFor(scene);
    Course course;
    for (int frame = 0; frame < 300; ++frame) {
        take(solver.step({}, inputs));
        if (frame % 3 != 0 && frame < 270) continue;
        const Stretch now = measureStretch(scene, solver.snapshot().positions);
        Stretch& sum = frame < 270 ? course.worst : course.rest;
        sum = {std::max(sum.mean, now.mean), std::max(sum.p99, now.p99), std::max(sum.max, now.max),
               std::max(sum.pressed, now.pressed)};
    }
    report((name + ", at its worst").c_str(), course.worst);
    report((name + ", at rest").c_str(), course.rest);
    return course;
}

// Mean, 99th percentile and largest in per cent.
void expectBelow(const Stretch& stretch, double mean, double p99, double max) {
    EXPECT_LT(100.0 * stretch.mean, mean);
    EXPECT_LT(100.0 * stretch.p99, p99);
    EXPECT_LT(100.0 * stretch.max, max);
}

// Falls from 0.3 m above onto a ball that nothing but friction keeps it on. What a sheet that does not give way when
// pressed locks in stretches by three times as much.
TEST(Levels, HoldFabricsThatFallOnABall) {
    StepInputs inputs;
    inputs.colliders = {
        {.shape = ColliderShape::Sphere, .radius = 0.5f, .staticFriction = 0.3f, .dynamicFriction = 0.3f}};
    for (const char* name : {"stiff-cotton", "cotton"}) {
        SCOPED_TRACE(name);
        const Course course = courseOf(fmt::format("{} on a ball", name), fabricAt(name, 96, 0.8f), inputs);
        expectBelow(course.worst, 0.8, 8.0, 25.0);
        expectBelow(course.rest, 0.25, 3.0, 8.0);
        EXPECT_LT(course.rest.pressed, 0.03);
    }
}

TEST(Levels, HoldFabricsPinnedInTheirMiddleOrByTwoCorners) {
    constexpr std::uint32_t kSize = 96;
    Scene middle = fabricAt("stiff-cotton", kSize, 0.0f), corners = middle;
    take(pinVertices(middle, 0, std::vector<std::uint32_t>{kSize / 2 * kSize + kSize / 2}));
    take(pinPlace(corners, 0, GridPlace::FirstRowCorners));
    const Course hanging = courseOf("fabric by its middle", middle),
                 swinging = courseOf("fabric by two corners", corners);
    expectBelow(hanging.worst, 1.2, 9.0, 60.0);
    expectBelow(hanging.rest, 0.6, 6.0, 40.0);
    expectBelow(swinging.rest, 0.05, 0.5, 3.0);
    EXPECT_LT(std::max(hanging.rest.pressed, swinging.rest.pressed), 0.03);
}

TEST(Levels, HoldAClothPinnedInItsMiddle) {
    Scene scene = cloth(96);
    take(pinVertices(scene, 0, std::vector<std::uint32_t>{48 * 96 + 48}));
    for (const bool tethers : {true, false}) {
        scene.tethers = tethers;
        const Stretch with = stretchOf(tethers ? "middle, tethers, levels" : "middle, levels", scene, 90, 30);
        const Stretch without = stretchOf(tethers ? "middle, tethers" : "middle, plain", withoutLevels(scene), 90, 30);
        EXPECT_LT(with.mean, tethers ? 0.038 : 0.055);
        EXPECT_LT(with.mean, (tethers ? 1.0 : 0.92) * without.mean);
        EXPECT_TRUE(tethers || with.max < 0.8 * without.max);
    }
}

// ---- Defaults

struct SizeCase {
    std::uint32_t size;
    int frames;
    double largest;  // stretch of any stick at the end of any frame
};

TEST(Defaults, HoldAClothOfAnySizeByTwoCorners) {
    for (const auto& [size, frames, largest] : {SizeCase{10, 180, 0.05}, {100, 120, 0.076}, {300, 12, 0.205}}) {
        const Scene scene = clothScene(size);
        const std::string name = std::to_string(size);
        const Stretch with = stretchOf((name + ", defaults").c_str(), scene, frames, frames);
        const Stretch without = stretchOf((name + ", no levels").c_str(), withoutLevels(scene), frames, frames);
        EXPECT_LT(with.mean, 0.003) << size;
        EXPECT_LT(with.max, largest) << size;
        EXPECT_LT(with.mean, 1.05 * without.mean) << size;
    }
}

// ---- Momentum

struct Momenta {
    dvec3 linear{0.0};   // [kg m/s]
    dvec3 angular{0.0};  // about the centre of mass [kg m^2/s]
};

Momenta momentaOf(const Scene& scene, const Snapshot& s) {
    Momenta sum;
    dvec3 moment(0.0);
    double mass = 0.0;
    for (std::size_t i = 0; i < s.positions.size(); ++i) {
        mass += scene.masses[i];
        moment += double(scene.masses[i]) * dvec3(s.positions[i]);
    }
    for (std::size_t i = 0; i < s.positions.size(); ++i) {
        const dvec3 x(s.positions[i]), v = (x - dvec3(s.previous[i])) / s.previousSubstep;
        sum.linear += double(scene.masses[i]) * v;
        sum.angular += double(scene.masses[i]) * glm::cross(x - moment / mass, v);
    }
    return sum;
}

// Thrown at 2 m/s and spinning [rad/s], with a stretching and folding motion on top, so that levels have work.
Momenta afterFlight(const Scene& scene, const dvec3& spin, int frames) {
    CpuSolver solver = solverFor(scene);
    take(solver.step());
    Snapshot moving = solver.snapshot();
    const dvec3 thrown(2.0, 1.0, -0.5);
    for (std::size_t i = 0; i < moving.positions.size(); ++i) {
        const dvec3 x(moving.positions[i]);
        const dvec3 v = thrown + glm::cross(spin, x) + dvec3(0.2 * x.x, 0.3 * x.x * x.x - 0.2 * x.z * x.z, -0.1 * x.z);
        moving.previous[i] = vec3(x - v * moving.previousSubstep);
    }
    take(solver.restore(moving));
    for (int frame = 0; frame < frames; ++frame)
        take(solver.step());
    return momentaOf(scene, solver.snapshot());
}

struct Flight {
    double linear, angular;  // what has changed, as a share
};

Flight fly(const char* what, const Scene& scene, const dvec3& spin) {
    const Momenta before = afterFlight(scene, spin, 0), after = afterFlight(scene, spin, 20);
    const Flight flight{glm::length(after.linear - before.linear) / glm::length(before.linear),
                        glm::length(after.angular - before.angular) / glm::length(before.angular)};
    if (std::getenv("PLIANT_REPORT") != nullptr)
        std::printf("    %-36s lost: linear %.3g, angular %.3g\n", what, flight.linear, flight.angular);
    return flight;
}

// A projection loses about spin^2 h of the angular momentum per second, h the substep: little while the cloth turns
// slowly, and no more with levels than without. The flight is a third of a second, so that little is lost by rounding:
// half a last place of a position is 1e-5 of the way in a substep.
TEST(Levels, KeepTheMomentumOfAFreeCloth) {
    Scene scene = cloth(64);
    scene.environment = {.gravity = vec3(0.0f), .damping = 0.0f};
    ASSERT_FALSE(take(compile(scene))->levels.empty());
    const dvec3 slow(0.05, 0.6, 0.1), fast(0.5, 6.0, 1.0);
    const Flight flight = fly("slow, levels", scene, slow);
    EXPECT_LT(flight.linear, 3e-5);
    EXPECT_LT(flight.angular, 1e-3);
    const Flight with = fly("fast, levels", scene, fast), without = fly("fast, plain", withoutLevels(scene), fast);
    EXPECT_LT(with.linear, 3e-5);
    EXPECT_LT(with.angular, 1.1 * without.angular);
}

// ---- Energy

double energyOf(const Scene& scene, const Snapshot& s) {
    double energy = 0.0;
    for (std::size_t i = 0; i < s.positions.size(); ++i) {
        const dvec3 x(s.positions[i]);
        const dvec3 v = s.previousSubstep > 0.0 ? (x - dvec3(s.previous[i])) / s.previousSubstep : dvec3(0.0);
        energy += double(scene.masses[i]) * (0.5 * glm::dot(v, v) - glm::dot(dvec3(scene.environment.gravity), x));
    }
    return energy;
}

Scene hangingFabric(std::uint32_t size, const char* fabric, float gravity) {
    GridDescription grid;
    grid.columns = grid.rows = size;
    grid.fabric = take(fabricNamed(fabric));
    Scene scene;
    take(addGrid(scene, grid));
    take(pinPlace(scene, 0, GridPlace::FirstRowCorners));
    scene.environment.gravity.y = -gravity;
    scene.environment.damping = 0.0f;
    return scene;
}

// Energy above that at the start, at its highest, as a share of what lifts the cloth by a metre: its size.
double highestEnergy(const Scene& scene, const StepSettings& s, int frames) {
    CpuSolver solver = solverFor(scene);
    const double start = energyOf(scene, solver.snapshot());
    double weight = 0.0, highest = -1.0;
    for (const float mass : scene.masses)
        weight -= double(mass) * scene.environment.gravity.y;
    for (int frame = 0; frame < frames; ++frame) {
        take(solver.step(s));
        highest = std::max(highest, (energyOf(scene, solver.snapshot()) - start) / weight);
    }
    return highest;
}

// A sheet of 2 m whose corners are drawn apart for two seconds to so many times its size; how fast the
// fastest particle is in the second after that.
double fastestOfPulled(const char* fabric, float to) {
    Scene scene = fabricAt(fabric, 32, 0.0f);
    take(pinPlace(scene, 0, GridPlace::FourCorners));
    CpuSolver solver = solverFor(scene);
    const std::vector<vec3> start = solver.snapshot().positions;
    std::vector<vec3> last = start;
    double fastest = 0.0;
    for (int frame = 1; frame <= 180; ++frame) {
        const float scale = 1.0f + (to - 1.0f) * std::min(1.0f, float(frame) / 120.0f);
        StepInputs inputs;
        for (std::uint32_t i = 0; i < start.size(); ++i) {
            if (scene.pinned[i] != 0) inputs.pins.push_back({i, PinInput::Action::Move, start[i] * scale});
        }
        take(solver.step({}, inputs));
        const std::vector<vec3> now = solver.snapshot().positions;
        for (std::size_t i = 0; i < now.size() && frame > 120; ++i)
            fastest = std::max(fastest, 60.0 * glm::length(now[i] - last[i]));
        last = now;
    }
    return fastest;
}

// Tethers to pins that leave no place within reach of both would take turns: at 1.17 they threw cotton about at 40 m/s.
TEST(Tethers, LeaveClothAloneThatPinsPullApart) {
    const std::pair<const char*, float> kCases[] = {
        {"stiff-cotton", 1.17f}, {"cotton", 1.05f}, {"cotton", 1.17f}, {"silk", 1.17f}};
    for (const auto& [fabric, to] : kCases) {
        const double fastest = fastestOfPulled(fabric, to);
        if (std::getenv("PLIANT_REPORT") != nullptr) std::printf("    %s to %g: %.2f m/s\n", fabric, to, fastest);
        EXPECT_LT(fastest, 2.0) << fabric << " to " << to;
    }
}

TEST(Tethers, OfAParticleAreTheShortestFirst) {
    for (const char* fabric : {"stiff-cotton", "cotton"}) {
        Scene scene = fabricAt(fabric, 20, 0.0f);
        take(pinPlace(scene, 0, GridPlace::FourCorners));
        const SchedulePtr schedule = take(compile(scene));
        const std::size_t particles = schedule->particles.size();
        ASSERT_EQ(schedule->tethersPerParticle, 4u);
        const auto lengthOf = [&](std::size_t i) { return std::abs(schedule->tethers[i].reach); };
        for (std::size_t i = particles; i < schedule->tethers.size(); ++i)
            ASSERT_LE(lengthOf(i - particles), lengthOf(i)) << fabric << ", " << i;
    }
}

// All tethers of a particle hold it in every substep: when they took turns by the substep, they shook it at 2.4 to 2.7
// m/s.
TEST(Tethers, HoldStillWhatPinsDrawJustTaut) {
    const std::pair<float, double> kCases[] = {{1.0f, 0.5}, {1.005f, 1.0}, {1.01f, 1.6}, {1.02f, 1.8}};
    for (const auto& [to, most] : kCases) {
        const double fastest = fastestOfPulled("stiff-cotton", to);
        if (std::getenv("PLIANT_REPORT") != nullptr) std::printf("    stiff-cotton to %g: %.4f m/s\n", to, fastest);
        EXPECT_LT(fastest, most) << to;
    }
}

class EnergyOf : public testing::TestWithParam<const char*> {};

// Substeps are powers of two, and gravity too, so that it is not rounded (PHYSICS.md). With substeps of 1/4096 s what
// tethers round adds up to 3e-4; with 9.81 m/s^2 those of 1/4800 s gain 5e-4, with levels or without.
TEST_P(EnergyOf, ASmallFabricNeverGrows) {
    for (const std::uint32_t size : {6u, 10u, 16u, 24u}) {
        const Scene scene = hangingFabric(size, GetParam(), 8.0f);
        for (const std::uint32_t substeps : {10u, 20u, 80u}) {
            StepSettings s = settings(substeps);
            s.dt = 10.0 / 512;
            const double highest = highestEnergy(scene, s, 180);
            if (std::getenv("PLIANT_REPORT") != nullptr)
                std::printf("    %s %u, %u substeps: energy above the start's %.3g\n", GetParam(), size, substeps,
                            highest);
            EXPECT_LE(highest, substeps < 80 ? 0.0 : 3e-4) << size << ", " << substeps << " substeps";
        }
    }
}

TEST_P(EnergyOf, ASmallFabricNeverGrowsAtDefaultSettings) {
    for (const std::uint32_t size : {6u, 10u, 16u, 24u})
        EXPECT_LE(highestEnergy(hangingFabric(size, GetParam(), 9.81f), {}, 180), 0.0) << size;
}

std::string toName(const testing::TestParamInfo<const char*>& fabric) {
    std::string name = fabric.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Fabrics, EnergyOf, testing::Values("stiff-cotton", "silk", "denim"), toName);

}  // namespace
}  // namespace pliant::test
