#version 460
#extension GL_GOOGLE_include_directive : require
#include "surface_kernel.glsl"
#include "write_vertex.glsl"
#include "shared/tangent.h"

// What gather_normals writes, and tangents. Of a render mesh: its triangles, whose corners are vertices of the surface,
// and which of them are around a vertex.
layout(set = 0, binding = 13, std430) readonly buffer TextureMaps { TextureMap textureMaps[]; };
layout(set = 0, binding = 14, std430) readonly buffer TextureCorners { uint textureCorners[]; };
layout(set = 0, binding = 15, std430) readonly buffer TextureRowFirst { uint textureRowFirst[]; };
layout(set = 0, binding = 16, std430) readonly buffer TextureRowEntries { uint textureRowEntries[]; };
layout(set = 0, binding = 17, std430) writeonly buffer Tangents { float tangents[]; };

void main() {
    uint i = itemNumber();
    if (i >= constants.drawn) return;

    vec3 sumT = vec3(0.0f);
    vec3 sumB = vec3(0.0f);
    uint end = textureRowFirst[i + 1u];
    for (uint e = textureRowFirst[i]; e < end; ++e) {
        uint triangle = textureRowEntries[e];
        TextureMap map = textureMaps[triangle];
        vec3 a = places[textureCorners[3u * triangle]].xyz;
        vec3 b = places[textureCorners[3u * triangle + 1u]].xyz;
        vec3 c = places[textureCorners[3u * triangle + 2u]].xyz;
        sumT = addNormal(sumT, alongTexture(a, b, c, map.tangentOfB, map.tangentOfC));
        sumB = addNormal(sumB, alongTexture(a, b, c, map.bitangentOfB, map.bitangentOfC));
    }
    vec4 tangent = tangentOf(writeVertex(i), sumT, sumB);
    uint at = constants.tangent.offset + i * constants.tangent.stride;
    tangents[at] = tangent.x;
    tangents[at + 1u] = tangent.y;
    tangents[at + 2u] = tangent.z;
    tangents[at + 3u] = tangent.w;
}
