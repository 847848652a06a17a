#include "schedule/step_plan.h"

#include <cmath>

#include "shared/real.h"

namespace pliant {
namespace {

using glm::dvec3;

constexpr double kShortestSubstep = 1e-9;
constexpr double kLongestStep = 1e3;
constexpr double kLargestRatio = 1e6;

constexpr double kLargestScaledCompliance = 1e12;  // its square times a squared length must be a float

Status check(const Schedule& schedule, const StepSettings& settings, double previousSubstep) {
    if (!(settings.dt > 0.0 && std::isfinite(settings.dt))) {
        return fail("dt is {} s; it must be positive and finite", settings.dt);
    }
    if (settings.substeps == 0) return fail("substeps is 0; it must be at least 1");
    if (settings.iterations == 0) return fail("iterations is 0; it must be at least 1");
    const double h = settings.dt / settings.substeps;
    if (h < kShortestSubstep || settings.dt > kLongestStep) {
        return fail("dt is {} s in {} substeps; dt must be at most {} s and a substep at least {} s", settings.dt,
                    settings.substeps, kLongestStep, kShortestSubstep);
    }
    if (previousSubstep > 0.0 && (h > previousSubstep * kLargestRatio || h * kLargestRatio < previousSubstep)) {
        return fail("the substep changes from {} s to {} s; at most by a factor of {}", previousSubstep, h,
                    kLargestRatio);
    }
    if (schedule.maxCompliance / (h * h) > kLargestScaledCompliance) {
        return fail("a compliance of {} m/N is too large for a substep of {:.3g} s: at most {:.3g} m/N",
                    schedule.maxCompliance, h, kLargestScaledCompliance * h * h);
    }
    if (!(settings.relaxation > 0.0f && settings.relaxation < 2.0f)) {
        return fail("relaxation is {}; it must be above 0 and below 2", settings.relaxation);
    }
    return {};
}

PassConstants constantsFor(const Environment& environment, double h, double before, float relaxation) {
    const dvec3 acceleration = dvec3(environment.gravity) + dvec3(environment.wind);
    const dvec3 fall = acceleration * (0.5 * h * (h + before));
    PassConstants constants{};
    constants.fall = storable3<float>(vec3(fall));
    constants.keep = storable<float>(static_cast<float>(h / before / (1.0 + environment.damping * h)));
    constants.inverseSquaredStep = static_cast<float>(1.0 / (h * h));
    constants.squaredStep = static_cast<float>(h * h);
    constants.relaxation = relaxation;
    return constants;
}

}  // namespace

Result<StepPlan> planStep(const Schedule& schedule, const StepSettings& settings, double previousSubstep) {
    if (Status status = check(schedule, settings, previousSubstep); !status) return status.error();
    const double h = settings.dt / settings.substeps;
    const double before = previousSubstep > 0.0 ? previousSubstep : h;
    StepPlan plan;
    plan.firstSubstep = constantsFor(schedule.environment, h, before, settings.relaxation);
    plan.otherSubsteps = constantsFor(schedule.environment, h, h, settings.relaxation);
    plan.substepLength = h;
    plan.substeps = settings.substeps;
    plan.iterations = settings.iterations;
    plan.constraints = settings.method == Method::Jacobi ? &schedule.jacobi : &schedule.gaussSeidel;
    return plan;
}

}  // namespace pliant
