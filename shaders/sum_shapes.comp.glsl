#version 460
#extension GL_GOOGLE_include_directive : require
#include "body_kernel.glsl"
#include "shape_sums.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    uint index = constants.first + itemNumber();

    Chunk chunk = chunks[index];
    ShapeRecord shape = shapes[chunk.owner];
    vec3 reference = particles[shape.reference].xyz;
    ShapeSums sums = noShapeSums();
    for (uint i = chunk.first; i < chunk.first + chunk.count; ++i) {
        ShapeMember member = shapeMembers[i];
        sums = addShapeMember(sums, difference(particles[member.particle].xyz, reference), member.rest, member.weight);
    }
    storeShapeSums(shape.sums + kShapeSumSize * (index - shape.firstChunk), sums);
}
