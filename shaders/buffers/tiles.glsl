// Tiles and whole bodies, and chained passes.
#ifndef PLIANT_BUFFERS_TILES
#define PLIANT_BUFFERS_TILES

#include "shared/bindings.h"

layout(binding = kTiles, std430) readonly buffer Tiles { TileRecord tiles[]; };
layout(binding = kTileRuns, std430) readonly buffer TileRuns { TileRun tileRuns[]; };
layout(binding = kTileSticks, std430) readonly buffer TileSticks { uvec2 tileSticks[]; };  // TileStick, read as one
layout(binding = kChain, std430) readonly buffer Chain { ChainedPass chain[]; };
layout(binding = kWholeSubsteps, std430) readonly buffer WholeSubsteps { WholeSubstep substeps[]; };
#endif
