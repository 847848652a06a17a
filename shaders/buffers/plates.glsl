// Plates, see shared/plate.h.
#ifndef PLIANT_BUFFERS_PLATES
#define PLIANT_BUFFERS_PLATES

#include "shared/bindings.h"

layout(binding = kPlateHinges, std430) readonly buffer PlateHinges { PlateHinge plateHinges[]; };
layout(binding = kTensorRows, std430) readonly buffer TensorRows { TensorRow tensorRows[]; };
layout(binding = kTensorLinks, std430) readonly buffer TensorLinks { TensorLink tensorLinks[]; };
layout(binding = kTensorBlocks, std430) readonly buffer TensorBlocks { TensorBlock tensorBlocks[]; };
#endif
