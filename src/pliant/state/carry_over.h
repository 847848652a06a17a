#pragma once

#include "pliant/export.h"
#include "pliant/state/snapshot.h"

namespace pliant {

/// The state of a scene that has grown: what a snapshot has goes on from where it was, and the particles, shapes and
/// frames that have been added behind those of its scene since begin as in initialSnapshot(). All are awake. What was
/// there goes on with the same bits where nothing that is new touches it, or hangs on it.
/// Errors: a snapshot that has more of something than the schedule, or fewer previous positions than positions.
PLIANT_API Result<Snapshot> carryOver(const Snapshot& before, const Schedule& schedule);

}  // namespace pliant
