#pragma once

#include "schedule/schedule.h"

namespace pliant {

// Parts of validate(Schedule).

/// Enclosures: members and chunks that follow one another, no particle a member twice, sums that do not overlap.
Status checkEnclosures(const Schedule& schedule);

/// Tetrahedra: every one in a pass, no particle twice in a colour.
Status checkTets(const Schedule& schedule);

}  // namespace pliant
