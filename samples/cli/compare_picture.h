#pragma once

#include "differences.h"
#include "run_options.h"

namespace pliant::cli {

/// Differences of the user's vertices, as those of the scene's particles.
Differences ofParticles(const Scene& scene, const Differences& ofVertices);

/// Three pictures side by side: the first run's last frame, the same cloth with the differences as heat, the second
/// run's. From 1e-9 m to 0.1 m each power of ten is hotter; what does not differ has no heat.
/// Takes the scene out of `prepared`. Errors: those of the viewer.
Status drawComparison(const std::string& path, const std::string& device, Prepared& prepared,
                      const Differences& differences, const StepInputs& lastInputs);

}  // namespace pliant::cli
