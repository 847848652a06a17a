#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/inputs.glsl"
#include "in_frames.glsl"
#include "find_supports.glsl"
