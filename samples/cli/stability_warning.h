#pragma once

#include "pliant/scene/scene.h"
#include "pliant/schedule/step_plan.h"

namespace pliant::cli {

/// Says on standard error, in one line, where substeps are longer than the springs of the scene allow: see
/// schedule/stability.h. Nothing where all is well.
void warnIfUnstable(const Scene& scene, const StepSettings& settings);

}  // namespace pliant::cli
