// Where each buffer of a solver is bound, in every kernel; the host keeps them by these numbers too. What a kernel uses
// of them is read off its code: see bindingsOf() in src/gpu/bindings.h.
#ifndef PLIANT_SHARED_BINDINGS_H
#define PLIANT_SHARED_BINDINGS_H

#include "shared/layout.h"

#ifdef __cplusplus
namespace pliant {
#endif

const uint kParticles = 0u;
const uint kPrevious = 1u;
const uint kCarry = 2u;
const uint kScratch = 3u;
const uint kCounters = 4u;
const uint kPins = 5u;
const uint kColliders = 6u;
const uint kTethers = 7u;
const uint kFrames = 8u;
const uint kFrameOf = 9u;
const uint kSticks = 10u;
const uint kMultipliers = 11u;
const uint kRestraints = 12u;
const uint kRowFirst = 13u;
const uint kRowEntries = 14u;
const uint kShares = 15u;
const uint kBends = 16u;
const uint kBendNumbers = 17u;
const uint kTriangles = 18u;
const uint kTiles = 19u;
const uint kTileRuns = 20u;
const uint kTileSticks = 21u;
const uint kChain = 22u;
const uint kWholeSubsteps = 23u;
const uint kElements = 24u;
const uint kElementMultipliers = 25u;
const uint kElementMultipliers4 = 26u;
const uint kElementRows = 27u;
const uint kShapes = 28u;
const uint kShapeMembers = 29u;
const uint kShapeTurns = 30u;
const uint kChunks = 31u;
const uint kPartialSums = 32u;
const uint kEnclosures = 33u;
const uint kEnclosureMembers = 34u;
const uint kEnclosurePairs = 35u;
const uint kVelocities = 36u;
const uint kStages = 37u;
const uint kSpringFirst = 38u;
const uint kSpringEnds = 39u;
const uint kOutlines = 40u;
const uint kOutlinePoints = 41u;
const uint kOutlineSpace = 42u;
const uint kOutlineStates = 43u;
const uint kOutlinePlaces = 44u;
const uint kOutlineTable = 45u;
const uint kOutlineContacts = 46u;
const uint kOutlineSums = 47u;
const uint kBufferCount = 48u;

// The same buffers once more, as texels.
const uint kParticleTexels = 48u;
const uint kPreviousTexels = 49u;
const uint kTileStickTexels = 50u;
const uint kTriangleTexels = 51u;
const uint kCarryTexels = 52u;

#ifdef __cplusplus
}
#endif
#endif
