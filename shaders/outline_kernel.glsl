// What the kernels over outlines have in common: their buffers.
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"

layout(set = 0, binding = 2, std430) readonly buffer Outlines { OutlineRecord outlines[]; };
layout(set = 0, binding = 3, std430) readonly buffer OutlinePoints { OutlinePoint points[]; };
layout(set = 0, binding = 4, std430) readonly buffer Space { OutlineSpace space; };
layout(set = 0, binding = 5, std430) buffer OutlineStates { OutlineState states[]; };
layout(set = 0, binding = 6, std430) buffer OutlinePlaces { vec4 places[]; };  // of points: now, and before
layout(set = 0, binding = 7, std430) buffer OutlineTable { uint table[]; };  // levels in use; then heads of buckets
layout(set = 0, binding = 8, std430) buffer OutlineContacts { OutlineContact contacts[]; };  // of points
layout(set = 0, binding = 9, std430) buffer OutlineSums { int sums[]; };  // kContactSums per point
