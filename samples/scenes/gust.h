#pragma once

#include "scenes/scenes.h"

namespace pliant::samples {

/// To and fro in `period` seconds, from -1 to 1 and back, without a corner. No sine: its last bit depends on the
/// machine.
double sway(double time, double period);

/// The scene in wind that comes in gusts, with the floor of the options. `usualWind` [m/s] blows where they have none.
SampleScene withGusts(Scene scene, const SceneOptions& options, vec3 usualWind);

}  // namespace pliant::samples
