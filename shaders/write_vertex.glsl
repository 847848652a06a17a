// One vertex that is drawn: its normal, which writeVertex() returns, and its positions where they are wanted.
#include "shared/normal.h"

vec3 normalAt(uint vertex) {
    vec3 sum = vec3(0.0f);
    uint end = rowFirst[vertex + 1u];
    for (uint e = rowFirst[vertex]; e < end; ++e) {
        uint first = 3u * rowEntries[e];
        sum = addNormal(sum, areaNormal(places[corners[first]].xyz, places[corners[first + 1u]].xyz,
                                        places[corners[first + 2u]].xyz));
    }
    return unitNormal(sum);
}

vec3 writeVertex(uint i) {
    uint vertex = kHasRenderMesh != 0u ? surfaceVertices[i] : i;
    vec3 normal = normalAt(vertex);
    uint at = constants.normal.offset + i * constants.normal.stride;
    normals[at] = normal.x;
    normals[at + 1u] = normal.y;
    normals[at + 2u] = normal.z;

    vec3 place = places[vertex].xyz;
    if (constants.position.stride != 0u) {
        at = constants.position.offset + i * constants.position.stride;
        vertices[at] = place.x;
        vertices[at + 1u] = place.y;
        vertices[at + 2u] = place.z;
    }
    if (constants.previous.stride != 0u) {
        vec3 before = constants.hasWritten != 0u ? written[i].xyz : place;
        at = constants.previous.offset + i * constants.previous.stride;
        previous[at] = before.x;
        previous[at + 1u] = before.y;
        previous[at + 2u] = before.z;
        written[i] = vec4(place, 0.0f);
    }
    return normal;
}
