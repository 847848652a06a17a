#pragma once

#include "pliant/export.h"
#include "pliant/state/snapshot.h"

namespace pliant {

/// The state of a scene that has grown: what a snapshot has goes on from where it was, and the particles, shapes and
/// frames that have been added behind those of its scene since begin as in initialSnapshot(). All are awake. What was
/// there goes on with the same bits where nothing new touches it or hangs on it, nothing slept, and nothing else is
/// chosen for the whole scene than before: order, bend period and method (StepSettings), contact where there was none.
/// Errors: a snapshot of no particles, one that has more of something than the schedule, arrays of different lengths.
PLIANT_API Result<Snapshot> carryOver(const Snapshot& before, const Schedule& schedule);

}  // namespace pliant
