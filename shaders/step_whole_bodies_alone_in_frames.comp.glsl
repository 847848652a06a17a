#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#define PLIANT_IN_FRAMES
#include "step_whole_bodies_alone.glsl"
