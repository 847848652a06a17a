#pragma once

#include <vector>

#include "pliant/schedule/schedule.h"

namespace pliant {

/// Per stick of the scene: by which share of its length the weight of its body stretches the sticks around it, as far
/// as their compliance says.
///
/// All that is farther from the pins than a stick hangs on the structural sticks at its distance, one beside another:
///
///     strain(y) = g M(y) / sum(l / c)        y: distance from the nearest pin along the sticks, M: mass beyond y,
///                                            the sum over the sticks of length l and compliance c that lead across y
///
/// Of a strip or rope that hangs from its end that is exact, with any weights on it; elsewhere an estimate. What has no
/// pin is taken to hang by the particle nearest its middle. Gravity is the scene's, or that of the earth where the
/// scene has less: what else pulls at cloth is not known here, and of that order. Shear sticks get what structural ones
/// have beside them. None at all where no stick gives up to a limit.
std::vector<float> stretchUnderOwnWeight(const Scene& scene, const Schedule& schedule);

}  // namespace pliant
