// What particles that keep each other off note together.
#ifndef PLIANT_BUFFERS_NEIGHBOUR_STATE
#define PLIANT_BUFFERS_NEIGHBOUR_STATE

#include "shared/bindings.h"

layout(binding = kNeighbourState, std430) buffer NeighbourState { uint state[]; };  // kNeighbourWords, if there are any
#endif
