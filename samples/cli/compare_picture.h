#pragma once

#include "differences.h"
#include "pliant/surface/world.h"
#include "run_options.h"

namespace pliant::cli {

/// Differences of the user's vertices, as those of the scene's particles, which the first run has left where `last`
/// says. Of several vertices of one particle that which differs most; what carries vertices has moved as they did, on
/// average.
Differences ofParticles(const Scene& scene, const Differences& ofVertices, const std::vector<vec3>& last);

/// What the two runs are called.
struct ComparedNames {
    std::string first, second;
};

struct ComparisonPicture {
    std::string path;
    std::string device;
    ComparedNames names;
    std::string summary;       ///< how much differs
    std::uint32_t frames = 0;  ///< that were compared
    WorldView last;            ///< the scene's frames of reference in the last of them
};

/// Three pictures side by side, each with its name under it: the first run's last frame, the same cloth with the
/// largest differences of all frames as heat and the scale of it, the second run's. From 1e-9 m to 0.1 m each power of
/// ten is hotter; what does not differ has no heat. Positions are those in the world. Takes the scene out of
/// `prepared`. Errors: those of the viewer.
Status drawComparison(const ComparisonPicture& picture, Prepared& prepared, const Differences& differences,
                      const StepInputs& lastInputs);

}  // namespace pliant::cli
