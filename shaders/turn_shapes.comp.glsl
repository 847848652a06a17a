#version 460
#extension GL_GOOGLE_include_directive : require
#include "body_kernel.glsl"
#include "shape_sums.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    uint index = constants.first + itemNumber();

    ShapeRecord shape = shapes[index];
    ShapeSums sums = noShapeSums();
    for (uint i = 0u; i < shape.chunkCount; ++i)
        sums = addShapeSums(sums, loadShapeSums(shape.sums + kShapeSumSize * i));
    sums = straightened(sums, shape.lean);
    vec4 last = shapeTurns[index];
    vec4 turn =
        kResponse == kShapePlanar ? planarTurn(sums, shape.blurred, last) : spatialTurn(sums, shape.blurred, last);
    shapeTurns[index] = turn;
    vec3 centre = shapeCentre(sums.offset, turn, shape.lean, shape.excess, shape.size);
    float isWhole = squaredLength(sums.offset) < kLargestSquared ? 1.0f : 0.0f;
    bodySums[shape.fit] = vec4(particles[shape.reference].xyz, isWhole);
    bodySums[shape.fit + 1u] = vec4(centre, 0.0f);
}
