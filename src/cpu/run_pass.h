#pragma once

#include "cpu/kernels.h"

namespace pliant::cpu {

/// Items [first, last) of a pass, by the plain kernel, or the wide one if there is one.
void runPiece(const Buffers& buffers, bool wide, const Pass& pass, const PassConstants& constants, std::uint32_t first,
              std::uint32_t last);

/// Pieces of a pass for several threads are about so large: small enough to balance, large enough that handing one out
/// costs nothing beside its work (some microseconds).
std::uint32_t grainOf(PassKind kind);

/// Whether tiles can go through a pass one after another, because it touches nothing outside of a particle or a tile.
/// (Tethers look at pinned particles, which none of these moves.)
bool isLocal(PassKind kind);

}  // namespace pliant::cpu
