// Rims of bodies that touch, see shared/rim.h.
#ifndef PLIANT_BUFFERS_RIMS
#define PLIANT_BUFFERS_RIMS

#include "shared/bindings.h"

layout(binding = kRims, std430) readonly buffer Rims {
    Rim rims[];
};
layout(binding = kRimNodes, std430) readonly buffer RimNodes {
    uint rimNodes[];
};
#endif
