// Elements; bodies as a whole: shapes, enclosures.
#ifndef PLIANT_BUFFERS_SOFT_BODIES
#define PLIANT_BUFFERS_SOFT_BODIES

#include "shared/bindings.h"

layout(binding = kElements, std430) readonly buffer Elements { Element elements[]; };
layout(binding = kElementMultipliers, std430) buffer ElementMultipliers { float elementMultipliers[]; };
layout(binding = kElementMultipliers4, std430) buffer ElementMultipliers4 { vec4 elementMultipliers4[]; };
layout(binding = kElementRows, std430) readonly buffer ElementRows { vec4 elementRows[]; };
layout(binding = kShapes, std430) readonly buffer Shapes { ShapeRecord shapes[]; };
layout(binding = kShapeMembers, std430) readonly buffer ShapeMembers { ShapeMember shapeMembers[]; };
layout(binding = kShapeTurns, std430) buffer ShapeTurns { vec4 shapeTurns[]; };
layout(binding = kChunks, std430) readonly buffer Chunks { Chunk chunks[]; };
layout(binding = kPartialSums, std430) buffer PartialSums { vec4 partialSums[]; };  // between two passes
layout(binding = kEnclosures, std430) readonly buffer Enclosures { EnclosureRecord enclosures[]; };
layout(binding = kEnclosureMembers, std430) readonly buffer EnclosureMembers { EnclosureMember enclosureMembers[]; };
layout(binding = kEnclosurePairs, std430) readonly buffer EnclosurePairs { uint enclosurePairs[]; };
#endif
