// What the kernels have in common that move particles by forces: see kernel.glsl.
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
layout(set = 0, binding = 2, std430) buffer Velocities {
    vec4 velocities[];
};  // from particle constants.table on, as are
layout(set = 0, binding = 3, std430) buffer Stages {
    ForceStage stages[];
};  // these
layout(set = 0, binding = 4, std430) readonly buffer SpringFirst {
    uint springFirst[];
};  // and these
layout(set = 0, binding = 5, std430) readonly buffer SpringEnds {
    SpringEnd springEnds[];
};
layout(set = 0, binding = 6, std430) buffer Counters {
    uint counters[];
};

#include "item_number.glsl"
