// What is left alone comes to rest, nothing stays inside out, and damping takes energy away.

#include <algorithm>
#include <glm/geometric.hpp>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/scene/block.h"
#include "pliant/state/step_report.h"
#include "scenes/scenes.h"
#include "support.h"

namespace pliant::test {
namespace {

using glm::dvec3;
using samples::SampleScene;
using Knobs = std::map<std::string, double>;

SampleScene sampleOf(const std::string& name, const Knobs& knobs, std::optional<std::uint32_t> size = {},
                     std::optional<bool> contact = {}) {
    samples::SceneOptions options;
    options.contact = contact;
    options.scene = name;
    options.knobs = knobs;
    options.size = size;
    options.fabric = take(fabricNamed("stiff-cotton"));
    options.sleep = false;  // how still solvers hold them
    return take(samples::makeScene(options));
}

double volumeShare(const SceneTet& tet, const std::vector<vec3>& positions) {
    const auto x = [&](int i) { return dvec3(positions[tet.particles[i]]); };
    return glm::dot(x(1) - x(0), glm::cross(x(2) - x(0), x(3) - x(0))) / 6.0 / double(tet.restVolume);
}

std::size_t invertedOf(const Scene& scene, const std::vector<vec3>& positions) {
    const auto isInverted = [&](const SceneTet& tet) { return volumeShare(tet, positions) <= 0.0; };
    return std::size_t(std::count_if(scene.tets.begin(), scene.tets.end(), isInverted));
}

double largestMove(const std::vector<vec3>& from, const std::vector<vec3>& to) {
    double largest = 0.0;
    for (std::size_t i = 0; i < from.size(); ++i)
        largest = std::max(largest, double(glm::distance(from[i], to[i])));
    return largest;
}

struct End {
    Snapshot state;
    double move = 0.0;  // the largest from one of the last 30 frames to the next [m]
};

End endOf(const SampleScene& sample, int frames, std::uint32_t bendPeriod = 0) {
    CpuSolver solver = take(CpuSolver::create(take(compile(sample.scene)), {2, true}));
    StepSettings settings;
    settings.bendPeriod = bendPeriod;
    End end{solver.snapshot()};
    for (int frame = 1; frame <= frames; ++frame) {
        take(solver.step(settings, sample.inputs((frame - 1) / 60.0, frame / 60.0)));
        if (frame < frames - 30) continue;
        Snapshot now = solver.snapshot();
        if (frame > frames - 30) end.move = std::max(end.move, largestMove(end.state.positions, now.positions));
        end.state = std::move(now);
    }
    return end;
}

TEST(Rest, ADrapedClothLiesStill) {
    for (const std::uint32_t bendPeriod : {1u, 4u, 6u}) {
        const End end = endOf(sampleOf("drape", {}, 32, false), 1800, bendPeriod);
        EXPECT_LT(end.move, bendPeriod == 1 ? 1.5e-4 : 1e-4) << bendPeriod;
    }
    EXPECT_LT(endOf(sampleOf("drape", {}, 32, true), 1800, 1).move, 2.5e-4) << "whose folds touch";
}

TEST(Rest, JellyHasNothingInsideOut) {
    for (const double cells : {4.0, 8.0, 10.0}) {
        const SampleScene sample = sampleOf("jelly", {{"cells", cells}});
        const End end = endOf(sample, 500);
        EXPECT_EQ(invertedOf(sample.scene, end.state.positions), 0u) << cells;
    }
}

// Few edges hold the corners of a ring that is filled with cells. If all its particles weighed the same, these edges
// would be stretched to nine times their length, and corners would swing on them for seconds.
TEST(Rest, CornersOfFilledJellyDoNotSwing) {
    const SampleScene sample = sampleOf("jelly", {});
    CpuSolver solver = take(CpuSolver::create(take(compile(sample.scene)), {2, true}));
    double stretch = 0.0;
    for (int frame = 1; frame <= 180; ++frame) {
        take(solver.step({}, sample.inputs((frame - 1) / 60.0, frame / 60.0)));
        if (frame % 10 == 0) stretch = std::max(stretch, reportOf(sample.scene, solver.snapshot()).largestStretch);
    }
    EXPECT_LT(stretch, 3.0);
    const Snapshot end = solver.snapshot();
    const Body& ring = sample.scene.bodies[2];
    double fastest = 0.0;
    for (std::uint32_t i = ring.firstParticle; i < ring.firstParticle + ring.particleCount; ++i)
        fastest = std::max(fastest, glm::distance(dvec3(end.positions[i]), dvec3(end.previous[i])));
    EXPECT_LT(fastest / end.previousSubstep, 0.1);
}

// Stiff and damped as much as the scene allows: what it stretched by once was twenty times its length, for ever.
TEST(Rest, StiffDampedJellyStaysWhole) {
    for (const auto& [stiffness, damping] : {std::pair{200.0, 0.01}, {200.0, 0.02}, {1000.0, 0.02}}) {
        const SampleScene sample = sampleOf("jelly", {{"cells", 8}, {"stiffness", stiffness}, {"damping", damping}});
        const End end = endOf(sample, 400);
        EXPECT_EQ(invertedOf(sample.scene, end.state.positions), 0u) << stiffness << " " << damping;
        EXPECT_LT(reportOf(sample.scene, end.state).largestStretch, 1.0) << stiffness << " " << damping;
    }
}

double energyOf(const Scene& scene, const Snapshot& state) {
    const StepReport report = reportOf(scene, state);
    double energy = report.kineticEnergy + report.potentialEnergy;
    for (const SceneTet& tet : scene.tets) {
        const double change = (volumeShare(tet, state.positions) - 1.0) * double(tet.restVolume);
        if (tet.compliance > 0.0f) energy += 0.5 * change * change / double(tet.compliance);
    }
    return energy;
}

// A block that is let go when it is a tenth too long, without weight.
TEST(Rest, DampingFeedsNoEnergyWhateverTheStiffness) {
    for (const double stiffness : {5e3, 4e4, 2e5, 1e6}) {
        for (const float damping : {0.0f, 0.001f, 0.005f, 0.02f}) {
            Scene scene;
            scene.environment.gravity = vec3(0.0f);
            scene.environment.damping = 0.0f;
            BlockDescription block;
            block.size = vec3(0.4f);
            block.cells = {5, 5, 5};
            block.material.edge = compliant(static_cast<float>(1.0 / stiffness));
            block.material.edge.damping = damping;
            block.material.bulkCompliance = static_cast<float>(0.1 / stiffness);
            take(addBlock(scene, block));
            Scene drawn = scene;
            for (vec3& p : drawn.positions)
                p.y *= 1.1f;
            CpuSolver solver = take(CpuSolver::create(take(compile(drawn))));
            const double start = energyOf(scene, solver.snapshot());
            for (int frame = 0; frame < 120; ++frame) {
                take(solver.step({}));
                ASSERT_LT(energyOf(scene, solver.snapshot()), 1.02 * start)
                    << stiffness << " Pa, " << damping << " s, frame " << frame;
            }
        }
    }
}

// On a slope just too steep for its friction a particle goes, just not it stays.
TEST(Rest, WhatSlidesSlowlyGoesOn) {
    for (const double share : {0.97, 1.03}) {
        Scene scene;
        addParticle(scene, vec3(0.0f, 0.0051f, 0.0f), 1.0f);
        const double angle = 0.3;
        scene.environment.gravity = vec3(float(9.81 * std::sin(angle)), float(-9.81 * std::cos(angle)), 0.0f);
        StepInputs inputs;
        Collider floor;
        floor.staticFriction = floor.dynamicFriction = static_cast<float>(std::tan(angle) * share);
        inputs.colliders.push_back(floor);
        CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
        for (int frame = 0; frame < 120; ++frame)
            take(solver.step({}, inputs));
        const float way = solver.snapshot().positions[0].x;
        const bool goes = share < 1.0;  // with a = 0.087 m/s^2
        EXPECT_EQ(way > (goes ? 0.05f : 1e-4f), goes) << way;
    }
}

// A pendulum is nowhere held up, least of all where it turns.
TEST(Rest, APendulumTurnsAndPasses) {
    const auto swings = [](float damping) {
        Scene scene = ropeScene(2);
        scene.environment.damping = damping;
        CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
        int passes = 0;
        float before = 1.0f;
        for (int frame = 0; frame < 480; ++frame) {
            take(solver.step({}));
            const float x = solver.snapshot().positions[1].x;
            if ((x < 0.0f) != (before < 0.0f)) ++passes;
            before = x;
        }
        return passes;
    };
    EXPECT_EQ(swings(0.1f), swings(0.0f));
    EXPECT_GE(swings(0.0f), 6);
}

}  // namespace
}  // namespace pliant::test
