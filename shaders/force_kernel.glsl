// What the kernels have in common that move particles by forces: their buffers.
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"

// These three from particle constants.table on.
layout(set = 0, binding = 2, std430) buffer Velocities { vec4 velocities[]; };
layout(set = 0, binding = 3, std430) buffer Stages { ForceStage stages[]; };
layout(set = 0, binding = 4, std430) readonly buffer SpringFirst { uint springFirst[]; };
layout(set = 0, binding = 5, std430) readonly buffer SpringEnds { SpringEnd springEnds[]; };
layout(set = 0, binding = 6, std430) buffer Counters { uint counters[]; };
