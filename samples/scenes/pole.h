#pragma once

#include "scenes/scenes.h"

namespace pliant::samples {

/// A pole that does not move, there to be seen: a rope of two pinned particles, a little higher than the flag's top.
Status addPole(Scene& scene, float foot, vec3 top);

}  // namespace pliant::samples
