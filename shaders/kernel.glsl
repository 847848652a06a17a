// What the kernels over particles, sticks, bends and triangles have in common: their buffers.
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "solver_buffers.glsl"
