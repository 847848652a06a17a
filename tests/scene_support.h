#pragma once

// Scenes of the command, for tests that run them.

#include "pliant/cpu/cpu_solver.h"
#include "scenes/scenes.h"
#include "support.h"

namespace pliant::test {

inline samples::SceneOptions sceneOptions(const std::string& name, std::map<std::string, double> knobs = {},
                                          float damping = 0.5f) {
    samples::SceneOptions options;
    options.scene = name;
    options.knobs = std::move(knobs);
    options.environment.damping = damping;
    return options;
}

/// As the scene is meant to be run.
inline StepSettings usualSettings(const samples::SampleScene& sample) {
    StepSettings settings;
    settings.substeps = sample.usual.substeps.value_or(0);
    settings.iterations = sample.usual.iterations;
    return settings;
}

/// After so many steps with nothing done to it.
inline Snapshot settled(const samples::SampleScene& sample, const StepSettings& settings, int steps) {
    CpuSolver solver = take(CpuSolver::create(take(compile(sample.scene))));
    for (int i = 0; i < steps; ++i)
        take(solver.step(settings));
    return solver.snapshot();
}

}  // namespace pliant::test
