#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/sleep.glsl"
#include "buffers/soft_bodies.glsl"
#include "shared/sleep.h"
#include "shape_sums.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    uint index = constants.first + itemNumber();

    ShapeRecord shape = shapes[index];
    ShapeSums sums = noShapeSums();
    ShapeSums surplus = noShapeSums();
    for (uint i = 0u; i < shape.chunkCount; ++i)
        addShapeSums(sums, surplus, loadShapeSums(shape.sums + kShapeSumSize * i));
    sums = storableSums(sums);
    vec4 last = shapeTurns[index];
    vec4 turn;
    if (kResponse == kShapePlanar) turn = planarTurn(sums, shape.blurred, last);
    else if (turnsSteadily(shape.compliance, constants))
        turn = steadyTurn(sums, shape.blurred, last, shape.spread, shape.spreadMixes, shape.perSize);
    else turn = spatialTurn(sums, shape.blurred, last);
    if (!leavesAll(awakeCount, constants.flags)) shapeTurns[index] = turn;
    vec3 origin = shapeOrigin(particles[shape.reference].xyz, last, shape.referenceRest, shape.size);
    vec3 centre = shapeCentre(sums.offset, turn, shape.lean, shape.size);
    partialSums[shape.fit] = vec4(origin, isWhole(sums) ? 1.0f : 0.0f);
    partialSums[shape.fit + 1u] = vec4(centre, 0.0f);
}
