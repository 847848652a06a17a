#version 460
#extension GL_GOOGLE_include_directive : require
#include "surface_kernel.glsl"
#include "shared/normal.h"

void main() {
    uint i = itemNumber();
    if (i >= constants.drawn) return;
    uint vertex = kHasRenderMesh != 0u ? surfaceVertices[i] : i;

    vec3 sum = vec3(0.0f);
    for (uint e = rowFirst[vertex]; e < rowFirst[vertex + 1u]; ++e) {
        uint first = 3u * rowEntries[e];
        sum = addNormal(sum, areaNormal(places[corners[first]].xyz, places[corners[first + 1u]].xyz,
                                        places[corners[first + 2u]].xyz));
    }
    vec3 normal = unitNormal(sum);
    uint at = constants.normalOffset + i * constants.normalStride;
    normals[at] = normal.x;
    normals[at + 1u] = normal.y;
    normals[at + 2u] = normal.z;

    if (constants.positionStride == 0u) return;
    vec3 place = places[vertex].xyz;
    at = i * constants.positionStride;
    vertices[at] = place.x;
    vertices[at + 1u] = place.y;
    vertices[at + 2u] = place.z;
}
