#pragma once

#include <vector>

#include "schedule/schedule.h"

namespace pliant {

/// How the constraints are run.
enum class Method {
    GaussSeidel,  ///< by colour, each stick sees what the colours before it did: converges far faster
    Jacobi,       ///< all sticks see the same state, corrections are averaged: fewer, larger dispatches
};

/// How to run one step. The defaults are the ones to start with: many substeps of one iteration, which for the same work
/// is far stiffer than one substep of many iterations (Macklin et al. 2019, "Small Steps").
struct StepSettings {
    double dt = 1.0 / 60.0;        ///< length of the step [s]; may change from step to step
    std::uint32_t substeps = 20;   ///< dt is cut into so many, at least 1
    std::uint32_t iterations = 1;  ///< passes over all constraints per substep, at least 1
    Method method = Method::GaussSeidel;
    float relaxation = 1.0f;  ///< Jacobi: factor on the averaged corrections, above 0 and below 2
};

/// A step worked out: what both backends replay.
struct StepPlan {
    PassConstants firstSubstep;  ///< differs from the others where dt has changed since the last step
    PassConstants otherSubsteps;
    double substepLength = 0.0;  ///< [s]
    std::uint32_t substeps = 0;
    std::uint32_t iterations = 0;
    const std::vector<Pass>* constraints = nullptr;  ///< of the schedule, for the method
};

/// Time-corrected position Verlet: with h the substep's length, h' the one before and k the damping rate,
///     keep = (h / h') / (1 + k h),    fall = (gravity + wind) h (h + h') / 2.
/// `previousSubstep` is h' [s], or 0 before the first step, which counts as h. Computed in double, rounded once.
/// Errors: dt or a substep outside 1e-9 ... 1e3 s, a change of substep by more than 1e6, no substeps or iterations, a
/// relaxation out of range, a compliance above 1e12 h^2 m/N.
Result<StepPlan> planStep(const Schedule& schedule, const StepSettings& settings, double previousSubstep);

/// Calls run(pass, constants) for every pass of the step in order: the one loop nest that both backends share.
template <class Run>
void replay(const Schedule& schedule, const StepPlan& plan, Run&& run) {
    const auto runPass = [&](const Pass& pass, PassConstants constants, std::uint32_t iteration) {
        constants.firstIteration = iteration == 0 ? 1 : 0;
        constants.first = pass.first;
        constants.count = pass.count;
        run(pass, constants);
    };
    for (std::uint32_t substep = 0; substep < plan.substeps; ++substep) {
        const PassConstants& constants = substep == 0 ? plan.firstSubstep : plan.otherSubsteps;
        for (const Pass& pass : schedule.integrate)
            runPass(pass, constants, 0);
        for (std::uint32_t iteration = 0; iteration < plan.iterations; ++iteration) {
            for (const Pass& pass : *plan.constraints)
                runPass(pass, constants, iteration);
        }
    }
}

}  // namespace pliant
