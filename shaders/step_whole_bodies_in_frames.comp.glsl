#version 460
#extension GL_GOOGLE_include_directive : require
#define PLIANT_IN_FRAMES
#include "step_whole_bodies.glsl"
