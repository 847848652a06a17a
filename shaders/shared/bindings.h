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
const uint kClusters = 8u;
const uint kClusterMembers = 9u;
const uint kClusterOf = 10u;
const uint kFrames = 11u;
const uint kFrameOf = 12u;
const uint kSticks = 13u;
const uint kMultipliers = 14u;
const uint kRestraints = 15u;
const uint kRowFirst = 16u;
const uint kRowEntries = 17u;
const uint kShares = 18u;
const uint kBends = 19u;
const uint kBendNumbers = 20u;
const uint kTriangles = 21u;
const uint kTiles = 22u;
const uint kTileRuns = 23u;
const uint kTileSticks = 24u;
const uint kChain = 25u;
const uint kWholeSubsteps = 26u;
const uint kElements = 27u;
const uint kElementMultipliers = 28u;
const uint kElementMultipliers4 = 29u;
const uint kElementRows = 30u;
const uint kShapes = 31u;
const uint kShapeMembers = 32u;
const uint kShapeTurns = 33u;
const uint kChunks = 34u;
const uint kPartialSums = 35u;
const uint kEnclosures = 36u;
const uint kEnclosureMembers = 37u;
const uint kEnclosurePairs = 38u;
const uint kVelocities = 39u;
const uint kStages = 40u;
const uint kSpringFirst = 41u;
const uint kSpringEnds = 42u;
const uint kOutlines = 43u;
const uint kOutlinePoints = 44u;
const uint kOutlineSpace = 45u;
const uint kOutlineStates = 46u;
const uint kOutlinePlaces = 47u;
const uint kOutlineTable = 48u;
const uint kOutlineContacts = 49u;
const uint kOutlineSums = 50u;
const uint kBufferCount = 51u;

// The same buffers once more, as texels.
const uint kParticleTexels = 51u;
const uint kPreviousTexels = 52u;
const uint kTileStickTexels = 53u;
const uint kTriangleTexels = 54u;
const uint kCarryTexels = 55u;

#ifdef __cplusplus
}
#endif
#endif
