#pragma once

// The parts of validate(Schedule) that have files of their own.

#include "schedule/schedule.h"

namespace pliant {

/// Those of the passes that are of this kind cover [firstItem, count) exactly, each item once. `what` is named.
Status checkCover(const std::vector<Pass>& passes, PassKind kind, std::size_t count, const char* what,
                  std::size_t firstItem = 0);

/// Whether the second list has the passes of the first, in any order.
bool isReordered(std::vector<Pass> passes, std::vector<Pass> others);

/// Shapes, their members and chunks.
Status checkShapes(const Schedule& schedule);

/// So many chunks are those of enclosures; the shapes' come behind them.
std::size_t enclosureChunkCount(const Schedule& schedule);

/// Enclosures: members and chunks that follow one another, no particle a member twice, sums that do not overlap.
Status checkEnclosures(const Schedule& schedule);

/// Tetrahedra: every one in a pass, no particle twice in a colour.
Status checkTets(const Schedule& schedule);

/// Particle after particle is moved by all stages of one integrator: up to firstForced by Verlet, from there on by
/// others.
Status checkIntegrators(const Schedule& schedule);

/// The rows of springs: the other ends are moved in the same passes, and have each spring too.
Status checkSprings(const Schedule& schedule);

/// Outlines: points that follow one another, no particle in two; and the passes of contacts.
Status checkOutlines(const Schedule& schedule);

/// Tiles: particles that follow one another, each stick in a run of one tile or in a pass between tiles, packed as it
/// is, no particle twice in a tile's colour, nothing between whole bodies and others.
Status checkTiles(const Schedule& schedule);

}  // namespace pliant
