#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/soft_bodies.glsl"
#include "shared/enclosure.h"

void main() {
    if (itemNumber() >= constants.count) return;
    uint index = constants.first + itemNumber();

    Chunk chunk = chunks[index];
    EnclosureRecord enclosure = enclosures[chunk.owner];
    vec3 sums = vec3(0.0f);
    for (uint i = chunk.first; i < chunk.first + chunk.count; ++i) {
        vec4 measured = partialSums[enclosure.gradients + i];
        sums = addMember(sums, measured.xyz, measured.w, particles[enclosureMembers[i].particle].w);
    }
    partialSums[enclosure.sums + index - enclosure.firstChunk] = vec4(storable3(sums), 0.0f);
}
