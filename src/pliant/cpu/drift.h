#pragma once

// How bodies drift, see shared/drift.h.

#include "pliant/cpu/kernels.h"

namespace pliant::cpu {

/// Adds the ways of items [first, last) in the order of contacts to those of their bodies.
void noteDrifts(const Buffers& buffers, const PassConstants& constants, std::uint32_t first, std::uint32_t last);
/// How a body goes in this substep, when all have been added.
vec3 driftOf(const Buffers& buffers, std::uint32_t body);
/// For the next substep.
void clearDrifts(NeighbourWork& work);

}  // namespace pliant::cpu
