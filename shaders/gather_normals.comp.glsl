#version 460
#extension GL_GOOGLE_include_directive : require
#include "surface_kernel.glsl"
#include "write_vertex.glsl"

void main() {
    if (itemNumber() < constants.drawn) writeVertex(itemNumber());
}
