// Where each buffer of a solver is bound, in every kernel; the host keeps them by these numbers too. What a kernel uses
// of them is read off its code: see bindingsOf() in src/pliant/gpu/bindings.h.
#ifndef PLIANT_SHARED_BINDINGS_H
#define PLIANT_SHARED_BINDINGS_H

#include "layout.h"

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
const uint kBendLinks = 21u;
const uint kTriangles = 22u;
const uint kTiles = 23u;
const uint kTileRuns = 24u;
const uint kTileSticks = 25u;
const uint kChain = 26u;
const uint kWholeSubsteps = 27u;
const uint kElements = 28u;
const uint kElementMultipliers = 29u;
const uint kElementMultipliers4 = 30u;
const uint kElementRows = 31u;
const uint kShapes = 32u;
const uint kShapeMembers = 33u;
const uint kShapeTurns = 34u;
const uint kChunks = 35u;
const uint kPartialSums = 36u;
const uint kEnclosures = 37u;
const uint kEnclosureMembers = 38u;
const uint kEnclosurePairs = 39u;
const uint kVelocities = 40u;
const uint kStages = 41u;
const uint kSpringFirst = 42u;
const uint kSpringEnds = 43u;
const uint kOutlines = 44u;
const uint kOutlinePoints = 45u;
const uint kOutlineSpace = 46u;
const uint kOutlineStates = 47u;
const uint kOutlinePlaces = 48u;
const uint kOutlineTable = 49u;
const uint kOutlineContacts = 50u;
const uint kOutlineSums = 51u;
const uint kNeighbourSpace = 52u;
const uint kNeighbourBodies = 53u;
const uint kNeighbourRest = 54u;
const uint kNeighbourState = 55u;
const uint kNeighbourBoxes = 56u;
const uint kNeighbourCounts = 57u;
const uint kNeighbourAnchors = 58u;
const uint kNeighbourMotions = 59u;
const uint kNeighbourLists = 60u;
const uint kNeighbourWays = 61u;
const uint kNeighbourStarts = 62u;
const uint kAroundFirst = 63u;
const uint kAround = 64u;
const uint kCuts = 65u;
const uint kSleepers = 66u;
const uint kSleepAnchors = 67u;
const uint kSleepStates = 68u;
const uint kStrands = 69u;
const uint kStrandNodes = 70u;
const uint kPlateHinges = 71u;
const uint kTensorRows = 72u;
const uint kTensorLinks = 73u;
const uint kTensorBlocks = 74u;
const uint kNeighbourNodes = 75u;
const uint kNeighbourOrder = 76u;
const uint kInvolved = 77u;
const uint kPressed = 78u;
const uint kNeighbourJoints = 79u;
const uint kTensionRows = 80u;
const uint kTensionLinks = 81u;
const uint kPushed = 82u;
const uint kFaceTouches = 83u;
const uint kRims = 84u;
const uint kRimNodes = 85u;
const uint kBufferCount = 86u;

// The same buffers once more, as texels.
const uint kParticleTexels = 86u;
const uint kPreviousTexels = 87u;
const uint kTileStickTexels = 88u;
const uint kTriangleTexels = 89u;
const uint kCarryTexels = 90u;

#ifdef __cplusplus
}
#endif
#endif
