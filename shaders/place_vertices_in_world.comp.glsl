#version 460
#extension GL_GOOGLE_include_directive : require
#include "surface_kernel.glsl"
#include "shared/frame.h"

layout(set = 0, binding = 8, std430) readonly buffer Views { FrameView views[]; };  // of the world, then of every frame
layout(set = 0, binding = 9, std430) readonly buffer FrameOf { uint frameOf[]; };

vec3 seenOf(uint particle, vec3 place) {
    FrameView view = views[frameOf[particle]];
    return vec3(viewedAlong(view.rowX, place), viewedAlong(view.rowY, place), viewedAlong(view.rowZ, place));
}

#include "place_vertex.glsl"

void main() {
    if (itemNumber() < constants.count) placeVertex(itemNumber());
}
