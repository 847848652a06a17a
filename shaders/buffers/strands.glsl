// Strands of ropes, see shared/strand.h.
#ifndef PLIANT_BUFFERS_STRANDS
#define PLIANT_BUFFERS_STRANDS

#include "shared/bindings.h"

layout(binding = kStrands, std430) readonly buffer Strands {
    Strand strands[];
};
layout(binding = kStrandNodes, std430) readonly buffer StrandNodes {
    uint strandNodes[];
};
#endif
