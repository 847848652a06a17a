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
const uint kTurns = 22u;
const uint kWholeSubsteps = 23u;
const uint kTetrahedra = 24u;
const uint kTetMultipliers = 25u;
const uint kShapes = 26u;
const uint kShapeMembers = 27u;
const uint kShapeTurns = 28u;
const uint kChunks = 29u;
const uint kBodySums = 30u;
const uint kEnclosures = 31u;
const uint kEnclosureMembers = 32u;
const uint kEnclosurePairs = 33u;
const uint kVelocities = 34u;
const uint kStages = 35u;
const uint kSpringFirst = 36u;
const uint kSpringEnds = 37u;
const uint kOutlines = 38u;
const uint kOutlinePoints = 39u;
const uint kOutlineSpace = 40u;
const uint kOutlineStates = 41u;
const uint kOutlinePlaces = 42u;
const uint kOutlineTable = 43u;
const uint kOutlineContacts = 44u;
const uint kOutlineSums = 45u;
const uint kBufferCount = 46u;

// The same buffers once more, as texels.
const uint kParticleTexels = 46u;
const uint kPreviousTexels = 47u;
const uint kTileStickTexels = 48u;
const uint kTriangleTexels = 49u;

#ifdef __cplusplus
}
#endif
#endif
