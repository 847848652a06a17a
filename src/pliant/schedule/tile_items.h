#pragma once

#include "pliant/schedule/schedule.h"

namespace pliant {

/// The first particle or cluster of an item says whether it is a whole body's. Scenes with plates have none.
std::uint32_t firstRowOf(const Schedule& schedule, PassKind kind, std::uint32_t item);

/// What shareIn() takes for the nearest that it has.
std::uint32_t byteOfShare(float share);
/// Of any stick of a tile: only rigid ones have their parameter read from here.
TileStick packedStick(const TileRecord& tile, const Stick& stick);

}  // namespace pliant
