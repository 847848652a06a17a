#pragma once

#include <vector>

#include "scene/scene.h"

namespace pliant {

/// How far the structural sticks are from their rest lengths: |length - rest| / rest of each. Sticks of rest length 0
/// have no such figure and are left out. All are 0 if there are none; NaN positions give NaN figures.
struct Stretch {
    double mean = 0.0;
    double p99 = 0.0;  ///< 99 of 100 sticks are below it
    double max = 0.0;
};

/// `positions` are in the scene's order.
Stretch measureStretch(const Scene& scene, const std::vector<vec3>& positions);

/// Number of particles with a coordinate that is not finite.
std::size_t countNonFinite(const std::vector<vec3>& positions);

}  // namespace pliant
