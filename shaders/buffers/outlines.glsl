// Outlines that touch each other.
#ifndef PLIANT_BUFFERS_OUTLINES
#define PLIANT_BUFFERS_OUTLINES

#include "shared/bindings.h"

layout(binding = kOutlines, std430) readonly buffer Outlines { OutlineRecord outlines[]; };
layout(binding = kOutlinePoints, std430) readonly buffer OutlinePoints { OutlinePoint points[]; };
layout(binding = kOutlineSpace, std430) readonly buffer Space { OutlineSpace space; };
layout(binding = kOutlineStates, std430) buffer OutlineStates { OutlineState states[]; };
layout(binding = kOutlinePlaces, std430) buffer OutlinePlaces { vec4 places[]; };  // of points: now, and before
layout(binding = kOutlineTable, std430) buffer OutlineTable { uint table[]; };  // levels in use; then heads of buckets
layout(binding = kOutlineContacts, std430) buffer OutlineContacts { OutlineContact contacts[]; };  // of points
layout(binding = kOutlineSums, std430) buffer OutlineSums { int sums[]; };  // kContactSums per point
#endif
