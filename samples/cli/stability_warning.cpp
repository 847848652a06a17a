#include "stability_warning.h"

#include <fmt/format.h>

#include "pliant/say.h"
#include "pliant/scene/forces.h"
#include "pliant/schedule/stability.h"

namespace pliant::cli {
namespace {

std::string describe(const StabilityBound& bound, Method method) {
    const std::string name = bound.integrator == Integrator::Verlet ? "Hooke sticks" : nameOf(bound.integrator);
    if (bound.longestSubstep == 0.0) return name + " without damping is stable at no substep";
    const bool isEstimate = bound.integrator == Integrator::Verlet && method != Method::Jacobi;
    return fmt::format("{} {} stable up to {}{:.3g} ms", name, name.ends_with('s') ? "are" : "is",
                       isEstimate ? "about " : "", 1e3 * bound.longestSubstep);
}

}  // namespace

void warnIfUnstable(const Scene& scene, const StepSettings& settings) {
    const Result<std::vector<StabilityBound>> bounds = stabilityOf(scene, settings.iterations);
    if (!bounds) return;  // compile() has said why
    const double substep = settings.dt / substepsOf(settings);
    std::string broken;
    for (const StabilityBound& bound : *bounds) {
        if (substep > bound.longestSubstep) broken += "; " + describe(bound, settings.method);
    }
    if (!broken.empty()) say("pliant: warning: substeps of {:.3g} ms are too long{}\n", 1e3 * substep, broken);
}

}  // namespace pliant::cli
