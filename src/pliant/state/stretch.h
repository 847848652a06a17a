#pragma once

#include <vector>

#include "pliant/export.h"
#include "pliant/scene/scene.h"

namespace pliant {

/// By how much the structural sticks are longer than at rest, as shares of their rest lengths: (length - rest) / rest,
/// 0 of those that are not; and by how much they are shorter. Sticks of rest length 0 have no such figure and are left
/// out. All are 0 if there are none; NaN positions give NaN figures.
struct Stretch {
    double mean = 0.0;     ///< over all structural sticks
    double p99 = 0.0;      ///< 99 of 100 sticks are below it
    double max = 0.0;      ///< of the longest one
    double pressed = 0.0;  ///< mean of (rest - length) / rest, 0 of sticks that are not shorter
};

/// `positions` are in the scene's order; where they are not as many as its particles, all figures are NaN.
PLIANT_API Stretch measureStretch(const Scene& scene, const std::vector<vec3>& positions);

/// Number of particles with a coordinate that is not finite.
PLIANT_API std::size_t countNonFinite(const std::vector<vec3>& positions);

}  // namespace pliant
