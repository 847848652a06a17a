// What the kernels have in common that move bodies as a whole: their buffers.
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"

layout(set = 0, binding = 2, std430) buffer Counters { uint counters[]; };
layout(set = 0, binding = 3, std430) readonly buffer Shapes { ShapeRecord shapes[]; };
layout(set = 0, binding = 4, std430) readonly buffer ShapeMembers { ShapeMember shapeMembers[]; };
layout(set = 0, binding = 5, std430) readonly buffer Chunks { Chunk chunks[]; };
layout(set = 0, binding = 6, std430) buffer BodySums { vec4 bodySums[]; };  // between two passes: see PassKind
layout(set = 0, binding = 7, std430) buffer ShapeTurns { vec4 shapeTurns[]; };
layout(set = 0, binding = 8, std430) readonly buffer Enclosures { EnclosureRecord enclosures[]; };
layout(set = 0, binding = 9, std430) readonly buffer EnclosureMembers { EnclosureMember enclosureMembers[]; };
layout(set = 0, binding = 10, std430) readonly buffer EnclosurePairs { uint enclosurePairs[]; };
layout(set = 0, binding = 11, std430) readonly buffer Tetrahedra { TetRecord tetrahedra[]; };
layout(set = 0, binding = 12, std430) buffer TetMultipliers { float tetMultipliers[]; };
