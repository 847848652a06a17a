// What the kernels over outlines have in common: the buffers, the pass's constants, and which item an invocation works on.
#extension GL_GOOGLE_include_directive : require
#include "round_to_even.glsl"

#include "shared/layout.h"

layout(local_size_x_id = 0) in;

layout(push_constant) uniform PushConstants { PassConstants constants; };

layout(set = 0, binding = 0, std430) buffer Particles { vec4 particles[]; };  // position, inverse mass
layout(set = 0, binding = 1, std430) buffer Previous { vec4 previous[]; };
layout(set = 0, binding = 2, std430) readonly buffer Outlines { OutlineRecord outlines[]; };
layout(set = 0, binding = 3, std430) readonly buffer OutlinePoints { OutlinePoint points[]; };
layout(set = 0, binding = 4, std430) readonly buffer Space { OutlineSpace space; };
layout(set = 0, binding = 5, std430) buffer OutlineStates { OutlineState states[]; };
layout(set = 0, binding = 6, std430) buffer OutlinePlaces { vec4 places[]; };  // of points: now, and before
layout(set = 0, binding = 7, std430) buffer OutlineTable { uint table[]; };  // levels in use; then heads of buckets
layout(set = 0, binding = 8, std430) buffer OutlineContacts { OutlineContact contacts[]; };  // of points
layout(set = 0, binding = 9, std430) buffer OutlineSums { int sums[]; };  // kContactSums per point

#include "item_number.glsl"
