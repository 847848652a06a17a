#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/soft_bodies.glsl"
#include "shape_sums.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    uint index = constants.first + itemNumber();

    Chunk chunk = chunks[index];
    ShapeRecord shape = shapes[chunk.owner];
    vec3 origin = shapeOrigin(particles[shape.reference].xyz, shapeTurns[chunk.owner], shape.referenceRest, shape.size);
    ShapeSums sums = noShapeSums();
    ShapeSums surplus = noShapeSums();
    for (uint i = chunk.first; i < chunk.first + chunk.count; ++i) {
        ShapeMember member = shapeMembers[i];
        vec3 x = shapeOffset(particles[member.particle].xyz, origin);
        addShapeSums(sums, surplus, shapeTerms(x, member.rest, member.weight));
    }
    storeShapeSums(shape.sums + kShapeSumSize * (index - shape.firstChunk), storableSums(sums));
}
