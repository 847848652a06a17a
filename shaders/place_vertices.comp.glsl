#version 460
#extension GL_GOOGLE_include_directive : require
#include "surface_kernel.glsl"

vec3 seenOf(uint particle, vec3 place) {
    return place;
}

#include "place_vertex.glsl"

void main() {
    if (itemNumber() < constants.count) placeVertex(itemNumber());
}
