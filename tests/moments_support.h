#pragma once

// What bends, whatever carries its moments.

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "pliant/state/step_report.h"
#include "validation.h"

namespace pliant::test {

// Mean drop of the last row.
inline double dropOf(const Scene& base, std::uint32_t columns, std::uint32_t substeps) {
    Scene scene = base;
    scene.environment.damping = 3.0f;
    CpuSolver solver = solverFor(scene);
    run(solver, stepsOf(1.0 / 60, substeps), 5.0);
    const std::vector<vec3> p = solver.snapshot().positions;
    double sum = 0.0;
    for (std::size_t i = p.size() - columns; i < p.size(); ++i)
        sum -= double(p[i].y) / columns;
    return sum;
}

struct Motion {
    double energy = 0.0, bustle = 0.0;  // of motion; sum of what momentum each particle has
    dvec3 momentum{0.0}, spin{0.0};
};

inline Motion motionOf(const Scene& scene, const Snapshot& state) {
    Motion motion;
    motion.energy = reportOf(scene, state).kineticEnergy;
    dvec3 centre(0.0);
    double mass = 0.0;
    for (std::size_t i = 0; i < state.positions.size(); ++i) {
        centre += double(scene.masses[i]) * dvec3(state.positions[i]);
        mass += double(scene.masses[i]);
    }
    centre /= mass;
    for (std::size_t i = 0; i < state.positions.size(); ++i) {
        const dvec3 v = (dvec3(state.positions[i]) - dvec3(state.previous[i])) / state.previousSubstep;
        motion.momentum += double(scene.masses[i]) * v;
        motion.bustle += double(scene.masses[i]) * glm::length(v);
        motion.spin += double(scene.masses[i]) * glm::cross(dvec3(state.positions[i]) - centre, v);
    }
    return motion;
}

// Of a stiff strip that is let go and thrown about: what is in its bends at first is nothing.
inline void expectNoEnergyAndMomentumKept(const Scene& base) {
    for (const std::uint32_t period : {1u, 2u, 4u}) {
        Scene scene = base;
        std::fill(scene.pinned.begin(), scene.pinned.end(), std::uint8_t(0));
        scene.environment = {.gravity = vec3(0.0f), .damping = 0.0f};
        const SchedulePtr schedule = take(compile(scene));
        CpuSolver solver = take(CpuSolver::create(schedule));
        Snapshot state = initialSnapshot(*schedule);
        state.previousSubstep = 1.0 / 720.0;
        std::mt19937 random(7);
        std::uniform_real_distribution<float> between(-0.3f, 0.3f);
        for (std::size_t i = 0; i < state.positions.size(); ++i) {
            const vec3 x = state.positions[i] - vec3(0.5f, 0.0f, 0.15f);
            const vec3 v =
                vec3(between(random), between(random), between(random)) + glm::cross(vec3(1.0f, 0.5f, 0.0f), x);
            state.previous[i] = state.positions[i] - v / 720.0f;
        }
        take(solver.restore(state));
        const Motion start = motionOf(scene, solver.snapshot());
        StepSettings s = stepsOf(1.0 / 60);
        s.bendPeriod = period;
        double highest = 0.0;
        Motion end;
        for (int frame = 0; frame < 600; ++frame) {
            take(solver.step(s));
            const Motion now = motionOf(scene, solver.snapshot());
            highest = std::max(highest, now.energy);
            if (frame == 100) end = now;  // rounding walks on
        }
        const double momentum = glm::length(end.momentum - start.momentum) / start.bustle;
        const double spin = glm::length(end.spin) / glm::length(start.spin);
        report(fmt::format("bends in every {} substeps: greatest energy by the start's", period), 1.0,
               highest / start.energy);
        report("  momentum lost", 0.0, momentum);
        report("  spin left", 1.0, spin);
        EXPECT_LT(highest, start.energy);
        EXPECT_LT(momentum, 2e-3);
        EXPECT_NEAR(spin, 1.0, 0.01);
    }
}

}  // namespace pliant::test
