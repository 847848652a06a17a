// What the kernels have in common that move bodies as a whole: the buffers, the pass's constants, and which item an
// invocation works on.
#extension GL_GOOGLE_include_directive : require
#include "round_to_even.glsl"

#include "shared/layout.h"

layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint kResponse = 0u;

layout(push_constant) uniform PushConstants {
    PassConstants constants;
};

layout(set = 0, binding = 0, std430) buffer Particles {
    vec4 particles[];
};  // position, inverse mass
layout(set = 0, binding = 1, std430) buffer Previous {
    vec4 previous[];
};
layout(set = 0, binding = 2, std430) buffer Counters {
    uint counters[];
};
layout(set = 0, binding = 3, std430) readonly buffer Shapes {
    ShapeRecord shapes[];
};
layout(set = 0, binding = 4, std430) readonly buffer ShapeMembers {
    ShapeMember shapeMembers[];
};
layout(set = 0, binding = 5, std430) readonly buffer Chunks {
    Chunk chunks[];
};
layout(set = 0, binding = 6, std430) buffer BodySums {
    vec4 bodySums[];
};  // between two passes: see PassKind
layout(set = 0, binding = 7, std430) buffer ShapeTurns {
    vec4 shapeTurns[];
};

layout(set = 0, binding = 8, std430) readonly buffer Enclosures {
    EnclosureRecord enclosures[];
};
layout(set = 0, binding = 9, std430) readonly buffer EnclosureMembers {
    EnclosureMember enclosureMembers[];
};
layout(set = 0, binding = 10, std430) readonly buffer EnclosurePairs {
    uint enclosurePairs[];
};
layout(set = 0, binding = 11, std430) readonly buffer Tetrahedra {
    TetRecord tetrahedra[];
};
layout(set = 0, binding = 12, std430) buffer TetMultipliers {
    float tetMultipliers[];
};

#include "item_number.glsl"
