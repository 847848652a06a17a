#pragma once

// The parts of validate(Schedule) that have files of their own.

#include "schedule/schedule.h"

namespace pliant {

/// Those of the passes that are of this kind cover [0, count) exactly, each item once. `what` is named.
Status checkCover(const std::vector<Pass>& passes, PassKind kind, std::size_t count, const char* what);

/// Shapes, their members and chunks.
Status checkShapes(const Schedule& schedule);

/// Enclosures: members and chunks that follow one another, no particle a member twice, sums that do not overlap.
Status checkEnclosures(const Schedule& schedule);

/// Tetrahedra: every one in a pass, no particle twice in a colour.
Status checkTets(const Schedule& schedule);

}  // namespace pliant
